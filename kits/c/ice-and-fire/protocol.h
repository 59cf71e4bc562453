// What the arena says and what a bot answers in A Code of Ice and Fire: this file says what there is.
// protocol.c knows the words of the game, lines.h reads and prints lines.
//
// `skirmish rules ice-and-fire` has the whole protocol. You give any number of orders a turn, then `end_turn`.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>

enum {
    SIZE = 12,
    MAX_CELLS = SIZE * SIZE,
    MAX_NEIGHBOURS = 4,
    TOWER_COST = 15,
};

extern const int UNIT_COST[4]; // by level
extern const int UNIT_UPKEEP[4];

// x grows to the right, y downwards.
typedef struct {
    int x, y;
} Cell;

typedef enum { HEADQUARTERS, MINE, TOWER } Kind;

// A headquarters, a mine or a tower.
typedef struct {
    bool is_own;
    Kind kind;
    Cell cell;
} Building;

// A soldier of level 1, 2 or 3.
typedef struct {
    bool is_own;
    int id;
    int level;
    Cell cell;
} Unit;

// One match as your bot sees it.
typedef struct {
    Cell mine_spots[MAX_CELLS];
    int mine_spot_count;

    int turn; // counted from 1
    int gold;
    int income;
    int enemy_gold;
    int enemy_income;
    // For each cell, map[y][x]: `#` void, `.` neutral, `O` yours, `o` yours but cut off, `X` the enemy's, `x` the
    // enemy's but cut off.
    char map[SIZE][SIZE];
    Building buildings[MAX_CELLS];
    int building_count;
    Unit units[MAX_CELLS];
    int unit_count;
    Cell own_headquarters;
    Cell enemy_headquarters;
} Game;

// Waits for your next turn. False when the match is over.
bool read_turn(Game *game);

// What the map shows on a cell; void beyond the board.
char at(const Game *game, Cell cell);

// Whether the two are the same cell.
bool is_same(Cell one, Cell other);

// Writes the cells above, to the right, below and to the left that are not void, and returns how many there are.
int neighbours(const Game *game, Cell cell, Cell around[MAX_NEIGHBOURS]);

// The unit on a cell; NULL if there is none.
const Unit *unit_at(const Game *game, Cell cell);

// The building on a cell; NULL if there is none.
const Building *building_at(const Game *game, Cell cell);

// Whether an enemy tower keeps units below level 3 out of the cell.
bool is_guarded(const Game *game, Cell cell);

// The lowest level that can enter the cell; 4 if something of yours stands there.
int level_to_enter(const Game *game, Cell cell);

// The orders of a turn.

// A unit goes one step towards a cell.
void move(const Unit *unit, Cell cell);

// A new unit, on your territory or on a cell beside it, which it takes.
void train(int level, Cell cell);

// A mine on a mine spot of yours.
void build_mine(Cell cell);

// A tower on a cell of yours that is no mine spot.
void build_tower(Cell cell);

// A text for those who watch.
void message(const char *text);

// Sends the orders of this turn.
void end_turn(void);

#endif
