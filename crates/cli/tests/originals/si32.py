"""A bot in the style of the original's: a turn handler that returns commands."""

from GameHelper import GameHelper


def do_turn(game):
    commands = []
    homes = game.my_buildings()
    for cell in game.get_my_cells():
        units = game.my_units_at_pos(cell.position)
        if not homes and game.get_building_potential() > 0:
            commands.append(game.build(cell.position))
        elif cell.building and cell.building.ownerId == game.myId:
            commands.append(game.build(cell.position, min(units, 10)))
            if units > 10 and game.get_enemy_building_count() > 0:
                goal = game.closest_enemy_hive_pos(cell.position)
                commands.append(game.smarter_move_towards(cell.position, goal, num_units=units - 10))
        elif cell.resource > 0 and units < 10:
            commands.append(game.mine(cell.position, units))
        else:
            goal = game.enemy_buildings()[0].position if game.enemy_buildings() else homes[0].position
            commands.append(game.move_towards(cell.position, goal))
    game.log(f"turn {game.turn}: {game.get_total_units()} units, {game.get_my_resource_count()} resource, {game.bad}")
    return commands


GameHelper.register_turn_handler(do_turn)
