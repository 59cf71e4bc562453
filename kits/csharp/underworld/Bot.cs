// A first bot for Underworld: a few farms, then warriors without end, and all of them march to the nearest castle.
//
// Run it:  skirmish play underworld . house:random

using System;
using System.Collections.Generic;
using System.Linq;

static class Bot
{
    /// <summary>How many farms we want before all money goes into warriors.</summary>
    const int EnoughFarms = 4;

    /// <summary>More steps than there are on any board.</summary>
    const int Far = 10000;

    static void Main()
    {
        var game = new Game();

        // Every turn we get the whole board, and answer with commands for everything we have.
        while (game.ReadTurn())
        {
            var wanted = new HashSet<Cell>(); // cells that a command of this turn already asks for
            int money = BuildFarms(game, game.Money, wanted);
            SpawnWarriors(game, money, wanted);
            March(game, wanted);
            game.EndTurn();
        }
    }

    /// <summary>Lesson 1: a farm costs 1000 and pays 50 a turn, so it is worth it early. Returns the money that is
    /// left.</summary>
    static int BuildFarms(Game game, int money, HashSet<Cell> wanted)
    {
        int farms = game.Own(Kind.Farm).Count;
        foreach (Thing castle in game.Own(Kind.Castle))
        {
            foreach (Cell cell in CellsAround(game, castle.Cell, Game.BuildDistance))
            {
                bool canPay = farms < EnoughFarms && money >= Game.Cost(Kind.Farm);
                // The cells beside the barracks stay open, as doors for warriors.
                if (canPay && game.IsFree(cell) && !IsDoor(game, cell))
                {
                    farms++;
                    money -= Game.Cost(Kind.Farm);
                    wanted.Add(cell);
                    game.Build(cell, Kind.Farm);
                }
            }
        }
        return money;
    }

    /// <summary>Lesson 2: each barracks trains one warrior a turn, on a free cell beside it.</summary>
    static void SpawnWarriors(Game game, int money, HashSet<Cell> wanted)
    {
        foreach (Thing barracks in game.Own(Kind.Barracks))
        {
            foreach (Direction direction in Game.Steps)
            {
                Cell cell = barracks.Cell.Neighbour(direction);
                if (money >= Game.Cost(Kind.Warrior) && game.IsFree(cell) && !wanted.Contains(cell))
                {
                    money -= Game.Cost(Kind.Warrior);
                    wanted.Add(cell);
                    game.Spawn(barracks.Cell, direction);
                    break;
                }
            }
        }
    }

    /// <summary>Lesson 3: warriors hit by themselves whatever is near. They only have to be brought there.</summary>
    static void March(Game game, HashSet<Cell> wanted)
    {
        Cell goal = GoalOf(game);
        int[,] steps = StepsTo(game, goal);
        // Those in front go first; two warriors bound for one cell would both stay.
        foreach (Thing warrior in game.Own(Kind.Warrior).OrderBy(warrior => steps[warrior.Cell.Y, warrior.Cell.X]))
        {
            Cell here = warrior.Cell;
            if (here.IsWithin(goal, Game.Range))
                continue; // near enough to hit
            Direction best = null;
            int fewest = steps[here.Y, here.X];
            foreach (Direction direction in Game.Steps)
            {
                Cell near = here.Neighbour(direction);
                if (game.IsFree(near) && steps[near.Y, near.X] < fewest && !wanted.Contains(near))
                {
                    best = direction;
                    fewest = steps[near.Y, near.X];
                }
            }
            if (best != null)
            {
                wanted.Add(here.Neighbour(best));
                game.Move(here, best);
            }
        }
    }

    /// <summary>The enemy castle nearest to ours; if we see none, the place opposite to ours.</summary>
    static Cell GoalOf(Game game)
    {
        Cell home = game.Own(Kind.Castle)[0].Cell;
        var opposite = new Cell(game.Width - 1 - home.X, game.Height - 1 - home.Y);
        return game.Enemies(Kind.Castle)
            .Select(castle => castle.Cell)
            .OrderBy(cell => Math.Abs(cell.X - home.X) + Math.Abs(cell.Y - home.Y))
            .DefaultIfEmpty(opposite)
            .First();
    }

    /// <summary>For every cell, how many steps it is to the goal, around walls and buildings.</summary>
    /// <remarks>One flood: it starts at 0 on the goal and grows by one step at a time.</remarks>
    static int[,] StepsTo(Game game, Cell goal)
    {
        var steps = new int[game.Height, game.Width];
        for (int y = 0; y < game.Height; y++)
        {
            for (int x = 0; x < game.Width; x++)
                steps[y, x] = Far;
        }
        steps[goal.Y, goal.X] = 0;
        var queue = new Queue<Cell>();
        queue.Enqueue(goal);
        while (queue.Count > 0)
        {
            Cell cell = queue.Dequeue();
            foreach (Direction direction in Game.Steps)
            {
                Cell near = cell.Neighbour(direction);
                bool isOpen = game.IsFree(near) || game.ThingAt(near)?.Kind == Kind.Warrior;
                if (isOpen && steps[near.Y, near.X] == Far)
                {
                    steps[near.Y, near.X] = steps[cell.Y, cell.X] + 1;
                    queue.Enqueue(near);
                }
            }
        }
        return steps;
    }

    /// <summary>The cells of the board within the distance, row by row.</summary>
    static IEnumerable<Cell> CellsAround(Game game, Cell middle, int distance)
    {
        for (int y = middle.Y - distance; y <= middle.Y + distance; y++)
        {
            for (int x = middle.X - distance; x <= middle.X + distance; x++)
            {
                var cell = new Cell(x, y);
                if (game.IsOnBoard(cell) && cell.IsWithin(middle, distance))
                    yield return cell;
            }
        }
    }

    /// <summary>Whether the cell is beside one of our barracks.</summary>
    static bool IsDoor(Game game, Cell cell) =>
        game.Own(Kind.Barracks).Any(barracks => cell.IsWithin(barracks.Cell, 1));

    // Three ideas to try next:
    // 1. Defend. When an enemy's warrior comes near your castle, send yours back to it: three hit harder than one.
    // 2. Hit together. A warrior's damage is divided among all it can reach. Wait in front of the enemy until ten are
    //    there.
    // 3. More barracks. Each trains one warrior a turn; with many farms one is not enough.
}
