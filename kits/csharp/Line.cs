// Lines in, lines out: how a bot talks, whichever game it plays. What the lines mean is said in Protocol.cs.

using System;

/// <summary>One line of the arena, taken apart. Places are counted from 0; words after those that you know are left
/// alone.</summary>
sealed class Line
{
    public readonly string[] Words;
    public readonly bool IsEnd; // there are no more lines: the match is over

    /// <summary>Takes a text apart; null is the end.</summary>
    public Line(string text)
    {
        IsEnd = text == null;
        Words = (text ?? "").Split(new[] { ' ', '\t' }, StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>Waits for the next line.</summary>
    public static Line Read() => new Line(Console.ReadLine());

    /// <summary>The word at that place, empty if there is none.</summary>
    public string Word(int place) => place < Words.Length ? Words[place] : "";

    /// <summary>The number at that place, 0 if there is none.</summary>
    public int Number(int place)
    {
        int.TryParse(Word(place), out int number);
        return number;
    }

    /// <summary>Sends an answer.</summary>
    public static void Say(string lines)
    {
        Console.Write(lines + "\n");
        // Without Flush the lines may stay in a buffer, and the arena waits for them until your time is over.
        Console.Out.Flush();
    }
}
