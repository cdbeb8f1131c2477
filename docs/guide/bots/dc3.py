"""A whole player for Digital Curling 3: hits the opponent's best stone, otherwise draws to the tee."""
import json
import math
import socket
import sys
import time

TEE = (0.0, 38.405)                             # metres from the hack
DRAW, HIT = (0.13173, 2.39975), (0.09290, 2.76518)   # velocities to the tee, counter-clockwise


def choose(state, own):
    """Turns a shot to the tee towards the target: paths of one weight have one shape."""
    lying = [
        (math.dist((stone["position"]["x"], stone["position"]["y"]), TEE), team, stone["position"])
        for team, stones in state["stones"].items()
        for stone in stones
        if stone
    ]
    target, velocity = TEE, DRAW
    if lying:
        distance, team, place = min(lying, key=lambda one: one[0])
        if distance < 1.97 and team != own:
            target, velocity = (place["x"], place["y"]), HIT
    turned = math.atan2(velocity[0], velocity[1]) + math.atan2(target[0], target[1])
    speed = math.hypot(*velocity)
    velocity = {"x": speed * math.sin(turned), "y": speed * math.cos(turned)}
    return {"type": "shot", "velocity": velocity, "rotation": "ccw"}


def connect(address):
    """Tries for ten seconds: the server may not be up yet."""
    host, port = address.split(":")
    for _ in range(100):
        try:
            return socket.create_connection((host, int(port)))
        except OSError:
            time.sleep(0.1)
    sys.exit(f"no server at {address}")


lines = connect(sys.argv[1]).makefile("rw", encoding="utf-8", newline="\n")


def say(message):
    lines.write(json.dumps(message) + "\n")
    lines.flush()


own = None
for line in lines:
    message = json.loads(line)
    if message["cmd"] == "dc":
        say({"cmd": "dc_ok", "name": "mine"})
    elif message["cmd"] == "is_ready":
        own = message["team"]
        say({"cmd": "ready_ok", "player_order": [0, 1, 2, 3]})
    elif message["cmd"] == "update" and message["next_team"] == own:
        say({"cmd": "move", "move": choose(message["state"], own)})
    elif message["cmd"] == "game_over":
        break
