// A first bot for A Code of Ice and Fire: take land with every step, and walk towards the enemy's headquarters.
//
// Run it:  skirmish play ice-and-fire . house:random
package main

import (
	"sort"
	"strings"
)

// More steps than there are on any board.
const far = 10_000

func main() {
	game := NewGame()

	// Every turn we get the whole map, and answer with one line of orders.
	for game.ReadTurn() {
		steps := stepsToEnemy(game)
		taken := map[Cell]bool{} // cells that an order of this turn already goes to
		moveUnits(game, steps, taken)
		trainUnits(game, steps, taken)
		game.EndTurn()
	}
}

// Lesson 1: every new cell earns 1 gold a turn, so a step on land that is not ours comes before any other.
func moveUnits(game *Game, steps map[Cell]int, taken map[Cell]bool) {
	var units []*Unit
	for _, unit := range game.Units {
		if unit.IsOwn {
			units = append(units, unit)
		}
	}
	// The foremost unit chooses first. A cell on which one of ours stands is not free before the next turn.
	sort.SliceStable(units, func(i, j int) bool { return steps[units[i].Cell] < steps[units[j].Cell] })
	for _, unit := range units {
		var best Cell
		found := false
		for _, near := range game.Neighbours(unit.Cell) {
			if taken[near] || unit.Level < game.LevelToEnter(near) {
				continue
			}
			if !found || worth(game, near, steps) < worth(game, best, steps) {
				best, found = near, true
			}
		}
		if found {
			taken[best] = true
			game.Move(unit, best)
		}
	}
}

// Lesson 2: a new unit may appear on a cell beside our land, and takes it at once. So we train at the border.
//
// Lesson 3: units cost gold every turn. When the income falls below zero and the gold is gone, all of them die.
func trainUnits(game *Game, steps map[Cell]int, taken map[Cell]bool) {
	gold, income := game.Gold, game.Income
	cells := border(game)
	sort.SliceStable(cells, func(i, j int) bool { return steps[cells[i]] < steps[cells[j]] })
	for _, cell := range cells {
		level := game.LevelToEnter(cell)
		if taken[cell] || level > 3 {
			continue
		}
		// The cell it takes earns 1, its upkeep is due every turn.
		newIncome := income + 1 - UnitUpkeep[level]
		if gold >= UnitCost[level] && (newIncome >= 0 || cell == game.EnemyHeadquarters) {
			gold -= UnitCost[level]
			income = newIncome
			taken[cell] = true
			game.Train(level, cell)
		}
	}
}

// worth is the lower the better: the enemy's headquarters, then new land, then what is nearer to the headquarters.
func worth(game *Game, cell Cell, steps map[Cell]int) int {
	switch {
	case cell == game.EnemyHeadquarters:
		return -1
	case game.At(cell) == 'O':
		return steps[cell] + far
	default:
		return steps[cell]
	}
}

// border lists the cells beside our territory that are not part of it, row by row.
func border(game *Game) []Cell {
	var cells []Cell
	for y := 0; y < Size; y++ {
		for x := 0; x < Size; x++ {
			cell := Cell{x, y}
			if strings.IndexByte(".oXx", game.At(cell)) >= 0 && isBesideOurs(game, cell) {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

func isBesideOurs(game *Game, cell Cell) bool {
	for _, near := range game.Neighbours(cell) {
		if game.At(near) == 'O' {
			return true
		}
	}
	return false
}

// stepsToEnemy counts, for every cell, the steps to the enemy's headquarters, around void cells.
//
// One flood: it starts at 0 on the headquarters and grows by one step at a time.
func stepsToEnemy(game *Game) map[Cell]int {
	steps := map[Cell]int{}
	for y := 0; y < Size; y++ {
		for x := 0; x < Size; x++ {
			steps[Cell{x, y}] = far
		}
	}
	steps[game.EnemyHeadquarters] = 0
	queue := []Cell{game.EnemyHeadquarters}
	for len(queue) > 0 {
		cell := queue[0]
		queue = queue[1:]
		for _, near := range game.Neighbours(cell) {
			if steps[near] == far {
				steps[near] = steps[cell] + 1
				queue = append(queue, near)
			}
		}
	}
	return steps
}

// Three ideas to try next:
// 1. Build mines. `BuildMine` on a spot of ours costs 20 and earns 4 a turn: it pays for itself in five turns.
// 2. Build towers. Beside the headquarters they keep everybody out who is not of level 3.
// 3. Cut off. Cells without a path to their headquarters are lost, and units on them die: a level 3 unit that breaks
//    through at a narrow place can take half of the enemy's army.
