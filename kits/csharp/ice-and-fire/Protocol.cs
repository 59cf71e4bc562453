// What the arena says and what a bot answers in A Code of Ice and Fire.
//
// This file knows the words of the game, Line.cs reads and prints lines.
// `skirmish rules ice-and-fire` has the whole protocol. You give any number of orders a turn, then `EndTurn`.

using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>What can be built, by the arena's numbers.</summary>
enum Kind
{
    Headquarters,
    Mine,
    Tower,
}

/// <summary>A place on the board: X grows to the right, Y downwards.</summary>
struct Cell : IEquatable<Cell>
{
    public readonly int X, Y;

    public Cell(int x, int y) { X = x; Y = y; }

    // Cells can be compared, and found in a HashSet or a Dictionary.
    public static bool operator ==(Cell one, Cell other) => one.Equals(other);
    public static bool operator !=(Cell one, Cell other) => !one.Equals(other);
    public bool Equals(Cell other) => X == other.X && Y == other.Y;
    public override bool Equals(object other) => other is Cell && Equals((Cell)other);
    public override int GetHashCode() => Y * 1000 + X;
}

/// <summary>A headquarters, a mine or a tower.</summary>
sealed class Building
{
    public bool IsOwn;
    public Kind Kind;
    public Cell Cell;
}

/// <summary>A soldier of level 1, 2 or 3.</summary>
sealed class Unit
{
    public bool IsOwn;
    public int Id;
    public int Level;
    public Cell Cell;
}

/// <summary>One match as your bot sees it.</summary>
sealed class Game
{
    public const int Size = 12;
    public const int TowerCost = 15;
    public static readonly IReadOnlyList<int> UnitCost = new[] { 0, 10, 20, 30 }; // by level
    public static readonly IReadOnlyList<int> UnitUpkeep = new[] { 0, 1, 4, 20 };

    public readonly List<Cell> MineSpots = new List<Cell>();

    public int Turn { get; private set; } // counted from 1
    public int Gold { get; private set; }
    public int Income { get; private set; }
    public int EnemyGold { get; private set; }
    public int EnemyIncome { get; private set; }
    // For each cell, Map[y][x]: `#` void, `.` neutral, `O` yours, `o` yours but cut off, `X` the enemy's, `x` the
    // enemy's but cut off.
    public readonly string[] Map = new string[Size];
    public readonly List<Building> Buildings = new List<Building>();
    public readonly List<Unit> Units = new List<Unit>();
    public Cell OwnHeadquarters { get; private set; }
    public Cell EnemyHeadquarters { get; private set; }

    readonly Dictionary<Cell, Building> buildingByCell = new Dictionary<Cell, Building>();
    readonly Dictionary<Cell, Unit> unitByCell = new Dictionary<Cell, Unit>();
    readonly List<string> orders = new List<string>();

    /// <summary>Waits for your next turn. False when the match is over.</summary>
    public bool ReadTurn()
    {
        Turn++;
        if (Turn == 1)
        {
            for (int count = Line.Read().Number(0); count > 0; count--)
            {
                Line spot = Line.Read();
                MineSpots.Add(new Cell(spot.Number(0), spot.Number(1)));
            }
        }
        Gold = Line.Read().Number(0);
        Income = Line.Read().Number(0);
        EnemyGold = Line.Read().Number(0);
        EnemyIncome = Line.Read().Number(0);
        for (int y = 0; y < Size; y++)
            Map[y] = Line.Read().Word(0);
        Buildings.Clear();
        buildingByCell.Clear();
        for (int count = Line.Read().Number(0); count > 0; count--)
            AddBuilding(Line.Read());
        Units.Clear();
        unitByCell.Clear();
        Line line = Line.Read();
        for (int count = line.Number(0); count > 0; count--)
        {
            line = Line.Read();
            AddUnit(line);
        }
        // After the end every line is one more end, so it is enough to look at the last.
        return !line.IsEnd;
    }

