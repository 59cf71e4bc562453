// The words of Utti, in lines that lines.h reads and prints. What a bot can use stands in protocol.h.

#include "protocol.h"

#include "lines.h"

#include <stdlib.h>
#include <string.h>

static bool is_on_board(const Game *game, Cell cell) {
    return 0 <= cell.row && cell.row < game->size && 0 <= cell.col && cell.col < game->size;
}

// Where the unit with that id is among all units, or would be: they are sorted.
static int place_of(const Game *game, int id) {
    int low = 0;
    int high = game->unit_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (game->units[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static Unit *find_unit(Game *game, int id) {
    int place = place_of(game, id);
    return place < game->unit_count && game->units[place].id == id ? &game->units[place] : NULL;
}

// A new unit, told by the words from that place on.
static void add_unit(Game *game, const Line *line, int from) {
    Unit unit = {
        .id = number(line, from),
        .is_own = number(line, from + 1) == 0,
        .is_base = is(word(line, from + 2), "B"),
        .cell = {number(line, from + 3), number(line, from + 4)},
        .height = number(line, from + 5),
    };
    if (game->unit_count == MAX_UNITS || !is_on_board(game, unit.cell)) return;
    int place = place_of(game, unit.id);
    memmove(&game->units[place + 1], &game->units[place], sizeof(Unit) * (size_t)(game->unit_count - place));
    game->units[place] = unit;
    game->unit_count++;
    if (!unit.is_base) game->troops[unit.cell.row][unit.cell.col] = unit.id + 1;
}

// Takes a troop off its cell, unless another already stands there.
static void lift(Game *game, const Unit *unit) {
    int *troop = &game->troops[unit->cell.row][unit->cell.col];
    if (*troop == unit->id + 1) *troop = 0;
}

static void remove_unit(Game *game, const Unit *unit) {
    int place = (int)(unit - game->units);
    game->unit_count--;
    memmove(&game->units[place], &game->units[place + 1], sizeof(Unit) * (size_t)(game->unit_count - place));
}

// One piece of news.
static void hear(Game *game, const Line *line) {
    const char *kind = word(line, 0);
    Unit *unit = find_unit(game, number(line, 1));
    if (is(kind, "round")) {
        game->round = number(line, 1);
    } else if (is(kind, "gold")) {
        game->gold = number(line, 1);
        game->enemy_gold = number(line, 2);
    } else if (is(kind, "born")) {
        add_unit(game, line, 1);
    } else if (is(kind, "moved") && unit) {
        Cell cell = {number(line, 2), number(line, 3)};
        if (!is_on_board(game, cell)) return;
        lift(game, unit);
        unit->cell = cell;
        game->troops[cell.row][cell.col] = unit->id + 1;
    } else if (is(kind, "height") && unit) {
        unit->height = number(line, 2);
    } else if (is(kind, "gone") && unit) {
        lift(game, unit);
        remove_unit(game, unit);
    }
}

void start_game(Game *game) {
    Line line;
    *game = (Game){0};
    read_line(&line);
    game->size = number(&line, 1) < MAX_SIZE ? number(&line, 1) : MAX_SIZE;
    game->seat = number(&line, 2);
    game->rounds = number(&line, 3);
    game->max_units = number(&line, 4);
    game->troop_cost = number(&line, 5);
    game->base_height = number(&line, 6);
    read_line(&line);
    for (int count = number(&line, 1); count > 0 && read_line(&line); count--) {
        Cell cell = {number(&line, 0), number(&line, 1)};
        if (!is_on_board(game, cell) || has_mine(game, cell)) continue;
        game->mines[game->mine_count++] = cell;
        game->is_mine[cell.row][cell.col] = true;
    }
    read_line(&line);
    for (int count = number(&line, 1); count > 0 && read_line(&line); count--) add_unit(game, &line, 0);
    read_line(&line); // end
    say("ready");
}

bool read_turn(Game *game) {
    Line line;
    while (read_line(&line)) {
        if (is(word(&line, 0), "act")) {
            const Unit *unit = find_unit(game, number(&line, 1));
            if (unit) game->unit = *unit;
            game->gold = number(&line, 6);
            return true;
        }
        if (is(word(&line, 0), "over")) {
            game->is_over = true;
            game->score = number(&line, 1);
            game->enemy_score = number(&line, 2);
            return false;
        }
        hear(game, &line);
    }
    return false;
}

int neighbours(const Game *game, Cell cell, Cell around[MAX_NEIGHBOURS]) {
    int count = 0;
    for (int row = cell.row - 1; row <= cell.row + 1; row++) {
        for (int col = cell.col - 1; col <= cell.col + 1; col++) {
            Cell near = {row, col};
            bool is_itself = row == cell.row && col == cell.col;
            if (is_on_board(game, near) && !is_itself) around[count++] = near;
        }
    }
    return count;
}

int distance(Cell one, Cell other) {
    int rows = abs(one.row - other.row);
    int cols = abs(one.col - other.col);
    return rows > cols ? rows : cols;
}

bool has_mine(const Game *game, Cell cell) {
    return is_on_board(game, cell) && game->is_mine[cell.row][cell.col];
}

const Unit *troop_at(const Game *game, Cell cell) {
    int id = is_on_board(game, cell) ? game->troops[cell.row][cell.col] - 1 : -1;
    return id < 0 ? NULL : &game->units[place_of(game, id)];
}

int own_troops(const Game *game) {
    int count = 0;
    for (int i = 0; i < game->unit_count; i++) count += game->units[i].is_own && !game->units[i].is_base;
    return count;
}

static void act(const char *action, Cell cell) {
    say("%s %d %d", action, cell.row, cell.col);
}

void idle(Cell here) {
    act("IDLE", here);
}

void create_troop(Cell cell) {
    act("CREATE_TROOP", cell);
}

void mine(Cell here) {
    act("MINE", here);
}

void move(Cell cell) {
    act("MOVE", cell);
}

void capture(Cell cell) {
    act("CAPTURE", cell);
}

void climb(Cell cell) {
    act("CLIMB", cell);
}

void split(Cell cell) {
    act("SPLIT", cell);
}

void create_base(Cell here) {
    act("CREATE_BASE", here);
}
