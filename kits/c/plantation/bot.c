// A first bot for Plantation: grow with every move, and never keep much on one tile.
//
// Run it:  skirmish play plantation . house:random

#include "protocol.h"

// How many tiles we want before we make them grow.
enum { ENOUGH_TILES = 15 };

// Where the enemy was when we tried to plant.
typedef struct {
    bool at[MAX_SIDE][MAX_SIDE];
} EnemyTiles;

static bool find_free_tile(const Game *game, const EnemyTiles *enemy_tiles, Tile *found);
static Tile smallest_tile(const Game *game);

int main(void) {
    Game game;
    EnemyTiles enemy_tiles = {0};
    Tile planted;             // the tile of our last command,
    bool has_planted = false; // if it was `plant`
    start_game(&game);

    // We are asked for one command at a time, three times a turn.
    while (read_turn(&game)) {
        // Lesson 1: the reply to the last command is news. We cannot see the enemy, but we bumped into it.
        if (has_planted && game.reply.kind == REPLY_OCCUPIED) {
            enemy_tiles.at[planted.row][planted.col] = true;
        }

        // Lesson 2: `plant` and `fertilise` both add 1 to our sum, so growing never wastes a move. A new tile
        // comes first: a bomb takes up to 4 from one tile, so ten small tiles are safer than one big one.
        Tile own[MAX_TILES];
        int count = tiles(&game, own);
        has_planted = count < ENOUGH_TILES && find_free_tile(&game, &enemy_tiles, &planted);
        if (has_planted) {
            plant(planted);
        } else if (count > 0) {
            fertilise(smallest_tile(&game));
        } else {
            // Everything was destroyed. There is always one command that is allowed: looking around.
            scout((Tile){game.rows / 2, game.cols / 2});
        }
    }
}

// The first tile beside ours that is neither ours nor known to be the enemy's. False if there is none.
static bool find_free_tile(const Game *game, const EnemyTiles *enemy_tiles, Tile *found) {
    Tile own[MAX_TILES];
    int own_count = tiles(game, own);
    for (int i = 0; i < own_count; i++) {
        Tile around[MAX_NEIGHBOURS];
        int count = neighbours(game, own[i], around);
        for (int j = 0; j < count; j++) {
            Tile near = around[j];
            if (game->board[near.row][near.col] == 0 && !enemy_tiles->at[near.row][near.col]) {
                *found = near;
                return true;
            }
        }
    }
    return false;
}

// Our tile with the lowest score; the first of several. There must be one.
static Tile smallest_tile(const Game *game) {
    Tile own[MAX_TILES];
    int count = tiles(game, own);
    Tile best = own[0];
    for (int i = 1; i < count; i++) {
        if (game->board[own[i].row][own[i].col] < game->board[best.row][best.col]) best = own[i];
    }
    return best;
}

// Three ideas to try next:
// 1. Strike back. `scout` shows nine tiles; when one of the enemy's has 4 or more, a `bomb` there costs two moves and
//    takes 4, which is better than the 2 that growing gives.
// 2. Remember. Keep a board of everything that `scout`, `occupied`, `spray` and `bomb` told you, and how old it is.
// 3. Hide. The enemy looks for you where you started. `colonise` some tiles far away, and grow there.
