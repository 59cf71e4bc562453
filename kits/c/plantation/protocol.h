// What the arena says and what a bot answers in Plantation: this file says what there is.
// protocol.c knows the words of the game, lines.h reads and prints lines.
//
// `skirmish rules plantation` has the whole protocol. Scores are turned so that yours are positive and the enemy's
// negative, whichever side you play.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>

enum {
    MAX_SIDE = 20, // the largest board
    MAX_TILES = MAX_SIDE * MAX_SIDE,
    MAX_NEIGHBOURS = 4,
    MAX_NUMBERS = 9, // in a reply
};

typedef struct {
    int row, col;
} Tile;

typedef enum { REPLY_NONE, REPLY_OK, REPLY_OCCUPIED, REPLY_ERROR } ReplyKind;

// What came of the last command.
typedef struct {
    ReplyKind kind;           // REPLY_NONE before the first command
    int numbers[MAX_NUMBERS]; // scores are signed: yours positive, the enemy's negative
    int count;
} Reply;

// One match as your bot sees it.
typedef struct {
    int rows;
    int cols;
    int sign; // 1 if you are Plus, -1 if you are Minus; this module has already taken it out of all scores
    int turns;
    int moves_per_turn;

    int turn;                      // counted from 1
    int moves;                     // moves left in this turn
    int time_ms;                   // milliseconds left for the match
    int board[MAX_SIDE][MAX_SIDE]; // your scores, board[row][col]; 0 is a tile that is not yours
    Reply reply;                   // to your last command

    bool is_over;
    int sum; // yours and the enemy's, once the match is over
    int enemy_sum;
} Game;

// Waits for the match to begin.
void start_game(Game *game);

// Waits until a command is wanted. False when the match is over.
bool read_turn(Game *game);

// Writes your tiles, row by row, and returns how many there are.
int tiles(const Game *game, Tile own[MAX_TILES]);

// Writes the tiles above, below, left and right that are on the board, and returns how many there are.
int neighbours(const Game *game, Tile tile, Tile around[MAX_NEIGHBOURS]);

// The six commands. One answers one request.

// 1 move: one of your tiles grows by 1.
void fertilise(Tile tile);

// 1 move: takes an empty tile beside one of yours.
void plant(Tile tile);

// 1 move: the next reply has the nine scores around the tile.
void scout(Tile tile);

// 2 moves: takes an empty tile anywhere; the source, a tile of yours with 2 or more, loses 1.
void colonise(Tile target, Tile source);

// 2 moves: the enemy's tiles here and beside it lose 1 each.
void spray(Tile tile);

// 2 moves: the enemy's tile here loses up to 4.
void bomb(Tile tile);

#endif
