// What the arena says and what a bot answers in Si32.
//
// This file knows the words of the game, lines.go reads and prints lines.
// `skirmish rules si32` has the whole protocol. You give any number of commands a turn, then `EndTurn`.

package main

import (
	"fmt"
	"strings"
)

const (
	BuildingCost = 100
	MaxWorkers   = 10
)

// Tile is a place on the board: X grows to the east, Y to the south.
type Tile struct{ X, Y int }

// Towards is the next tile on a way; it may lie beyond the board.
func (tile Tile) Towards(way Way) Tile {
	return Tile{tile.X + way.DX, tile.Y + way.DY}
}

// Way is a direction or a corner, with its step.
type Way struct {
	Name   string
	DX, DY int
}

// Steps are the directions of a move.
var Steps = []Way{{"N", 0, -1}, {"E", 1, 0}, {"S", 0, 1}, {"W", -1, 0}}

// Corners are those of a building, seen from the unit that builds it.
var Corners = []Way{{"NE", 1, -1}, {"SE", 1, 1}, {"SW", -1, 1}, {"NW", -1, -1}}

// Army is all units on one tile; they belong to one player.
type Army struct {
	Tile  Tile
	IsOwn bool
	Units int
}

// Building covers 2x2 tiles.
type Building struct {
	Tile     Tile // its top-left one
	IsOwn    bool
	Progress int
}

// BadLine is a line of your last answer that did nothing.
type BadLine struct {
	Line   int // counted from 1
	Reason string
}

// Result is the units that you and the enemy produced, when the match is over.
type Result struct{ Own, Enemy int }

// Game is one match as your bot sees it.
type Game struct {
	Width     int
	Height    int
	Seat      int
	Turns     int
	Resources [][]int // what lies on the tiles: Resources[y][x]

	Turn          int // counted from 1
	Resource      int // what you can spend
	EnemyResource int
	Produced      int // units you have produced
	EnemyProduced int
	Armies        []*Army
	Buildings     []*Building
	Bad           []BadLine
	Result        *Result // nil until the match is over

	occupied map[Tile]*Army
	covered  map[Tile]*Building
	commands strings.Builder
}

// NewGame waits for the match to begin.
func NewGame() *Game {
	game := &Game{}
	hello := ReadLine()
	game.Width = hello.Number(1)
	game.Height = hello.Number(2)
	game.Seat = hello.Number(3)
	game.Turns = hello.Number(4)
	game.Resources = make([][]int, game.Height)
	for y := range game.Resources {
		game.Resources[y] = ReadLine().Numbers(0, game.Width)
	}
	return game
}

// ReadTurn waits for the next turn. False when the match is over.
func (game *Game) ReadTurn() bool {
	game.Armies, game.Buildings, game.Bad = nil, nil, nil
	game.occupied, game.covered = map[Tile]*Army{}, map[Tile]*Building{}
	for {
		line := ReadLine()
		if line.IsEnd {
			return false
		}
		if line.Word(0) == "end" {
			return game.Result == nil
		}
		game.hear(line)
	}
}

func (game *Game) hear(line Line) {
	tile := Tile{line.Number(1), line.Number(2)} // most lines begin with one
	switch line.Word(0) {
	case "bad":
		game.Bad = append(game.Bad, BadLine{line.Number(1), line.Word(2)})
	case "turn":
		game.Turn = line.Number(1)
	case "resource":
		game.Resource, game.EnemyResource = line.Number(1), line.Number(2)
	case "produced":
		game.Produced, game.EnemyProduced = line.Number(1), line.Number(2)
	case "r":
		game.Resources[tile.Y][tile.X] = line.Number(3)
	case "u":
		army := &Army{tile, line.Number(3) == 0, line.Number(4)}
		game.Armies = append(game.Armies, army)
		game.occupied[tile] = army
	case "b":
		building := &Building{tile, line.Number(3) == 0, line.Number(4)}
		game.Buildings = append(game.Buildings, building)
		for _, step := range []Tile{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
			game.covered[Tile{tile.X + step.X, tile.Y + step.Y}] = building
		}
	case "over":
		game.Result = &Result{line.Number(1), line.Number(2)}
	}
}

// ArmyAt is the units on the tile; nil if there are none.
func (game *Game) ArmyAt(tile Tile) *Army { return game.occupied[tile] }

// BuildingAt is the building that covers the tile; nil if there is none.
func (game *Game) BuildingAt(tile Tile) *Building { return game.covered[tile] }

// IsOnBoard tells whether there is such a tile.
func (game *Game) IsOnBoard(tile Tile) bool {
	return tile.X >= 0 && tile.X < game.Width && tile.Y >= 0 && tile.Y < game.Height
}

// The commands of a turn.

// Move sends units of a tile one step: one of Steps.
func (game *Game) Move(tile Tile, direction Way, units int) {
	fmt.Fprintf(&game.commands, "move %d %d %s %d\n", tile.X, tile.Y, direction.Name, units)
}

// Build lets one unit place a building that covers the tile and the three towards the corner: one of Corners.
func (game *Game) Build(tile Tile, corner Way) {
	fmt.Fprintf(&game.commands, "build %d %d %s 1\n", tile.X, tile.Y, corner.Name)
}

// Work lets units of a tile work in your building there.
func (game *Game) Work(tile Tile, units int) {
	fmt.Fprintf(&game.commands, "build %d %d %d\n", tile.X, tile.Y, units)
}

// Mine lets units of a tile take 1 resource each from it.
func (game *Game) Mine(tile Tile, units int) {
	fmt.Fprintf(&game.commands, "mine %d %d %d\n", tile.X, tile.Y, units)
}

// EndTurn sends the commands of this turn.
func (game *Game) EndTurn() {
	Say(game.commands.String() + "end")
	game.commands.Reset()
}
