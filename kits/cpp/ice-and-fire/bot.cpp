// A first bot for A Code of Ice and Fire: take land with every step, and walk towards the enemy's headquarters.
//
// Run it:  skirmish play ice-and-fire . house:random

#include <map>
#include <set>

#include "protocol.hpp"

// More steps than there are on any board.
constexpr int FAR = 10'000;

using Steps = std::map<Cell, int>;

void move_units(Game& game, const Steps& steps, std::set<Cell>& taken);
void train_units(Game& game, const Steps& steps, std::set<Cell>& taken);
int worth(const Game& game, Cell cell, const Steps& steps);
std::vector<Cell> border(const Game& game);
Steps steps_to_enemy(const Game& game);

int main() {
    Game game;

    // Every turn we get the whole map, and answer with one line of orders.
    while (game.read_turn()) {
        const Steps steps = steps_to_enemy(game);
        std::set<Cell> taken;  // cells that an order of this turn already goes to
        move_units(game, steps, taken);
        train_units(game, steps, taken);
        game.end_turn();
    }
}

/// Lesson 1: every new cell earns 1 gold a turn, so a step on land that is not ours comes before any other.
void move_units(Game& game, const Steps& steps, std::set<Cell>& taken) {
    // The foremost unit chooses first. A cell on which one of ours stands is not free before the next turn.
    std::vector<Unit> units = game.units;
    std::erase_if(units, [](const Unit& unit) { return !unit.is_own; });
    std::ranges::stable_sort(units, {}, [&](const Unit& unit) { return steps.at(unit.cell); });
    for (const Unit& unit : units) {
        std::optional<Cell> best;
        for (const Cell near : game.neighbours(unit.cell)) {
            if (taken.contains(near) || unit.level < game.level_to_enter(near)) continue;
            if (!best || worth(game, near, steps) < worth(game, *best, steps)) best = near;
        }
        if (best) {
            taken.insert(*best);
            game.move(unit, *best);
        }
    }
}

/// Lesson 2: a new unit may appear on a cell beside our land, and takes it at once. So we train at the border.
///
/// Lesson 3: units cost gold every turn. When the income falls below zero and the gold is gone, all of them die.
void train_units(Game& game, const Steps& steps, std::set<Cell>& taken) {
    int gold = game.gold;
    int income = game.income;
    std::vector<Cell> cells = border(game);
    std::ranges::stable_sort(cells, {}, [&](Cell cell) { return steps.at(cell); });
    for (const Cell cell : cells) {
        const int level = game.level_to_enter(cell);
        if (taken.contains(cell) || level > 3) continue;
        // The cell it takes earns 1, its upkeep is due every turn.
        const int new_income = income + 1 - UNIT_UPKEEP[level];
        if (gold >= UNIT_COST[level] && (new_income >= 0 || cell == game.enemy_headquarters)) {
            gold -= UNIT_COST[level];
            income = new_income;
            taken.insert(cell);
            game.train(level, cell);
        }
    }
}

/// The lower the better: the enemy's headquarters, then new land, then what is nearer to the headquarters.
int worth(const Game& game, Cell cell, const Steps& steps) {
    if (cell == game.enemy_headquarters) return -1;
    return steps.at(cell) + (game.at(cell) == 'O' ? FAR : 0);
}

/// The cells beside our territory that are not part of it, row by row.
std::vector<Cell> border(const Game& game) {
    const auto is_ours = [&](Cell cell) { return game.at(cell) == 'O'; };
    std::vector<Cell> cells;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const Cell cell = {x, y};
            if (game.at(cell) == '#' || is_ours(cell)) continue;
            if (std::ranges::any_of(game.neighbours(cell), is_ours)) cells.push_back(cell);
        }
    }
    return cells;
}

/// For every cell, how many steps it is to the enemy's headquarters, around void cells.
///
/// One flood: it starts at 0 on the headquarters and grows by one step at a time.
Steps steps_to_enemy(const Game& game) {
    Steps steps;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) steps[{x, y}] = FAR;
    }
    steps[game.enemy_headquarters] = 0;
    std::vector<Cell> queue = {game.enemy_headquarters};
    for (std::size_t next = 0; next < queue.size(); next++) {  // the list grows while we walk along it
        const Cell cell = queue[next];
        for (const Cell near : game.neighbours(cell)) {
            if (steps[near] == FAR) {
                steps[near] = steps[cell] + 1;
                queue.push_back(near);
            }
        }
    }
    return steps;
}

// Three ideas to try next:
// 1. Build mines. `build_mine` on a spot of ours costs 20 and earns 4 a turn: it pays for itself in five turns.
// 2. Build towers. Beside the headquarters they keep everybody out who is not of level 3.
// 3. Cut off. Cells without a path to their headquarters are lost, and units on them die: a level 3 unit that breaks
//    through at a narrow place can take half of the enemy's army.
