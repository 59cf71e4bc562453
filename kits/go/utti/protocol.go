// What the arena says and what a bot answers in Utti: everything about text is in this file.
//
// `skirmish rules utti` has the whole protocol. This file asks to be asked unit by unit, and keeps the board for you:
// mines, all units of both sides, and everybody's gold.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Cell is a place on the board.
type Cell struct{ Row, Col int }

// Distance counts the steps between two cells: a diagonal step is one step.
func (cell Cell) Distance(other Cell) int {
	rows, cols := abs(cell.Row-other.Row), abs(cell.Col-other.Col)
	if rows > cols {
		return rows
	}
	return cols
}

// Unit is a troop or a base.
type Unit struct {
	ID     int
	IsOwn  bool // yours, not the enemy's
	IsBase bool
	Cell   Cell
	Height int // 0 for a base
}

// Result is both scores when the match is over.
type Result struct{ Own, Enemy int }

// Game is one match as your bot sees it.
type Game struct {
	Size       int // rows and columns of the board
	Seat       int
	Rounds     int
	MaxUnits   int // the most units a side can have
	TroopCost  int
	BaseHeight int    // how high a troop must be to become a base
	Mines      []Cell // row by row

	Round     int // counted from 0
	Gold      int
	EnemyGold int
	Units     map[int]*Unit  // everybody, by id
	Troops    map[Cell]*Unit // everybody's troops, by cell
	Unit      *Unit          // the one that is to act now
	Result    *Result        // nil until the match is over

	in        *bufio.Reader
	mineCells map[Cell]bool
}

// NewGame waits for the match to begin.
func NewGame() *Game {
	game := &Game{
		Units:     map[int]*Unit{},
		Troops:    map[Cell]*Unit{},
		in:        bufio.NewReader(os.Stdin),
		mineCells: map[Cell]bool{},
	}
	hello, _ := game.readWords()
	game.Size = number(hello, 1)
	game.Seat = number(hello, 2)
	game.Rounds = number(hello, 3)
	game.MaxUnits = number(hello, 4)
	game.TroopCost = number(hello, 5)
	game.BaseHeight = number(hello, 6)
	for count := game.readCount(); count > 0; count-- {
		words, _ := game.readWords()
		mine := Cell{number(words, 0), number(words, 1)}
		game.Mines = append(game.Mines, mine)
		game.mineCells[mine] = true
	}
	for count := game.readCount(); count > 0; count-- {
		words, _ := game.readWords()
		game.add(words)
	}
	game.readWords() // end
	say("ready")
	return game
}

// ReadTurn waits until one of your units, Unit, is to act. False when the match is over.
func (game *Game) ReadTurn() bool {
	for {
		words, ok := game.readWords()
		if !ok {
			return false
		}
		switch word(words, 0) {
		case "act":
			game.Unit = game.Units[number(words, 1)]
			game.Gold = number(words, 6)
			return true
		case "over":
			game.Result = &Result{number(words, 1), number(words, 2)}
			return false
		default:
			game.hear(words)
		}
	}
}

// Neighbours lists the up to eight cells around, row by row.
func (game *Game) Neighbours(cell Cell) []Cell {
	var cells []Cell
	for row := cell.Row - 1; row <= cell.Row+1; row++ {
		for col := cell.Col - 1; col <= cell.Col+1; col++ {
			isOnBoard := row >= 0 && row < game.Size && col >= 0 && col < game.Size
			if near := (Cell{row, col}); isOnBoard && near != cell {
				cells = append(cells, near)
			}
		}
	}
	return cells
}

// HasMine tells whether there is a mine on the cell.
func (game *Game) HasMine(cell Cell) bool {
	return game.mineCells[cell]
}

// OwnTroops counts your troops.
func (game *Game) OwnTroops() int {
	count := 0
	for _, troop := range game.Troops {
		if troop.IsOwn {
			count++
		}
	}
	return count
}

// The eight actions. One answers one question.

// Idle does nothing.
func (game *Game) Idle() { act("IDLE", game.Unit.Cell) }

// CreateTroop is for a base: puts a troop of height 1 on a cell beside it.
func (game *Game) CreateTroop(cell Cell) { act("CREATE_TROOP", cell) }

// Mine is for a troop on a mine: 2 gold for each unit of its height.
func (game *Game) Mine() { act("MINE", game.Unit.Cell) }

// Move is for a troop: one step to a cell without a troop.
func (game *Game) Move(cell Cell) { act("MOVE", cell) }

// Capture is for a troop: goes on top of an enemy's troop beside it, however high that is, and adds its height.
func (game *Game) Capture(cell Cell) { act("CAPTURE", cell) }

// Climb is for a troop: goes on top of one of your troops beside it, and adds its height.
func (game *Game) Climb(cell Cell) { act("CLIMB", cell) }

// Split is for a troop at least 2 high: its upper half goes to an empty cell beside it.
func (game *Game) Split(cell Cell) { act("SPLIT", cell) }

// CreateBase is for a troop that is high enough: leaves a base behind where it stands.
func (game *Game) CreateBase() { act("CREATE_BASE", game.Unit.Cell) }

// hear takes in one piece of news.
func (game *Game) hear(words []string) {
	switch word(words, 0) {
	case "round":
		game.Round = number(words, 1)
	case "gold":
		game.Gold, game.EnemyGold = number(words, 1), number(words, 2)
	case "born":
		game.add(words[1:])
	case "moved":
		troop := game.Units[number(words, 1)]
		game.lift(troop)
		troop.Cell = Cell{number(words, 2), number(words, 3)}
		game.Troops[troop.Cell] = troop
	case "height":
		game.Units[number(words, 1)].Height = number(words, 2)
	case "gone":
		troop := game.Units[number(words, 1)]
		game.lift(troop)
		delete(game.Units, troop.ID)
	}
}

func (game *Game) add(words []string) {
	unit := &Unit{
		ID:     number(words, 0),
		IsOwn:  word(words, 1) == "0",
		IsBase: word(words, 2) == "B",
		Cell:   Cell{number(words, 3), number(words, 4)},
		Height: number(words, 5),
	}
	game.Units[unit.ID] = unit
	if !unit.IsBase {
		game.Troops[unit.Cell] = unit
	}
}

// lift takes a troop off its cell, unless another already stands there.
func (game *Game) lift(troop *Unit) {
	if game.Troops[troop.Cell] == troop {
		delete(game.Troops, troop.Cell)
	}
}

func act(action string, cell Cell) {
	say(fmt.Sprintf("%s %d %d", action, cell.Row, cell.Col))
}

func say(line string) {
	// This goes out at once. There is no buffer to flush, as there is in most languages.
	fmt.Println(line)
}

// readWords reads the words of the next line. False when there are no more lines.
func (game *Game) readWords() ([]string, bool) {
	line, err := game.in.ReadString('\n')
	return strings.Fields(line), err == nil
}

// readCount reads the number in a line such as `mines 12`.
func (game *Game) readCount() int {
	words, _ := game.readWords()
	return number(words, 1)
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

func abs(value int) int {
	if value < 0 {
		return -value
	}
	return value
}
