# Source of the notebook `player`: both languages are made of it by `make notebooks`.

# %% [markdown] lang="en"
# # Your player against Jiritsu-kun
#
# A player of a dozen lines meets Jiritsu-kun, the curling player that searches with uncertainty, in
# a match with an honest interval. The second half is about that interval: what it says, what it
# does not, and how many games a claim needs.
#
# Set `SAKIYOMI_NOTEBOOKS=quick` before the start for few games, as the tests of the project do.

# %% [markdown] lang="ja"
# # 自分のプレイヤーとじりつくんの対戦
#
# 十数行で書いたプレイヤーを、不確実さを考えて探索するカーリングのプレイヤー、じりつくんと対戦させ、勝率を区間つきで
# 求めます。後半では、その区間から何がわかり、何がわからないか、主張には何試合が必要かを考えます。
#
# 起動する前に環境変数 `SAKIYOMI_NOTEBOOKS=quick` を設定すると、プロジェクトのテストと同じ少ない試合数で実行します。

# %%
import json
import os
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from sakiyomi import curling
from sakiyomi.players import Turn, match

QUICK = os.environ.get("SAKIYOMI_NOTEBOOKS") == "quick"
GAMES = 8 if QUICK else 200
ICE = curling.Conditions("dc4")
SHORT = {"platform": "dc4", "ends": 1, "extra_ends": False}

# %% [markdown] lang="en"
# ## The player
#
# It hits the opponent's shot stone and otherwise draws to the button. What it sees comes as an
# array: the first 64 numbers are the sixteen stones of the end, each with 1 if it is in play, 1 for
# an own stone or -1, x and y. It answers with an action; `curling.action` writes a row of `aim` as
# one.

# %% [markdown] lang="ja"
# ## プレイヤー
#
# 相手のナンバーワンストーンを打ち、なければボタンへドローします。見えるものは配列で渡されます。最初の64個の数は
# そのエンドの十六個のストーンで、一つにつき、プレー中なら 1、自分のストーンなら 1（相手なら -1）、x、y の四つです。
# 答えはアクションで返します。`curling.action` は、`aim` の結果の一行をアクションの形で書きます。

# %%
class Mine:
    """Hits the opponent's shot stone, otherwise draws to the button."""

    encoding = "continuous"

    def choose(self, turn: Turn) -> str:
        """Return the shot."""
        assert turn.observation is not None
        stones = turn.observation[:64].reshape(16, 4)
        lying = stones[stones[:, 0] == 1]
        lying = lying[np.hypot(lying[:, 2], lying[:, 3]).argsort()]
        if len(lying) and lying[0, 1] == -1 and np.hypot(*lying[0, 2:]) < 1.97:
            return curling.action(curling.aim(lying[0, 2:], "cw", ice=ICE, beyond=3.0))
        return curling.action(curling.aim([0.0, 0.0], "cw", ice=ICE))


# %% [markdown] lang="en"
# ## The match
#
# Games come in pairs with the same dice and the sides exchanged; here a game is one end, and a
# blank end is a draw. A player that raises an exception or answers with something illegal loses
# that game: `faults` counts them, and the record has the traceback. Always look at it first.

# %% [markdown] lang="ja"
# ## 試合
#
# 試合は、同じ乱数を使い、先攻と後攻を入れ替えた二試合を一組として行います。ここでは一エンドを一試合とし、ブランク
# エンドは引き分けです。例外を起こしたり反則の手を返したりしたプレイヤーは、その試合が負けになります。その数が
# `faults` で、トレースバックは記録に残ります。まずここを確かめてください。

# %%
played = match(
    "curling", {"mine": Mine}, "jiritsu:preset=quick", games=GAMES, seed=1,
    conditions=SHORT, records=True,
)  # fmt: skip
result = played["result"]
assert result["faults"] == [0, 0]
score, interval = result["score"], result["interval"]
print(f"{score['wins']} won, {score['draws']} drawn, {score['losses']} lost: {result['rate']:.3f}")
print(f"95 % interval {interval['low']:.3f}–{interval['high']:.3f}")
print(f"{result['distinct']} of {result['games']} games are distinct")
for side in result["sides"]:
    print(f"{side['side']}: {side['rate']:.3f}")
assert interval["low"] <= result["rate"] <= interval["high"]
assert result["sides"][1]["rate"] > result["sides"][0]["rate"]  # the hammer is worth a lot

# %% [markdown] lang="en"
# * **The interval** holds the rates that go with these games. If it holds 0.5, neither player has
#   been shown to be better, however the rate looks.
# * **Distinct games** are what counts. Two deterministic players without dice would play the same
#   game again and again, and a thousand repetitions would say no more than one.
# * **The sides** differ more than most players do: the hammer is worth a lot. Without pairs, the
#   toss would be part of the result.
# * It is a result *under these conditions*: one end, this ice, these settings. Against the full
#   strength of Jiritsu-kun, or over eight ends, it is another one.
#
# The same interval from the records: Wilson's, where the games of a pair that go one way count for
# less (the notebook on experiments has the reason).

