# Source of the notebook `blokus_learning`: both languages are made of it by `make notebooks`.

# %% [markdown] lang="en"
# # Learning to play Blokus Duo
#
# An evaluation is learned from nothing but simulated games: positions are played out, and the
# weights of the features are moved until they predict the results. This notebook plays out
# positions, looks at the features, trains for a short while, checks the prediction on positions
# that were not trained on, and lets the result play.
#
# Set `SAKIYOMI_NOTEBOOKS=quick` before the start for a short run, as the tests of the project do.

# %% [markdown] lang="ja"
# # ブロックスデュオの学習
#
# 評価関数を、シミュレーションした対局だけから学習します。局面をプレイアウトし、その結果を予測できるように特徴の重みを
# 調整します。このノートブックでは、プレイアウトを行い、特徴を見て、短い学習を行い、学習に使っていない局面で予測を
# 確かめ、最後に学習した重みで対局します。
#
# 起動する前に環境変数 `SAKIYOMI_NOTEBOOKS=quick` を設定すると、プロジェクトのテストと同じ短い時間で実行します。

# %%
import json
import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from sakiyomi import api, blokus
from sakiyomi.players import match

QUICK = os.environ.get("SAKIYOMI_NOTEBOOKS") == "quick"
PLAYOUTS = 250 if QUICK else 5_000
POSITIONS = 40 if QUICK else 200
UPDATES = 250 if QUICK else 2_000
GAMES = 20 if QUICK else 200

# %% [markdown] lang="en"
# ## Playouts
#
# Played on by random moves, a position has a value: Black's share of the points over many games,
# with a standard error. It is the value *for random players*. With moves chosen by an evaluation,
# the best of a few random ones, it is another.

# %% [markdown] lang="ja"
# ## プレイアウト
#
# ランダムな手で終局まで何度も打てば、局面の価値、つまり黒の勝率が標準誤差つきで求まります。ただし、これは*ランダムに
# 打つプレイヤーにとっての*価値です。ランダムな数手のうち評価関数が最善とする手を打つと、別の価値になります。

# %%
position = blokus.Position("Be9,d10,e10,f10,e11 Wj5")
position

# %%
for policy in ("random", "best-of:8"):
    results = blokus.playouts(position, PLAYOUTS, policy=policy, seed=1).results
    error = results.std() / np.sqrt(PLAYOUTS)
    print(f"{policy:10} {results.mean():.3f} ± {error:.3f}")
print(f"evaluation {blokus.evaluate(position):.3f}")

# %% [markdown] lang="en"
# ## Features
#
# The evaluation is a weighted sum of features, Black's minus White's, through a logistic curve:
# which squares a side covers, can still reach, and how soon. `feature_counts` says how many squares
# each kind marks.

# %% [markdown] lang="ja"
# ## 特徴
#
# 評価関数は、特徴（黒の値から白の値を引いたもの）の重み付き和をロジスティック関数に通したものです。特徴は、どのマスを
# 覆っているか、どのマスにあと何手で届くかなどを表します。`feature_counts` は、種類ごとに何マスが該当するかを数えます。

# %%
print(blokus.features(position).shape)
black, white = blokus.feature_counts(position)
for kind, own, other in zip(blokus.KINDS, black, white, strict=True):
    print(f"{kind:13} {own:4} {other:4}")

# %% [markdown] lang="en"
# ## Training
#
# `blokus/train` is an operation like any other: it tells its progress, can be cancelled, and goes
# on from the checkpoint of its answer. Each update plays a game, plays out every position of it
# `sims` times, and moves the weights. The usual training has 10,000 updates with moves that are the
# best of eight; this is a short one.

# %% [markdown] lang="ja"
# ## 学習
#
# `blokus/train` はほかと同じ操作の一つで、進み具合を知らせ、途中で止められ、答えのチェックポイントから再開できます。
# 一回の更新では、一局打ち、その各局面を `sims` 回プレイアウトして、重みを調整します。通常の学習では、ランダムな八手の
# 最善を打つプレイアウトで一万回更新します。ここでは短く済ませます。

# %%
plan = {"select": "best-of:2", "sims": 5, "settings": {"updates": UPDATES, "seed": 1}}
trained = api.blokus.train(plan=plan)
assert trained["complete"] and trained["updates"] == UPDATES

learned = trained["checkpoint"]["checkpoint"]
curve = learned["curve"]
updates = np.cumsum([part["updates"] for part in curve])
errors = np.sqrt([part["squared"] / part["examples"] for part in curve])
figure, axes = plt.subplots(figsize=(8, 3))
axes.plot(updates, errors, ".", markersize=3)
axes.set(xlabel="n", ylabel="RMSE");

# %% [markdown] lang="en"
# The points are the error of the prediction in each update, before the weights were moved by it.
# They scatter, since every update sees other positions, and a part never goes away: the result of a
# few playouts is itself uncertain.
#
# ## Positions that were not trained on
#
# A fair test needs other games than those of the training. From games between two players that take
# the better of two random moves, one position each, after twelve to twenty-three moves, is played
# out many times in the same way, and the mean is compared with the evaluation.

