// What the arena says and what a bot answers in Plantation: everything about text is in this file.
//
// `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
// negative, whichever side you play.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Tile is a place on the board.
type Tile struct{ Row, Col int }

// Reply is what came of the last command.
type Reply struct {
	Kind    string // "OK", "occupied" or "error"
	Numbers []int  // scores are signed: yours positive, the enemy's negative
}

// Result is both sums when the match is over.
type Result struct{ Own, Enemy int }

// Game is one match as your bot sees it.
type Game struct {
	Rows         int
	Cols         int
	Sign         int // 1 if you are Plus, -1 if you are Minus; it is already taken out of all scores
	Turns        int
	MovesPerTurn int

	Turn   int     // counted from 1
	Moves  int     // moves left in this turn
	TimeMs int     // milliseconds left for the match
	Board  [][]int // your scores, Board[row][col]; 0 is a tile that is not yours
	Reply  *Reply  // to your last command; nil before the first
	Result *Result // nil until the match is over

	in *bufio.Reader
}

// NewGame waits for the match to begin.
func NewGame() *Game {
	game := &Game{Sign: 1, in: bufio.NewReader(os.Stdin)}
	hello, _ := game.readWords()
	game.Rows = number(hello, 1)
	game.Cols = number(hello, 2)
	if word(hello, 3) == "-" {
		game.Sign = -1
	}
	game.Turns = number(hello, 4)
	game.MovesPerTurn = number(hello, 5)
	game.Board = make([][]int, game.Rows)
	for row := range game.Board {
		game.Board[row] = make([]int, game.Cols)
	}
	return game
}

// ReadTurn waits until a command is wanted. False when the match is over.
func (game *Game) ReadTurn() bool {
	for {
		words, ok := game.readWords()
		if !ok {
			return false
		}
		switch word(words, 0) {
		case "turn":
			game.Turn, game.Moves, game.TimeMs = number(words, 1), number(words, 3), number(words, 5)
			game.readBoard()
			return true
		case "end":
			game.Result = &Result{number(words, 1), number(words, 2)}
			return false
		default:
			game.Reply = game.toReply(words)
		}
	}
}

// Tiles lists your tiles, row by row.
func (game *Game) Tiles() []Tile {
	var tiles []Tile
	for row, scores := range game.Board {
		for col, score := range scores {
			if score > 0 {
				tiles = append(tiles, Tile{row, col})
			}
		}
	}
	return tiles
}

// Neighbours lists the tiles above, below, left and right that are on the board.
func (game *Game) Neighbours(tile Tile) []Tile {
	row, col := tile.Row, tile.Col
	var tiles []Tile
	for _, near := range []Tile{{row - 1, col}, {row + 1, col}, {row, col - 1}, {row, col + 1}} {
		if near.Row >= 0 && near.Row < game.Rows && near.Col >= 0 && near.Col < game.Cols {
			tiles = append(tiles, near)
		}
	}
	return tiles
}

// The six commands. One answers one request.

// Fertilise costs 1 move: one of your tiles grows by 1.
func (game *Game) Fertilise(tile Tile) { say("fertilise", tile) }

// Plant costs 1 move: takes an empty tile beside one of yours.
func (game *Game) Plant(tile Tile) { say("plant", tile) }

// Scout costs 1 move: the next reply has the nine scores around the tile.
func (game *Game) Scout(tile Tile) { say("scout", tile) }

// Colonise costs 2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1.
func (game *Game) Colonise(target, source Tile) { say("colonise", target, source) }

// Spray costs 2 moves: the enemy's tiles here and beside it lose 1 each.
func (game *Game) Spray(tile Tile) { say("spray", tile) }

// Bomb costs 2 moves: the enemy's tile here loses up to 4.
func (game *Game) Bomb(tile Tile) { say("bomb", tile) }

func (game *Game) readBoard() {
	for _, scores := range game.Board {
		words, _ := game.readWords()
		for col := range scores {
			scores[col] = game.Sign * number(words, col)
		}
	}
}

func (game *Game) toReply(words []string) *Reply {
	reply := &Reply{Kind: word(words, 0)}
	if len(words) < 2 {
		return reply
	}
	scores := strings.Split(words[1], ",")
	// Scores have a sign; the single number after OK counts tiles or levels and has none.
	sign := 1
	if reply.Kind == "occupied" || len(scores) > 1 {
		sign = game.Sign
	}
	for at := range scores {
		reply.Numbers = append(reply.Numbers, sign*number(scores, at))
	}
	return reply
}

func say(command string, tiles ...Tile) {
	line := command
	for _, tile := range tiles {
		line += fmt.Sprintf(" %d %d", tile.Row, tile.Col)
	}
	// This goes out at once. There is no buffer to flush, as there is in most languages.
	fmt.Println(line)
}

// readWords reads the words of the next line. False when there are no more lines.
func (game *Game) readWords() ([]string, bool) {
	line, err := game.in.ReadString('\n')
	return strings.Fields(line), err == nil
}

// word is the one at that place of a line, empty if there is none.
func word(words []string, at int) string {
	if at < len(words) {
		return words[at]
	}
	return ""
}

// number is the one at that place of a line, 0 if there is none.
func number(words []string, at int) int {
	value, _ := strconv.Atoi(word(words, at))
	return value
}
