# Source of the notebook `value_network`: both languages are made of it by `make notebooks`.

# %% [markdown] lang="en"
# # Learning a value network and playing with it
#
# How good is a position of an end? This notebook plays thousands of ends at once with a simple
# rule, trains a small neural network on how they ended, measures what it has learned on ends it has
# not seen, and puts it into a player that looks one shot ahead. Nothing but numpy is needed; in the
# place of the network may stand one of any library.
#
# Set `SAKIYOMI_NOTEBOOKS=quick` before the start for a small run, as the tests of the project do.

# %% [markdown] lang="ja"
# # 価値ネットワークを学習して対戦に使う
#
# エンドの途中の局面は、どれほど有利でしょうか。このノートブックでは、簡単な規則で何千ものエンドを一度に行い、その結果を
# 小さなニューラルネットワークに学習させ、見たことのないエンドで学習の成果を測ります。最後に、一投先を読むプレイヤーに
# 組み込みます。必要なのは numpy だけで、ネットワークの部分はどのライブラリーのものに替えても構いません。
#
# 起動する前に環境変数 `SAKIYOMI_NOTEBOOKS=quick` を設定すると、プロジェクトのテストと同じ小さな規模で実行します。

# %%
import os
from itertools import pairwise

# The matrices are small: threads of the linear algebra cost more than they give.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import matplotlib.pyplot as plt
import numpy as np

from sakiyomi import curling
from sakiyomi.players import Turn, match

QUICK = os.environ.get("SAKIYOMI_NOTEBOOKS") == "quick"
ENDS = 2_000 if QUICK else 20_000
EPOCHS = 4 if QUICK else 8
THROWS = 6 if QUICK else 16
GAMES = 6 if QUICK else 100
ICE = curling.Conditions("dc4")
HOUSE = 1.97  # a stone nearer to the tee than this is in the house
random = np.random.default_rng(1)

# %% [markdown] lang="en"
# ## Ends by a rule
#
# A value belongs to a way of playing on. Here that is a rule with a good deal of chance in it, so
# that the ends show many positions: hit the opponent's shot stone six times in ten, throw a guard
# now and then among the first stones, otherwise draw somewhere around the tee. All ends are played
# at the same time: arrays of stones go in and come out, every shot with the thrower's error.

# %% [markdown] lang="ja"
# ## 規則でエンドを行う
#
# 価値は、その後をどう投げるかによって決まります。ここでは、さまざまな局面が現れるように、かなりの偶然を含む規則を
# 使います。相手のナンバーワンストーンがあれば十回に六回は打ち、初めのうちはときどきガードを置き、それ以外はティーの
# 近くのどこかへドローします。すべてのエンドを同時に進めます。ストーンの配列を渡すと、選手の誤差を加えて投げた後の
# 配列が返ります。

# %%
def rule(stones: np.ndarray, slot: int, random: np.random.Generator) -> np.ndarray:
    """Return a shot for each position, of shape (P, 3)."""
    ends = np.arange(len(stones))
    distance = np.nan_to_num(np.hypot(stones[..., 0], stones[..., 1]), nan=9.0)
    shot = distance.argmin(axis=1)
    theirs = (distance[ends, shot] < HOUSE) & (shot % 2 != slot % 2)
    hit = theirs & (random.random(len(stones)) < 0.6)
    guard = ~hit & (slot < 5) & (random.random(len(stones)) < 0.3)
    targets = random.normal(0, 0.5, (len(stones), 2))
    targets[guard] += [0.0, -3.0]
    targets[hit] = stones[ends, shot][hit]
    beyond = np.where(hit, random.uniform(1, 6, len(stones)), np.nan)
    return curling.aim(targets, random.choice([-1, 1], len(stones)), ice=ICE, beyond=beyond)


