"""A contest client for Digital Curling 4, with our simulator inside.

python contest_client.py http://localhost:10000 USER PASSWORD MATCH
"""

import sys

from sakiyomi.games import Game
from sakiyomi.players import Turn, curling_client

game = Game("curling", conditions={"platform": "dc4", "referee": "fast"}, encoding="lattice")


def choose(turn: Turn) -> str:
    """Throw the shot of the lattice with the best score on average, the noise included."""

    def value(shot: int, throws: int) -> float:
        total = 0.0
        for throw in range(throws):
            game.restart(turn.seed // 2 + throw, turn.view)
            game.play(shot)
            seen = game.observe(turn.seat)  # points of both teams, and of the end so far
            total += float(seen[69] - seen[70] + seen[71])
        return total / throws

    shots = sorted(game.legal()[::40], key=lambda shot: value(shot, 2))[-8:]
    return game.decode(max(shots, key=lambda shot: value(shot, 16)))


if __name__ == "__main__":
    url, user, password, match = sys.argv[1:]
    print(curling_client(url, user, password, match, choose, name="Contest"))
