"""A whole player for Digital Curling 4: hits the opponent's best stone, otherwise draws to the tee.

    python3 dc4.py http://localhost:10000 user0:pass0 new       # makes a match of two ends, prints its id
    python3 dc4.py http://localhost:10000 user1:pass1 ID        # joins that match
"""
import base64
import json
import math
import sys
import time
import urllib.error
import urllib.request

TEE = (0.0, 38.405)                             # metres from the hack
DRAW, HIT = (0.13173, 2.39975), (0.09290, 2.76518)   # velocities to the tee, counter-clockwise
server, user, match = sys.argv[1:4]
CREDENTIALS = "Basic " + base64.b64encode(user.encode()).decode()


def request(path, body=None, stream=False):
    """POST with a body, GET without one."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": CREDENTIALS, "Content-Type": "application/json"}
    answer = urllib.request.urlopen(urllib.request.Request(server + path, data, headers))
    return answer if stream else json.load(answer)


def patiently(path, body):
    """Tries for ten seconds: the server may not be up yet."""
    for _ in range(100):
        try:
            return request(path, body)
        except urllib.error.URLError as why:
            if isinstance(why, urllib.error.HTTPError):
                sys.exit(f"{why}: {why.read().decode()}")
            time.sleep(0.1)
    sys.exit(f"no server at {server}")


def events(path):
    """The states of a match; the newest is called `latest_state_update`."""
    name = None
    for line in request(path, stream=True):
        line = line.decode().rstrip()
        if line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:") and name == "latest_state_update":
            yield json.loads(line[5:])


def choose(state, own):
    """Turns a shot to the tee towards the target: paths of one weight have one shape."""
    lying = [
        (math.dist((stone["x"], stone["y"]), TEE), team, (stone["x"], stone["y"]))
        for team, stones in state["stone_coordinate"]["data"].items()
        for stone in stones
        if stone["y"]
    ]
    target, velocity = TEE, DRAW
    if lying and min(lying)[0] < 1.97 and min(lying)[1] != own:
        target, velocity = min(lying)[2], HIT
    turned = math.atan2(velocity[0], velocity[1]) + math.atan2(target[0], target[1])
    return {
        "translational_velocity": math.hypot(*velocity),
        "shot_angle": math.pi / 2 - turned,     # from the x axis; straight ahead is pi/2
        "angular_velocity": -math.pi / 2,       # positive is clockwise
    }


if match == "new":
    match = patiently("/matches", {
        "game_mode": "standard", "applied_rule": "fgz_rule", "standard_end_count": 2,
        "time_limit": 219.0, "extra_end_time_limit": 21.9, "match_name": "guide",
        "tournament": {"tournament_name": "guide"}, "simulator": {"simulator_name": "fcv1"},
    })
    print(match, flush=True)
team = {"use_default_config": True, "team_name": user.split(":")[0]}
for number in range(1, 5):
    team[f"player{number}"] = {
        "max_velocity": 4.0, "shot_std_dev": 0.0076, "angle_std_dev": 0.0018, "player_name": f"player{number}",
    }
own = patiently(f"/store-team-config?match_id={match}&expected_match_team_name=team0", team)
for state in events(f"/matches/{match}/stream"):
    if state["winner_team"]:
        print(own, "lost" if state["winner_team"] != own else "won", state["score"])
        break
    if state["next_shot_team"] == own:
        request(f"/shots?match_id={match}", choose(state, own))
