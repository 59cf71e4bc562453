// What the arena says and what a bot answers in Plantation: everything about text is in this file.
//
// `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
// negative, whichever side you play.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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
        const Words words = read_words();
        rows = number(words, 1);
        cols = number(words, 2);
        sign = words.size() > 3 && words[3] == "-" ? -1 : 1;
        turns = number(words, 4);
        moves_per_turn = number(words, 5);
        board.assign(rows, std::vector<int>(cols, 0));
    }

    /// Waits until a command is wanted. False when the match is over.
    bool read_turn() {
        for (;;) {
            const Words words = read_words();
            if (!std::cin) return false;
            if (words.empty()) continue;
            if (words[0] == "turn") {
                turn = number(words, 1);
                moves = number(words, 3);
                time_ms = number(words, 5);
                read_board();
                return true;
            }
            if (words[0] == "end") {
                result = {number(words, 1), number(words, 2)};
                return false;
            }
            reply = read_reply(words);
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
    using Words = std::vector<std::string>;

    void read_board() {
        for (std::vector<int>& scores : board) {
            const Words words = read_words();
            for (int col = 0; col < cols; col++) scores[col] = sign * number(words, col);
        }
    }

    Reply read_reply(const Words& words) const {
        Reply told = {words[0], {}};
        std::istringstream list(words.size() > 1 ? words[1] : "");
        for (std::string score; std::getline(list, score, ',');) told.numbers.push_back(std::atoi(score.c_str()));
        // Scores have a sign; the single number after OK counts tiles or levels and has none.
        if (told.kind == "occupied" || told.numbers.size() > 1) {
            for (int& score : told.numbers) score *= sign;
        }
        return told;
    }

    /// The words of the next line; none, and `std::cin` is false, when there are no more lines.
    static Words read_words() {
        std::string line;
        std::getline(std::cin, line);
        std::istringstream stream(line);
        return {std::istream_iterator<std::string>(stream), {}};
    }

    /// The number at that place of a line, 0 if there is none.
    static int number(const Words& words, std::size_t at) {
        return at < words.size() ? std::atoi(words[at].c_str()) : 0;
    }

    static void say(const std::string& command, const std::vector<Tile>& tiles) {
        std::cout << command;
        for (const Tile tile : tiles) std::cout << " " << tile.row << " " << tile.col;
        // std::endl flushes. With "\n" the line stays in a buffer, and the arena waits until your time is over.
        std::cout << std::endl;
    }
};