def play_ends(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions before every stone but the first, and the hammer's points."""
    random = np.random.default_rng(seed)
    stones = np.full((count, 16, 2), np.nan)
    before = []
    for slot in range(16):
        if slot:
            before.append(stones)
        shots = rule(stones, slot, random)[:, None]
        thrown = curling.simulate(
            stones, shots, ice=ICE, slot=slot, mode="fast", seed=16 * seed + slot
        )
        stones = thrown.stones[:, 0]
    return np.stack(before, axis=1), -thrown.points[:, 0]  # points are positive for team 0


positions, points = play_ends(ENDS, seed=1)
results = np.sign(points) + 1  # 0: a steal, 1: a blank end, 2: the hammer scores
print(positions.shape, np.bincount(results, minlength=3) / ENDS)

# %% [markdown] lang="en"
# ## Features and network
#
# The eight stones nearest to the tee, each with its team (1 for the hammer's, -1 for the other's),
# its place and its distance; the number of the next stone; and the score as the stones lie. The
# network answers with three chances: steal, blank, score. Mirroring an end from left to right gives
# another one for nothing.

# %% [markdown] lang="ja"
# ## 特徴とネットワーク
#
# ティーに近い順に八個のストーンについて、どちらのものか（後攻なら 1、先攻なら -1）、位置、距離を並べ、次が何投目かと、
# 現在の配置での得点を加えます。ネットワークは、スチール、ブランク、後攻の得点という三つの確率を答えます。エンドを左右
# 反転すると、データを手間なく二倍にできます。

# %%
TEAM = np.where(np.arange(16) % 2, 1.0, -1.0)


def features(stones: np.ndarray, slot: np.ndarray) -> np.ndarray:
    """Return the features of positions (P, 16, 2) before the stones of these slots, (P, F)."""
    distance = np.hypot(stones[..., 0], stones[..., 1])
    order = np.argsort(np.nan_to_num(distance, nan=99.0), axis=1)[:, :8]
    there = ~np.isnan(np.take_along_axis(distance, order, 1))
    near = np.nan_to_num(np.take_along_axis(distance, order, 1), nan=5.0)
    place = np.nan_to_num(np.take_along_axis(stones, order[..., None], 1))
    parts = [there * TEAM[order], near, place[..., 0], place[..., 1], there * np.exp(-near)]
    lying = -curling.score(stones, ice=ICE).astype(float)  # the hammer's points as they lie
    number = np.eye(16)[slot]
    return np.concatenate([*parts, lying[:, None], np.sign(lying)[:, None], number], axis=1)


class Network:
    """Two hidden layers, trained by Adam on the cross entropy."""

    def __init__(self, inputs: int, hidden: int = 64) -> None:
        """Draw the first weights."""
        sizes = [inputs, hidden, hidden, 3]
        self.layers = [random.normal(0, (2 / a) ** 0.5, (a, b)) for a, b in pairwise(sizes)]
        self.layers += [np.zeros(size) for size in sizes[1:]]
        self.moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self.layers]
        self.steps = 0

    def forward(self, inputs: np.ndarray) -> list[np.ndarray]:
        """Return the inputs, the hidden layers and the chances."""
        values = [inputs]
        for layer in range(3):
            value = values[-1] @ self.layers[layer] + self.layers[3 + layer]
            values.append(np.maximum(value, 0) if layer < 2 else value)
        odds = np.exp(values[-1] - values[-1].max(axis=1, keepdims=True))
        values[-1] = odds / odds.sum(axis=1, keepdims=True)
        return values

    def learn(self, inputs: np.ndarray, results: np.ndarray, rate: float) -> None:
        """Make a step."""
        values = self.forward(inputs)
        slope = (values[-1] - np.eye(3)[results]) / len(inputs)
        slopes: list[np.ndarray] = [np.empty(0)] * 6
        for layer in (2, 1, 0):
            slopes[layer], slopes[3 + layer] = values[layer].T @ slope, slope.sum(axis=0)
            slope = (slope @ self.layers[layer].T) * (values[layer] > 0)
        self.steps += 1
        for one, (first, second), change in zip(self.layers, self.moments, slopes, strict=True):
            first += 0.1 * (change - first)
            second += 0.001 * (change**2 - second)
            scale = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            one -= rate * first / (1 - 0.9**self.steps) / scale


# %% [markdown] lang="en"
# ## Training, and ends that are held out
#
# The positions of one end share its result, so the ends are divided, not the positions: otherwise
# the network could know the result of a held-out position from its neighbour in the training.

# %% [markdown] lang="ja"
# ## 学習と検証用のエンド
#
# 同じエンドの局面は結果も同じです。そこで、局面ではなくエンドを学習用と検証用に分けます。そうしないと、検証用の局面の
# 結果を、学習用に入った隣の局面から知ることができてしまいます。

# %%
held = np.arange(ENDS) >= ENDS * 4 // 5
slots = np.arange(1, 16)


