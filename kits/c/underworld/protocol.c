// The words of Underworld, in lines that lines.h reads and prints. What a bot can use stands in protocol.h.

#include "protocol.h"

#include "lines.h"

#include <stdio.h>
#include <string.h>

const Way STEPS[4] = {{'N', {0, -1}}, {'E', {1, 0}}, {'S', {0, 1}}, {'W', {-1, 0}}};

static int at_most(int number, int most) {
    return number < most ? number : most;
}

void start_game(Game *game) {
    Line line;
    *game = (Game){0};
    read_line(&line); // Who are you?
    say("crayfish");
}

static bool read_sizes(Game *game) {
    Line line;
    read_line(&line);
    game->width = at_most(number(&line, 0), MAX_SIDE);
    game->height = at_most(number(&line, 1), MAX_SIDE);
    game->players = number(&line, 2);
    game->seat = number(&line, 3);
    return line.count >= 4;
}

static void add_thing(Game *game, const Line *line) {
    Cell cell = {number(line, 0), number(line, 1)};
    if (game->thing_count == MAX_CELLS || !is_on_board(game, cell)) return;
    game->things[game->thing_count++] = (Thing){cell, number(line, 2), (Kind)*word(line, 3), number(line, 4)};
    game->by_cell[cell.y][cell.x] = game->thing_count;
}

bool read_turn(Game *game) {
    if (game->turn == 0 && !read_sizes(game)) return false;
    game->turn++;
    game->thing_count = 0;
    memset(game->by_cell, 0, sizeof game->by_cell);
    Line line;
    while (read_line(&line)) {
        if (is(word(&line, 0), "end")) return !game->is_over;
        if (is(word(&line, 0), "gg")) {
            game->is_over = true;
        } else if (is(word(&line, 0), "money")) {
            game->money = number(&line, 1);
        } else {
            add_thing(game, &line);
        }
    }
    return false;
}

const Thing *next_own(const Game *game, Kind kind, const Thing *last) {
    const Thing *thing = last ? last + 1 : game->things;
    for (; thing < game->things + game->thing_count; thing++) {
        if (thing->kind == kind && thing->owner == game->seat) return thing;
    }
    return NULL;
}

const Thing *next_enemy(const Game *game, Kind kind, const Thing *last) {
    const Thing *thing = last ? last + 1 : game->things;
    for (; thing < game->things + game->thing_count; thing++) {
        if (thing->kind == kind && thing->owner != game->seat && thing->owner != -1) return thing;
    }
    return NULL;
}

const Thing *thing_at(const Game *game, Cell cell) {
    int place = is_on_board(game, cell) ? game->by_cell[cell.y][cell.x] : 0;
    return place > 0 ? &game->things[place - 1] : NULL;
}

bool is_on_board(const Game *game, Cell cell) {
    return 0 <= cell.x && cell.x < game->width && 0 <= cell.y && cell.y < game->height;
}

bool is_free(const Game *game, Cell cell) {
    return is_on_board(game, cell) && !thing_at(game, cell);
}

bool is_within(Cell one, Cell other, int distance) {
    int dx = one.x - other.x;
    int dy = one.y - other.y;
    return dx * dx + dy * dy <= distance * distance;
}

Cell neighbour(Cell cell, Cell step) {
    return (Cell){cell.x + step.x, cell.y + step.y};
}

void move(Cell cell, char direction) {
    printf("move %d %d %c\n", cell.x, cell.y, direction);
}

void spawn(Cell cell, char direction) {
    printf("spawn %d %d %c\n", cell.x, cell.y, direction);
}

void build(Cell cell, Kind kind) {
    printf("build %d %d %c\n", cell.x, cell.y, (char)kind);
}

void end_turn(void) {
    say("end");
}
