// A first bot for Utti: a troop for every mine, and whoever comes too near is captured.
//
// Run it:  skirmish play utti . house:random
package main

func main() {
	game := NewGame()

	// We are asked for one unit after another, in every round.
	for game.ReadTurn() {
		if game.Unit.IsBase {
			actAsBase(game)
		} else {
			actAsTroop(game)
		}
	}
}

// Lesson 1: a troop costs 10 gold, but counts only 5 points. It pays as soon as it mines for a few rounds.
func actAsBase(game *Game) {
	cell, isFree := emptyCellBeside(game, game.Unit.Cell)
	hasWork := game.OwnTroops() < len(game.Mines)
	hasTime := game.Round < game.Rounds*3/4
	if isFree && hasWork && hasTime && game.Gold >= game.TroopCost {
		game.CreateTroop(cell)
	} else {
		game.Idle()
	}
}

func actAsTroop(game *Game) {
	here := game.Unit.Cell

	// Lesson 2: heights do not matter in a capture, only who comes first. So never let a chance go by.
	if prey, found := enemyBeside(game, here); found {
		game.Capture(prey)
		return
	}

	// Lesson 3: gold is points. A troop on a mine stays there and digs.
	if game.HasMine(here) {
		game.Mine()
		return
	}

	if step, found := emptyCellBeside(game, here); found {
		game.Move(step)
	} else {
		game.Idle()
	}
}

// enemyBeside finds the tallest enemy troop within one step; the first of several.
func enemyBeside(game *Game, cell Cell) (best Cell, found bool) {
	tallest := 0
	for _, near := range game.Neighbours(cell) {
		troop := game.Troops[near]
		if troop != nil && !troop.IsOwn && troop.Height > tallest {
			best, found, tallest = near, true, troop.Height
		}
	}
	return best, found
}

// emptyCellBeside finds a cell within one step on which no troop stands; the nearest to a mine we do not hold yet.
func emptyCellBeside(game *Game, cell Cell) (best Cell, found bool) {
	goal, found := nearestMine(game, cell)
	if !found {
		return Cell{}, false
	}
	return stepTowards(game, cell, goal)
}

// nearestMine finds the nearest mine on which none of our troops stands; the first of several, row by row.
func nearestMine(game *Game, cell Cell) (best Cell, found bool) {
	for _, mine := range game.Mines {
		if troop := game.Troops[mine]; troop != nil && troop.IsOwn {
			continue
		}
		if !found || cell.Distance(mine) < cell.Distance(best) {
			best, found = mine, true
		}
	}
	return best, found
}

// stepTowards finds the cell without a troop beside a cell that is nearest to the goal; the first of several.
func stepTowards(game *Game, cell, goal Cell) (best Cell, found bool) {
	for _, near := range game.Neighbours(cell) {
		if game.Troops[near] != nil {
			continue
		}
		if !found || near.Distance(goal) < best.Distance(goal) {
			best, found = near, true
		}
	}
	return best, found
}

// Three ideas to try next:
// 1. Grow tall. A troop of height 5 digs five times as much. `Climb` onto one another on the best mine.
// 2. Make bases. A troop of height 20 can become one (`CreateBase`): 100 points that nobody can capture.
// 3. Do not be captured. Before a step, look two cells ahead: an enemy that can reach you next will be on top.
