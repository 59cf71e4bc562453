// A first bot for Si32: fill the buildings with workers, send everybody else to mine, build with what they bring.
//
// Run it:  skirmish play si32 . house:random

#include "protocol.hpp"

// More steps than there are on any board.
constexpr int FAR = 10'000;

using Steps = std::map<Tile, int>;

void play_turn(Game& game);
const char* free_corner(const Game& game, Tile tile);
bool is_free(const Game& game, Tile tile);
Steps steps_to_resource(const Game& game);
const char* best_step(const Game& game, Tile tile, const Steps& steps);

int main() {
    Game game;

    // Every turn we get the whole map, and answer with commands for all our units.
    while (game.read_turn()) {
        play_turn(game);
        game.end_turn();
    }
}

void play_turn(Game& game) {
    int budget = game.resource;
    const Steps steps = steps_to_resource(game);
    std::map<Tile, int> room;  // how many more workers count, for each of our buildings
    for (const Building& building : game.buildings) {
        if (building.is_own) room[building.tile] = MAX_WORKERS;
    }
    for (const Army& army : game.armies) {
        if (!army.is_own) continue;
        int units = army.units;

        // Lesson 1: workers make units, five turns of work each, but only ten of them count in a building.
        const auto building = game.building_at(army.tile);
        if (building && building->is_own) {
            const int workers = std::min(units, room[building->tile]);
            room[building->tile] -= workers;
            units -= workers;
            if (workers > 0) game.work(army.tile, workers);
        }

        // Lesson 2: one building makes two units a turn at most. As soon as we can pay, there is another one.
        if (units > 0 && budget >= BUILDING_COST) {
            if (const char* corner = free_corner(game, army.tile)) {
                budget -= BUILDING_COST;
                units -= 1;
                game.build(army.tile, corner);
            }
        }

        // Lesson 3: whoever is left over brings resource, from here or from the nearest tile that has some to spare.
        const int miners = std::min(units, game.resources[army.tile.y][army.tile.x]);
        units -= miners;
        if (miners > 0) game.mine(army.tile, miners);
        const char* direction = best_step(game, army.tile, steps);
        if (units > 0 && direction) game.move(army.tile, direction, units);
    }
}

/// A corner towards which a building fits on this tile: on the board, no building, no enemy. Null if there is none.
const char* free_corner(const Game& game, Tile tile) {
    for (const auto& [corner, step] : CORNERS) {
        const std::array ground = {tile, tile + Tile{step.x, 0}, tile + Tile{0, step.y}, tile + step};
        if (std::ranges::all_of(ground, [&](Tile part) { return is_free(game, part); })) return corner;
    }
    return nullptr;
}

bool is_free(const Game& game, Tile tile) {
    const auto army = game.army_at(tile);
    return game.is_on_board(tile) && !game.building_at(tile) && (!army || army->is_own);
}

/// For every tile, how many steps it is to the nearest one that has more resource than we have units there.
///
/// One flood from all these tiles at once: it starts at 0 on each and grows by one step at a time.
Steps steps_to_resource(const Game& game) {
    Steps steps;
    std::vector<Tile> queue;
    for (int y = 0; y < game.height; y++) {
        for (int x = 0; x < game.width; x++) {
            const auto army = game.army_at({x, y});
            const bool has_more = game.resources[y][x] > (army ? army->units : 0);
            steps[{x, y}] = has_more ? 0 : FAR;
            if (has_more) queue.push_back({x, y});
        }
    }
    for (std::size_t next = 0; next < queue.size(); next++) {  // the list grows while we walk along it
        const Tile tile = queue[next];
        for (const auto& [direction, step] : STEPS) {
            const Tile near = tile + step;
            if (game.is_on_board(near) && steps[near] == FAR) {
                steps[near] = steps[tile] + 1;
                queue.push_back(near);
            }
        }
    }
    return steps;
}

/// The direction in which resource is nearest; the first of several. Null if there is no resource left.
const char* best_step(const Game& game, Tile tile, const Steps& steps) {
    const char* best = nullptr;
    int fewest = FAR;
    for (const auto& [direction, step] : STEPS) {
        const Tile near = tile + step;
        if (game.is_on_board(near) && steps.at(near) < fewest) {
            best = direction;
            fewest = steps.at(near);
        }
    }
    return best;
}

// Three ideas to try next:
// 1. Spread out. All who are left over on a tile walk to the same place. Give each a tile of its own.
// 2. Attack. As many units as an enemy's building has workers, and ten more, bring it down.
// 3. Defend. Count the enemies near your buildings (`armies`), and keep as many at home.
