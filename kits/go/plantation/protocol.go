// What the arena says and what a bot answers in Plantation.
//
// This file knows the words of the game, lines.go reads and prints lines.
// `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
// negative, whichever side you play.

package main

import (
	"fmt"
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

}

// NewGame waits for the match to begin.
func NewGame() *Game {
	game := &Game{Sign: 1}
	hello := ReadLine()
	game.Rows = hello.Number(1)
	game.Cols = hello.Number(2)
	if hello.Word(3) == "-" {
		game.Sign = -1
	}
	game.Turns = hello.Number(4)
	game.MovesPerTurn = hello.Number(5)
	game.Board = make([][]int, game.Rows)
	for row := range game.Board {
		game.Board[row] = make([]int, game.Cols)
	}
	return game
}

// ReadTurn waits until a command is wanted. False when the match is over.
func (game *Game) ReadTurn() bool {
	for {
		line := ReadLine()
		if line.IsEnd {
			return false
		}
		switch line.Word(0) {
		case "turn":
			game.Turn, game.Moves, game.TimeMs = line.Number(1), line.Number(3), line.Number(5)
			game.readBoard()
			return true
		case "end":
			game.Result = &Result{line.Number(1), line.Number(2)}
			return false
		default:
			game.Reply = game.toReply(line)
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
		line := ReadLine()
		for col := range scores {
			scores[col] = game.Sign * line.Number(col)
		}
	}
}

func (game *Game) toReply(line Line) *Reply {
	reply := &Reply{Kind: line.Word(0)}
	if len(line.Words) < 2 {
		return reply
	}
	scores := Line{Words: strings.Split(line.Word(1), ",")}
	// Scores have a sign; the single number after OK counts tiles or levels and has none.
	sign := 1
	if reply.Kind == "occupied" || len(scores.Words) > 1 {
		sign = game.Sign
	}
	for at := range scores.Words {
		reply.Numbers = append(reply.Numbers, sign*scores.Number(at))
	}
	return reply
}

func say(command string, tiles ...Tile) {
	line := command
	for _, tile := range tiles {
		line += fmt.Sprintf(" %d %d", tile.Row, tile.Col)
	}
	Say(line)
}
