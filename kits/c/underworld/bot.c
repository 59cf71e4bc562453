// A first bot for Underworld: a few farms, then warriors without end, and all of them march to the nearest castle.
//
// Run it:  skirmish play underworld . house:random

#include "protocol.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    ENOUGH_FARMS = 4, // how many farms we want before all money goes into warriors
    FAR = 10000,      // more steps than there are on any board
};

// Cells that a command of this turn already asks for: at[y][x].
typedef struct {
    bool at[MAX_SIDE][MAX_SIDE];
} Wanted;

// How many steps it is from each cell: at[y][x].
typedef struct {
    int at[MAX_SIDE][MAX_SIDE];
} Steps;

static int build_farms(const Game *game, int money, Wanted *wanted);
static void spawn_warriors(const Game *game, int money, Wanted *wanted);
static void march(const Game *game, Wanted *wanted);
static void march_one(const Game *game, Cell warrior, const Steps *steps, Wanted *wanted);
static Cell goal_of(const Game *game);
static void find_steps_to(const Game *game, Cell goal, Steps *steps);
static int steps_from(const Steps *steps, Cell cell);
static void sort_by_steps(Cell *cells, int count, const Steps *steps);
static bool is_door(const Game *game, Cell cell);

int main(void) {
    static Game game; // static, because it is too big for the stack
    start_game(&game);

    // Every turn we get the whole board, and answer with commands for everything we have.
    while (read_turn(&game)) {
        Wanted wanted = {0};
        int money = build_farms(&game, game.money, &wanted);
        spawn_warriors(&game, money, &wanted);
        march(&game, &wanted);
        end_turn();
    }
}

// Lesson 1: a farm costs 1000 and pays 50 a turn, so it is worth it early. Returns the money that is left.
static int build_farms(const Game *game, int money, Wanted *wanted) {
    int farms = 0;
    for (const Thing *farm = NULL; (farm = next_own(game, FARM, farm));) farms++;
    for (const Thing *castle = NULL; (castle = next_own(game, CASTLE, castle));) {
        for (int dy = -BUILD_DISTANCE; dy <= BUILD_DISTANCE; dy++) {
            for (int dx = -BUILD_DISTANCE; dx <= BUILD_DISTANCE; dx++) {
                Cell cell = neighbour(castle->cell, (Cell){dx, dy});
                if (!is_free(game, cell) || !is_within(castle->cell, cell, BUILD_DISTANCE)) continue;
                // The cells beside the barracks stay open, as doors for warriors.
                if (farms < ENOUGH_FARMS && money >= FARM_COST && !is_door(game, cell)) {
                    farms++;
                    money -= FARM_COST;
                    wanted->at[cell.y][cell.x] = true;
                    build(cell, FARM);
                }
            }
        }
    }
    return money;
}

// Lesson 2: each barracks trains one warrior a turn, on a free cell beside it.
static void spawn_warriors(const Game *game, int money, Wanted *wanted) {
    for (const Thing *barracks = NULL; (barracks = next_own(game, BARRACKS, barracks));) {
        for (int i = 0; i < 4; i++) {
            Cell cell = neighbour(barracks->cell, STEPS[i].step);
            if (money >= WARRIOR_COST && is_free(game, cell) && !wanted->at[cell.y][cell.x]) {
                money -= WARRIOR_COST;
                wanted->at[cell.y][cell.x] = true;
                spawn(barracks->cell, STEPS[i].name);
                break;
            }
        }
    }
}

// Lesson 3: warriors hit by themselves whatever is near. They only have to be brought there.
static void march(const Game *game, Wanted *wanted) {
    Cell goal = goal_of(game);
    Steps steps;
    find_steps_to(game, goal, &steps);
    // Those in front go first; two warriors bound for one cell would both stay.
    Cell warriors[MAX_CELLS];
    int count = 0;
    for (const Thing *warrior = NULL; (warrior = next_own(game, WARRIOR, warrior));) {
        warriors[count++] = warrior->cell;
    }
    sort_by_steps(warriors, count, &steps);
    for (int i = 0; i < count; i++) {
        if (is_within(warriors[i], goal, RANGE)) continue; // near enough to hit
        march_one(game, warriors[i], &steps, wanted);
    }
}

