// A first bot for Plantation: grow with every move, and never keep much on one tile.
//
// Run it:  skirmish play plantation . house:random

#include <set>

#include "protocol.hpp"

// How many tiles we want before we make them grow.
constexpr int ENOUGH_TILES = 15;

std::optional<Tile> free_tile(const Game& game, const std::set<Tile>& enemy_tiles);
Tile smallest_tile(const Game& game);

int main() {
    Game game;
    std::set<Tile> enemy_tiles;   // where the enemy was when we tried to plant
    std::optional<Tile> planted;  // the tile of our last command, if it was `plant`

    // We are asked for one command at a time, three times a turn.
    while (game.read_turn()) {
        // Lesson 1: the reply to the last command is news. We cannot see the enemy, but we bumped into it.
        if (planted && game.reply && game.reply->kind == "occupied") {
            enemy_tiles.insert(*planted);
        }

        // Lesson 2: `plant` and `fertilise` both add 1 to our sum, so growing never wastes a move. A new tile
        // comes first: a bomb takes up to 4 from one tile, so ten small tiles are safer than one big one.
        const auto tiles = game.tiles();
        planted = std::ssize(tiles) < ENOUGH_TILES ? free_tile(game, enemy_tiles) : std::nullopt;
        if (planted) {
            game.plant(*planted);
        } else if (!tiles.empty()) {
            game.fertilise(smallest_tile(game));
        } else {
            // Everything was destroyed. There is always one command that is allowed: looking around.
            game.scout({game.rows / 2, game.cols / 2});
        }
    }
}

/// The first tile beside ours that is neither ours nor known to be the enemy's.
std::optional<Tile> free_tile(const Game& game, const std::set<Tile>& enemy_tiles) {
    for (const Tile tile : game.tiles()) {
        for (const Tile near : game.neighbours(tile)) {
            if (game.board[near.row][near.col] == 0 && !enemy_tiles.contains(near)) return near;
        }
    }
    return std::nullopt;
}

/// Our tile with the lowest score; the first of several.
Tile smallest_tile(const Game& game) {
    return std::ranges::min(game.tiles(), {}, [&](Tile tile) { return game.board[tile.row][tile.col]; });
}

// Three ideas to try next:
// 1. Strike back. `scout` shows nine tiles; when one of the enemy's has 4 or more, a `bomb` there costs two moves and
//    takes 4, which is better than the 2 that growing gives.
// 2. Remember. Keep a board of everything that `scout`, `occupied`, `spray` and `bomb` told you, and how old it is.
// 3. Hide. The enemy looks for you where you started. `colonise` some tiles far away, and grow there.
