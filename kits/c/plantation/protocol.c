// The words of Plantation, in lines that lines.h reads and prints. What a bot can use stands in protocol.h.

#include "protocol.h"

#include "lines.h"

#include <stdlib.h>
#include <string.h>

static bool is_on_board(const Game *game, Tile tile) {
    return 0 <= tile.row && tile.row < game->rows && 0 <= tile.col && tile.col < game->cols;
}

static int at_most(int number, int most) {
    return number < most ? number : most;
}

void start_game(Game *game) {
    Line line;
    read_line(&line);
    *game = (Game){
        .rows = at_most(number(&line, 1), MAX_SIDE),
        .cols = at_most(number(&line, 2), MAX_SIDE),
        .sign = is(word(&line, 3), "-") ? -1 : 1,
        .turns = number(&line, 4),
        .moves_per_turn = number(&line, 5),
    };
}

static void read_board(Game *game) {
    Line line;
    for (int row = 0; row < game->rows; row++) {
        read_line(&line);
        for (int col = 0; col < game->cols; col++) game->board[row][col] = game->sign * number(&line, col);
    }
}

static Reply read_reply(const Game *game, const Line *line) {
    Reply reply = {.kind = REPLY_ERROR};
    if (is(word(line, 0), "OK")) reply.kind = REPLY_OK;
    if (is(word(line, 0), "occupied")) reply.kind = REPLY_OCCUPIED;
    for (const char *rest = word(line, 1); rest && *rest && reply.count < MAX_NUMBERS;) {
        reply.numbers[reply.count++] = atoi(rest);
        rest = strchr(rest, ',');
        if (rest) rest++;
    }
    // Scores have a sign; the single number after OK counts tiles or levels and has none.
    if (reply.kind == REPLY_OCCUPIED || reply.count > 1) {
        for (int i = 0; i < reply.count; i++) reply.numbers[i] *= game->sign;
    }
    return reply;
}

bool read_turn(Game *game) {
    Line line;
    while (read_line(&line)) {
        if (is(word(&line, 0), "turn")) {
            game->turn = number(&line, 1);
            game->moves = number(&line, 3);
            game->time_ms = number(&line, 5);
            read_board(game);
            return true;
        }
        if (is(word(&line, 0), "end")) {
            game->is_over = true;
            game->sum = number(&line, 1);
            game->enemy_sum = number(&line, 2);
            return false;
        }
        game->reply = read_reply(game, &line);
    }
    return false;
}

int tiles(const Game *game, Tile own[MAX_TILES]) {
    int count = 0;
    for (int row = 0; row < game->rows; row++) {
        for (int col = 0; col < game->cols; col++) {
            if (game->board[row][col] > 0) own[count++] = (Tile){row, col};
        }
    }
    return count;
}

int neighbours(const Game *game, Tile tile, Tile around[MAX_NEIGHBOURS]) {
    const Tile all[MAX_NEIGHBOURS] = {
        {tile.row - 1, tile.col},
        {tile.row + 1, tile.col},
        {tile.row, tile.col - 1},
        {tile.row, tile.col + 1},
    };
    int count = 0;
    for (int i = 0; i < MAX_NEIGHBOURS; i++) {
        if (is_on_board(game, all[i])) around[count++] = all[i];
    }
    return count;
}

static void act(const char *command, Tile tile) {
    say("%s %d %d", command, tile.row, tile.col);
}

void fertilise(Tile tile) {
    act("fertilise", tile);
}

void plant(Tile tile) {
    act("plant", tile);
}

void scout(Tile tile) {
    act("scout", tile);
}

void colonise(Tile target, Tile source) {
    say("colonise %d %d %d %d", target.row, target.col, source.row, source.col);
}

void spray(Tile tile) {
    act("spray", tile);
}

void bomb(Tile tile) {
    act("bomb", tile);
}
