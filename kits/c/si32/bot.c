// A first bot for Si32: fill the buildings with workers, send everybody else to mine, build with what they bring.
//
// Run it:  skirmish play si32 . house:random

#include "protocol.h"

#include <stddef.h>

// More steps than there are on any board.
enum { FAR = 10000 };

// How many steps it is from each tile: at[y][x].
typedef struct {
    int at[MAX_SIDE][MAX_SIDE];
} Steps;

static void play_turn(const Game *game);
static const char *free_corner(const Game *game, Tile tile);
static bool is_free(const Game *game, Tile tile);
static void find_steps_to_resource(const Game *game, Steps *steps);
static const char *best_step(const Game *game, Tile tile, const Steps *steps);
static int smaller(int one, int other);

int main(void) {
    static Game game; // static, because it is too big for the stack
    start_game(&game);

    // Every turn we get the whole map, and answer with commands for all our units.
    while (read_turn(&game)) {
        play_turn(&game);
        end_turn();
    }
}

static void play_turn(const Game *game) {
    int budget = game->resource;
    Steps steps;
    find_steps_to_resource(game, &steps);
    int workers_in[MAX_TILES] = {0}; // for each building
    for (int i = 0; i < game->army_count; i++) {
        if (!game->armies[i].is_own) continue;
        Tile tile = game->armies[i].tile;
        int units = game->armies[i].units;

        // Lesson 1: workers make units, five turns of work each, but only ten of them count in a building.
        const Building *building = building_at(game, tile);
        if (building && building->is_own) {
            int *already = &workers_in[building - game->buildings];
            int workers = smaller(units, MAX_WORKERS - *already);
            *already += workers;
            units -= workers;
            if (workers > 0) work(tile, workers);
        }

        // Lesson 2: one building makes two units a turn at most. As soon as we can pay, there is another one.
        if (units > 0 && budget >= BUILDING_COST) {
            const char *corner = free_corner(game, tile);
            if (corner) {
                budget -= BUILDING_COST;
                units -= 1;
                build(tile, corner);
            }
        }

        // Lesson 3: whoever is left over brings resource, from here or from the nearest tile that has some to spare.
        int miners = smaller(units, game->resources[tile.y][tile.x]);
        units -= miners;
        if (miners > 0) mine(tile, miners);
        const char *direction = best_step(game, tile, &steps);
        if (units > 0 && direction) move(tile, direction, units);
    }
}

// A corner towards which a building fits on this tile: on the board, no building, no enemy. NULL if there is none.
static const char *free_corner(const Game *game, Tile tile) {
    for (int i = 0; i < 4; i++) {
        Tile step = CORNERS[i].step;
        bool is_beside_free = is_free(game, neighbour(tile, (Tile){step.x, 0}));
        bool is_below_free = is_free(game, neighbour(tile, (Tile){0, step.y}));
        bool is_corner_free = is_free(game, neighbour(tile, step));
        if (is_free(game, tile) && is_beside_free && is_below_free && is_corner_free) return CORNERS[i].name;
    }
    return NULL;
}

static bool is_free(const Game *game, Tile tile) {
    const Army *army = army_at(game, tile);
    return is_on_board(game, tile) && !building_at(game, tile) && (!army || army->is_own);
}

// For every tile, how many steps it is to the nearest one that has more resource than we have units there.
//
// One flood from all these tiles at once: it starts at 0 on each and grows by one step at a time.
static void find_steps_to_resource(const Game *game, Steps *steps) {
    Tile queue[MAX_TILES];
    int count = 0;
    for (int y = 0; y < game->height; y++) {
        for (int x = 0; x < game->width; x++) {
            const Army *army = army_at(game, (Tile){x, y});
            bool has_more = game->resources[y][x] > (army ? army->units : 0);
            steps->at[y][x] = has_more ? 0 : FAR;
            if (has_more) queue[count++] = (Tile){x, y};
        }
    }
    for (int next = 0; next < count; next++) { // the list grows while we walk along it
        Tile tile = queue[next];
        for (int i = 0; i < 4; i++) {
            Tile near = neighbour(tile, STEPS[i].step);
            if (is_on_board(game, near) && steps->at[near.y][near.x] == FAR) {
                steps->at[near.y][near.x] = steps->at[tile.y][tile.x] + 1;
                queue[count++] = near;
            }
        }
    }
}

// The direction in which resource is nearest; the first of several. NULL if there is no resource left.
static const char *best_step(const Game *game, Tile tile, const Steps *steps) {
    const char *best = NULL;
    int fewest = FAR;
    for (int i = 0; i < 4; i++) {
        Tile near = neighbour(tile, STEPS[i].step);
        if (is_on_board(game, near) && steps->at[near.y][near.x] < fewest) {
            best = STEPS[i].name;
            fewest = steps->at[near.y][near.x];
        }
    }
    return best;
}

static int smaller(int one, int other) {
    return one < other ? one : other;
}

// Three ideas to try next:
// 1. Spread out. All who are left over on a tile walk to the same place. Give each a tile of its own.
// 2. Attack. As many units as an enemy's building has workers, and ten more, bring it down.
// 3. Defend. Count the enemies near your buildings (`armies`), and keep as many at home.