# %% [markdown] lang="ja"
# * **区間**は、この試合結果と矛盾しない勝率の範囲です。0.5 が含まれていれば、勝率がどう見えても、どちらかが
#   強いと示されたことにはなりません。
# * **異なる試合**（distinct）の数が重要です。乱数を使わないプレイヤーどうしを乱数のない条件で対戦させると、同じ
#   試合が繰り返されるだけで、千回行っても一回分のことしかわかりません。
# * **先攻と後攻**の差は、たいていプレイヤーの差より大きくなります。ハンマーにはそれだけの価値があります。組に
#   しなければ、どちらがハンマーを持つかという運まで結果に入ってしまいます。
# * これは*この条件での*結果です。一エンド、このアイス、この設定についてのもので、設定を強くしたじりつくんや
#   八エンドの試合では、結果も変わります。
#
# 同じ区間を記録から求めてみます。ウィルソンの区間で、結果が一方に偏る組は軽く数えます（理由は実験のノートブックに
# あります）。

# %%
def wilson(rate: float, trials: float, z: float = 1.959964) -> tuple[float, float]:
    """Return the interval of a rate."""
    middle = rate + z * z / (2 * trials)
    reach = z * np.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials**2))
    low, high = (middle + np.array([-reach, reach])) / (1 + z * z / trials)
    return float(low), float(high)


def share(record: dict[str, Any]) -> float:
    """Return what the player of this notebook got of a game."""
    first: float = record["score"]["share"]  # of side 0
    return first if record["players"][0] == "mine" else 1 - first


records = [json.loads(line) for line in played["records"].splitlines()]
shares = np.array([share(record) for record in records])
pairs = shares.reshape(-1, 2).mean(axis=1)
rate, spread = shares.mean(), pairs.var(ddof=1)
worth = rate * (1 - rate) * len(pairs) / spread if spread > 0 else GAMES
worth = round(np.clip(worth, GAMES / 2, GAMES))
print(f"{GAMES} games, worth {worth}: {wilson(rate, worth)}")
assert np.isclose(rate, result["rate"])
if 0 < rate < 1:
    assert np.allclose(wilson(rate, worth), (interval["low"], interval["high"]), atol=1e-6)

# %% [markdown] lang="en"
# ## Is the interval honest?
#
# An interval of 95 % must hold the true rate in about 95 of 100 matches, whatever the rate is. That
# can be tried: draw a true rate, play a match of coin tosses with it, and look. The interval of the
# textbooks, $p \pm 1.96\sqrt{p(1-p)/n}$, fails where games are few or one-sided; after eight wins
# in eight games it even has no width.

# %% [markdown] lang="ja"
# ## 区間は信用できるか
#
# 95 % の区間は、真の勝率がいくつであっても、百回の対戦のうちおよそ九十五回は真の勝率を含まなければなりません。これは
# 試せます。真の勝率を決め、それに従う硬貨投げで対戦を行い、含まれたかどうかを数えます。教科書によくある区間
# $p \pm 1.96\sqrt{p(1-p)/n}$ は、試合が少ないときや一方的なときに外れます。八戦全勝なら、幅がゼロになってしまい
# ます。

# %%
random = np.random.default_rng(1)
truth = random.uniform(0.02, 0.98, 40_000)
covered = {}
for count in (8, 20, 60, 200):
    seen = random.binomial(count, truth) / count
    textbook = 1.959964 * np.sqrt(seen * (1 - seen) / count)
    bounds = {value: wilson(value, count) for value in np.unique(seen)}
    low, high = np.array([bounds[value] for value in seen]).T
    covered[count] = (
        float(((low <= truth) & (truth <= high)).mean()),
        float((np.abs(seen - truth) <= textbook).mean()),
    )
    print(f"{count:4} games: Wilson {covered[count][0]:.3f}, textbook {covered[count][1]:.3f}")
assert all(0.94 < ours < 0.965 for ours, _ in covered.values())
assert all(theirs < ours for ours, theirs in covered.values()) and covered[8][1] < 0.85

# %% [markdown] lang="en"
# ## How many games?
#
# Half the width of the interval at 0.5. To tell 0.52 from 0.5 takes a match of thousands of games;
# who plays twenty has asked whether the difference is enormous. Decide the number *before* the
# match, or let a sequential test stop it (`match(..., sprt=[0, 50])`): stopping when the interval
# looks good is not allowed, since sooner or later it looks good by chance.

# %% [markdown] lang="ja"
# ## 何試合必要か
#
# 次の図は、勝率 0.5 のときの区間の幅の半分です。0.52 を 0.5 と区別するには数千試合が必要です。二十試合しか行わない
# なら、差が途方もなく大きいかどうかを尋ねたにすぎません。試合数は対戦の*前に*決めるか、逐次検定
# （`match(..., sprt=[0, 50])`）に止めてもらいます。区間が良さそうに見えたときに止めてはいけません。続けていれば、
# いつかは偶然に良く見えるからです。

# %%
numbers = np.geomspace(8, 20_000, 60)
half = np.array([wilson(0.5, number)[1] - 0.5 for number in numbers])
figure, axes = plt.subplots(figsize=(8, 3))
axes.plot(numbers, half)
axes.axvline(GAMES, color="0.6")
axes.set(xscale="log", yscale="log", xlabel="n", ylabel="± p");
needed = int(numbers[half < 0.02][0])
assert 2_000 < needed < 3_000
