"""Checks every move of a file of chess games, variations too, with python-chess."""

import sys

import chess.pgn

faulty = 0
with open(sys.argv[1], encoding="utf-8", errors="replace") as games:
    while (game := chess.pgn.read_game(games)) is not None:
        faulty += bool(game.errors)
print(faulty)
