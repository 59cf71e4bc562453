// What the arena says and what a bot answers in Plantation.
//
// This file knows the words of the game, Line.cs reads and prints lines.
// `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
// negative, whichever side you play.

using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>A place on the board.</summary>
struct Tile : IEquatable<Tile>
{
    public readonly int Row, Col;

    public Tile(int row, int col) { Row = row; Col = col; }

    // Tiles can be compared, and found in a HashSet or a Dictionary.
    public static bool operator ==(Tile one, Tile other) => one.Equals(other);
    public static bool operator !=(Tile one, Tile other) => !one.Equals(other);
    public bool Equals(Tile other) => Row == other.Row && Col == other.Col;
    public override bool Equals(object other) => other is Tile && Equals((Tile)other);
    public override int GetHashCode() => Row * 1000 + Col;
}

/// <summary>What came of the last command.</summary>
sealed class Reply
{
    public string Kind; // "OK", "occupied" or "error"
    public List<int> Numbers; // scores are signed: yours positive, the enemy's negative
}

/// <summary>Both sums when the match is over.</summary>
sealed class Result
{
    public int Own;
    public int Enemy;
}

/// <summary>One match as your bot sees it.</summary>
sealed class Game
{
    public readonly int Rows;
    public readonly int Cols;
    public readonly int Sign; // 1 if you are Plus, -1 if you are Minus; it is already taken out of all scores
    public readonly int Turns;
    public readonly int MovesPerTurn;

    public int Turn { get; private set; } // counted from 1
    public int Moves { get; private set; } // moves left in this turn
    public int TimeMs { get; private set; } // milliseconds left for the match
    public readonly int[,] Board; // your scores, Board[row, col]; 0 is a tile that is not yours
    public Reply Reply { get; private set; } // to your last command; null before the first
    public Result Result { get; private set; } // null until the match is over

    /// <summary>Waits for the match to begin.</summary>
    public Game()
    {
        Line hello = Line.Read();
        Rows = hello.Number(1);
        Cols = hello.Number(2);
        Sign = hello.Word(3) == "-" ? -1 : 1;
        Turns = hello.Number(4);
        MovesPerTurn = hello.Number(5);
        Board = new int[Rows, Cols];
    }

    /// <summary>Waits until a command is wanted. False when the match is over.</summary>
    public bool ReadTurn()
    {
        while (true)
        {
            Line line = Line.Read();
            if (line.IsEnd)
                return false;
            switch (line.Word(0))
            {
                case "turn":
                    Turn = line.Number(1);
                    Moves = line.Number(3);
                    TimeMs = line.Number(5);
                    ReadBoard();
                    return true;
                case "end":
                    Result = new Result { Own = line.Number(1), Enemy = line.Number(2) };
                    return false;
                default:
                    Reply = ToReply(line);
                    break;
            }
        }
    }

    /// <summary>Your tiles, row by row.</summary>
    public List<Tile> Tiles()
    {
        var tiles = new List<Tile>();
        for (int row = 0; row < Rows; row++)
        {
            for (int col = 0; col < Cols; col++)
            {
                if (Board[row, col] > 0)
                    tiles.Add(new Tile(row, col));
            }
        }
        return tiles;
    }

    /// <summary>The tiles above, below, left and right that are on the board.</summary>
    public IEnumerable<Tile> Neighbours(Tile tile)
    {
        var around = new[]
        {
            new Tile(tile.Row - 1, tile.Col),
            new Tile(tile.Row + 1, tile.Col),
            new Tile(tile.Row, tile.Col - 1),
            new Tile(tile.Row, tile.Col + 1),
        };
        return around.Where(near => near.Row >= 0 && near.Row < Rows && near.Col >= 0 && near.Col < Cols);
    }

    // The six commands. One answers one request.

    /// <summary>1 move: one of your tiles grows by 1.</summary>
    public void Fertilise(Tile tile) => Say("fertilise", tile);

    /// <summary>1 move: takes an empty tile beside one of yours.</summary>
    public void Plant(Tile tile) => Say("plant", tile);

    /// <summary>1 move: the next reply has the nine scores around the tile.</summary>
    public void Scout(Tile tile) => Say("scout", tile);

    /// <summary>2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1.</summary>
    public void Colonise(Tile target, Tile source) => Say("colonise", target, source);

    /// <summary>2 moves: the enemy's tiles here and beside it lose 1 each.</summary>
    public void Spray(Tile tile) => Say("spray", tile);

    /// <summary>2 moves: the enemy's tile here loses up to 4.</summary>
    public void Bomb(Tile tile) => Say("bomb", tile);

    void ReadBoard()
    {
        for (int row = 0; row < Rows; row++)
        {
            Line line = Line.Read();
            for (int col = 0; col < Cols; col++)
                Board[row, col] = Sign * line.Number(col);
        }
    }

    Reply ToReply(Line line)
    {
        var scores = new Line(line.Word(1).Replace(',', ' '));
        string kind = line.Word(0);
        // Scores have a sign; the single number after OK counts tiles or levels and has none.
        int sign = kind == "occupied" || scores.Words.Length > 1 ? Sign : 1;
        var numbers = Enumerable.Range(0, scores.Words.Length).Select(at => sign * scores.Number(at));
        return new Reply { Kind = kind, Numbers = numbers.ToList() };
    }

    static void Say(string command, params Tile[] tiles)
    {
        string line = command;
        foreach (Tile tile in tiles)
            line += $" {tile.Row} {tile.Col}";
        Line.Say(line);
    }
}
