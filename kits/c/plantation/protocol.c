// Everything about text in Plantation. What a bot can use stands in protocol.h.

#include "protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1024, MAX_WORDS = 32 };

// One line, taken apart.
typedef struct {
    char text[LINE_SIZE];
    char *words[MAX_WORDS];
    int count;
} Line;

// Reads the next line. False, and no words, when there are no more.
static bool read_line(Line *line) {
    line->count = 0;
    if (!fgets(line->text, sizeof line->text, stdin)) return false;
    if (!strchr(line->text, '\n')) {
        // It is longer than any line of the arena: the rest is left out.
        for (int letter = getchar(); letter != '\n' && letter != EOF;) letter = getchar();
    }
    const char *blanks = " \t\r\n";
    char *word = strtok(line->text, blanks);
    for (; word && line->count < MAX_WORDS; word = strtok(NULL, blanks)) line->words[line->count++] = word;
    return true;
}

// The word at that place of a line, an empty one if there is none.
static const char *word(const Line *line, int at) {
    return at < line->count ? line->words[at] : "";
}

// The number at that place of a line, 0 if there is none.
static int number(const Line *line, int at) {
    return atoi(word(line, at));
}

static bool is(const char *one, const char *other) {
    return strcmp(one, other) == 0;
}

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

static void say(const char *command, Tile tile) {
    printf("%s %d %d\n", command, tile.row, tile.col);
    // Without this the line stays in a buffer, and the arena waits for it until your time is over.
    fflush(stdout);
}

void fertilise(Tile tile) {
    say("fertilise", tile);
}

void plant(Tile tile) {
    say("plant", tile);
}

void scout(Tile tile) {
    say("scout", tile);
}

void colonise(Tile target, Tile source) {
    printf("colonise %d %d %d %d\n", target.row, target.col, source.row, source.col);
    fflush(stdout);
}

void spray(Tile tile) {
    say("spray", tile);
}

void bomb(Tile tile) {
    say("bomb", tile);
}
