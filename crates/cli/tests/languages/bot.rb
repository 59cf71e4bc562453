# Fertilises the first of its own tiles, and looks around if there is none.
rows = gets.split[1].to_i
while (line = gets)
  next unless line.start_with?('turn ')
  board = Array.new(rows) { gets.split.map(&:to_i) }
  row = board.index { |scores| scores.any? { |score| score != 0 } }
  puts row ? "fertilise #{row} #{board[row].index { |score| score != 0 }}" : 'scout 5 5'
  $stdout.flush
end
