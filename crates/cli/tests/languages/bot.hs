-- Fertilises the first of its own tiles, and looks around if there is none.
import Control.Monad (replicateM, unless)
import System.IO

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  hello <- getLine
  play (read (words hello !! 1))

play :: Int -> IO ()
play rows = do
  ended <- isEOF
  unless ended $ do
    line <- getLine
    if take 5 line == "turn " then replicateM rows getLine >>= putStrLn . answer else return ()
    play rows

answer :: [String] -> String
answer board = case own of
  (row, col) : _ -> unwords ["fertilise", show row, show col]
  [] -> "scout 5 5"
  where
    own = [(row, col) | (row, line) <- zip [0 :: Int ..] board, (col, score) <- zip [0 :: Int ..] (words line), score /= "0"]
