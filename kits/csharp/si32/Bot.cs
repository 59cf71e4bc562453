// A first bot for Si32: fill the buildings with workers, send everybody else to mine, build with what they bring.
//
// Run it:  skirmish play si32 . house:random

using System;
using System.Collections.Generic;
using System.Linq;

static class Bot
{
    /// <summary>More steps than there are on any board.</summary>
    const int Far = 10000;

    static void Main()
    {
        var game = new Game();

        // Every turn we get the whole map, and answer with commands for all our units.
        while (game.ReadTurn())
        {
            PlayTurn(game);
            game.EndTurn();
        }
    }

    static void PlayTurn(Game game)
    {
        int budget = game.Resource;
        int[,] steps = StepsToResource(game);
        Dictionary<Building, int> room = game.Buildings.ToDictionary(building => building, _ => Game.MaxWorkers);
        foreach (Army army in game.Armies.Where(army => army.IsOwn))
        {
            int units = army.Units;

            // Lesson 1: workers make units, five turns of work each, but only ten of them count in a building.
            Building here = game.BuildingAt(army.Tile);
            if (here != null && here.IsOwn)
            {
                int workers = Math.Min(units, room[here]);
                room[here] -= workers;
                units -= workers;
                if (workers > 0)
                    game.Work(army.Tile, workers);
            }

            // Lesson 2: one building makes two units a turn at most. As soon as we can pay, there is another one.
            if (units > 0 && budget >= Game.BuildingCost)
            {
                Way corner = FreeCorner(game, army.Tile);
                if (corner != null)
                {
                    budget -= Game.BuildingCost;
                    units--;
                    game.Build(army.Tile, corner);
                }
            }

            // Lesson 3: whoever is left over brings resource, from here or from the nearest tile that has some to
            // spare.
            int miners = Math.Min(units, game.Resources[army.Tile.Y, army.Tile.X]);
            units -= miners;
            if (miners > 0)
                game.Mine(army.Tile, miners);
            Way direction = BestStep(game, army.Tile, steps);
            if (units > 0 && direction != null)
                game.Move(army.Tile, direction, units);
        }
    }

    /// <summary>A corner towards which a building fits on this tile: on the board, no building, no enemy.</summary>
    static Way FreeCorner(Game game, Tile tile)
    {
        foreach (Way corner in Game.Corners)
        {
            var ground = new[]
            {
                tile, tile.Plus(corner.Dx, 0), tile.Plus(0, corner.Dy), tile.Plus(corner.Dx, corner.Dy),
            };
            if (ground.All(part => IsFree(game, part)))
                return corner;
        }
        return null;
    }

    static bool IsFree(Game game, Tile tile)
    {
        Army army = game.ArmyAt(tile);
        return game.IsOnBoard(tile) && game.BuildingAt(tile) == null && (army == null || army.IsOwn);
    }

    /// <summary>For every tile, how many steps it is to the nearest one that has more resource than we have units
    /// there.</summary>
    /// <remarks>One flood from all these tiles at once: it starts at 0 on each and grows by one step at a
    /// time.</remarks>
    static int[,] StepsToResource(Game game)
    {
        var steps = new int[game.Height, game.Width];
        var queue = new Queue<Tile>();
        for (int y = 0; y < game.Height; y++)
        {
            for (int x = 0; x < game.Width; x++)
            {
                var tile = new Tile(x, y);
                bool hasMore = game.Resources[y, x] > (game.ArmyAt(tile)?.Units ?? 0);
                steps[y, x] = hasMore ? 0 : Far;
                if (hasMore)
                    queue.Enqueue(tile);
            }
        }
        while (queue.Count > 0)
        {
            Tile tile = queue.Dequeue();
            foreach (Way direction in Game.Steps)
            {
                Tile near = tile.Plus(direction.Dx, direction.Dy);
                if (game.IsOnBoard(near) && steps[near.Y, near.X] == Far)
                {
                    steps[near.Y, near.X] = steps[tile.Y, tile.X] + 1;
                    queue.Enqueue(near);
                }
            }
        }
        return steps;
    }

    /// <summary>The direction in which resource is nearest; the first of several. Null if there is no resource
    /// left.</summary>
    static Way BestStep(Game game, Tile tile, int[,] steps)
    {
        Way best = null;
        int fewest = Far;
        foreach (Way direction in Game.Steps)
        {
            Tile near = tile.Plus(direction.Dx, direction.Dy);
            if (game.IsOnBoard(near) && steps[near.Y, near.X] < fewest)
            {
                best = direction;
                fewest = steps[near.Y, near.X];
            }
        }
        return best;
    }

    // Three ideas to try next:
    // 1. Spread out. All who are left over on a tile walk to the same place. Give each a tile of its own.
    // 2. Attack. As many units as an enemy's building has workers, and ten more, bring it down.
    // 3. Defend. Count the enemies near your buildings (`Armies`), and keep as many at home.
}
