// A first bot for Underworld: a few farms, then warriors without end, and all of them march to the nearest castle.
//
// Run it:  skirmish play underworld . house:random
package main

import "sort"

// How many farms we want before all money goes into warriors.
const enoughFarms = 4

// More steps than there are on any board.
const far = 10_000

func main() {
	game := NewGame()

	// Every turn we get the whole board, and answer with commands for everything we have.
	for game.ReadTurn() {
		wanted := map[Cell]bool{} // cells that a command of this turn already asks for
		money := buildFarms(game, game.Money, wanted)
		spawnWarriors(game, money, wanted)
		march(game, wanted)
		game.EndTurn()
	}
}

// Lesson 1: a farm costs 1000 and pays 50 a turn, so it is worth it early. Returns the money that is left.
func buildFarms(game *Game, money int, wanted map[Cell]bool) int {
	farms := len(game.Own(Farm))
	for _, castle := range game.Own(Castle) {
		for _, cell := range cellsAround(game, castle.Cell, BuildDistance) {
			canPay := farms < enoughFarms && money >= Cost[Farm]
			// The cells beside the barracks stay open, as doors for warriors.
			if canPay && game.IsFree(cell) && !isDoor(game, cell) {
				farms++
				money -= Cost[Farm]
				wanted[cell] = true
				game.Build(cell, Farm)
			}
		}
	}
	return money
}

// Lesson 2: each barracks trains one warrior a turn, on a free cell beside it.
func spawnWarriors(game *Game, money int, wanted map[Cell]bool) {
	for _, barracks := range game.Own(Barracks) {
		for _, direction := range Steps {
			cell := barracks.Cell.Neighbour(direction)
			if money >= Cost[Warrior] && game.IsFree(cell) && !wanted[cell] {
				money -= Cost[Warrior]
				wanted[cell] = true
				game.Spawn(barracks.Cell, direction)
				break
			}
		}
	}
}

// Lesson 3: warriors hit by themselves whatever is near. They only have to be brought there.
func march(game *Game, wanted map[Cell]bool) {
	goal := goalOf(game)
	steps := stepsTo(game, goal)
	// Those in front go first; two warriors bound for one cell would both stay.
	warriors := game.Own(Warrior)
	sort.SliceStable(warriors, func(i, j int) bool { return steps[warriors[i].Cell] < steps[warriors[j].Cell] })
	for _, warrior := range warriors {
		if warrior.Cell.IsWithin(goal, Range) {
			continue // near enough to hit
		}
		var best *Direction
		fewest := steps[warrior.Cell]
		for at, direction := range Steps {
			near := warrior.Cell.Neighbour(direction)
			if game.IsFree(near) && steps[near] < fewest && !wanted[near] {
				best, fewest = &Steps[at], steps[near]
			}
		}
		if best != nil {
			wanted[warrior.Cell.Neighbour(*best)] = true
			game.Move(warrior.Cell, *best)
		}
	}
}

// goalOf is the enemy castle nearest to ours; if we see none, the place opposite to ours.
func goalOf(game *Game) Cell {
	home := game.Own(Castle)[0].Cell
	distance := func(cell Cell) int { return abs(cell.X-home.X) + abs(cell.Y-home.Y) }
	castles := game.Enemies(Castle)
	if len(castles) == 0 {
		return Cell{game.Width - 1 - home.X, game.Height - 1 - home.Y}
	}
	goal := castles[0].Cell
	for _, castle := range castles {
		if distance(castle.Cell) < distance(goal) {
			goal = castle.Cell
		}
	}
	return goal
}

// stepsTo counts, for every cell, the steps to the goal, around walls and buildings.
//
// One flood: it starts at 0 on the goal and grows by one step at a time.
func stepsTo(game *Game, goal Cell) map[Cell]int {
	steps := map[Cell]int{}
	for y := 0; y < game.Height; y++ {
		for x := 0; x < game.Width; x++ {
			steps[Cell{x, y}] = far
		}
	}
	steps[goal] = 0
	queue := []Cell{goal}
	for len(queue) > 0 {
		cell := queue[0]
		queue = queue[1:]
		for _, direction := range Steps {
			near := cell.Neighbour(direction)
			thing := game.ThingAt(near)
			isOpen := game.IsOnBoard(near) && (thing == nil || thing.Kind == Warrior)
			if isOpen && steps[near] == far {
				steps[near] = steps[cell] + 1
				queue = append(queue, near)
			}
		}
	}
	return steps
}

// cellsAround lists the cells of the board within the distance, row by row.
func cellsAround(game *Game, middle Cell, distance int) []Cell {
	var cells []Cell
	for y := middle.Y - distance; y <= middle.Y+distance; y++ {
		for x := middle.X - distance; x <= middle.X+distance; x++ {
			if cell := (Cell{x, y}); game.IsOnBoard(cell) && cell.IsWithin(middle, distance) {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// isDoor tells whether the cell is beside one of our barracks.
func isDoor(game *Game, cell Cell) bool {
	for _, barracks := range game.Own(Barracks) {
		if cell.IsWithin(barracks.Cell, 1) {
			return true
		}
	}
	return false
}

func abs(value int) int {
	if value < 0 {
		return -value
	}
	return value
}

// Three ideas to try next:
// 1. Defend. When an enemy's warrior comes near your castle, send yours back to it: three hit harder than one.
// 2. Hit together. A warrior's damage is divided among all it can reach. Wait in front of the enemy until ten are
//    there.
// 3. More barracks. Each trains one warrior a turn; with many farms one is not enough.
