// A first bot for Plantation: grow with every move, and never keep much on one tile.
//
// Run it:  skirmish play plantation . house:random

using System.Collections.Generic;
using System.Linq;

static class Bot
{
    /// <summary>How many tiles we want before we make them grow.</summary>
    const int EnoughTiles = 15;

    static void Main()
    {
        var game = new Game();
        var enemyTiles = new HashSet<Tile>(); // where the enemy was when we tried to plant
        Tile? planted = null; // the tile of our last command, if it was `Plant`

        // We are asked for one command at a time, three times a turn.
        while (game.ReadTurn())
        {
            // Lesson 1: the reply to the last command is news. We cannot see the enemy, but we bumped into it.
            if (planted.HasValue && game.Reply?.Kind == "occupied")
                enemyTiles.Add(planted.Value);

            // Lesson 2: `Plant` and `Fertilise` both add 1 to our sum, so growing never wastes a move. A new tile
            // comes first: a bomb takes up to 4 from one tile, so ten small tiles are safer than one big one.
            List<Tile> tiles = game.Tiles();
            planted = tiles.Count < EnoughTiles ? FreeTile(game, enemyTiles) : null;
            if (planted.HasValue)
                game.Plant(planted.Value);
            else if (tiles.Count > 0)
                game.Fertilise(SmallestTile(game));
            else
                // Everything was destroyed. There is always one command that is allowed: looking around.
                game.Scout(new Tile(game.Rows / 2, game.Cols / 2));
        }
    }

    /// <summary>The first tile beside ours that is neither ours nor known to be the enemy's.</summary>
    static Tile? FreeTile(Game game, HashSet<Tile> enemyTiles)
    {
        foreach (Tile tile in game.Tiles())
        {
            foreach (Tile near in game.Neighbours(tile))
            {
                if (game.Board[near.Row, near.Col] == 0 && !enemyTiles.Contains(near))
                    return near;
            }
        }
        return null;
    }

    /// <summary>Our tile with the lowest score; the first of several.</summary>
    static Tile SmallestTile(Game game) => game.Tiles().OrderBy(tile => game.Board[tile.Row, tile.Col]).First();

    // Three ideas to try next:
    // 1. Strike back. `Scout` shows nine tiles; when one of the enemy's has 4 or more, a `Bomb` there costs two moves
    //    and takes 4, which is better than the 2 that growing gives.
    // 2. Remember. Keep a board of everything that `Scout`, `occupied`, `Spray` and `Bomb` told you, and how old it is.
    // 3. Hide. The enemy looks for you where you started. `Colonise` some tiles far away, and grow there.
}
