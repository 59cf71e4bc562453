// What the arena says and what a bot answers in Utti: everything about text is in this file.
//
// `skirmish rules utti` has the whole protocol. This file asks to be asked unit by unit, and keeps the board for you:
// mines, all units of both sides, and everybody's gold.

using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>A place on the board.</summary>
struct Cell : IEquatable<Cell>
{
    public readonly int Row;
    public readonly int Col;

    public Cell(int row, int col)
    {
        Row = row;
        Col = col;
    }

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
        string[] hello = ReadWords();
        Size = Number(hello, 1);
        Seat = Number(hello, 2);
        Rounds = Number(hello, 3);
        MaxUnits = Number(hello, 4);
        TroopCost = Number(hello, 5);
        BaseHeight = Number(hello, 6);
        for (int count = Number(ReadWords(), 1); count > 0; count--)
        {
            string[] words = ReadWords();
            Mines.Add(new Cell(Number(words, 0), Number(words, 1)));
        }
        mineCells = new HashSet<Cell>(Mines);
        for (int count = Number(ReadWords(), 1); count > 0; count--)
            Add(ReadWords(), 0);
        ReadWords(); // end
        Say("ready");
    }

    /// <summary>Waits until one of your units, `Unit`, is to act. False when the match is over.</summary>
    public bool ReadTurn()
    {
        while (true)
        {
            string[] words = ReadWords();
            if (words == null)
                return false;
            switch (Word(words, 0))
            {
                case "act":
                    Unit = Units[Number(words, 1)];
                    Gold = Number(words, 6);
                    return true;
                case "over":
                    Result = new Result { Own = Number(words, 1), Enemy = Number(words, 2) };
                    return false;
                default:
                    Hear(words);
                    break;
            }
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
    void Hear(string[] words)
    {
        switch (Word(words, 0))
        {
            case "round":
                Round = Number(words, 1);
                break;
            case "gold":
                Gold = Number(words, 1);
                EnemyGold = Number(words, 2);
                break;
            case "born":
                Add(words, 1);
                break;
            case "moved":
                Unit moved = Units[Number(words, 1)];
                Lift(moved);
                moved.Cell = new Cell(Number(words, 2), Number(words, 3));
                troops[moved.Cell] = moved;
                break;
            case "height":
                Units[Number(words, 1)].Height = Number(words, 2);
                break;
            case "gone":
                Unit gone = Units[Number(words, 1)];
                Lift(gone);
                Units.Remove(gone.Id);
                break;
        }
    }

    /// <summary>A unit whose words begin at that place of a line.</summary>
    void Add(string[] words, int at)
    {
        var unit = new Unit
        {
            Id = Number(words, at),
            IsOwn = Word(words, at + 1) == "0",
            IsBase = Word(words, at + 2) == "B",
            Cell = new Cell(Number(words, at + 3), Number(words, at + 4)),
            Height = Number(words, at + 5),
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

    static void Act(string action, Cell cell) => Say($"{action} {cell.Row} {cell.Col}");

    static void Say(string line)
    {
        Console.Write(line + "\n");
        // Without Flush the line may stay in a buffer, and the arena waits for it until your time is over.
        Console.Out.Flush();
    }

    /// <summary>The words of the next line; null when there are no more lines.</summary>
    static string[] ReadWords() =>
        Console.ReadLine()?.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The word at that place of a line, empty if there is none.</summary>
    static string Word(string[] words, int at) => at < (words?.Length ?? 0) ? words[at] : "";

    /// <summary>The number at that place of a line, 0 if there is none.</summary>
    static int Number(string[] words, int at)
    {
        int.TryParse(Word(words, at), out int number);
        return number;
    }
}
