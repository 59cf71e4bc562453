// What the arena says and what a bot answers in Underworld: everything about text is in this file.
//
// `skirmish rules underworld` has the whole protocol. You give any number of commands a turn, then `EndTurn`.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
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

	in       *bufio.Reader
	byCell   map[Cell]*Thing
	commands strings.Builder
}

// NewGame waits for the arena's greeting, and answers it.
func NewGame() *Game {
	game := &Game{in: bufio.NewReader(os.Stdin)}
	game.readWords() // Who are you?
	say("crayfish\n")
	return game
}

// ReadTurn waits for the next turn. False when the match is over.
func (game *Game) ReadTurn() bool {
	if game.Turn == 0 {
		words, _ := game.readWords()
		game.Width, game.Height = number(words, 0), number(words, 1)
		game.Players, game.Seat = number(words, 2), number(words, 3)
	}
	game.Turn++
	game.Things, game.byCell = nil, map[Cell]*Thing{}
	for {
		words, ok := game.readWords()
		if !ok {
			return false
		}
		switch word(words, 0) {
		case "end":
			return !game.IsOver
		case "gg":
			game.IsOver = true
		case "money":
			game.Money = number(words, 1)
		default:
			game.add(words)
		}
	}
}

func (game *Game) add(words []string) {
	if len(words) < 5 {
		return
	}
	cell := Cell{number(words, 0), number(words, 1)}
	thing := &Thing{cell, number(words, 2), Kind(words[3]), number(words, 4)}
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
	say(game.commands.String() + "end\n")
	game.commands.Reset()
}

func say(lines string) {
	// This goes out at once. There is no buffer to flush, as there is in most languages.
	fmt.Print(lines)
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