def examples(chosen: np.ndarray, mirror: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return features and results of all positions of some ends."""
    stones = positions[chosen].reshape(-1, 16, 2)
    slot = np.tile(slots, chosen.sum())
    result = np.repeat(results[chosen], len(slots))
    if mirror:
        stones = np.concatenate([stones, stones * [-1, 1]])
        slot, result = np.tile(slot, 2), np.tile(result, 2)
    return features(stones, slot), result


inputs, targets = examples(~held, mirror=True)
held_inputs, held_targets = examples(held, mirror=False)


def loss(chances: np.ndarray) -> float:
    """Return the cross entropy on the held-out positions."""
    return float(-np.log(chances[np.arange(len(held_targets)), held_targets]).mean())


network = Network(inputs.shape[1])
curve = []
for epoch in range(EPOCHS):
    order = random.permutation(len(inputs))
    for batch in np.array_split(order, len(order) // 256):
        network.learn(inputs[batch], targets[batch], 2e-3 * (1 - epoch / EPOCHS))
    curve.append(loss(network.forward(held_inputs)[-1]))

figure, axes = plt.subplots(figsize=(8, 3))
axes.plot(range(1, EPOCHS + 1), curve, "o-")
axes.set(xlabel="epoch", ylabel="cross entropy");

# %% [markdown] lang="en"
# A loss alone says nothing. It is compared with two predictions that need no network: the
# frequencies of the results at each stone of the end, and those for each stone and each score as
# the stones lie. The second is hard to beat: only from some ten thousand ends on is the network
# better. Most of the loss is the chance that is still to come.

# %% [markdown] lang="ja"
# 損失の値だけでは何もわかりません。ネットワークを使わない二つの予測、つまり、何投目かだけで決めた結果の頻度と、何投目か
# と現在の配置での得点とで決めた頻度を基準にして比べます。後者は手強く、ネットワークが上回るには一万エンドほどの
# データが必要です。損失の大半は、これから起こる偶然によるものです。

# %%
def table(keys: np.ndarray, held_keys: np.ndarray) -> np.ndarray:
    """Return the frequencies of the results by key, for the held-out positions."""
    counts = np.ones((keys.max() + held_keys.max() + 1, 3))
    np.add.at(counts, (keys, np.tile(np.repeat(results[~held], 15), 2)), 1)
    shares: np.ndarray = (counts / counts.sum(axis=1, keepdims=True))[held_keys]
    return shares


def keys(inputs: np.ndarray, with_score: bool) -> np.ndarray:
    """Return a number for each stone of the end, and each score if it is wanted."""
    score = np.clip(inputs[:, 40], -3, 3).astype(int) + 3
    numbers: np.ndarray = inputs[:, 42:].argmax(axis=1) * 7 + (score if with_score else 0)
    return numbers


by_stone = loss(table(keys(inputs, False), keys(held_inputs, False)))
by_score = loss(table(keys(inputs, True), keys(held_inputs, True)))
print(f"stone: {by_stone:.4f}, stone and score: {by_score:.4f}, network: {curve[-1]:.4f}")
assert max(curve[-1], by_score) < by_stone and (QUICK or curve[-1] < by_score)

# %% [markdown] lang="en"
# ## Does it happen as often as it says?
#
# From every held-out end one position is drawn, so that the cases are independent, and the chance
# that the hammer scores is compared with how often it did.

# %% [markdown] lang="ja"
# ## 予測どおりの頻度で起こるか
#
# 互いに独立になるように、検証用のエンドから一つずつ局面を選び、後攻が得点する確率の予測と、実際に得点した頻度を比べます。

# %%
one = np.arange(held.sum()) * 15 + random.integers(0, 15, held.sum())
said = network.forward(held_inputs[one])[-1][:, 2]
came = held_targets[one] == 2
bins = np.clip((said * 5).astype(int), 0, 4)
far = []
for number in range(5):
    chosen = bins == number
    if chosen.sum() >= 5:
        expected, seen = said[chosen].mean(), came[chosen].mean()
        error = np.sqrt((said[chosen] * (1 - said[chosen])).mean() / chosen.sum())
        far.append(abs(seen - expected) / error)
        print(f"{chosen.sum():5} positions: said {expected:.3f}, came {seen:.3f} ± {error:.3f}")
assert max(far) < 5

# %% [markdown] lang="en"
# ## A player one shot ahead
#
# The player throws every candidate with the same errors (the same seed), lets the network value the
# positions that come of it, and takes the best mean. After the last stone the score is known, and
# no network is asked. Candidates are draws to nine places and hits on every stone, with both turns.

# %% [markdown] lang="ja"
# ## 一投先を読むプレイヤー
#
# このプレイヤーは、どの候補も同じ誤差（同じ乱数の種）で投げ、その後の局面をネットワークで評価し、平均が最も良いものを
# 選びます。最後の一投の後は得点が決まるので、ネットワークは使いません。候補は、九か所へのドローとすべてのストーンへの
# ヒットを、それぞれ両方の回転で投げたものです。

# %%
def candidates(stones: np.ndarray) -> np.ndarray:
    """Return the shots that are considered, (C, 3)."""
    draws = [[x, y] for x in (-0.7, 0.0, 0.7) for y in (-2.6, -0.4, 0.4)]
    hits = stones[~np.isnan(stones[:, 0])]
    targets = np.tile(np.concatenate([np.array(draws), hits]), (2, 1))
    beyond = np.tile([np.nan] * len(draws) + [3.0] * len(hits), 2)
    shots = curling.aim(targets, np.repeat([-1, 1], len(targets) // 2), ice=ICE, beyond=beyond)
    return shots[~np.isnan(shots[:, 0])]


def board(turn: Turn) -> tuple[np.ndarray, int]:
    """Return the stones as the arrays have them, and the number of the next stone."""
    assert turn.observation is not None
    rows = turn.observation[:64].reshape(16, 4).astype(float)
    return np.where(rows[:, :1] == 1, rows[:, 2:], np.nan), int(turn.observation[66])


class Ruled:
    """The rule, as a player."""

    encoding = "continuous"

    def choose(self, turn: Turn) -> str:
        """Return the shot."""
        stones, slot = board(turn)
        return curling.action(rule(stones[None], slot, np.random.default_rng(turn.seed))[0])


class Learned:
    """Looks one shot ahead, by the network."""

    encoding = "continuous"

    def choose(self, turn: Turn) -> str:
        """Return the shot with the best mean."""
        stones, slot = board(turn)
        shots = candidates(stones)
        values = [self.value(stones, slot, shot, turn.seed) for shot in shots]
        return curling.action(shots[np.argmax(values)])

    def value(self, stones: np.ndarray, slot: int, shot: np.ndarray, seed: int) -> float:
        """Return the share of the game that the throwing team may expect after a shot."""
        throws = np.tile(shot, (THROWS, 1))
        after = curling.simulate(stones, throws, ice=ICE, slot=slot, mode="fast", seed=seed)
        if slot == 15:
            shares = (1 - np.sign(after.points)) / 2
        else:
            chances = network.forward(features(after.stones, np.full(THROWS, slot + 1)))[-1]
            shares = chances[:, 2] + chances[:, 1] / 2
        hammer = float(shares.mean())
        return hammer if slot % 2 else 1 - hammer


# %% [markdown] lang="en"
# ## Matches
#
# First the question whether the network is worth anything: the player against the rule that made
# its data. Then others. One end is a game, a blank end is a draw, and the two games of a pair have
# the same dice with the hammer exchanged.

# %% [markdown] lang="ja"
# ## 対戦
#
# まず、ネットワークに価値があるかどうかを、データを作った規則との対戦で確かめます。続いて、ほかのプレイヤーとも対戦
# します。一エンドを一試合とし、ブランクエンドは引き分けです。一組の二試合は同じ乱数を使い、ハンマーを入れ替えます。

# %%
SHORT = {"platform": "dc4", "ends": 1, "extra_ends": False}
for name, opponent in (("rule", {"rule": Ruled}), ("sample", "sample")):
    played = match("curling", {"learned": Learned}, opponent, games=GAMES, seed=1, conditions=SHORT)
    result = played["result"]
    low, high = result["interval"]["low"], result["interval"]["high"]
    print(
        f"against {name:8} {result['rate']:.3f} (95 % {low:.3f}–{high:.3f}), "
        f"{result['distinct']} distinct games"
    )
    assert result["faults"] == [0, 0] and result["distinct"] == GAMES
    assert QUICK or name != "rule" or low > 0.5

# %% [markdown] lang="en"
# Read the intervals, not the rates: a player is shown to be better only where the interval lies
# above 0.5, as it does against the rule at the full size. And read what was measured. The network
# values positions as the *rule* plays them on, and the player then plays otherwise; that is one
# step of policy improvement. The next one is to make new ends with the new player and to train
# again.

# %% [markdown] lang="ja"
# 勝率ではなく区間を見てください。強いことが示されたのは、区間が 0.5 より上にある場合だけです（試合数を減らさなければ、
# 規則に対してはそうなります）。何を測ったかにも注意が必要です。ネットワークは、その後を*規則*で投げた場合の価値を学びましたが、プレイヤーは規則とは違うショットを選びます。
# これは方策改善の一段階にあたります。次の段階では、新しいプレイヤーでエンドを行い、もう一度学習します。
