// A first bot for Utti: a troop for every mine, and whoever comes too near is captured.
//
// Run it:  skirmish play utti . house:random

#include "protocol.hpp"

void act_as_base(Game& game);
void act_as_troop(Game& game);
std::optional<Cell> enemy_beside(const Game& game, Cell cell);
std::optional<Cell> empty_cell_beside(const Game& game, Cell cell);
std::optional<Cell> nearest_mine(const Game& game, Cell cell);
std::optional<Cell> step_towards(const Game& game, Cell cell, std::optional<Cell> goal);

int main() {
    Game game;

    // We are asked for one unit after another, in every round.
    while (game.read_turn()) {
        if (game.unit.is_base) {
            act_as_base(game);
        } else {
            act_as_troop(game);
        }
    }
}

/// Lesson 1: a troop costs 10 gold, but counts only 5 points. It pays as soon as it mines for a few rounds.
void act_as_base(Game& game) {
    const auto cell = empty_cell_beside(game, game.unit.cell);
    const bool has_work = game.own_troops() < std::ssize(game.mines);
    const bool has_time = game.round < game.rounds * 3 / 4;
    if (cell && has_work && has_time && game.gold >= game.troop_cost) {
        game.create_troop(*cell);
    } else {
        game.idle();
    }
}

void act_as_troop(Game& game) {
    const Cell here = game.unit.cell;

    // Lesson 2: heights do not matter in a capture, only who comes first. So never let a chance go by.
    if (const auto prey = enemy_beside(game, here)) {
        game.capture(*prey);
        return;
    }

    // Lesson 3: gold is points. A troop on a mine stays there and digs.
    if (game.has_mine(here)) {
        game.mine();
        return;
    }

    if (const auto step = step_towards(game, here, nearest_mine(game, here))) {
        game.move(*step);
    } else {
        game.idle();
    }
}

/// The tallest enemy troop within one step; the first of several.
std::optional<Cell> enemy_beside(const Game& game, Cell cell) {
    std::optional<Cell> best;
    int tallest = 0;
    for (const Cell near : game.neighbours(cell)) {
        const Unit* troop = game.troop_at(near);
        if (troop && !troop->is_own && troop->height > tallest) {
            best = near;
            tallest = troop->height;
        }
    }
    return best;
}

/// A cell within one step on which no troop stands; the nearest to a mine we do not hold yet.
std::optional<Cell> empty_cell_beside(const Game& game, Cell cell) {
    return step_towards(game, cell, nearest_mine(game, cell));
}

/// The nearest mine on which none of our troops stands; the first of several, row by row.
std::optional<Cell> nearest_mine(const Game& game, Cell cell) {
    std::optional<Cell> best;
    for (const Cell mine : game.mines) {
        const Unit* troop = game.troop_at(mine);
        if (troop && troop->is_own) continue;
        if (!best || game.distance(cell, mine) < game.distance(cell, *best)) best = mine;
    }
    return best;
}

/// The cell without a troop beside `cell` that is nearest to the goal; the first of several.
std::optional<Cell> step_towards(const Game& game, Cell cell, std::optional<Cell> goal) {
    std::optional<Cell> best;
    for (const Cell near : game.neighbours(cell)) {
        if (!goal || game.troop_at(near)) continue;
        if (!best || game.distance(near, *goal) < game.distance(*best, *goal)) best = near;
    }
    return best;
}

// Three ideas to try next:
// 1. Grow tall. A troop of height 5 digs five times as much. `climb` onto one another on the best mine.
// 2. Make bases. A troop of height 20 can become one (`create_base`): 100 points that nobody can capture.
// 3. Do not be captured. Before a step, look two cells ahead: an enemy that can reach you next will be on top.
