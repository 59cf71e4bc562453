// The words of A Code of Ice and Fire, in lines that lines.h reads and prints. What a bot can use stands in protocol.h.

#include "protocol.h"

#include "lines.h"

#include <stdio.h>
#include <string.h>

const int UNIT_COST[4] = {0, 10, 20, 30};
const int UNIT_UPKEEP[4] = {0, 1, 4, 20};

static bool is_on_board(Cell cell) {
    return 0 <= cell.x && cell.x < SIZE && 0 <= cell.y && cell.y < SIZE;
}

static void read_mine_spots(Game *game, int count) {
    Line line;
    for (; count > 0 && read_line(&line); count--) {
        if (game->mine_spot_count == MAX_CELLS) continue;
        game->mine_spots[game->mine_spot_count++] = (Cell){number(&line, 0), number(&line, 1)};
    }
}

static void read_map(Game *game) {
    Line line;
    memset(game->map, '#', sizeof game->map);
    for (int y = 0; y < SIZE; y++) {
        read_line(&line);
        const char *row = word(&line, 0);
        size_t length = strlen(row);
        memcpy(game->map[y], row, length < SIZE ? length : SIZE);
    }
}

static void read_buildings(Game *game) {
    Line line;
    game->building_count = 0;
    for (int count = read_number(); count > 0 && read_line(&line); count--) {
        Cell cell = {number(&line, 2), number(&line, 3)};
        Building building = {number(&line, 0) == 0, (Kind)number(&line, 1), cell};
        if (game->building_count == MAX_CELLS || !is_on_board(cell)) continue;
        game->buildings[game->building_count++] = building;
        if (building.kind != HEADQUARTERS) continue;
        if (building.is_own) {
            game->own_headquarters = cell;
        } else {
            game->enemy_headquarters = cell;
        }
    }
}

static void read_units(Game *game) {
    Line line;
    game->unit_count = 0;
    for (int count = read_number(); count > 0 && read_line(&line); count--) {
        Cell cell = {number(&line, 3), number(&line, 4)};
        if (game->unit_count == MAX_CELLS || !is_on_board(cell)) continue;
        game->units[game->unit_count++] = (Unit){number(&line, 0) == 0, number(&line, 1), number(&line, 2), cell};
    }
}

bool read_turn(Game *game) {
    Line line;
    if (!read_line(&line)) return false;
    game->turn++;
    if (game->turn == 1) {
        read_mine_spots(game, number(&line, 0));
        read_line(&line);
    }
    game->gold = number(&line, 0);
    game->income = read_number();
    game->enemy_gold = read_number();
    game->enemy_income = read_number();
    read_map(game);
    read_buildings(game);
    read_units(game);
    return !has_ended();
}

char at(const Game *game, Cell cell) {
    return is_on_board(cell) ? game->map[cell.y][cell.x] : '#';
}

bool is_same(Cell one, Cell other) {
    return one.x == other.x && one.y == other.y;
}

int neighbours(const Game *game, Cell cell, Cell around[MAX_NEIGHBOURS]) {
    const Cell all[MAX_NEIGHBOURS] = {
        {cell.x, cell.y - 1},
        {cell.x + 1, cell.y},
        {cell.x, cell.y + 1},
        {cell.x - 1, cell.y},
    };
    int count = 0;
    for (int i = 0; i < MAX_NEIGHBOURS; i++) {
        if (at(game, all[i]) != '#') around[count++] = all[i];
    }
    return count;
}

const Unit *unit_at(const Game *game, Cell cell) {
    for (int i = 0; i < game->unit_count; i++) {
        if (is_same(game->units[i].cell, cell)) return &game->units[i];
    }
    return NULL;
}

const Building *building_at(const Game *game, Cell cell) {
    for (int i = 0; i < game->building_count; i++) {
        if (is_same(game->buildings[i].cell, cell)) return &game->buildings[i];
    }
    return NULL;
}

static bool has_enemy_tower(const Game *game, Cell cell) {
    const Building *building = building_at(game, cell);
    return building && building->kind == TOWER && !building->is_own;
}

bool is_guarded(const Game *game, Cell cell) {
    if (has_enemy_tower(game, cell)) return true;
    if (at(game, cell) != 'X') return false;
    Cell around[MAX_NEIGHBOURS];
    int count = neighbours(game, cell, around);
    for (int i = 0; i < count; i++) {
        if (at(game, around[i]) == 'X' && has_enemy_tower(game, around[i])) return true;
    }
    return false;
}

int level_to_enter(const Game *game, Cell cell) {
    const Building *building = building_at(game, cell);
    const Unit *unit = unit_at(game, cell);
    if ((building && building->is_own) || (unit && unit->is_own)) return 4;
    if (is_guarded(game, cell)) return 3;
    if (!unit) return 1;
    return unit->level < 3 ? unit->level + 1 : 3;
}

// Orders wait in the buffer of stdout, one after another in one line.
static bool has_orders = false;

static void begin_order(void) {
    if (has_orders) putchar(';');
    has_orders = true;
}

void move(const Unit *unit, Cell cell) {
    begin_order();
    printf("MOVE %d %d %d", unit->id, cell.x, cell.y);
}

void train(int level, Cell cell) {
    begin_order();
    printf("TRAIN %d %d %d", level, cell.x, cell.y);
}

void build_mine(Cell cell) {
    begin_order();
    printf("BUILD MINE %d %d", cell.x, cell.y);
}

void build_tower(Cell cell) {
    begin_order();
    printf("BUILD TOWER %d %d", cell.x, cell.y);
}

void message(const char *text) {
    begin_order();
    printf("MSG ");
    for (; *text; text++) putchar(*text == ';' ? ',' : *text);
}

void end_turn(void) {
    say("%s", has_orders ? "" : "WAIT");
    has_orders = false;
}
