"""A bot that knows this game's rules, and keeps house by itself."""

from GameHelper import GameHelper

GameHelper.keeps_house = False


def do_turn(game):
    if game.turn == 1:
        assert not game.my_buildings()
        (start,) = game.get_my_cells()
        # As in the original, there is a unit for both.
        game.mine(start.position)
        game.build(start.position)
        return
    assert game.my_buildings(), game.bad
    for tile in game.get_my_cells():
        game.work(tile.position)


GameHelper.register_turn_handler(do_turn)
