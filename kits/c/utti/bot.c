// A first bot for Utti: a troop for every mine, and whoever comes too near is captured.
//
// Run it:  skirmish play utti . house:random

#include "protocol.h"

#include <stddef.h>

static void act_as_base(const Game *game);
static void act_as_troop(const Game *game);
static bool find_enemy_beside(const Game *game, Cell cell, Cell *found);
static bool find_empty_cell_beside(const Game *game, Cell cell, Cell *found);
static bool find_nearest_mine(const Game *game, Cell cell, Cell *found);
static bool find_step_towards(const Game *game, Cell cell, Cell goal, Cell *found);

int main(void) {
    static Game game; // static, because it is too big for the stack
    start_game(&game);

    // We are asked for one unit after another, in every round.
    while (read_turn(&game)) {
        if (game.unit.is_base) {
            act_as_base(&game);
        } else {
            act_as_troop(&game);
        }
    }
}

// Lesson 1: a troop costs 10 gold, but counts only 5 points. It pays as soon as it mines for a few rounds.
static void act_as_base(const Game *game) {
    Cell cell;
    bool has_work = own_troops(game) < game->mine_count;
    bool has_time = game->round < game->rounds * 3 / 4;
    bool has_gold = game->gold >= game->troop_cost;
    if (has_work && has_time && has_gold && find_empty_cell_beside(game, game->unit.cell, &cell)) {
        create_troop(cell);
    } else {
        idle(game->unit.cell);
    }
}

static void act_as_troop(const Game *game) {
    Cell here = game->unit.cell;
    Cell prey, goal, step;

    // Lesson 2: heights do not matter in a capture, only who comes first. So never let a chance go by.
    if (find_enemy_beside(game, here, &prey)) {
        capture(prey);
        return;
    }

    // Lesson 3: gold is points. A troop on a mine stays there and digs.
    if (has_mine(game, here)) {
        mine(here);
        return;
    }

    if (find_nearest_mine(game, here, &goal) && find_step_towards(game, here, goal, &step)) {
        move(step);
    } else {
        idle(here);
    }
}

// The tallest enemy troop within one step; the first of several. False if there is none.
static bool find_enemy_beside(const Game *game, Cell cell, Cell *found) {
    Cell around[MAX_NEIGHBOURS];
    int count = neighbours(game, cell, around);
    int tallest = 0;
    for (int i = 0; i < count; i++) {
        const Unit *troop = troop_at(game, around[i]);
        if (troop && !troop->is_own && troop->height > tallest) {
            *found = around[i];
            tallest = troop->height;
        }
    }
    return tallest > 0;
}

// A cell within one step on which no troop stands; the nearest to a mine we do not hold yet.
static bool find_empty_cell_beside(const Game *game, Cell cell, Cell *found) {
    Cell goal;
    return find_nearest_mine(game, cell, &goal) && find_step_towards(game, cell, goal, found);
}

// The nearest mine on which none of our troops stands; the first of several, row by row.
static bool find_nearest_mine(const Game *game, Cell cell, Cell *found) {
    const Cell *best = NULL;
    for (int i = 0; i < game->mine_count; i++) {
        const Cell *mine = &game->mines[i];
        const Unit *troop = troop_at(game, *mine);
        if (troop && troop->is_own) continue;
        if (!best || distance(cell, *mine) < distance(cell, *best)) best = mine;
    }
    if (best) *found = *best;
    return best;
}

// The cell without a troop beside `cell` that is nearest to the goal; the first of several.
static bool find_step_towards(const Game *game, Cell cell, Cell goal, Cell *found) {
    Cell around[MAX_NEIGHBOURS];
    int count = neighbours(game, cell, around);
    const Cell *best = NULL;
    for (int i = 0; i < count; i++) {
        if (troop_at(game, around[i])) continue;
        if (!best || distance(around[i], goal) < distance(*best, goal)) best = &around[i];
    }
    if (best) *found = *best;
    return best;
}

// Three ideas to try next:
// 1. Grow tall. A troop of height 5 digs five times as much. `climb` onto one another on the best mine.
// 2. Make bases. A troop of height 20 can become one (`create_base`): 100 points that nobody can capture.
// 3. Do not be captured. Before a step, look two cells ahead: an enemy that can reach you next will be on top.
