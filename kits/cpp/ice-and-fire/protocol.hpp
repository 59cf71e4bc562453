// What the arena says and what a bot answers in A Code of Ice and Fire.
//
// This file knows the words of the game, lines.hpp reads and prints lines.
// `skirmish rules ice-and-fire` has the whole protocol. You give any number of orders a turn, then `end_turn`.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lines.hpp"

/// x grows to the right, y downwards.
struct Cell {
    int x = 0;
    int y = 0;

    // Compares cells, so that they can be found in a std::set or a std::map.
    auto operator<=>(const Cell&) const = default;
};

constexpr int SIZE = 12;
constexpr std::array UNIT_COST = {0, 10, 20, 30};  // by level
constexpr std::array UNIT_UPKEEP = {0, 1, 4, 20};
constexpr int TOWER_COST = 15;

enum class Kind { Headquarters, Mine, Tower };

/// A headquarters, a mine or a tower.
struct Building {
    bool is_own = false;
    Kind kind = Kind::Headquarters;
    Cell cell;
};

/// A soldier of level 1, 2 or 3.
struct Unit {
    bool is_own = false;
    int id = 0;
    int level = 0;
    Cell cell;
};

/// One match as your bot sees it.
class Game {
public:
    std::vector<Cell> mine_spots;

    int turn = 0;  // counted from 1
    int gold = 0;
    int income = 0;
    int enemy_gold = 0;
    int enemy_income = 0;
    // For each cell, map[y][x]: `#` void, `.` neutral, `O` yours, `o` yours but cut off, `X` the enemy's, `x` the
    // enemy's but cut off.
    std::vector<std::string> map;
    std::vector<Building> buildings;
    std::vector<Unit> units;
    Cell own_headquarters;
    Cell enemy_headquarters;

    /// Waits for your next turn. False when the match is over.
    bool read_turn() {
        Line line = Line::read();
        turn += 1;
        if (turn == 1) {
            for (int count = line.number(0); count > 0; count--) {
                const Line spot = Line::read();
                mine_spots.push_back({spot.number(0), spot.number(1)});
            }
            line = Line::read();
        }
        gold = line.number(0);
        income = Line::read().number(0);
        enemy_gold = Line::read().number(0);
        enemy_income = Line::read().number(0);
        map.clear();
        for (int y = 0; y < SIZE; y++) {
            map.push_back(Line::read().word(0));
            map.back().resize(SIZE, '#');
        }
        buildings.clear();
        for (int count = Line::read().number(0); count > 0; count--) {
            line = Line::read();
            add_building({line.number(0) == 0, Kind(line.number(1)), {line.number(2), line.number(3)}});
        }
        units.clear();
        line = Line::read();
        for (int count = line.number(0); count > 0; count--) {
            line = Line::read();
            units.push_back({line.number(0) == 0, line.number(1), line.number(2), {line.number(3), line.number(4)}});
        }
        // After the end every line is one more end, so it is enough to look at the last.
        return !line.is_end;
    }

    /// What the map shows on a cell; void beyond the board.
    char at(Cell cell) const {
        const bool is_on_board = 0 <= cell.x && cell.x < SIZE && 0 <= cell.y && cell.y < SIZE;
        return is_on_board ? map[cell.y][cell.x] : '#';
    }

    /// The cells above, to the right, below and to the left that are not void.
    std::vector<Cell> neighbours(Cell cell) const {
        const auto [x, y] = cell;
        std::vector<Cell> around = {{x, y - 1}, {x + 1, y}, {x, y + 1}, {x - 1, y}};
        std::erase_if(around, [&](Cell near) { return at(near) == '#'; });
        return around;
    }

    /// The unit on a cell, if there is one.
    std::optional<Unit> unit_at(Cell cell) const {
        const auto found = std::ranges::find(units, cell, &Unit::cell);
        return found == units.end() ? std::nullopt : std::optional(*found);
    }

    /// The building on a cell, if there is one.
    std::optional<Building> building_at(Cell cell) const {
        const auto found = std::ranges::find(buildings, cell, &Building::cell);
        return found == buildings.end() ? std::nullopt : std::optional(*found);
    }

    /// Whether an enemy tower keeps units below level 3 out of the cell.
    bool is_guarded(Cell cell) const {
        if (has_enemy_tower(cell)) return true;
        if (at(cell) != 'X') return false;
        const auto protects = [&](Cell near) { return at(near) == 'X' && has_enemy_tower(near); };
        return std::ranges::any_of(neighbours(cell), protects);
    }

    /// The lowest level that can enter the cell; 4 if something of yours stands there.
    int level_to_enter(Cell cell) const {
        const auto building = building_at(cell);
        const auto unit = unit_at(cell);
        if ((building && building->is_own) || (unit && unit->is_own)) return 4;
        if (is_guarded(cell)) return 3;
        return unit ? std::min(unit->level + 1, 3) : 1;
    }

    // The orders of a turn.

    /// A unit goes one step towards a cell.
    void move(const Unit& unit, Cell cell) { order("MOVE " + std::to_string(unit.id), cell); }

    /// A new unit, on your territory or on a cell beside it, which it takes.
    void train(int level, Cell cell) { order("TRAIN " + std::to_string(level), cell); }

    /// A mine on a mine spot of yours.
    void build_mine(Cell cell) { order("BUILD MINE", cell); }

    /// A tower on a cell of yours that is no mine spot.
    void build_tower(Cell cell) { order("BUILD TOWER", cell); }

    /// A text for those who watch.
    void message(std::string text) {
        std::ranges::replace(text, ';', ',');
        order("MSG " + text);
    }

    /// Sends the orders of this turn.
    void end_turn() {
        Line::say(orders.empty() ? "WAIT" : orders);
        orders.clear();
    }

private:
    std::string orders;

    void add_building(const Building& building) {
        buildings.push_back(building);
        if (building.kind == Kind::Headquarters) {
            (building.is_own ? own_headquarters : enemy_headquarters) = building.cell;
        }
    }

    bool has_enemy_tower(Cell cell) const {
        const auto building = building_at(cell);
        return building && building->kind == Kind::Tower && !building->is_own;
    }

    void order(const std::string& what, Cell cell) {
        order(what + " " + std::to_string(cell.x) + " " + std::to_string(cell.y));
    }

    void order(const std::string& what) { orders += (orders.empty() ? "" : ";") + what; }
};
