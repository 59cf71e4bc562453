// What the arena says and what a bot answers in Si32.
//
// This file knows the words of the game, lines.hpp reads and prints lines.
// `skirmish rules si32` has the whole protocol. You give any number of commands a turn, then `end_turn`.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lines.hpp"

/// x grows to the east, y to the south.
struct Tile {
    int x = 0;
    int y = 0;

    // Compares tiles, so that they can be found in a std::set or a std::map.
    auto operator<=>(const Tile&) const = default;
};

constexpr Tile operator+(Tile one, Tile other) { return {one.x + other.x, one.y + other.y}; }

/// A direction or a corner, with its step.
struct Way {
    const char* name;
    Tile step;
};

/// The directions of a move.
constexpr std::array<Way, 4> STEPS = {{{"N", {0, -1}}, {"E", {1, 0}}, {"S", {0, 1}}, {"W", {-1, 0}}}};
/// The corners of a building, seen from the unit that builds it.
constexpr std::array<Way, 4> CORNERS = {{{"NE", {1, -1}}, {"SE", {1, 1}}, {"SW", {-1, 1}}, {"NW", {-1, -1}}}};
constexpr int BUILDING_COST = 100;
constexpr int MAX_WORKERS = 10;

/// All units on one tile; they belong to one player.
struct Army {
    Tile tile;
    bool is_own = false;
    int units = 0;
};

/// A building covers 2x2 tiles.
struct Building {
    Tile tile;  // its top-left one
    bool is_own = false;
    int progress = 0;
};

/// A line of your last answer that did nothing.
struct BadLine {
    int line = 0;  // counted from 1
    std::string reason;
};

/// One match as your bot sees it.
class Game {
public:
    int width = 0;
    int height = 0;
    int seat = 0;
    int turns = 0;
    std::vector<std::vector<int>> resources;  // what lies on the tiles: resources[y][x]

    int turn = 0;      // counted from 1
    int resource = 0;  // what you can spend
    int enemy_resource = 0;
    int produced = 0;  // units you have produced
    int enemy_produced = 0;
    std::vector<Army> armies;
    std::vector<Building> buildings;
    std::vector<BadLine> bad;
    std::optional<std::pair<int, int>> result;  // units you and the enemy produced, once the match is over

    /// Waits for the match to begin.
    Game() {
        const Line hello = Line::read();
        width = hello.number(1);
        height = hello.number(2);
        seat = hello.number(3);
        turns = hello.number(4);
        for (int y = 0; y < height; y++) resources.push_back(Line::read().numbers(0, width));
    }

    /// Waits for the next turn. False when the match is over.
    bool read_turn() {
        armies.clear();
        buildings.clear();
        bad.clear();
        occupied.clear();
        covered.clear();
        for (;;) {
            const Line line = Line::read();
            if (line.is_end) return false;
            if (line.word(0) == "end") return !result;
            hear(line);
        }
    }

    /// The units on the tile, if there are any.
    std::optional<Army> army_at(Tile tile) const {
        const auto found = occupied.find(tile);
        return found == occupied.end() ? std::nullopt : std::optional(found->second);
    }

    /// The building that covers the tile, if there is one.
    std::optional<Building> building_at(Tile tile) const {
        const auto found = covered.find(tile);
        return found == covered.end() ? std::nullopt : std::optional(found->second);
    }

    /// Whether there is such a tile.
    bool is_on_board(Tile tile) const { return 0 <= tile.x && tile.x < width && 0 <= tile.y && tile.y < height; }

    // The commands of a turn.

    /// Units of a tile go one step: N, E, S or W.
    void move(Tile tile, const char* direction, int units) {
        commands << "move " << tile.x << " " << tile.y << " " << direction << " " << units << "\n";
    }

    /// One unit places a building that covers the tile and the three towards the corner: NE, SE, SW or NW.
    void build(Tile tile, const char* corner) {
        commands << "build " << tile.x << " " << tile.y << " " << corner << " 1\n";
    }

    /// Units of a tile work in your building there.
    void work(Tile tile, int units) { commands << "build " << tile.x << " " << tile.y << " " << units << "\n"; }

    /// Units of a tile take 1 resource each from it.
    void mine(Tile tile, int units) { commands << "mine " << tile.x << " " << tile.y << " " << units << "\n"; }

    /// Sends the commands of this turn.
    void end_turn() {
        Line::say(commands.str() + "end");
        commands.str("");
    }

private:
    std::map<Tile, Army> occupied;
    std::map<Tile, Building> covered;
    std::ostringstream commands;

    void hear(const Line& line) {
        const std::string kind = line.word(0);
        const Tile tile = {line.number(1), line.number(2)};
        const bool is_own = line.number(3) == 0;
        if (kind == "turn") {
            turn = line.number(1);
        } else if (kind == "resource") {
            resource = line.number(1);
            enemy_resource = line.number(2);
        } else if (kind == "produced") {
            produced = line.number(1);
            enemy_produced = line.number(2);
        } else if (kind == "r" && is_on_board(tile)) {
            resources[tile.y][tile.x] = line.number(3);
        } else if (kind == "u" && is_on_board(tile)) {
            armies.push_back({tile, is_own, line.number(4)});
            occupied[tile] = armies.back();
        } else if (kind == "b") {
            buildings.push_back({tile, is_own, line.number(4)});
            for (const Tile part : {Tile{0, 0}, Tile{1, 0}, Tile{0, 1}, Tile{1, 1}}) {
                covered[tile + part] = buildings.back();
            }
        } else if (kind == "bad") {
            bad.push_back({line.number(1), line.word(2)});
        } else if (kind == "over") {
            result = {line.number(1), line.number(2)};
        }
    }
};
