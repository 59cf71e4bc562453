// A first bot for Si32: fill the buildings with workers, send everybody else to mine, build with what they bring.
//
// Run it:  skirmish play si32 . house:random
package main

// More steps than there are on any board.
const far = 10_000

func main() {
	game := NewGame()

	// Every turn we get the whole map, and answer with commands for all our units.
	for game.ReadTurn() {
		playTurn(game)
		game.EndTurn()
	}
}

func playTurn(game *Game) {
	budget := game.Resource
	steps := stepsToResource(game)
	workers := map[Tile]int{} // how many each of our buildings has got in this turn
	for _, army := range game.Armies {
		if !army.IsOwn {
			continue
		}
		units := army.Units

		// Lesson 1: workers make units, five turns of work each, but only ten of them count in a building.
		if building := game.BuildingAt(army.Tile); building != nil && building.IsOwn {
			more := min(units, MaxWorkers-workers[building.Tile])
			workers[building.Tile] += more
			units -= more
			if more > 0 {
				game.Work(army.Tile, more)
			}
		}

		// Lesson 2: one building makes two units a turn at most. As soon as we can pay, there is another one.
		if units > 0 && budget >= BuildingCost {
			if corner := freeCorner(game, army.Tile); corner != nil {
				budget -= BuildingCost
				units--
				game.Build(army.Tile, *corner)
			}
		}

		// Lesson 3: whoever is left over brings resource, from here or from the nearest tile that has some to spare.
		miners := min(units, game.Resources[army.Tile.Y][army.Tile.X])
		units -= miners
		if miners > 0 {
			game.Mine(army.Tile, miners)
		}
		if direction := bestStep(game, army.Tile, steps); units > 0 && direction != nil {
			game.Move(army.Tile, *direction, units)
		}
	}
}

// freeCorner finds a corner towards which a building fits on this tile: on the board, no building, no enemy.
func freeCorner(game *Game, tile Tile) *Way {
	for at, corner := range Corners {
		isOpen := isFree(game, tile) &&
			isFree(game, Tile{tile.X + corner.DX, tile.Y}) &&
			isFree(game, Tile{tile.X, tile.Y + corner.DY}) &&
			isFree(game, tile.Towards(corner))
		if isOpen {
			return &Corners[at]
		}
	}
	return nil
}

func isFree(game *Game, tile Tile) bool {
	army := game.ArmyAt(tile)
	return game.IsOnBoard(tile) && game.BuildingAt(tile) == nil && (army == nil || army.IsOwn)
}

// stepsToResource counts, for every tile, the steps to the nearest one that has more resource than we have units there.
//
// One flood from all these tiles at once: it starts at 0 on each and grows by one step at a time.
func stepsToResource(game *Game) map[Tile]int {
	steps := map[Tile]int{}
	var queue []Tile
	for y := 0; y < game.Height; y++ {
		for x := 0; x < game.Width; x++ {
			tile := Tile{x, y}
			units := 0
			if army := game.ArmyAt(tile); army != nil {
				units = army.Units
			}
			if game.Resources[y][x] > units {
				steps[tile] = 0
				queue = append(queue, tile)
			} else {
				steps[tile] = far
			}
		}
	}
	for len(queue) > 0 {
		tile := queue[0]
		queue = queue[1:]
		for _, direction := range Steps {
			near := tile.Towards(direction)
			if game.IsOnBoard(near) && steps[near] == far {
				steps[near] = steps[tile] + 1
				queue = append(queue, near)
			}
		}
	}
	return steps
}

// bestStep is the direction in which resource is nearest; the first of several. Nil if there is no resource left.
func bestStep(game *Game, tile Tile, steps map[Tile]int) *Way {
	var best *Way
	fewest := far
	for at, direction := range Steps {
		near := tile.Towards(direction)
		if game.IsOnBoard(near) && steps[near] < fewest {
			best, fewest = &Steps[at], steps[near]
		}
	}
	return best
}

func min(one, other int) int {
	if one < other {
		return one
	}
	return other
}

// Three ideas to try next:
// 1. Spread out. All who are left over on a tile walk to the same place. Give each a tile of its own.
// 2. Attack. As many units as an enemy's building has workers, and ten more, bring it down.
// 3. Defend. Count the enemies near your buildings (`Armies`), and keep as many at home.
