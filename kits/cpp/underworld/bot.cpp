// A first bot for Underworld: a few farms, then warriors without end, and all of them march to the nearest castle.
//
// Run it:  skirmish play underworld . house:random

#include <set>

#include "protocol.hpp"

// How many farms we want before all money goes into warriors.
constexpr int ENOUGH_FARMS = 4;
// More steps than there are on any board.
constexpr int FAR = 10'000;

using Steps = std::map<Cell, int>;

int build_farms(Game& game, int money, std::set<Cell>& wanted);
void spawn_warriors(Game& game, int money, std::set<Cell>& wanted);
void march(Game& game, std::set<Cell>& wanted);
Cell goal_of(const Game& game);
Steps steps_to(const Game& game, Cell goal);
std::vector<Cell> cells_around(const Game& game, Cell middle, int distance);
bool is_door(const Game& game, Cell cell);

int main() {
    Game game;

    // Every turn we get the whole board, and answer with commands for everything we have.
    while (game.read_turn()) {
        std::set<Cell> wanted;  // cells that a command of this turn already asks for
        const int money = build_farms(game, game.money, wanted);
        spawn_warriors(game, money, wanted);
        march(game, wanted);
        game.end_turn();
    }
}

/// Lesson 1: a farm costs 1000 and pays 50 a turn, so it is worth it early. Returns the money that is left.
int build_farms(Game& game, int money, std::set<Cell>& wanted) {
    int farms = game.own(Kind::Farm).size();
    for (const Thing& castle : game.own(Kind::Castle)) {
        for (const Cell cell : cells_around(game, castle.cell, BUILD_DISTANCE)) {
            // The cells beside the barracks stay open, as doors for warriors.
            if (farms < ENOUGH_FARMS && money >= FARM_COST && game.is_free(cell) && !is_door(game, cell)) {
                farms += 1;
                money -= FARM_COST;
                wanted.insert(cell);
                game.build(cell, Kind::Farm);
            }
        }
    }
    return money;
}

/// Lesson 2: each barracks trains one warrior a turn, on a free cell beside it.
void spawn_warriors(Game& game, int money, std::set<Cell>& wanted) {
    for (const Thing& barracks : game.own(Kind::Barracks)) {
        for (const auto& [direction, step] : STEPS) {
            const Cell cell = barracks.cell + step;
            if (money >= WARRIOR_COST && game.is_free(cell) && !wanted.contains(cell)) {
                money -= WARRIOR_COST;
                wanted.insert(cell);
                game.spawn(barracks.cell, direction);
                break;
            }
        }
    }
}

/// Lesson 3: warriors hit by themselves whatever is near. They only have to be brought there.
void march(Game& game, std::set<Cell>& wanted) {
    const Cell goal = goal_of(game);
    const Steps steps = steps_to(game, goal);
    // Those in front go first; two warriors bound for one cell would both stay.
    std::vector<Thing> warriors = game.own(Kind::Warrior);
    std::ranges::stable_sort(warriors, {}, [&](const Thing& warrior) { return steps.at(warrior.cell); });
    for (const Thing& warrior : warriors) {
        if (game.is_within(warrior.cell, goal, RANGE)) continue;  // near enough to hit
        std::optional<Way> best;
        int fewest = steps.at(warrior.cell);
        for (const Way& way : STEPS) {
            const Cell near = warrior.cell + way.step;
            if (game.is_free(near) && steps.at(near) < fewest && !wanted.contains(near)) {
                best = way;
                fewest = steps.at(near);
            }
        }
        if (best) {
            wanted.insert(warrior.cell + best->step);
            game.move(warrior.cell, best->name);
        }
    }
}

/// The enemy castle nearest to ours; if we see none, the place opposite to ours.
Cell goal_of(const Game& game) {
    const Cell home = game.own(Kind::Castle).at(0).cell;
    const std::vector<Thing> castles = game.enemies(Kind::Castle);
    if (castles.empty()) return {game.width - 1 - home.x, game.height - 1 - home.y};
    const auto distance = [&](const Thing& castle) {
        return std::abs(castle.cell.x - home.x) + std::abs(castle.cell.y - home.y);
    };
    return std::ranges::min(castles, {}, distance).cell;
}

/// For every cell, how many steps it is to the goal, around walls and buildings.
///
/// One flood: it starts at 0 on the goal and grows by one step at a time.
Steps steps_to(const Game& game, Cell goal) {
    Steps steps;
    for (int y = 0; y < game.height; y++) {
        for (int x = 0; x < game.width; x++) steps[{x, y}] = FAR;
    }
    steps[goal] = 0;
    std::vector<Cell> queue = {goal};
    for (std::size_t next = 0; next < queue.size(); next++) {  // the list grows while we walk along it
        const Cell cell = queue[next];
        for (const auto& [direction, step] : STEPS) {
            const Cell near = cell + step;
            const auto thing = game.thing_at(near);
            const bool is_open = !thing || thing->kind == Kind::Warrior;
            if (game.is_on_board(near) && is_open && steps[near] == FAR) {
                steps[near] = steps[cell] + 1;
                queue.push_back(near);
            }
        }
    }
    return steps;
}

/// The cells of the board within the distance, row by row.
std::vector<Cell> cells_around(const Game& game, Cell middle, int distance) {
    std::vector<Cell> cells;
    for (int y = middle.y - distance; y <= middle.y + distance; y++) {
        for (int x = middle.x - distance; x <= middle.x + distance; x++) {
            const Cell cell = {x, y};
            if (game.is_on_board(cell) && game.is_within(middle, cell, distance)) cells.push_back(cell);
        }
    }
    return cells;
}

/// Whether the cell is beside one of our barracks.
bool is_door(const Game& game, Cell cell) {
    return std::ranges::any_of(game.own(Kind::Barracks),
                               [&](const Thing& barracks) { return game.is_within(cell, barracks.cell, 1); });
}

// Three ideas to try next:
// 1. Defend. When an enemy's warrior comes near your castle, send yours back to it: three hit harder than one.
// 2. Hit together. A warrior's damage is divided among all it can reach. Wait in front of the enemy until ten are
//    there.
// 3. More barracks. Each trains one warrior a turn; with many farms one is not enough.
