// What the arena says and what a bot answers in Si32.
//
// This file knows the words of the game, Line.cs reads and prints lines.
// `skirmish rules si32` has the whole protocol. You give any number of commands a turn, then `EndTurn`.

using System;
using System.Collections.Generic;
using System.Text;

/// <summary>A place on the board: X grows to the east, Y to the south.</summary>
struct Tile : IEquatable<Tile>
{
    public readonly int X, Y;

    public Tile(int x, int y) { X = x; Y = y; }

    /// <summary>The tile that lies so far away; it may lie beyond the board.</summary>
    public Tile Plus(int dx, int dy) => new Tile(X + dx, Y + dy);

    // Tiles can be compared, and found in a HashSet or a Dictionary.
    public static bool operator ==(Tile one, Tile other) => one.Equals(other);
    public static bool operator !=(Tile one, Tile other) => !one.Equals(other);
    public bool Equals(Tile other) => X == other.X && Y == other.Y;
    public override bool Equals(object other) => other is Tile && Equals((Tile)other);
    public override int GetHashCode() => Y * 1000 + X;
}

/// <summary>A direction or a corner, with its step.</summary>
sealed class Way
{
    public readonly string Name;
    public readonly int Dx, Dy;

    public Way(string name, int dx, int dy) { Name = name; Dx = dx; Dy = dy; }
}

/// <summary>All units on one tile; they belong to one player.</summary>
sealed class Army
{
    public Tile Tile;
    public bool IsOwn;
    public int Units;
}

/// <summary>A building covers 2x2 tiles.</summary>
sealed class Building
{
    public Tile Tile; // its top-left one
    public bool IsOwn;
    public int Progress;
}

/// <summary>A line of your last answer that did nothing.</summary>
sealed class BadLine
{
    public int Line; // counted from 1
    public string Reason;
}

/// <summary>Units that you and the enemy produced, when the match is over.</summary>
sealed class Result
{
    public int Own;
    public int Enemy;
}

/// <summary>One match as your bot sees it.</summary>
sealed class Game
{
    public const int BuildingCost = 100;
    public const int MaxWorkers = 10;

    /// <summary>The directions of a move.</summary>
    public static readonly IReadOnlyList<Way> Steps = new[]
    {
        new Way("N", 0, -1), new Way("E", 1, 0), new Way("S", 0, 1), new Way("W", -1, 0),
    };

    /// <summary>The corners of a building, seen from the unit that builds it.</summary>
    public static readonly IReadOnlyList<Way> Corners = new[]
    {
        new Way("NE", 1, -1), new Way("SE", 1, 1), new Way("SW", -1, 1), new Way("NW", -1, -1),
    };

    public readonly int Width;
    public readonly int Height;
    public readonly int Seat;
    public readonly int Turns;
    public readonly int[,] Resources; // what lies on the tiles: Resources[y, x]

    public int Turn { get; private set; } // counted from 1
    public int Resource { get; private set; } // what you can spend
    public int EnemyResource { get; private set; }
    public int Produced { get; private set; } // units you have produced
    public int EnemyProduced { get; private set; }
    public readonly List<Army> Armies = new List<Army>();
    public readonly List<Building> Buildings = new List<Building>();
    public readonly List<BadLine> Bad = new List<BadLine>();
    public Result Result { get; private set; } // null until the match is over

    readonly Dictionary<Tile, Army> occupied = new Dictionary<Tile, Army>();
    readonly Dictionary<Tile, Building> covered = new Dictionary<Tile, Building>();
    readonly StringBuilder commands = new StringBuilder();

    /// <summary>Waits for the match to begin.</summary>
    public Game()
    {
        Line hello = Line.Read();
        Width = hello.Number(1);
        Height = hello.Number(2);
        Seat = hello.Number(3);
        Turns = hello.Number(4);
        Resources = new int[Height, Width];
        for (int y = 0; y < Height; y++)
        {
            Line line = Line.Read();
            for (int x = 0; x < Width; x++)
                Resources[y, x] = line.Number(x);
        }
    }

    /// <summary>Waits for the next turn. False when the match is over.</summary>
    public bool ReadTurn()
    {
        Armies.Clear();
        Buildings.Clear();
        Bad.Clear();
        occupied.Clear();
        covered.Clear();
        while (true)
        {
            Line line = Line.Read();
            if (line.IsEnd)
                return false;
            if (line.Word(0) == "end")
                return Result == null;
            Hear(line);
        }
    }

    void Hear(Line line)
    {
        int first = line.Number(1);
        int second = line.Number(2);
        var tile = new Tile(first, second);
        switch (line.Word(0))
        {
            case "bad":
                Bad.Add(new BadLine { Line = first, Reason = line.Word(2) });
                break;
            case "turn":
                Turn = first;
                break;
            case "resource":
                Resource = first;
                EnemyResource = second;
                break;
            case "produced":
                Produced = first;
                EnemyProduced = second;
                break;
            case "r":
                Resources[second, first] = line.Number(3);
                break;
            case "u":
                Add(new Army { Tile = tile, IsOwn = line.Number(3) == 0, Units = line.Number(4) });
                break;
            case "b":
                Add(new Building { Tile = tile, IsOwn = line.Number(3) == 0, Progress = line.Number(4) });
                break;
            case "over":
                Result = new Result { Own = first, Enemy = second };
                break;
        }
    }

    void Add(Army army)
    {
        Armies.Add(army);
        occupied[army.Tile] = army;
    }

    void Add(Building building)
    {
        Buildings.Add(building);
        Tile tile = building.Tile;
        foreach (Tile part in new[] { tile, tile.Plus(1, 0), tile.Plus(0, 1), tile.Plus(1, 1) })
            covered[part] = building;
    }

    /// <summary>The units on the tile; null if there are none.</summary>
    public Army ArmyAt(Tile tile)
    {
        occupied.TryGetValue(tile, out Army army);
        return army;
    }

    /// <summary>The building that covers the tile; null if there is none.</summary>
    public Building BuildingAt(Tile tile)
    {
        covered.TryGetValue(tile, out Building building);
        return building;
    }

    /// <summary>Whether there is such a tile.</summary>
    public bool IsOnBoard(Tile tile) => tile.X >= 0 && tile.X < Width && tile.Y >= 0 && tile.Y < Height;

    // The commands of a turn.

    /// <summary>Units of a tile go one step: one of Steps.</summary>
    public void Move(Tile tile, Way direction, int units) =>
        commands.Append($"move {tile.X} {tile.Y} {direction.Name} {units}\n");

    /// <summary>One unit places a building that covers the tile and the three towards the corner: one of
    /// Corners.</summary>
    public void Build(Tile tile, Way corner) => commands.Append($"build {tile.X} {tile.Y} {corner.Name} 1\n");

    /// <summary>Units of a tile work in your building there.</summary>
    public void Work(Tile tile, int units) => commands.Append($"build {tile.X} {tile.Y} {units}\n");

    /// <summary>Units of a tile take 1 resource each from it.</summary>
    public void Mine(Tile tile, int units) => commands.Append($"mine {tile.X} {tile.Y} {units}\n");

    /// <summary>Sends the commands of this turn.</summary>
    public void EndTurn()
    {
        Line.Say(commands + "end");
        commands.Clear();
    }
}
