// What the arena says and what a bot answers in Utti.
//
// This file knows the words of the game, lines.hpp reads and prints lines.
// `skirmish rules utti` has the whole protocol. This header asks to be asked unit by unit, and keeps the board for you:
// mines, all units of both sides, and everybody's gold.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lines.hpp"

struct Cell {
    int row = 0;
    int col = 0;

    // Compares cells, so that they can be found in a std::set or a std::map.
    auto operator<=>(const Cell&) const = default;
};

/// A troop or a base.
struct Unit {
    int id = 0;
    bool is_own = false;  // yours, not the enemy's
    bool is_base = false;
    Cell cell;
    int height = 0;  // 0 for a base
};

/// One match as your bot sees it.
class Game {
public:
    int size = 0;  // rows and columns of the board
    int seat = 0;
    int rounds = 0;
    int max_units = 0;  // the most units a side can have
    int troop_cost = 0;
    int base_height = 0;      // how high a troop must be to become a base
    std::vector<Cell> mines;  // row by row

    int round = 0;  // counted from 0
    int gold = 0;
    int enemy_gold = 0;
    std::map<int, Unit> units;                  // everybody, by id
    Unit unit;                                  // the one that is to act now
    std::optional<std::pair<int, int>> result;  // your score and the enemy's, once the match is over

    /// Waits for the match to begin.
    Game() {
        const Line hello = Line::read();
        size = hello.number(1);
        seat = hello.number(2);
        rounds = hello.number(3);
        max_units = hello.number(4);
        troop_cost = hello.number(5);
        base_height = hello.number(6);
        for (int count = Line::read().number(1); count > 0; count--) {
            const Line line = Line::read();
            mines.push_back({line.number(0), line.number(1)});
        }
        mine_cells.insert(mines.begin(), mines.end());
        for (int count = Line::read().number(1); count > 0; count--) add(Line::read(), 0);
        Line::read();  // end
        Line::say("ready");
    }

    /// Waits until one of your units, `unit`, is to act. False when the match is over.
    bool read_turn() {
        for (;;) {
            const Line line = Line::read();
            if (line.is_end) return false;
            if (line.word(0) == "act" && units.contains(line.number(1))) {
                unit = units[line.number(1)];
                gold = line.number(6);
                return true;
            }
            if (line.word(0) == "over") {
                result = {line.number(1), line.number(2)};
                return false;
            }
            hear(line);
        }
    }

    /// The up to eight cells around, row by row.
    std::vector<Cell> neighbours(Cell cell) const {
        std::vector<Cell> cells;
        for (int row = std::max(cell.row - 1, 0); row <= std::min(cell.row + 1, size - 1); row++) {
            for (int col = std::max(cell.col - 1, 0); col <= std::min(cell.col + 1, size - 1); col++) {
                if (Cell{row, col} != cell) cells.push_back({row, col});
            }
        }
        return cells;
    }

    /// Steps between two cells: a diagonal step is one step.
    int distance(Cell one, Cell other) const {
        return std::max(std::abs(one.row - other.row), std::abs(one.col - other.col));
    }

    /// Whether there is a mine on the cell.
    bool has_mine(Cell cell) const { return mine_cells.contains(cell); }

    /// The troop on a cell, anybody's; null if there is none.
    const Unit* troop_at(Cell cell) const {
        const auto found = troops.find(cell);
        return found == troops.end() ? nullptr : &units.at(found->second);
    }

    /// How many troops you have.
    int own_troops() const {
        return std::ranges::count_if(troops, [&](const auto& troop) { return units.at(troop.second).is_own; });
    }

    // The eight actions. One answers one question.

    /// Does nothing.
    void idle() { act("IDLE", unit.cell); }

    /// A base: puts a troop of height 1 on a cell beside it.
    void create_troop(Cell cell) { act("CREATE_TROOP", cell); }

    /// A troop on a mine: 2 gold for each unit of its height.
    void mine() { act("MINE", unit.cell); }

    /// A troop: one step to a cell without a troop.
    void move(Cell cell) { act("MOVE", cell); }

    /// A troop: goes on top of an enemy's troop beside it, however high that is, and adds its height.
    void capture(Cell cell) { act("CAPTURE", cell); }

    /// A troop: goes on top of one of your troops beside it, and adds its height.
    void climb(Cell cell) { act("CLIMB", cell); }

    /// A troop at least 2 high: its upper half goes to an empty cell beside it.
    void split(Cell cell) { act("SPLIT", cell); }

    /// A troop that is high enough: leaves a base behind where it stands.
    void create_base() { act("CREATE_BASE", unit.cell); }

private:
    std::map<Cell, int> troops;  // ids, by cell
    std::set<Cell> mine_cells;

    /// One piece of news.
    void hear(const Line& line) {
        const std::string kind = line.word(0);
        const int id = line.number(1);
        if (kind == "round") {
            round = id;
        } else if (kind == "gold") {
            gold = line.number(1);
            enemy_gold = line.number(2);
        } else if (kind == "born") {
            add(line, 1);
        } else if (!units.contains(id)) {
            return;
        } else if (kind == "moved") {
            lift(units[id]);
            units[id].cell = {line.number(2), line.number(3)};
            troops[units[id].cell] = id;
        } else if (kind == "height") {
            units[id].height = line.number(2);
        } else if (kind == "gone") {
            lift(units[id]);
            units.erase(id);
        }
    }

    /// A new unit, told by the words from that place on.
    void add(const Line& line, std::size_t from) {
        const Unit born = {
            .id = line.number(from),
            .is_own = line.number(from + 1) == 0,
            .is_base = line.word(from + 2) == "B",
            .cell = {line.number(from + 3), line.number(from + 4)},
            .height = line.number(from + 5),
        };
        units[born.id] = born;
        if (!born.is_base) troops[born.cell] = born.id;
    }

    /// Takes a troop off its cell, unless another already stands there.
    void lift(const Unit& troop) {
        const auto found = troops.find(troop.cell);
        if (found != troops.end() && found->second == troop.id) troops.erase(found);
    }

    static void act(const std::string& action, Cell cell) {
        Line::say(action + " " + std::to_string(cell.row) + " " + std::to_string(cell.col));
    }
};
