// A first bot for Plantation: grow with every move, and never keep much on one tile.
//
// Run it:  skirmish play plantation . house:random
package main

// How many tiles we want before we make them grow.
const enoughTiles = 15

func main() {
	game := NewGame()
	enemyTiles := map[Tile]bool{} // where the enemy was when we tried to plant
	var planted Tile              // the tile of our last command,
	hasPlanted := false           // if it was `Plant`

	// We are asked for one command at a time, three times a turn.
	for game.ReadTurn() {
		// Lesson 1: the reply to the last command is news. We cannot see the enemy, but we bumped into it.
		if hasPlanted && game.Reply != nil && game.Reply.Kind == "occupied" {
			enemyTiles[planted] = true
		}

		// Lesson 2: `Plant` and `Fertilise` both add 1 to our sum, so growing never wastes a move. A new tile
		// comes first: a bomb takes up to 4 from one tile, so ten small tiles are safer than one big one.
		tiles := game.Tiles()
		hasPlanted = false
		if len(tiles) < enoughTiles {
			planted, hasPlanted = freeTile(game, enemyTiles)
		}
		if hasPlanted {
			game.Plant(planted)
		} else if len(tiles) > 0 {
			game.Fertilise(smallestTile(game))
		} else {
			// Everything was destroyed. There is always one command that is allowed: looking around.
			game.Scout(Tile{game.Rows / 2, game.Cols / 2})
		}
	}
}

// freeTile finds the first tile beside ours that is neither ours nor known to be the enemy's.
func freeTile(game *Game, enemyTiles map[Tile]bool) (free Tile, found bool) {
	for _, tile := range game.Tiles() {
		for _, near := range game.Neighbours(tile) {
			if game.Board[near.Row][near.Col] == 0 && !enemyTiles[near] {
				return near, true
			}
		}
	}
	return Tile{}, false
}

// smallestTile is our tile with the lowest score; the first of several.
func smallestTile(game *Game) Tile {
	tiles := game.Tiles()
	smallest := tiles[0]
	for _, tile := range tiles {
		if game.Board[tile.Row][tile.Col] < game.Board[smallest.Row][smallest.Col] {
			smallest = tile
		}
	}
	return smallest
}

// Three ideas to try next:
// 1. Strike back. `Scout` shows nine tiles; when one of the enemy's has 4 or more, a `Bomb` there costs two moves and
//    takes 4, which is better than the 2 that growing gives.
// 2. Remember. Keep a board of everything that `Scout`, `occupied`, `Spray` and `Bomb` told you, and how old it is.
// 3. Hide. The enemy looks for you where you started. `Colonise` some tiles far away, and grow there.
