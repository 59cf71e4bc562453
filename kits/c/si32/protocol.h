// What the arena says and what a bot answers in Si32: this file says what there is.
// protocol.c knows the words of the game, lines.h reads and prints lines.
//
// `skirmish rules si32` has the whole protocol. You give any number of commands a turn, then `end_turn`.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>

enum {
    MAX_SIDE = 64, // the largest board
    MAX_TILES = MAX_SIDE * MAX_SIDE,
    MAX_BAD_LINES = 4096,
    BUILDING_COST = 100,
    MAX_WORKERS = 10,
};

// x grows to the east, y to the south.
typedef struct {
    int x, y;
} Tile;

// A direction or a corner, with its step.
typedef struct {
    const char *name;
    Tile step;
} Way;

extern const Way STEPS[4];   // the directions of a move
extern const Way CORNERS[4]; // the corners of a building, seen from the unit that builds it

// All units on one tile; they belong to one player.
typedef struct {
    Tile tile;
    bool is_own;
    int units;
} Army;

// A building covers 2x2 tiles.
typedef struct {
    Tile tile; // its top-left one
    bool is_own;
    int progress;
} Building;

// A line of your last answer that did nothing.
typedef struct {
    int line; // counted from 1
    char reason[16];
} BadLine;

// One match as your bot sees it.
typedef struct {
    int width;
    int height;
    int seat;
    int turns;
    int resources[MAX_SIDE][MAX_SIDE]; // what lies on the tiles: resources[y][x]

    int turn;     // counted from 1
    int resource; // what you can spend
    int enemy_resource;
    int produced; // units you have produced
    int enemy_produced;
    Army armies[MAX_TILES];
    int army_count;
    Building buildings[MAX_TILES];
    int building_count;
    BadLine bad[MAX_BAD_LINES];
    int bad_count;
    bool is_over; // then `produced` and `enemy_produced` are final

    // What `army_at` and `building_at` look at: places in the lists, plus 1; 0 where there is none.
    int occupied[MAX_SIDE][MAX_SIDE];
    int covered[MAX_SIDE][MAX_SIDE];
} Game;

// Waits for the match to begin.
void start_game(Game *game);

// Waits for the next turn. False when the match is over.
bool read_turn(Game *game);

// The units on the tile; NULL if there are none.
const Army *army_at(const Game *game, Tile tile);

// The building that covers the tile; NULL if there is none.
const Building *building_at(const Game *game, Tile tile);

// Whether there is such a tile.
bool is_on_board(const Game *game, Tile tile);

// The tile one step further.
Tile neighbour(Tile tile, Tile step);

// The commands of a turn.

// Units of a tile go one step: N, E, S or W.
void move(Tile tile, const char *direction, int units);

// One unit places a building that covers the tile and the three towards the corner: NE, SE, SW or NW.
void build(Tile tile, const char *corner);

// Units of a tile work in your building there.
void work(Tile tile, int units);

// Units of a tile take 1 resource each from it.
void mine(Tile tile, int units);

// Sends the commands of this turn.
void end_turn(void);

#endif
