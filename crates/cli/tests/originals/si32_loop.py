"""A bot in the style of the original's first ones: a loop of its own."""

from GameHelper import GameHelper

game = GameHelper()
while True:
    game.load_state()
    for tile in game.get_my_units():
        if game.get_tile(tile.position[0], tile.position[1]).building or game.building_potential() > 0:
            game.build(tile.position)
        else:
            game.mine(tile.position, tile.units[game.myId])
    game.send_commands()