    void AddBuilding(Line line)
    {
        var cell = new Cell(line.Number(2), line.Number(3));
        var building = new Building { IsOwn = line.Number(0) == 0, Kind = (Kind)line.Number(1), Cell = cell };
        Buildings.Add(building);
        buildingByCell[cell] = building;
        if (building.Kind == Kind.Headquarters && building.IsOwn)
            OwnHeadquarters = cell;
        else if (building.Kind == Kind.Headquarters)
            EnemyHeadquarters = cell;
    }

    void AddUnit(Line line)
    {
        var unit = new Unit
        {
            IsOwn = line.Number(0) == 0,
            Id = line.Number(1),
            Level = line.Number(2),
            Cell = new Cell(line.Number(3), line.Number(4)),
        };
        Units.Add(unit);
        unitByCell[unit.Cell] = unit;
    }

    /// <summary>The building on a cell; null if there is none.</summary>
    public Building BuildingAt(Cell cell)
    {
        buildingByCell.TryGetValue(cell, out Building building);
        return building;
    }

    /// <summary>The unit on a cell; null if there is none.</summary>
    public Unit UnitAt(Cell cell)
    {
        unitByCell.TryGetValue(cell, out Unit unit);
        return unit;
    }

    /// <summary>What the map shows on a cell; void beyond the board.</summary>
    public char At(Cell cell)
    {
        bool isOnBoard = cell.X >= 0 && cell.X < Size && cell.Y >= 0 && cell.Y < Size;
        return isOnBoard ? Map[cell.Y][cell.X] : '#';
    }

    /// <summary>The cells above, to the right, below and to the left that are not void.</summary>
    public IEnumerable<Cell> Neighbours(Cell cell)
    {
        var around = new[]
        {
            new Cell(cell.X, cell.Y - 1),
            new Cell(cell.X + 1, cell.Y),
            new Cell(cell.X, cell.Y + 1),
            new Cell(cell.X - 1, cell.Y),
        };
        return around.Where(near => At(near) != '#');
    }

    /// <summary>Whether an enemy tower keeps units below level 3 out of the cell.</summary>
    public bool IsGuarded(Cell cell)
    {
        if (HasEnemyTower(cell))
            return true;
        return At(cell) == 'X' && Neighbours(cell).Any(near => At(near) == 'X' && HasEnemyTower(near));
    }

    bool HasEnemyTower(Cell cell)
    {
        Building building = BuildingAt(cell);
        return building != null && building.Kind == Kind.Tower && !building.IsOwn;
    }

    /// <summary>The lowest level that can enter the cell; 4 if something of yours stands there.</summary>
    public int LevelToEnter(Cell cell)
    {
        Building building = BuildingAt(cell);
        Unit unit = UnitAt(cell);
        if (building != null && building.IsOwn || unit != null && unit.IsOwn)
            return 4;
        if (IsGuarded(cell))
            return 3;
        return unit == null ? 1 : Math.Min(unit.Level + 1, 3);
    }

    // The orders of a turn.

    /// <summary>A unit goes one step towards a cell.</summary>
    public void Move(Unit unit, Cell cell) => orders.Add($"MOVE {unit.Id} {cell.X} {cell.Y}");

    /// <summary>A new unit, on your territory or on a cell beside it, which it takes.</summary>
    public void Train(int level, Cell cell) => orders.Add($"TRAIN {level} {cell.X} {cell.Y}");

    /// <summary>A mine on a mine spot of yours.</summary>
    public void BuildMine(Cell cell) => orders.Add($"BUILD MINE {cell.X} {cell.Y}");

    /// <summary>A tower on a cell of yours that is no mine spot.</summary>
    public void BuildTower(Cell cell) => orders.Add($"BUILD TOWER {cell.X} {cell.Y}");

    /// <summary>A text for those who watch.</summary>
    public void Message(string text) => orders.Add("MSG " + text.Replace(';', ','));

    /// <summary>Sends the orders of this turn.</summary>
    public void EndTurn()
    {
        Line.Say(orders.Count > 0 ? string.Join(";", orders) : "WAIT");
        orders.Clear();
    }
}
