// What the arena says and what a bot answers in Utti.
//
// This file knows the words of the game, lines.go reads and prints lines.
// `skirmish rules utti` has the whole protocol. This file asks to be asked unit by unit, and keeps the board for you:
// mines, all units of both sides, and everybody's gold.

package main

import "fmt"

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

	mineCells map[Cell]bool
}

// NewGame waits for the match to begin.
func NewGame() *Game {
	game := &Game{
		Units:     map[int]*Unit{},
		Troops:    map[Cell]*Unit{},
		mineCells: map[Cell]bool{},
	}
	hello := ReadLine()
	game.Size = hello.Number(1)
	game.Seat = hello.Number(2)
	game.Rounds = hello.Number(3)
	game.MaxUnits = hello.Number(4)
	game.TroopCost = hello.Number(5)
	game.BaseHeight = hello.Number(6)
	for count := ReadLine().Number(1); count > 0; count-- {
		line := ReadLine()
		mine := Cell{line.Number(0), line.Number(1)}
		game.Mines = append(game.Mines, mine)
		game.mineCells[mine] = true
	}
	for count := ReadLine().Number(1); count > 0; count-- {
		game.add(ReadLine(), 0)
	}
	ReadLine() // end
	Say("ready")
	return game
}

// ReadTurn waits until one of your units, Unit, is to act. False when the match is over.
func (game *Game) ReadTurn() bool {
	for {
		line := ReadLine()
		if line.IsEnd {
			return false
		}
		unit := game.Units[line.Number(1)]
		switch {
		case line.Word(0) == "act" && unit != nil:
			game.Unit = unit
			game.Gold = line.Number(6)
			return true
		case line.Word(0) == "over":
			game.Result = &Result{line.Number(1), line.Number(2)}
			return false
		default:
			game.hear(line)
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
func (game *Game) hear(line Line) {
	switch line.Word(0) {
	case "round":
		game.Round = line.Number(1)
	case "gold":
		game.Gold, game.EnemyGold = line.Number(1), line.Number(2)
	case "born":
		game.add(line, 1)
	default:
		if unit := game.Units[line.Number(1)]; unit != nil {
			game.hearOf(unit, line)
		}
	}
}

// hearOf takes in one piece of news about a unit.
func (game *Game) hearOf(troop *Unit, line Line) {
	switch line.Word(0) {
	case "moved":
		game.lift(troop)
		troop.Cell = Cell{line.Number(2), line.Number(3)}
		game.Troops[troop.Cell] = troop
	case "height":
		troop.Height = line.Number(2)
	case "gone":
		game.lift(troop)
		delete(game.Units, troop.ID)
	}
}

// add takes in a new unit, told by the words from that place on.
func (game *Game) add(line Line, from int) {
	unit := &Unit{
		ID:     line.Number(from),
		IsOwn:  line.Word(from+1) == "0",
		IsBase: line.Word(from+2) == "B",
		Cell:   Cell{line.Number(from + 3), line.Number(from + 4)},
		Height: line.Number(from + 5),
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
	Say(fmt.Sprintf("%s %d %d", action, cell.Row, cell.Col))
}

func abs(value int) int {
	if value < 0 {
		return -value
	}
	return value
}
