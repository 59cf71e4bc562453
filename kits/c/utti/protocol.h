// What the arena says and what a bot answers in Utti: this file says what there is.
// protocol.c knows the words of the game, lines.h reads and prints lines.
//
// `skirmish rules utti` has the whole protocol. This module asks to be asked unit by unit, and keeps the board for you:
// mines, all units of both sides, and everybody's gold.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>

enum {
    MAX_SIZE = 200,   // the largest board
    MAX_UNITS = 1000, // of both sides together
    MAX_NEIGHBOURS = 8,
};

typedef struct {
    int row, col;
} Cell;

// A troop or a base.
typedef struct {
    int id;
    bool is_own; // yours, not the enemy's
    bool is_base;
    Cell cell;
    int height; // 0 for a base
} Unit;

// One match as your bot sees it.
typedef struct {
    int size; // rows and columns of the board
    int seat;
    int rounds;
    int max_units; // the most units a side can have
    int troop_cost;
    int base_height;                 // how high a troop must be to become a base
    Cell mines[MAX_SIZE * MAX_SIZE]; // row by row
    int mine_count;

    int round; // counted from 0
    int gold;
    int enemy_gold;
    Unit units[MAX_UNITS]; // everybody, by id
    int unit_count;
    Unit unit; // the one that is to act now

    bool is_over;
    int score; // yours and the enemy's, once the match is over
    int enemy_score;

    // What `has_mine` and `troop_at` look at.
    bool is_mine[MAX_SIZE][MAX_SIZE];
    int troops[MAX_SIZE][MAX_SIZE]; // ids plus 1; 0 where there is none
} Game;

// Waits for the match to begin.
void start_game(Game *game);

// Waits until one of your units, `game->unit`, is to act. False when the match is over.
bool read_turn(Game *game);

// Writes the up to eight cells around, row by row, and returns how many there are.
int neighbours(const Game *game, Cell cell, Cell around[MAX_NEIGHBOURS]);

// Steps between two cells: a diagonal step is one step.
int distance(Cell one, Cell other);

// Whether there is a mine on the cell.
bool has_mine(const Game *game, Cell cell);

// The troop on a cell, anybody's; NULL if there is none.
const Unit *troop_at(const Game *game, Cell cell);

// How many troops you have.
int own_troops(const Game *game);

// The eight actions. One answers one question.

// Does nothing; `here` is the unit's own cell.
void idle(Cell here);

// A base: puts a troop of height 1 on a cell beside it.
void create_troop(Cell cell);

// A troop on a mine: 2 gold for each unit of its height; `here` is its own cell.
void mine(Cell here);

// A troop: one step to a cell without a troop.
void move(Cell cell);

// A troop: goes on top of an enemy's troop beside it, however high that is, and adds its height.
void capture(Cell cell);

// A troop: goes on top of one of your troops beside it, and adds its height.
void climb(Cell cell);

// A troop at least 2 high: its upper half goes to an empty cell beside it.
void split(Cell cell);

// A troop that is high enough: leaves a base behind where it stands, `here`.
void create_base(Cell here);

#endif
