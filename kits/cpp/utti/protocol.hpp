// What the arena says and what a bot answers in Utti: everything about text is in this file.
//
// `skirmish rules utti` has the whole protocol. This header asks to be asked unit by unit, and keeps the board for you:
// mines, all units of both sides, and everybody's gold.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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
        const Words hello = read_words();
        size = number(hello, 1);
        seat = number(hello, 2);
        rounds = number(hello, 3);
        max_units = number(hello, 4);
        troop_cost = number(hello, 5);
        base_height = number(hello, 6);
        for (int count = number(read_words(), 1); count > 0; count--) {
            const Words words = read_words();
            mines.push_back({number(words, 0), number(words, 1)});
        }
        mine_cells.insert(mines.begin(), mines.end());
        for (int count = number(read_words(), 1); count > 0; count--) add(read_words(), 0);
        read_words();  // end
        say("ready");
    }

    /// Waits until one of your units, `unit`, is to act. False when the match is over.
    bool read_turn() {
        for (;;) {
            const Words words = read_words();
            if (!std::cin) return false;
            if (words.empty()) continue;
            if (words[0] == "act") {
                unit = units[number(words, 1)];
                gold = number(words, 6);
                return true;
            }
            if (words[0] == "over") {
                result = {number(words, 1), number(words, 2)};
                return false;
            }
            hear(words);
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
    using Words = std::vector<std::string>;

    std::map<Cell, int> troops;  // ids, by cell
    std::set<Cell> mine_cells;

    /// One piece of news.
    void hear(const Words& words) {
        const std::string& kind = words[0];
        const int id = number(words, 1);
        if (kind == "round") {
            round = id;
        } else if (kind == "gold") {
            gold = number(words, 1);
            enemy_gold = number(words, 2);
        } else if (kind == "born") {
            add(words, 1);
        } else if (!units.contains(id)) {
            return;
        } else if (kind == "moved") {
            lift(units[id]);
            units[id].cell = {number(words, 2), number(words, 3)};
            troops[units[id].cell] = id;
        } else if (kind == "height") {
            units[id].height = number(words, 2);
        } else if (kind == "gone") {
            lift(units[id]);
            units.erase(id);
        }
    }

    /// A new unit, told by the words from that place on.
    void add(const Words& words, std::size_t from) {
        const Unit born = {
            .id = number(words, from),
            .is_own = number(words, from + 1) == 0,
            .is_base = from + 2 < words.size() && words[from + 2] == "B",
            .cell = {number(words, from + 3), number(words, from + 4)},
            .height = number(words, from + 5),
        };
        units[born.id] = born;
        if (!born.is_base) troops[born.cell] = born.id;
    }

    /// Takes a troop off its cell, unless another already stands there.
    void lift(const Unit& troop) {
        const auto found = troops.find(troop.cell);
        if (found != troops.end() && found->second == troop.id) troops.erase(found);
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

    static void act(const std::string& action, Cell cell) {
        say(action + " " + std::to_string(cell.row) + " " + std::to_string(cell.col));
    }

    static void say(const std::string& line) {
        // std::endl flushes. With "\n" the line stays in a buffer, and the arena waits until your time is over.
        std::cout << line << std::endl;
    }
};
