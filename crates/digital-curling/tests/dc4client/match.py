"""A whole match between two programs that use the released client package, unmodified.

    match.py http://127.0.0.1:PORT [--doubles] [--kill] [--ends 2]

Each side is a process of its own, as in a contest; with --kill one of them is killed in the middle and started again. Both
report every state they are told. The match is right if both were told the same, nothing was thrown twice or lost, and the
client has logged no error. Prints the final score; the exit status says whether all was well.
"""

import argparse
import asyncio
import json
import logging
import math
import sys
from urllib.parse import urlparse

from dc4client import (
    ClientDataModel,
    DCClient,
    GameMode,
    MatchMakerClient,
    MatchNameModel,
    PhysicalSimulatorModel,
    PlayerModel,
    PositionedStonesModel,
    TeamModel,
    TournamentModel,
)

USERS = [("user0", "pass0"), ("user1", "pass1")]

# Nothing newer for so long: the state is the newest. The package does not say which of the states
# told on joining is.
QUIET = 0.2


def log(text):
    print(text, file=sys.stderr, flush=True)


def team(name, doubles):
    def player(number):
        return PlayerModel(max_velocity=4.0, shot_std_dev=0.0076, angle_std_dev=0.0018, player_name=f"{name}-{number}")

    several = {} if doubles else {"player3": player(3), "player4": player(4)}
    return TeamModel(use_default_config=False, team_name=name, player1=player(1), player2=player(2), **several)


def shot(state, side):
    """Somewhere into the house, turning either way."""
    number = state.total_shot_number + 5 * state.end_number
    weight = 2.36 + 0.02 * (number % 4)
    line = math.pi / 2 + 0.01 * ((number % 5) - 2)
    turn = math.pi / 2 if (number + side) % 2 else -math.pi / 3
    return weight, line, turn


async def play(server, match, side, doubles):
    """One side; every state goes to the standard output as a line of JSON."""
    user, password = USERS[side]
    name = [MatchNameModel.team0, MatchNameModel.team1][side]
    client = DCClient(match, user, password, log_level=logging.INFO, match_team_name=name, auto_save_log=False)
    client.set_server_address(server.hostname, server.port)
    given = await client.send_team_info(team(f"side{side}", doubles))
    assert given == name, f"asked for {name}, was given {given}"

    states = asyncio.Queue()

    async def listen():
        async for state in client.receive_state_data():
            print(json.dumps(state.model_dump(mode="json")), flush=True)
            await states.put(state)

    listening = asyncio.create_task(listen())
    while True:
        state = await states.get()
        while True:
            try:
                state = await asyncio.wait_for(states.get(), QUIET)
            except asyncio.TimeoutError:
                break
        if state.winner_team is not None:
            break
        chooses = doubles and state.total_shot_number is None
        if chooses and state.mixed_doubles_settings.end_setup_team == name.value:
            wish = PositionedStonesModel.pp_left if state.end_number == 0 else PositionedStonesModel.center_guard
            await client.send_positioned_stones_info(wish)
        elif state.next_shot_team == name.value:
            await client.send_shot_info(*shot(state, side))
    listening.cancel()
    errors = [entry["message"] for entry in client.memory_handler.buffer if entry["level"] == "ERROR"]
    for error in errors:
        log(f"side {side}: {error}")
    return 1 if errors else 0


class Side:
    """A process that plays one side, and what it has told us."""

    def __init__(self, arguments, side):
        self.arguments, self.side = arguments, side
        self.states, self.process = [], None

    async def start(self):
        command = [sys.executable, __file__, *self.arguments, "--side", str(self.side)]
        self.process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, limit=1 << 20)

    async def follow(self, kill_after=None):
        """Reads states until the process ends, or until it has been killed after so many and started again."""
        while line := await self.process.stdout.readline():
            self.states.append(json.loads(line))
            if kill_after is not None and len(self.states) >= kill_after:
                self.process.kill()
                await self.process.wait()
                log(f"side {self.side} was killed after {len(self.states)} states; starting it again")
                kill_after = None
                await self.start()
        return await self.process.wait()


def key(state):
    return (state["end_number"], -1 if state["total_shot_number"] is None else state["total_shot_number"])


def problems(sides, stones, ends):
    """What is wrong with what the sides were told."""
    told = []
    for side in sides:
        seen = {}
        for state in side.states:
            if seen.setdefault(key(state), state) != state:
                yield f"side {side.side} was told two things about {key(state)}"
        told.append(seen)
    if told[0] != told[1]:
        yield f"the sides were told different things: {sorted(set(told[0]) ^ set(told[1]))}"
    last = sides[0].states[-1]
    if last["winner_team"] is None:
        yield "nobody has won"
    played = last["end_number"] + 1
    if played < ends:
        yield f"only {played} ends were played"
    for end in range(played):
        shots = [number for number in range(1, stones + 1) if told[0].get((end, number), {}).get("last_move")]
        if len(shots) != stones:
            yield f"end {end}: {len(shots)} of {stones} shots were told"
    totals = [sum(last["score"][name]) for name in ("team0", "team1")]
    if (last["winner_team"] == "team0") != (totals[0] > totals[1]):
        yield f"{last['winner_team']} has won by {totals}"


async def referee(options):
    server = urlparse(options.server)
    data = ClientDataModel(
        game_mode=GameMode.mixed_doubles if options.doubles else GameMode.standard,
        tournament=TournamentModel(tournament_name="trial"),
        simulator=PhysicalSimulatorModel(simulator_name="fcv1"),
        applied_rule="modified_fgz_rule" if options.doubles else "fgz_rule",
        time_limit=300.0,
        extra_end_time_limit=100.0,
        standard_end_count=options.ends,
        match_name="trial",
        positioned_stones_pattern=2 if options.doubles else None,
    )
    match = await MatchMakerClient(server.hostname, server.port, *USERS[0]).create_match(data)
    arguments = [options.server, "--match", match] + (["--doubles"] if options.doubles else [])
    sides = [Side(arguments, number) for number in (0, 1)]
    for side in sides:
        await side.start()
    stones = 10 if options.doubles else 16
    kill_after = stones + 4 if options.kill else None
    statuses = await asyncio.wait_for(asyncio.gather(sides[0].follow(), sides[1].follow(kill_after)), options.patience)
    wrong = list(problems(sides, stones, options.ends))
    if any(statuses):
        wrong.append(f"the sides ended with {statuses}")
    last = sides[0].states[-1]
    print(f"{last['winner_team']} wins; team0 {last['score']['team0']}, team1 {last['score']['team1']}; "
          f"{len(sides[0].states)} and {len(sides[1].states)} states told")
    for problem in wrong:
        log(f"WRONG: {problem}")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--doubles", action="store_true", help="play mixed doubles")
    parser.add_argument("--kill", action="store_true", help="kill one side in the middle and start it again")
    parser.add_argument("--ends", type=int, default=2)
    parser.add_argument("--patience", type=float, default=300.0, help="seconds for the whole match")
    parser.add_argument("--match", help=argparse.SUPPRESS)
    parser.add_argument("--side", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side is None:
        return asyncio.run(referee(options))
    return asyncio.run(play(urlparse(options.server), options.match, options.side, options.doubles))


if __name__ == "__main__":
    sys.exit(main())
