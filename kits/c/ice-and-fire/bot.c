// A first bot for A Code of Ice and Fire: take land with every step, and walk towards the enemy's headquarters.
//
// Run it:  skirmish play ice-and-fire . house:random

#include "protocol.h"

#include <stddef.h>

// More steps than there are on any board.
enum { FAR = 10000 };

// How many steps it is from each cell: at[y][x].
typedef struct {
    int at[SIZE][SIZE];
} Steps;

// Cells that an order of this turn already goes to: at[y][x].
typedef struct {
    bool at[SIZE][SIZE];
} Taken;

static void move_units(const Game *game, const Steps *steps, Taken *taken);
static void train_units(const Game *game, const Steps *steps, Taken *taken);
static int worth(const Game *game, Cell cell, const Steps *steps);
static int border(const Game *game, Cell cells[MAX_CELLS]);
static bool is_beside_ours(const Game *game, Cell cell);
static void find_steps_to_enemy(const Game *game, Steps *steps);
static int steps_from(const Steps *steps, Cell cell);
static void sort_by_steps(Cell *cells, int count, const Steps *steps);

int main(void) {
    Game game = {0};

    // Every turn we get the whole map, and answer with one line of orders.
    while (read_turn(&game)) {
        Steps steps;
        Taken taken = {0};
        find_steps_to_enemy(&game, &steps);
        move_units(&game, &steps, &taken);
        train_units(&game, &steps, &taken);
        end_turn();
    }
}

// Lesson 1: every new cell earns 1 gold a turn, so a step on land that is not ours comes before any other.
static void move_units(const Game *game, const Steps *steps, Taken *taken) {
    // The foremost unit chooses first. A cell on which one of ours stands is not free before the next turn.
    Cell cells[MAX_CELLS];
    int count = 0;
    for (int i = 0; i < game->unit_count; i++) {
        if (game->units[i].is_own) cells[count++] = game->units[i].cell;
    }
    sort_by_steps(cells, count, steps);
    for (int i = 0; i < count; i++) {
        const Unit *unit = unit_at(game, cells[i]);
        Cell around[MAX_NEIGHBOURS];
        int near_count = neighbours(game, cells[i], around);
        const Cell *best = NULL;
        for (int j = 0; j < near_count; j++) {
            const Cell *near = &around[j];
            if (taken->at[near->y][near->x] || unit->level < level_to_enter(game, *near)) continue;
            if (!best || worth(game, *near, steps) < worth(game, *best, steps)) best = near;
        }
        if (best) {
            taken->at[best->y][best->x] = true;
            move(unit, *best);
        }
    }
}

// Lesson 2: a new unit may appear on a cell beside our land, and takes it at once. So we train at the border.
//
// Lesson 3: units cost gold every turn. When the income falls below zero and the gold is gone, all of them die.
static void train_units(const Game *game, const Steps *steps, Taken *taken) {
    int gold = game->gold;
    int income = game->income;
    Cell cells[MAX_CELLS];
    int count = border(game, cells);
    sort_by_steps(cells, count, steps);
    for (int i = 0; i < count; i++) {
        Cell cell = cells[i];
        int level = level_to_enter(game, cell);
        if (taken->at[cell.y][cell.x] || level > 3) continue;
        // The cell it takes earns 1, its upkeep is due every turn.
        int new_income = income + 1 - UNIT_UPKEEP[level];
        bool is_worth_it = new_income >= 0 || is_same(cell, game->enemy_headquarters);
        if (gold >= UNIT_COST[level] && is_worth_it) {
            gold -= UNIT_COST[level];
            income = new_income;
            taken->at[cell.y][cell.x] = true;
            train(level, cell);
        }
    }
}

// The lower the better: the enemy's headquarters, then new land, then what is nearer to the headquarters.
static int worth(const Game *game, Cell cell, const Steps *steps) {
    if (is_same(cell, game->enemy_headquarters)) return -1;
    return steps_from(steps, cell) + (at(game, cell) == 'O' ? FAR : 0);
}

// Writes the cells beside our territory that are not part of it, row by row, and returns how many there are.
static int border(const Game *game, Cell cells[MAX_CELLS]) {
    int count = 0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            Cell cell = {x, y};
            if (at(game, cell) == '#' || at(game, cell) == 'O') continue;
            if (is_beside_ours(game, cell)) cells[count++] = cell;
        }
    }
    return count;
}

static bool is_beside_ours(const Game *game, Cell cell) {
    Cell around[MAX_NEIGHBOURS];
    int count = neighbours(game, cell, around);
    for (int i = 0; i < count; i++) {
        if (at(game, around[i]) == 'O') return true;
    }
    return false;
}

// For every cell, how many steps it is to the enemy's headquarters, around void cells.
//
// One flood: it starts at 0 on the headquarters and grows by one step at a time.
static void find_steps_to_enemy(const Game *game, Steps *steps) {
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) steps->at[y][x] = FAR;
    }
    Cell goal = game->enemy_headquarters;
    steps->at[goal.y][goal.x] = 0;
    Cell queue[MAX_CELLS] = {goal};
    int count = 1;
    for (int next = 0; next < count; next++) { // the list grows while we walk along it
        Cell around[MAX_NEIGHBOURS];
        int near_count = neighbours(game, queue[next], around);
        for (int i = 0; i < near_count; i++) {
            Cell near = around[i];
            if (steps->at[near.y][near.x] == FAR) {
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

// Three ideas to try next:
// 1. Build mines. `build_mine` on a spot of ours costs 20 and earns 4 a turn: it pays for itself in five turns.
// 2. Build towers. Beside the headquarters they keep everybody out who is not of level 3.
// 3. Cut off. Cells without a path to their headquarters are lost, and units on them die: a level 3 unit that breaks
//    through at a narrow place can take half of the enemy's army.
