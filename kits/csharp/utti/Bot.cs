// A first bot for Utti: a troop for every mine, and whoever comes too near is captured.
//
// Run it:  skirmish play utti . house:random

static class Bot
{
    static void Main()
    {
        var game = new Game();

        // We are asked for one unit after another, in every round.
        while (game.ReadTurn())
        {
            if (game.Unit.IsBase)
                ActAsBase(game);
            else
                ActAsTroop(game);
        }
    }

    /// <summary>Lesson 1: a troop costs 10 gold, but counts only 5 points. It pays as soon as it mines for a few
    /// rounds.</summary>
    static void ActAsBase(Game game)
    {
        Cell? cell = EmptyCellBeside(game, game.Unit.Cell);
        bool hasWork = game.OwnTroops() < game.Mines.Count;
        bool hasTime = game.Round < game.Rounds * 3 / 4;
        if (cell.HasValue && hasWork && hasTime && game.Gold >= game.TroopCost)
            game.CreateTroop(cell.Value);
        else
            game.Idle();
    }

    static void ActAsTroop(Game game)
    {
        Cell here = game.Unit.Cell;

        // Lesson 2: heights do not matter in a capture, only who comes first. So never let a chance go by.
        Cell? prey = EnemyBeside(game, here);
        if (prey.HasValue)
        {
            game.Capture(prey.Value);
            return;
        }

        // Lesson 3: gold is points. A troop on a mine stays there and digs.
        if (game.HasMine(here))
        {
            game.Mine();
            return;
        }

        Cell? step = EmptyCellBeside(game, here);
        if (step.HasValue)
            game.Move(step.Value);
        else
            game.Idle();
    }

    /// <summary>The tallest enemy troop within one step; the first of several.</summary>
    static Cell? EnemyBeside(Game game, Cell cell)
    {
        Cell? best = null;
        int tallest = 0;
        foreach (Cell near in game.Neighbours(cell))
        {
            Unit troop = game.TroopAt(near);
            if (troop != null && !troop.IsOwn && troop.Height > tallest)
            {
                best = near;
                tallest = troop.Height;
            }
        }
        return best;
    }

    /// <summary>A cell within one step on which no troop stands; the nearest to a mine we do not hold yet.</summary>
    static Cell? EmptyCellBeside(Game game, Cell cell)
    {
        Cell? goal = NearestMine(game, cell);
        return goal.HasValue ? StepTowards(game, cell, goal.Value) : null;
    }

    /// <summary>The nearest mine on which none of our troops stands; the first of several, row by row.</summary>
    static Cell? NearestMine(Game game, Cell cell)
    {
        Cell? best = null;
        foreach (Cell mine in game.Mines)
        {
            Unit troop = game.TroopAt(mine);
            if (troop != null && troop.IsOwn)
                continue;
            if (best == null || cell.Distance(mine) < cell.Distance(best.Value))
                best = mine;
        }
        return best;
    }

    /// <summary>The cell without a troop beside a cell that is nearest to the goal; the first of several.</summary>
    static Cell? StepTowards(Game game, Cell cell, Cell goal)
    {
        Cell? best = null;
        foreach (Cell near in game.Neighbours(cell))
        {
            bool isFree = game.TroopAt(near) == null;
            if (isFree && (best == null || near.Distance(goal) < best.Value.Distance(goal)))
                best = near;
        }
        return best;
    }

    // Three ideas to try next:
    // 1. Grow tall. A troop of height 5 digs five times as much. `Climb` onto one another on the best mine.
    // 2. Make bases. A troop of height 20 can become one (`CreateBase`): 100 points that nobody can capture.
    // 3. Do not be captured. Before a step, look two cells ahead: an enemy that can reach you next will be on top.
}
