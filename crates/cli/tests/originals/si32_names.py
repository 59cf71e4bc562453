"""A bot that counts on what the original's helper and its package `game` have, in all generations."""

import os

from game.Command import Command
from game.Coordinate import Coordinate
from game.params import BUILDING_COST, DEFENSE_RATING, HIVE_COST, UNIT_COST, Direction
from GameHelper import GameHelper

print("printed before the first turn")
os.system("echo said by a child")
away = 0


def check_names(game):
    home, enemy = game.my_buildings()[0], game.get_enemy_hive_sites()[0]
    x, y = home.position
    assert (BUILDING_COST, HIVE_COST, UNIT_COST, DEFENSE_RATING) == (100, 100, 5, 10)
    assert game.map.cells[y][x] is game.map.tiles[x][y] is home and not home.obstructed
    assert game.map.num_players == 2 and not game.map.position_in_range((-1, 0))
    assert home.building.defense == DEFENSE_RATING and home.hive.production_status == home.building.progress
    assert home.position + (1, 0) == (x + 1, y) and home.position - game.coordinate(1, 0) == Coordinate(x - 1, y)
    distance = abs(x - enemy.position.x) + abs(y - enemy.position.y)
    nearest = game.get_nearest_building_position_and_distance_belonging_to_player(x, y, game.eId)
    assert nearest == (enemy.position, distance), nearest
    assert game.get_nearest_enemy_building_position() == enemy.position
    assert game.get_nearest_player_unit_pos_to_cell(x, y, game.myId)[1] <= 1
    assert game.get_nearest_player_unit_pos_to_tile(x, y, game.eId)[1] > 1
    resource, place = game.get_adjacent_free_position_with_greatest_resource(x, y)
    assert place is None or game.get_cell(place).resource == resource
    assert game.my_resource_count == game.get_my_resource_count()
    assert {tile.position for tile in game.my_occupied_tiles} == {tile.position for tile in game.get_my_cells()}
    assert game.enemy_occupied_tiles == game.get_enemy_cells()
    assert not (game.compare_resource() and game.compare_resource(game.eId, game.myId))
    assert not game.compare_unit_count(home.position, home.position, game.eId, game.myId)


def check_commands(game):
    tile = game.get_my_cells()[0]
    here = tile.position
    for nothing in [
        game.mine(here, 0), game.move_towards(here, here), game.move_towards(here, (0, 0), 0),
        game.move(here, 1, "sideways"), game.move(here, 1, 7), game.move(here, 1, None),
        game.move(here, 1, Direction.NONE), game.move(here, 1, Direction.SOUTHEAST), game.move(here, 1, (1, 1)),
    ]:
        assert nothing is None, nothing
    assert game.command_queue == []
    for command in [
        game.build(game.myId, here, 1), game.mine(game.myId, here, 1), game.move(game.myId, here, 1, (1, 0)),
        game.bad_single_move_towards_tile_avoiding_things(game.myId, here, (0, 0), 1, "stronger_buildings"),
        *game.efficient_mine_and_build(here),
    ]:
        assert isinstance(command, Command), command
    assert game.move(here, 2.0, "left").line.endswith(" W 2")
    game.command_queue.clear()


def do_turn(game):
    global away
    # The original's matches begin with a building of each.
    assert game.my_buildings() and game.enemy_buildings()
    check_names(game)
    check_commands(game)
    away += sum(tile.building is None for tile in game.get_my_cells())
    given = []
    for tile in game.get_my_cells():
        directions = game.get_movement_directions()
        given.append(game.move(tile.position, tile.units[game.myId], directions[game.turn % 4]))
    game.log(f"{away} away, {game.produced[game.myId]} produced, bad: {game.bad}")
    # All but these are sent as well.
    return given[:1]


GameHelper.register_turn_handler(do_turn)
