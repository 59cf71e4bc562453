// What the arena says and what a bot answers in Plantation.
//
// This file knows the words of the game, lines.hpp reads and prints lines.
// `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
// negative, whichever side you play.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lines.hpp"

struct Tile {
    int row = 0;
    int col = 0;

    // Compares tiles, so that they can be found in a std::set or a std::map.
    auto operator<=>(const Tile&) const = default;
};

/// What came of the last command.
struct Reply {
    std::string kind;          // "OK", "occupied" or "error"
    std::vector<int> numbers;  // scores are signed: yours positive, the enemy's negative
};

/// One match as your bot sees it.
class Game {
public:
    int rows = 0;
    int cols = 0;
    int sign = 1;  // 1 if you are Plus, -1 if you are Minus; this header has already taken it out of all scores
    int turns = 0;
    int moves_per_turn = 0;

    int turn = 0;                               // counted from 1
    int moves = 0;                              // moves left in this turn
    int time_ms = 0;                            // milliseconds left for the match
    std::vector<std::vector<int>> board;        // your scores, board[row][col]; 0 is a tile that is not yours
    std::optional<Reply> reply;                 // to your last command; nothing before the first
    std::optional<std::pair<int, int>> result;  // your sum and the enemy's, once the match is over

    /// Waits for the match to begin.
    Game() {
        const Line line = Line::read();
        rows = line.number(1);
        cols = line.number(2);
        sign = line.word(3) == "-" ? -1 : 1;
        turns = line.number(4);
        moves_per_turn = line.number(5);
        board.assign(rows, std::vector<int>(cols, 0));
    }

    /// Waits until a command is wanted. False when the match is over.
    bool read_turn() {
        for (;;) {
            const Line line = Line::read();
            if (line.is_end) return false;
            if (line.word(0) == "turn") {
                turn = line.number(1);
                moves = line.number(3);
                time_ms = line.number(5);
                read_board();
                return true;
            }
            if (line.word(0) == "end") {
                result = {line.number(1), line.number(2)};
                return false;
            }
            reply = read_reply(line);
        }
    }

    /// Your tiles, row by row.
    std::vector<Tile> tiles() const {
        std::vector<Tile> tiles;
        for (int row = 0; row < rows; row++) {
            for (int col = 0; col < cols; col++) {
                if (board[row][col] > 0) tiles.push_back({row, col});
            }
        }
        return tiles;
    }

    /// The tiles above, below, left and right that are on the board.
    std::vector<Tile> neighbours(Tile tile) const {
        const auto [row, col] = tile;
        std::vector<Tile> around = {{row - 1, col}, {row + 1, col}, {row, col - 1}, {row, col + 1}};
        std::erase_if(around, [&](Tile t) { return t.row < 0 || t.row >= rows || t.col < 0 || t.col >= cols; });
        return around;
    }

    // The six commands. One answers one request.

    /// 1 move: one of your tiles grows by 1.
    void fertilise(Tile tile) { say("fertilise", {tile}); }

    /// 1 move: takes an empty tile beside one of yours.
    void plant(Tile tile) { say("plant", {tile}); }

    /// 1 move: the next reply has the nine scores around the tile.
    void scout(Tile tile) { say("scout", {tile}); }

    /// 2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1.
    void colonise(Tile target, Tile source) { say("colonise", {target, source}); }

    /// 2 moves: the enemy's tiles here and beside it lose 1 each.
    void spray(Tile tile) { say("spray", {tile}); }

    /// 2 moves: the enemy's tile here loses up to 4.
    void bomb(Tile tile) { say("bomb", {tile}); }

private:
    void read_board() {
        for (std::vector<int>& scores : board) {
            scores = Line::read().numbers(0, cols);
            for (int& score : scores) score *= sign;
        }
    }

    Reply read_reply(const Line& line) const {
        Reply told = {line.word(0), {}};
        std::istringstream list(line.word(1));
        for (std::string score; std::getline(list, score, ',');) told.numbers.push_back(std::atoi(score.c_str()));
        // Scores have a sign; the single number after OK counts tiles or levels and has none.
        if (told.kind == "occupied" || told.numbers.size() > 1) {
            for (int& score : told.numbers) score *= sign;
        }
        return told;
    }

    static void say(const std::string& command, const std::vector<Tile>& tiles) {
        std::ostringstream line;
        line << command;
        for (const Tile tile : tiles) line << " " << tile.row << " " << tile.col;
        Line::say(line.str());
    }
};
