// What the arena says and what a bot answers in Utti.
//
// This file knows the words of the game, Line.cs reads and prints lines.
// `skirmish rules utti` has the whole protocol. This file asks to be asked unit by unit, and keeps the board for you:
// mines, all units of both sides, and everybody's gold.

using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>A place on the board.</summary>
struct Cell : IEquatable<Cell>
{
    public readonly int Row, Col;

    public Cell(int row, int col) { Row = row; Col = col; }

    /// <summary>Steps between two cells: a diagonal step is one step.</summary>
    public int Distance(Cell other) => Math.Max(Math.Abs(Row - other.Row), Math.Abs(Col - other.Col));

    // Cells can be compared, and found in a HashSet or a Dictionary.
    public static bool operator ==(Cell one, Cell other) => one.Equals(other);
    public static bool operator !=(Cell one, Cell other) => !one.Equals(other);
    public bool Equals(Cell other) => Row == other.Row && Col == other.Col;
    public override bool Equals(object other) => other is Cell && Equals((Cell)other);
    public override int GetHashCode() => Row * 1000 + Col;
}

/// <summary>A troop or a base.</summary>
sealed class Unit
{
    public int Id;
    public bool IsOwn; // yours, not the enemy's
    public bool IsBase;
    public Cell Cell;
    public int Height; // 0 for a base
}

/// <summary>Both scores when the match is over.</summary>
sealed class Result
{
    public int Own;
    public int Enemy;
}

/// <summary>One match as your bot sees it.</summary>
sealed class Game
{
    public readonly int Size; // rows and columns of the board
    public readonly int Seat;
    public readonly int Rounds;
    public readonly int MaxUnits; // the most units a side can have
    public readonly int TroopCost;
    public readonly int BaseHeight; // how high a troop must be to become a base
    public readonly List<Cell> Mines = new List<Cell>(); // row by row

    public int Round { get; private set; } // counted from 0
    public int Gold { get; private set; }
    public int EnemyGold { get; private set; }
    public readonly Dictionary<int, Unit> Units = new Dictionary<int, Unit>(); // everybody, by id
    public Unit Unit { get; private set; } // the one that is to act now
    public Result Result { get; private set; } // null until the match is over

    readonly Dictionary<Cell, Unit> troops = new Dictionary<Cell, Unit>();
    readonly HashSet<Cell> mineCells;

    /// <summary>Waits for the match to begin.</summary>
    public Game()
    {
        Line hello = Line.Read();
        Size = hello.Number(1);
        Seat = hello.Number(2);
        Rounds = hello.Number(3);
        MaxUnits = hello.Number(4);
        TroopCost = hello.Number(5);
        BaseHeight = hello.Number(6);
        for (int count = Line.Read().Number(1); count > 0; count--)
        {
            Line line = Line.Read();
            Mines.Add(new Cell(line.Number(0), line.Number(1)));
        }
        mineCells = new HashSet<Cell>(Mines);
        for (int count = Line.Read().Number(1); count > 0; count--)
            Add(Line.Read(), 0);
        Line.Read(); // end
        Line.Say("ready");
    }

    /// <summary>Waits until one of your units, `Unit`, is to act. False when the match is over.</summary>
    public bool ReadTurn()
    {
        while (true)
        {
            Line line = Line.Read();
            if (line.IsEnd)
                return false;
            if (line.Word(0) == "act" && Units.TryGetValue(line.Number(1), out Unit unit))
            {
                Unit = unit;
                Gold = line.Number(6);
                return true;
            }
            if (line.Word(0) == "over")
            {
                Result = new Result { Own = line.Number(1), Enemy = line.Number(2) };
                return false;
            }
            Hear(line);
        }
    }

    /// <summary>The up to eight cells around, row by row.</summary>
    public IEnumerable<Cell> Neighbours(Cell cell)
    {
        for (int row = Math.Max(cell.Row - 1, 0); row <= Math.Min(cell.Row + 1, Size - 1); row++)
        {
            for (int col = Math.Max(cell.Col - 1, 0); col <= Math.Min(cell.Col + 1, Size - 1); col++)
            {
                var near = new Cell(row, col);
                if (near != cell)
                    yield return near;
            }
        }
    }

    /// <summary>Whether there is a mine on the cell.</summary>
    public bool HasMine(Cell cell) => mineCells.Contains(cell);

    /// <summary>The troop on a cell, anybody's; null if there is none.</summary>
    public Unit TroopAt(Cell cell)
    {
        troops.TryGetValue(cell, out Unit troop);
        return troop;
    }

    /// <summary>How many troops you have.</summary>
    public int OwnTroops() => troops.Values.Count(troop => troop.IsOwn);

    // The eight actions. One answers one question.

    /// <summary>Does nothing.</summary>
    public void Idle() => Act("IDLE", Unit.Cell);

    /// <summary>A base: puts a troop of height 1 on a cell beside it.</summary>
    public void CreateTroop(Cell cell) => Act("CREATE_TROOP", cell);

    /// <summary>A troop on a mine: 2 gold for each unit of its height.</summary>
    public void Mine() => Act("MINE", Unit.Cell);

    /// <summary>A troop: one step to a cell without a troop.</summary>
    public void Move(Cell cell) => Act("MOVE", cell);

    /// <summary>A troop: goes on top of an enemy's troop beside it, however high that is, and adds its
    /// height.</summary>
    public void Capture(Cell cell) => Act("CAPTURE", cell);

    /// <summary>A troop: goes on top of one of your troops beside it, and adds its height.</summary>
    public void Climb(Cell cell) => Act("CLIMB", cell);

    /// <summary>A troop at least 2 high: its upper half goes to an empty cell beside it.</summary>
    public void Split(Cell cell) => Act("SPLIT", cell);

    /// <summary>A troop that is high enough: leaves a base behind where it stands.</summary>
    public void CreateBase() => Act("CREATE_BASE", Unit.Cell);

    /// <summary>One piece of news.</summary>
    void Hear(Line line)
    {
        switch (line.Word(0))
        {
            case "round":
                Round = line.Number(1);
                break;
            case "gold":
                Gold = line.Number(1);
                EnemyGold = line.Number(2);
                break;
            case "born":
                Add(line, 1);
                break;
            default:
                if (Units.TryGetValue(line.Number(1), out Unit unit))
                    Hear(unit, line);
                break;
        }
    }

    /// <summary>One piece of news about a unit.</summary>
    void Hear(Unit unit, Line line)
    {
        switch (line.Word(0))
        {
            case "moved":
                Lift(unit);
                unit.Cell = new Cell(line.Number(2), line.Number(3));
                troops[unit.Cell] = unit;
                break;
            case "height":
                unit.Height = line.Number(2);
                break;
            case "gone":
                Lift(unit);
                Units.Remove(unit.Id);
                break;
        }
    }

    /// <summary>A unit whose words begin at that place of a line.</summary>
    void Add(Line line, int at)
    {
        var unit = new Unit
        {
            Id = line.Number(at),
            IsOwn = line.Word(at + 1) == "0",
            IsBase = line.Word(at + 2) == "B",
            Cell = new Cell(line.Number(at + 3), line.Number(at + 4)),
            Height = line.Number(at + 5),
        };
        Units[unit.Id] = unit;
        if (!unit.IsBase)
            troops[unit.Cell] = unit;
    }

    /// <summary>Takes a troop off its cell, unless another already stands there.</summary>
    void Lift(Unit troop)
    {
        if (TroopAt(troop.Cell) == troop)
            troops.Remove(troop.Cell);
    }

    static void Act(string action, Cell cell) => Line.Say($"{action} {cell.Row} {cell.Col}");
}
