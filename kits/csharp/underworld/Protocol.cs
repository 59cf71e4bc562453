// What the arena says and what a bot answers in Underworld.
//
// This file knows the words of the game, Line.cs reads and prints lines.
// `skirmish rules underworld` has the whole protocol. You give any number of commands a turn, then `EndTurn`.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

/// <summary>What can stand on a cell, by the arena's letters.</summary>
enum Kind
{
    Warrior = 'W',
    Barracks = 'B',
    Castle = 'C',
    Farm = 'F',
    Wall = '#',
}

/// <summary>Where a warrior can go.</summary>
sealed class Direction
{
    public readonly string Name;
    public readonly int Dx, Dy;

    public Direction(string name, int dx, int dy) { Name = name; Dx = dx; Dy = dy; }
}

/// <summary>A place on the board: X counts columns from the west, Y rows from the north.</summary>
struct Cell : IEquatable<Cell>
{
    public readonly int X, Y;

    public Cell(int x, int y) { X = x; Y = y; }

    /// <summary>The cell on that side; it may lie beyond the board.</summary>
    public Cell Neighbour(Direction direction) => new Cell(X + direction.Dx, Y + direction.Dy);

    /// <summary>Whether two cells are at most so far from each other, as the crow flies.</summary>
    public bool IsWithin(Cell other, int distance)
    {
        int dx = X - other.X;
        int dy = Y - other.Y;
        return dx * dx + dy * dy <= distance * distance;
    }

    // Cells can be compared, and found in a HashSet or a Dictionary.
    public static bool operator ==(Cell one, Cell other) => one.Equals(other);
    public static bool operator !=(Cell one, Cell other) => !one.Equals(other);
    public bool Equals(Cell other) => X == other.X && Y == other.Y;
    public override bool Equals(object other) => other is Cell && Equals((Cell)other);
    public override int GetHashCode() => Y * 1000 + X;
}

/// <summary>Whatever stands on a cell.</summary>
sealed class Thing
{
    public Cell Cell;
    public int Owner; // a seat; -1 for walls
    public Kind Kind;
    public int HitPoints; // -1 for walls
}

/// <summary>One match as your bot sees it.</summary>
sealed class Game
{
    public const int Range = 2; // how far a warrior hits
    public const int BuildDistance = 2; // how far from an own building a new one can stand

    /// <summary>The four directions.</summary>
    public static readonly IReadOnlyList<Direction> Steps = new[]
    {
        new Direction("N", 0, -1), new Direction("E", 1, 0), new Direction("S", 0, 1), new Direction("W", -1, 0),
    };

    public int Width { get; private set; }
    public int Height { get; private set; }
    public int Players { get; private set; }
    public int Seat { get; private set; } // yours

    public int Turn { get; private set; } // counted from 1
    public int Money { get; private set; }
    public readonly List<Thing> Things = new List<Thing>(); // everything you see, row by row
    public bool IsOver { get; private set; }

    readonly Dictionary<Cell, Thing> byCell = new Dictionary<Cell, Thing>();
    readonly StringBuilder commands = new StringBuilder();

    /// <summary>Waits for the arena's greeting, and answers it.</summary>
    public Game()
    {
        Line.Read(); // Who are you?
        Line.Say("crayfish");
    }

    /// <summary>What a warrior, a barracks or a farm costs; 0 for what cannot be bought.</summary>
    public static int Cost(Kind kind)
    {
        switch (kind)
        {
            case Kind.Warrior:
                return 500;
            case Kind.Barracks:
                return 1500;
            case Kind.Farm:
                return 1000;
            default:
                return 0;
        }
    }

    /// <summary>Waits for the next turn. False when the match is over.</summary>
    public bool ReadTurn()
    {
        if (Turn == 0)
        {
            Line line = Line.Read();
            Width = line.Number(0);
            Height = line.Number(1);
            Players = line.Number(2);
            Seat = line.Number(3);
        }
        Turn++;
        Things.Clear();
        byCell.Clear();
        while (true)
        {
            Line line = Line.Read();
            if (line.IsEnd)
                return false;
            switch (line.Word(0))
            {
                case "end":
                    return !IsOver;
                case "gg":
                    IsOver = true;
                    break;
                case "money":
                    Money = line.Number(1);
                    break;
                default:
                    if (line.Words.Length >= 5)
                        Add(line);
                    break;
            }
        }
    }

    void Add(Line line)
    {
        var thing = new Thing
        {
            Cell = new Cell(line.Number(0), line.Number(1)),
            Owner = line.Number(2),
            Kind = (Kind)line.Word(3)[0],
            HitPoints = line.Number(4),
        };
        Things.Add(thing);
        byCell[thing.Cell] = thing;
    }

    /// <summary>What you see on the cell; null if there is nothing.</summary>
    public Thing ThingAt(Cell cell)
    {
        byCell.TryGetValue(cell, out Thing thing);
        return thing;
    }

    /// <summary>Your warriors, barracks, castle or farms, row by row.</summary>
    public List<Thing> Own(Kind kind) =>
        Things.Where(thing => thing.Kind == kind && thing.Owner == Seat).ToList();

    /// <summary>All others' warriors, barracks, castles or farms that you see, row by row.</summary>
    public List<Thing> Enemies(Kind kind) =>
        Things.Where(thing => thing.Kind == kind && thing.Owner != Seat && thing.Owner != -1).ToList();

    /// <summary>Whether there is such a cell.</summary>
    public bool IsOnBoard(Cell cell) => cell.X >= 0 && cell.X < Width && cell.Y >= 0 && cell.Y < Height;

    /// <summary>Whether the cell is on the board and you see nothing on it.</summary>
    public bool IsFree(Cell cell) => IsOnBoard(cell) && !byCell.ContainsKey(cell);

    // The commands of a turn.

    /// <summary>The warrior on the cell goes one step.</summary>
    public void Move(Cell cell, Direction direction) =>
        commands.Append($"move {cell.X} {cell.Y} {direction.Name}\n");

    /// <summary>The barracks on the cell trains a warrior on that side.</summary>
    public void Spawn(Cell cell, Direction direction) =>
        commands.Append($"spawn {cell.X} {cell.Y} {direction.Name}\n");

    /// <summary>A barracks or a farm on a free cell near one of your buildings.</summary>
    public void Build(Cell cell, Kind kind) => commands.Append($"build {cell.X} {cell.Y} {(char)kind}\n");

    /// <summary>Sends the commands of this turn.</summary>
    public void EndTurn()
    {
        Line.Say(commands + "end");
        commands.Clear();
    }
}