# %% [markdown] lang="ja"
# 各点は、更新のたびに、その対局で重みを調整する前に測った予測の誤差です。更新ごとに局面が違うので、ばらつきがあり
# ます。また、少ないプレイアウトの結果そのものが不確かなので、誤差はゼロにはなりません。
#
# ## 学習に使っていない局面
#
# 公正に試すには、学習とは別の対局が必要です。ランダムな二手のうち良いほうを打つプレイヤーどうしの対局から、十二手目
# から二十三手目の後の局面を一つずつ取り出し、同じ打ち方で何度もプレイアウトして、その平均を評価関数の値と比べます。

# %%
games = match(
    "blokus", "best-of:n=2", "other=best-of:n=2", games=2 * POSITIONS, seed=2, records=True
)["records"]
# Both games of a pair are the same, as the players are.
moves = [json.loads(game)["moves"] for game in games.splitlines()[::2]]
lines = [
    " ".join("BW"[move["seat"]] + move["action"] for move in played[: 12 + number % 12])
    for number, played in enumerate(moves)
]
measured = blokus.playouts(lines, PLAYOUTS // 5, policy="best-of:2", seed=2).results.mean(axis=1)



def chance(lines: list[str]) -> np.ndarray:
    """Return Black's chance of winning by the learned weights."""
    values = blokus.features(lines) @ np.array(learned["weights"])
    chances: np.ndarray = 1 / (1 + np.exp(-learned["gain"] * values))
    return chances


predicted = chance(lines)

# %% [markdown] lang="en"
# These few lines of numpy are the evaluation that the players use; to be sure, compare with what a
# player says of its best move.

# %% [markdown] lang="ja"
# この数行の numpy の計算は、プレイヤーが使う評価関数と同じものです。念のため、プレイヤーが最善手に付けた価値と
# 比べます。

# %%
weights = Path(tempfile.mkdtemp()) / "weights.txt"
weights.write_text(trained["weights"])
analysis = position.analyse(f"one-ply:weights={weights}", top=1)
best = analysis["analysis"]["candidates"][0]
after = position.play(best["action"])
assert np.isclose(chance([str(after)])[0], best["value"], atol=2e-3)

# %%
def rmse(prediction: np.ndarray | float) -> float:
    """Return the error against the playouts."""
    return float(np.sqrt(np.mean((prediction - measured) ** 2)))


noise = float(np.sqrt(np.mean(measured * (1 - measured)) / (PLAYOUTS // 5)))
print(f"always the mean: {rmse(measured.mean()):.3f}")
print(f"learned:         {rmse(predicted):.3f}")
print(f"the playouts' own standard error: {noise:.3f}")
assert noise < rmse(predicted) < rmse(measured.mean())

figure, axes = plt.subplots(figsize=(4, 4))
axes.plot([0, 1], [0, 1], color="0.8")
axes.plot(predicted, measured, ".")
axes.set(aspect="equal", xlabel="evaluation", ylabel="playouts");

# %% [markdown] lang="en"
# The learned evaluation predicts these positions better than their mean does. Of what remains, only
# a part is the playouts' own error: the rest is what the features cannot say, or have not learned.
#
# ## Games
#
# Prediction is not play. A player that takes the best move by the learned weights meets a random
# one, and then the same player with the shipped weights, which were learned for much longer.

# %% [markdown] lang="ja"
# 学習した評価関数は、これらの局面の結果を、平均値で答えるよりもよく予測します。残った誤差は、プレイアウト自体の標準
# 誤差より大きく、その差は特徴では表せないこと、またはまだ学習できていないことです。
#
# ## 対局
#
# 予測が良いことと、強いことは別です。学習した重みで最善の手を打つプレイヤーを、まずランダムなプレイヤーと、次に、
# ずっと長く学習した付属の重みを使う同じプレイヤーと対局させます。

# %%
player = f"learned=one-ply:weights={weights}"
for opponent in ("random", "one-ply"):
    result = match("blokus", player, opponent, games=GAMES, seed=3)["result"]
    low, high = result["interval"]["low"], result["interval"]["high"]
    print(
        f"against {opponent:8} {result['rate']:.3f} (95 % {low:.3f}–{high:.3f}), "
        f"{result['distinct']} of {result['games']} games distinct"
    )
    assert result["faults"] == [0, 0]
    assert low > 0.5 if opponent == "random" else result["distinct"] == 2

# %% [markdown] lang="en"
# Against the random player the interval lies above one half: even this short training has learned
# something. Against the shipped weights look at the number of distinct games before anything else:
# two players without chance, from one start, have only two games to play, and the interval counts
# those. `conditions={"opening": "pentominoes"}` gives every pair another start.

# %% [markdown] lang="ja"
# ランダムなプレイヤーに対しては、区間が 0.5 より上にあります。これほど短い学習でも、何かは学んだということです。
# 付属の重みとの対局では、まず異なる対局の数を見てください。乱数を使わないプレイヤーどうしが同じ開始局面から打つと、
# 二通りの対局しかなく、区間はそれだけを数えます。`conditions={"opening": "pentominoes"}` とすると、組ごとに開始
# 局面が変わります。

# %%
result = match(
    "blokus", player, "one-ply", games=GAMES, seed=3, conditions={"opening": "pentominoes"}
)["result"]
print(result["rate"], result["interval"], result["distinct"])
assert result["distinct"] > 2
