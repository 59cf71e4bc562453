// What the arena says and what a bot answers in Underworld.
//
// This file knows the words of the game, lines.go reads and prints lines.
// `skirmish rules underworld` has the whole protocol. You give any number of commands a turn, then `EndTurn`.

package main

import (
	"fmt"
	"strings"
)

const (
	Range         = 2 // how far a warrior hits
	BuildDistance = 2 // how far from an own building a new one can stand
)

// Kind is what can stand on a cell.
type Kind string

const (
	Warrior  Kind = "W"
	Barracks Kind = "B"
	Castle   Kind = "C"
	Farm     Kind = "F"
	Wall     Kind = "#"
)

// Cost is what can be bought, and for how much.
var Cost = map[Kind]int{Warrior: 500, Barracks: 1500, Farm: 1000}

// Direction is where a warrior can go.
type Direction struct {
	Name   string
	DX, DY int
}

// Steps are the four directions.
var Steps = []Direction{{"N", 0, -1}, {"E", 1, 0}, {"S", 0, 1}, {"W", -1, 0}}

// Cell is a place on the board: X counts columns from the west, Y rows from the north.
type Cell struct{ X, Y int }

// Neighbour is the cell on that side; it may lie beyond the board.
func (cell Cell) Neighbour(direction Direction) Cell {
	return Cell{cell.X + direction.DX, cell.Y + direction.DY}
}

// IsWithin tells whether two cells are at most so far from each other, as the crow flies.
func (cell Cell) IsWithin(other Cell, distance int) bool {
	dx, dy := cell.X-other.X, cell.Y-other.Y
	return dx*dx+dy*dy <= distance*distance
}

// Thing is whatever stands on a cell.
type Thing struct {
	Cell      Cell
	Owner     int // a seat; -1 for walls
	Kind      Kind
	HitPoints int // -1 for walls
}

// Game is one match as your bot sees it.
type Game struct {
	Width   int
	Height  int
	Players int
	Seat    int // yours

	Turn   int // counted from 1
	Money  int
	Things []*Thing // everything you see, row by row
	IsOver bool

	byCell   map[Cell]*Thing
	commands strings.Builder
}

// NewGame waits for the arena's greeting, and answers it.
func NewGame() *Game {
	ReadLine() // Who are you?
	Say("crayfish")
	return &Game{}
}

// ReadTurn waits for the next turn. False when the match is over.
func (game *Game) ReadTurn() bool {
	if game.Turn == 0 {
		line := ReadLine()
		game.Width, game.Height = line.Number(0), line.Number(1)
		game.Players, game.Seat = line.Number(2), line.Number(3)
	}
	game.Turn++
	game.Things, game.byCell = nil, map[Cell]*Thing{}
	for {
		line := ReadLine()
		if line.IsEnd {
			return false
		}
		switch line.Word(0) {
		case "end":
			return !game.IsOver
		case "gg":
			game.IsOver = true
		case "money":
			game.Money = line.Number(1)
		default:
			game.add(line)
		}
	}
}

func (game *Game) add(line Line) {
	if len(line.Words) < 5 {
		return
	}
	cell := Cell{line.Number(0), line.Number(1)}
	thing := &Thing{cell, line.Number(2), Kind(line.Word(3)), line.Number(4)}
	game.Things = append(game.Things, thing)
	game.byCell[cell] = thing
}

// ThingAt is what you see on the cell; nil if there is nothing.
func (game *Game) ThingAt(cell Cell) *Thing { return game.byCell[cell] }

// Own lists your warriors, barracks, castle or farms, row by row.
func (game *Game) Own(kind Kind) []*Thing {
	var found []*Thing
	for _, thing := range game.Things {
		if thing.Kind == kind && thing.Owner == game.Seat {
			found = append(found, thing)
		}
	}
	return found
}

// Enemies lists all others' warriors, barracks, castles or farms that you see, row by row.
func (game *Game) Enemies(kind Kind) []*Thing {
	var found []*Thing
	for _, thing := range game.Things {
		if thing.Kind == kind && thing.Owner != game.Seat && thing.Owner != -1 {
			found = append(found, thing)
		}
	}
	return found
}

// IsOnBoard tells whether there is such a cell.
func (game *Game) IsOnBoard(cell Cell) bool {
	return cell.X >= 0 && cell.X < game.Width && cell.Y >= 0 && cell.Y < game.Height
}

// IsFree tells whether the cell is on the board and you see nothing on it.
func (game *Game) IsFree(cell Cell) bool {
	return game.IsOnBoard(cell) && game.ThingAt(cell) == nil
}

// The commands of a turn.

// Move lets the warrior on the cell go one step.
func (game *Game) Move(cell Cell, direction Direction) {
	fmt.Fprintf(&game.commands, "move %d %d %s\n", cell.X, cell.Y, direction.Name)
}

// Spawn lets the barracks on the cell train a warrior on that side.
func (game *Game) Spawn(cell Cell, direction Direction) {
	fmt.Fprintf(&game.commands, "spawn %d %d %s\n", cell.X, cell.Y, direction.Name)
}

// Build makes a Barracks or a Farm on a free cell near one of your buildings.
func (game *Game) Build(cell Cell, kind Kind) {
	fmt.Fprintf(&game.commands, "build %d %d %s\n", cell.X, cell.Y, kind)
}

// EndTurn sends the commands of this turn.
func (game *Game) EndTurn() {
	Say(game.commands.String() + "end")
	game.commands.Reset()
}
