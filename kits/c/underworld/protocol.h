// What the arena says and what a bot answers in Underworld: this file says what there is.
// protocol.c knows the words of the game, lines.h reads and prints lines.
//
// `skirmish rules underworld` has the whole protocol. You give any number of commands a turn, then `end_turn`.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>

enum {
    MAX_SIDE = 64, // the largest board
    MAX_CELLS = MAX_SIDE * MAX_SIDE,
    WARRIOR_COST = 500,
    BARRACKS_COST = 1500,
    FARM_COST = 1000,
    RANGE = 2,          // how far a warrior hits
    BUILD_DISTANCE = 2, // how far from an own building a new one can stand
};

// x counts columns from the west, y rows from the north.
typedef struct {
    int x, y;
} Cell;

// A direction, with its step.
typedef struct {
    char name;
    Cell step;
} Way;

extern const Way STEPS[4];

typedef enum { WARRIOR = 'W', BARRACKS = 'B', CASTLE = 'C', FARM = 'F', WALL = '#' } Kind;

// Whatever stands on a cell.
typedef struct {
    Cell cell;
    int owner; // a seat; -1 for walls
    Kind kind;
    int hit_points; // -1 for walls
} Thing;

// One match as your bot sees it.
typedef struct {
    int width;
    int height;
    int players;
    int seat; // yours

    int turn; // counted from 1
    int money;
    Thing things[MAX_CELLS]; // everything you see, row by row
    int thing_count;
    bool is_over;

    // What `thing_at` looks at: places in the list, plus 1; 0 where there is nothing.
    int by_cell[MAX_SIDE][MAX_SIDE];
} Game;

// Waits for the match to begin.
void start_game(Game *game);

// Waits for the next turn. False when the match is over.
bool read_turn(Game *game);

// The next of your warriors, barracks, castle or farms, row by row: the first after NULL; NULL after the last.
const Thing *next_own(const Game *game, Kind kind, const Thing *last);

// The same for all others' warriors, barracks, castles or farms that you see.
const Thing *next_enemy(const Game *game, Kind kind, const Thing *last);

// What stands on a cell; NULL if you see nothing.
const Thing *thing_at(const Game *game, Cell cell);

// Whether there is such a cell.
bool is_on_board(const Game *game, Cell cell);

// Whether the cell is on the board and you see nothing on it.
bool is_free(const Game *game, Cell cell);

// Whether two cells are at most so far from each other, as the crow flies.
bool is_within(Cell one, Cell other, int distance);

// The cell one step further.
Cell neighbour(Cell cell, Cell step);

// The commands of a turn.

// The warrior on the cell goes one step: N, E, S or W.
void move(Cell cell, char direction);

// The barracks on the cell trains a warrior on that side.
void spawn(Cell cell, char direction);

// BARRACKS or a FARM on a free cell near one of your buildings.
void build(Cell cell, Kind kind);

// Sends the commands of this turn.
void end_turn(void);

#endif
