// A first bot for A Code of Ice and Fire: take land with every step, and walk towards the enemy's headquarters.
//
// Run it:  skirmish play ice-and-fire . house:random

using System.Collections.Generic;
using System.Linq;

static class Bot
{
    /// <summary>More steps than there are on any board.</summary>
    const int Far = 10000;

    static void Main()
    {
        var game = new Game();

        // Every turn we get the whole map, and answer with one line of orders.
        while (game.ReadTurn())
        {
            int[,] steps = StepsToEnemy(game);
            var taken = new HashSet<Cell>(); // cells that an order of this turn already goes to
            MoveUnits(game, steps, taken);
            TrainUnits(game, steps, taken);
            game.EndTurn();
        }
    }

    /// <summary>Lesson 1: every new cell earns 1 gold a turn, so a step on land that is not ours comes before any
    /// other.</summary>
    static void MoveUnits(Game game, int[,] steps, HashSet<Cell> taken)
    {
        // The foremost unit chooses first. A cell on which one of ours stands is not free before the next turn.
        var units = game.Units.Where(unit => unit.IsOwn).OrderBy(unit => steps[unit.Cell.Y, unit.Cell.X]);
        foreach (Unit unit in units)
        {
            Cell? best = null;
            foreach (Cell near in game.Neighbours(unit.Cell))
            {
                if (taken.Contains(near) || unit.Level < game.LevelToEnter(near))
                    continue;
                if (best == null || Worth(game, near, steps) < Worth(game, best.Value, steps))
                    best = near;
            }
            if (best.HasValue)
            {
                taken.Add(best.Value);
                game.Move(unit, best.Value);
            }
        }
    }

    /// <summary>Lesson 2: a new unit may appear on a cell beside our land, and takes it at once. So we train at the
    /// border.</summary>
    /// <remarks>Lesson 3: units cost gold every turn. When the income falls below zero and the gold is gone, all of
    /// them die.</remarks>
    static void TrainUnits(Game game, int[,] steps, HashSet<Cell> taken)
    {
        int gold = game.Gold;
        int income = game.Income;
        foreach (Cell cell in Border(game).OrderBy(cell => steps[cell.Y, cell.X]))
        {
            int level = game.LevelToEnter(cell);
            if (taken.Contains(cell) || level > 3)
                continue;
            // The cell it takes earns 1, its upkeep is due every turn.
            int newIncome = income + 1 - Game.UnitUpkeep[level];
            bool isWorthIt = newIncome >= 0 || cell == game.EnemyHeadquarters;
            if (gold >= Game.UnitCost[level] && isWorthIt)
            {
                gold -= Game.UnitCost[level];
                income = newIncome;
                taken.Add(cell);
                game.Train(level, cell);
            }
        }
    }

    /// <summary>The lower the better: the enemy's headquarters, then new land, then what is nearer to the
    /// headquarters.</summary>
    static int Worth(Game game, Cell cell, int[,] steps)
    {
        if (cell == game.EnemyHeadquarters)
            return -1;
        return steps[cell.Y, cell.X] + (game.At(cell) == 'O' ? Far : 0);
    }

    /// <summary>The cells beside our territory that are not part of it, row by row.</summary>
    static IEnumerable<Cell> Border(Game game)
    {
        for (int y = 0; y < Game.Size; y++)
        {
            for (int x = 0; x < Game.Size; x++)
            {
                var cell = new Cell(x, y);
                bool isForeign = ".oXx".IndexOf(game.At(cell)) >= 0;
                if (isForeign && game.Neighbours(cell).Any(near => game.At(near) == 'O'))
                    yield return cell;
            }
        }
    }

    /// <summary>For every cell, how many steps it is to the enemy's headquarters, around void cells.</summary>
    /// <remarks>One flood: it starts at 0 on the headquarters and grows by one step at a time.</remarks>
    static int[,] StepsToEnemy(Game game)
    {
        var steps = new int[Game.Size, Game.Size];
        for (int y = 0; y < Game.Size; y++)
        {
            for (int x = 0; x < Game.Size; x++)
                steps[y, x] = Far;
        }
        steps[game.EnemyHeadquarters.Y, game.EnemyHeadquarters.X] = 0;
        var queue = new Queue<Cell>();
        queue.Enqueue(game.EnemyHeadquarters);
        while (queue.Count > 0)
        {
            Cell cell = queue.Dequeue();
            foreach (Cell near in game.Neighbours(cell))
            {
                if (steps[near.Y, near.X] == Far)
                {
                    steps[near.Y, near.X] = steps[cell.Y, cell.X] + 1;
                    queue.Enqueue(near);
                }
            }
        }
        return steps;
    }

    // Three ideas to try next:
    // 1. Build mines. `BuildMine` on a spot of ours costs 20 and earns 4 a turn: it pays for itself in five turns.
    // 2. Build towers. Beside the headquarters they keep everybody out who is not of level 3.
    // 3. Cut off. Cells without a path to their headquarters are lost, and units on them die: a level 3 unit that
    //    breaks through at a narrow place can take half of the enemy's army.
}
