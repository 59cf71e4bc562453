// What the arena says and what a bot answers in Underworld.
//
// This file knows the words of the game, lines.hpp reads and prints lines.
// `skirmish rules underworld` has the whole protocol. You give any number of commands a turn, then `end_turn`.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

#include "lines.hpp"

/// x counts columns from the west, y rows from the north.
struct Cell {
    int x = 0;
    int y = 0;

    // Compares cells, so that they can be found in a std::set or a std::map.
    auto operator<=>(const Cell&) const = default;
};

constexpr Cell operator+(Cell one, Cell other) { return {one.x + other.x, one.y + other.y}; }

/// A direction, with its step.
struct Way {
    char name;
    Cell step;
};

constexpr std::array<Way, 4> STEPS = {{{'N', {0, -1}}, {'E', {1, 0}}, {'S', {0, 1}}, {'W', {-1, 0}}}};
constexpr int WARRIOR_COST = 500;
constexpr int BARRACKS_COST = 1500;
constexpr int FARM_COST = 1000;
constexpr int RANGE = 2;           // how far a warrior hits
constexpr int BUILD_DISTANCE = 2;  // how far from an own building a new one can stand

enum class Kind : char { Warrior = 'W', Barracks = 'B', Castle = 'C', Farm = 'F', Wall = '#' };

/// Whatever stands on a cell.
struct Thing {
    Cell cell;
    int owner = -1;  // a seat; -1 for walls
    Kind kind = Kind::Wall;
    int hit_points = -1;  // -1 for walls
};

/// One match as your bot sees it.
class Game {
public:
    int width = 0;
    int height = 0;
    int players = 0;
    int seat = 0;  // yours

    int turn = 0;  // counted from 1
    int money = 0;
    std::vector<Thing> things;  // everything you see, row by row
    bool is_over = false;

    /// Waits for the match to begin.
    Game() {
        Line::read();  // Who are you?
        Line::say("crayfish");
    }

    /// Waits for the next turn. False when the match is over.
    bool read_turn() {
        if (turn == 0) {
            const Line line = Line::read();
            if (line.words.size() < 4) return false;
            width = line.number(0);
            height = line.number(1);
            players = line.number(2);
            seat = line.number(3);
        }
        turn += 1;
        things.clear();
        by_cell.clear();
        for (;;) {
            const Line line = Line::read();
            if (line.is_end) return false;
            if (line.word(0) == "end") return !is_over;
            hear(line);
        }
    }

    /// Your warriors, barracks, castle or farms, row by row.
    std::vector<Thing> own(Kind kind) const {
        return those([&](const Thing& thing) { return thing.kind == kind && thing.owner == seat; });
    }

    /// All others' warriors, barracks, castles or farms that you see, row by row.
    std::vector<Thing> enemies(Kind kind) const {
        const auto is_enemy = [&](int owner) { return owner != seat && owner != -1; };
        return those([&](const Thing& thing) { return thing.kind == kind && is_enemy(thing.owner); });
    }

    /// What stands on a cell, if you see something there.
    std::optional<Thing> thing_at(Cell cell) const {
        const auto found = by_cell.find(cell);
        return found == by_cell.end() ? std::nullopt : std::optional(found->second);
    }

    /// Whether there is such a cell.
    bool is_on_board(Cell cell) const { return 0 <= cell.x && cell.x < width && 0 <= cell.y && cell.y < height; }

    /// Whether the cell is on the board and you see nothing on it.
    bool is_free(Cell cell) const { return is_on_board(cell) && !thing_at(cell); }

    /// Whether two cells are at most so far from each other, as the crow flies.
    bool is_within(Cell one, Cell other, int distance) const {
        const int dx = one.x - other.x;
        const int dy = one.y - other.y;
        return dx * dx + dy * dy <= distance * distance;
    }

    // The commands of a turn.

    /// The warrior on the cell goes one step: N, E, S or W.
    void move(Cell cell, char direction) { command("move", cell, direction); }

    /// The barracks on the cell trains a warrior on that side.
    void spawn(Cell cell, char direction) { command("spawn", cell, direction); }

    /// Barracks or a farm on a free cell near one of your buildings.
    void build(Cell cell, Kind kind) { command("build", cell, char(kind)); }

    /// Sends the commands of this turn.
    void end_turn() {
        Line::say(commands.str() + "end");
        commands.str("");
    }

private:
    std::map<Cell, Thing> by_cell;
    std::ostringstream commands;

    void hear(const Line& line) {
        if (line.word(0) == "gg") {
            is_over = true;
        } else if (line.word(0) == "money") {
            money = line.number(1);
        } else if (line.words.size() >= 5) {
            const Cell cell = {line.number(0), line.number(1)};
            things.push_back({cell, line.number(2), Kind(line.words[3][0]), line.number(4)});
            by_cell[cell] = things.back();
        }
    }

    std::vector<Thing> those(auto is_meant) const {
        std::vector<Thing> found;
        std::ranges::copy_if(things, std::back_inserter(found), is_meant);
        return found;
    }

    void command(const char* name, Cell cell, char letter) {
        commands << name << " " << cell.x << " " << cell.y << " " << letter << "\n";
    }
};
