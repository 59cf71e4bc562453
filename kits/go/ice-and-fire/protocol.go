// What the arena says and what a bot answers in A Code of Ice and Fire.
//
// This file knows the words of the game, lines.go reads and prints lines.
// `skirmish rules ice-and-fire` has the whole protocol. You give any number of orders a turn, then `EndTurn`.

package main

import (
	"fmt"
	"strings"
)

const (
	Size      = 12
	TowerCost = 15
)

// By level, what a unit costs once and every turn.
var (
	UnitCost   = []int{0, 10, 20, 30}
	UnitUpkeep = []int{0, 1, 4, 20}
)

// Kind is what can be built, by the arena's numbers.
type Kind int

const (
	Headquarters Kind = iota
	Mine
	Tower
)

// Cell is a place on the board: X grows to the right, Y downwards.
type Cell struct{ X, Y int }

// Building is a headquarters, a mine or a tower.
type Building struct {
	IsOwn bool
	Kind  Kind
	Cell  Cell
}

// Unit is a soldier of level 1, 2 or 3.
type Unit struct {
	IsOwn bool
	ID    int
	Level int
	Cell  Cell
}

// Game is one match as your bot sees it.
type Game struct {
	MineSpots []Cell

	Turn        int // counted from 1
	Gold        int
	Income      int
	EnemyGold   int
	EnemyIncome int
	// For each cell, Map[y][x]: `#` void, `.` neutral, `O` yours, `o` yours but cut off, `X` the enemy's, `x` the
	// enemy's but cut off.
	Map               []string
	Buildings         []*Building
	Units             []*Unit
	OwnHeadquarters   Cell
	EnemyHeadquarters Cell

	buildingAt map[Cell]*Building
	unitAt     map[Cell]*Unit
	orders     []string
}

// NewGame is a match that has not begun.
func NewGame() *Game {
	return &Game{}
}

// ReadTurn waits for your next turn. False when the match is over.
func (game *Game) ReadTurn() bool {
	game.Turn++
	if game.Turn == 1 {
		for count := ReadLine().Number(0); count > 0; count-- {
			spot := ReadLine()
			game.MineSpots = append(game.MineSpots, Cell{spot.Number(0), spot.Number(1)})
		}
	}
	game.Gold = ReadLine().Number(0)
	game.Income = ReadLine().Number(0)
	game.EnemyGold = ReadLine().Number(0)
	game.EnemyIncome = ReadLine().Number(0)
	game.Map = nil
	for y := 0; y < Size; y++ {
		game.Map = append(game.Map, ReadLine().Word(0))
	}
	game.Buildings, game.buildingAt = nil, map[Cell]*Building{}
	for count := ReadLine().Number(0); count > 0; count-- {
		game.addBuilding(ReadLine())
	}
	game.Units, game.unitAt = nil, map[Cell]*Unit{}
	line := ReadLine()
	for count := line.Number(0); count > 0; count-- {
		line = ReadLine()
		game.addUnit(line)
	}
	// After the end every line is one more end, so it is enough to look at the last.
	return !line.IsEnd
}

func (game *Game) addBuilding(line Line) {
	cell := Cell{line.Number(2), line.Number(3)}
	building := &Building{line.Number(0) == 0, Kind(line.Number(1)), cell}
	game.Buildings = append(game.Buildings, building)
	game.buildingAt[cell] = building
	if building.Kind == Headquarters && building.IsOwn {
		game.OwnHeadquarters = cell
	} else if building.Kind == Headquarters {
		game.EnemyHeadquarters = cell
	}
}

func (game *Game) addUnit(line Line) {
	cell := Cell{line.Number(3), line.Number(4)}
	unit := &Unit{line.Number(0) == 0, line.Number(1), line.Number(2), cell}
	game.Units = append(game.Units, unit)
	game.unitAt[cell] = unit
}

// BuildingAt is the building on a cell; nil if there is none.
func (game *Game) BuildingAt(cell Cell) *Building { return game.buildingAt[cell] }

// UnitAt is the unit on a cell; nil if there is none.
func (game *Game) UnitAt(cell Cell) *Unit { return game.unitAt[cell] }

// At is what the map shows on a cell; void beyond the board.
func (game *Game) At(cell Cell) byte {
	if cell.X < 0 || cell.X >= Size || cell.Y < 0 || cell.Y >= Size {
		return '#'
	}
	return game.Map[cell.Y][cell.X]
}

// Neighbours lists the cells above, to the right, below and to the left that are not void.
func (game *Game) Neighbours(cell Cell) []Cell {
	x, y := cell.X, cell.Y
	var cells []Cell
	for _, near := range []Cell{{x, y - 1}, {x + 1, y}, {x, y + 1}, {x - 1, y}} {
		if game.At(near) != '#' {
			cells = append(cells, near)
		}
	}
	return cells
}

// IsGuarded tells whether an enemy tower keeps units below level 3 out of the cell.
func (game *Game) IsGuarded(cell Cell) bool {
	if game.hasEnemyTower(cell) {
		return true
	}
	if game.At(cell) != 'X' {
		return false
	}
	for _, near := range game.Neighbours(cell) {
		if game.At(near) == 'X' && game.hasEnemyTower(near) {
			return true
		}
	}
	return false
}

func (game *Game) hasEnemyTower(cell Cell) bool {
	building := game.BuildingAt(cell)
	return building != nil && building.Kind == Tower && !building.IsOwn
}

// LevelToEnter is the lowest level that can enter the cell; 4 if something of yours stands there.
func (game *Game) LevelToEnter(cell Cell) int {
	building, unit := game.BuildingAt(cell), game.UnitAt(cell)
	switch {
	case building != nil && building.IsOwn, unit != nil && unit.IsOwn:
		return 4
	case game.IsGuarded(cell), unit != nil && unit.Level >= 2:
		return 3
	case unit != nil:
		return unit.Level + 1
	default:
		return 1
	}
}

// The orders of a turn.

// Move lets a unit go one step towards a cell.
func (game *Game) Move(unit *Unit, cell Cell) {
	game.order("MOVE %d %d %d", unit.ID, cell.X, cell.Y)
}

// Train makes a new unit, on your territory or on a cell beside it, which it takes.
func (game *Game) Train(level int, cell Cell) {
	game.order("TRAIN %d %d %d", level, cell.X, cell.Y)
}

// BuildMine makes a mine on a mine spot of yours.
func (game *Game) BuildMine(cell Cell) {
	game.order("BUILD MINE %d %d", cell.X, cell.Y)
}

// BuildTower makes a tower on a cell of yours that is no mine spot.
func (game *Game) BuildTower(cell Cell) {
	game.order("BUILD TOWER %d %d", cell.X, cell.Y)
}

// Message is a text for those who watch.
func (game *Game) Message(text string) {
	game.order("MSG %s", strings.ReplaceAll(text, ";", ","))
}

func (game *Game) order(format string, values ...any) {
	game.orders = append(game.orders, fmt.Sprintf(format, values...))
}

// EndTurn sends the orders of this turn.
func (game *Game) EndTurn() {
	if len(game.orders) == 0 {
		game.order("WAIT")
	}
	Say(strings.Join(game.orders, ";"))
	game.orders = nil
}