static void march_one(const Game *game, Cell warrior, const Steps *steps, Wanted *wanted) {
    const Way *best = NULL;
    int fewest = steps_from(steps, warrior);
    for (int i = 0; i < 4; i++) {
        Cell near = neighbour(warrior, STEPS[i].step);
        if (is_free(game, near) && steps_from(steps, near) < fewest && !wanted->at[near.y][near.x]) {
            best = &STEPS[i];
            fewest = steps_from(steps, near);
        }
    }
    if (best) {
        Cell near = neighbour(warrior, best->step);
        wanted->at[near.y][near.x] = true;
        move(warrior, best->name);
    }
}

// The enemy castle nearest to ours; if we see none, the place opposite to ours.
static Cell goal_of(const Game *game) {
    const Thing *own = next_own(game, CASTLE, NULL);
    Cell home = own ? own->cell : (Cell){0, 0};
    Cell best = {game->width - 1 - home.x, game->height - 1 - home.y};
    int nearest = FAR;
    for (const Thing *castle = NULL; (castle = next_enemy(game, CASTLE, castle));) {
        int distance = abs(castle->cell.x - home.x) + abs(castle->cell.y - home.y);
        if (distance < nearest) {
            best = castle->cell;
            nearest = distance;
        }
    }
    return best;
}

// For every cell, how many steps it is to the goal, around walls and buildings.
//
// One flood: it starts at 0 on the goal and grows by one step at a time.
static void find_steps_to(const Game *game, Cell goal, Steps *steps) {
    for (int y = 0; y < game->height; y++) {
        for (int x = 0; x < game->width; x++) steps->at[y][x] = FAR;
    }
    steps->at[goal.y][goal.x] = 0;
    Cell queue[MAX_CELLS];
    int count = 0;
    queue[count++] = goal;
    for (int next = 0; next < count; next++) { // the list grows while we walk along it
        for (int i = 0; i < 4; i++) {
            Cell near = neighbour(queue[next], STEPS[i].step);
            const Thing *thing = thing_at(game, near);
            bool is_open = is_on_board(game, near) && (!thing || thing->kind == WARRIOR);
            if (is_open && steps_from(steps, near) == FAR) {
                steps->at[near.y][near.x] = steps_from(steps, queue[next]) + 1;
                queue[count++] = near;
            }
        }
    }
}

static int steps_from(const Steps *steps, Cell cell) {
    return steps->at[cell.y][cell.x];
}

// Sorts cells, those with the fewest steps first. Each is put in before all that are further away, so those that are
// equally far keep their order.
static void sort_by_steps(Cell *cells, int count, const Steps *steps) {
    for (int i = 1; i < count; i++) {
        Cell cell = cells[i];
        int place = i;
        for (; place > 0 && steps_from(steps, cells[place - 1]) > steps_from(steps, cell); place--) {
            cells[place] = cells[place - 1];
        }
        cells[place] = cell;
    }
}

// Whether the cell is beside one of our barracks.
static bool is_door(const Game *game, Cell cell) {
    for (const Thing *barracks = NULL; (barracks = next_own(game, BARRACKS, barracks));) {
        if (is_within(cell, barracks->cell, 1)) return true;
    }
    return false;
}

// Three ideas to try next:
// 1. Defend. When an enemy's warrior comes near your castle, send yours back to it: three hit harder than one.
// 2. Hit together. A warrior's damage is divided among all it can reach. Wait in front of the enemy until ten are
//    there.
// 3. More barracks. Each trains one warrior a turn; with many farms one is not enough.
