// The words of Si32, in lines that lines.h reads and prints. What a bot can use stands in protocol.h.

#include "protocol.h"

#include "lines.h"

#include <stdio.h>
#include <string.h>

const Way STEPS[4] = {{"N", {0, -1}}, {"E", {1, 0}}, {"S", {0, 1}}, {"W", {-1, 0}}};
const Way CORNERS[4] = {{"NE", {1, -1}}, {"SE", {1, 1}}, {"SW", {-1, 1}}, {"NW", {-1, -1}}};

static int at_most(int number, int most) {
    return number < most ? number : most;
}

void start_game(Game *game) {
    Line line;
    *game = (Game){0};
    read_line(&line);
    game->width = at_most(number(&line, 1), MAX_SIDE);
    game->height = at_most(number(&line, 2), MAX_SIDE);
    game->seat = number(&line, 3);
    game->turns = number(&line, 4);
    for (int y = 0; y < game->height; y++) {
        read_line(&line);
        for (int x = 0; x < game->width; x++) game->resources[y][x] = number(&line, x);
    }
}

static void add_army(Game *game, Army army) {
    if (game->army_count == MAX_TILES) return;
    game->armies[game->army_count++] = army;
    game->occupied[army.tile.y][army.tile.x] = game->army_count;
}

static void add_building(Game *game, Building building) {
    if (game->building_count == MAX_TILES) return;
    game->buildings[game->building_count++] = building;
    for (int y = building.tile.y; y < at_most(building.tile.y + 2, game->height); y++) {
        for (int x = building.tile.x; x < at_most(building.tile.x + 2, game->width); x++) {
            game->covered[y][x] = game->building_count;
        }
    }
}

static void add_bad_line(Game *game, const Line *line) {
    if (game->bad_count == MAX_BAD_LINES) return;
    BadLine *bad = &game->bad[game->bad_count++];
    bad->line = number(line, 1);
    snprintf(bad->reason, sizeof bad->reason, "%.*s", (int)sizeof bad->reason - 1, word(line, 2));
}

static void hear(Game *game, const Line *line) {
    const char *kind = word(line, 0);
    Tile tile = {number(line, 1), number(line, 2)};
    bool is_own = number(line, 3) == 0;
    if (is(kind, "turn")) {
        game->turn = number(line, 1);
    } else if (is(kind, "resource")) {
        game->resource = number(line, 1);
        game->enemy_resource = number(line, 2);
    } else if (is(kind, "produced") || is(kind, "over")) {
        game->produced = number(line, 1);
        game->enemy_produced = number(line, 2);
        game->is_over = is(kind, "over");
    } else if (is(kind, "bad")) {
        add_bad_line(game, line);
    } else if (is(kind, "r") && is_on_board(game, tile)) {
        game->resources[tile.y][tile.x] = number(line, 3);
    } else if (is(kind, "u") && is_on_board(game, tile)) {
        add_army(game, (Army){tile, is_own, number(line, 4)});
    } else if (is(kind, "b") && is_on_board(game, tile)) {
        add_building(game, (Building){tile, is_own, number(line, 4)});
    }
}

bool read_turn(Game *game) {
    game->army_count = game->building_count = game->bad_count = 0;
    memset(game->occupied, 0, sizeof game->occupied);
    memset(game->covered, 0, sizeof game->covered);
    Line line;
    while (read_line(&line)) {
        if (is(word(&line, 0), "end")) return !game->is_over;
        hear(game, &line);
    }
    return false;
}

const Army *army_at(const Game *game, Tile tile) {
    int place = is_on_board(game, tile) ? game->occupied[tile.y][tile.x] : 0;
    return place > 0 ? &game->armies[place - 1] : NULL;
}

const Building *building_at(const Game *game, Tile tile) {
    int place = is_on_board(game, tile) ? game->covered[tile.y][tile.x] : 0;
    return place > 0 ? &game->buildings[place - 1] : NULL;
}

bool is_on_board(const Game *game, Tile tile) {
    return 0 <= tile.x && tile.x < game->width && 0 <= tile.y && tile.y < game->height;
}

Tile neighbour(Tile tile, Tile step) {
    return (Tile){tile.x + step.x, tile.y + step.y};
}

void move(Tile tile, const char *direction, int units) {
    printf("move %d %d %s %d\n", tile.x, tile.y, direction, units);
}

void build(Tile tile, const char *corner) {
    printf("build %d %d %s 1\n", tile.x, tile.y, corner);
}

void work(Tile tile, int units) {
    printf("build %d %d %d\n", tile.x, tile.y, units);
}

void mine(Tile tile, int units) {
    printf("mine %d %d %d\n", tile.x, tile.y, units);
}

void end_turn(void) {
    say("end");
}
