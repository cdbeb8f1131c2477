# Source of the notebook `cloud`: both languages are made of it by `make notebooks`.

# %% [markdown] lang="en"
# # A hundred thousand throws of one shot
#
# A shot is called once and thrown with an error, so it has not one outcome but a cloud of them.
# This notebook throws one shot of Digital Curling 4 a hundred thousand times, looks at the cloud,
# and estimates how often the shot scores, with the error of that estimate. It then compares two
# shots by the same hundred thousand errors, which tells more than as many throws of each.
#
# Set `SAKIYOMI_NOTEBOOKS=quick` before the start for a small run, as the tests of the project do.

# %% [markdown] lang="ja"
# # 一つのショットを十万回投げる
#
# ショットを一度選んでも、投げるたびに誤差が加わるため、結果は一つに決まらず、雲のように散らばります。この
# ノートブックでは、デジタルカーリング4のショットを十万回投げて結果の散らばりを見て、得点できる確率とその推定の
# 標準誤差を求めます。続いて、二つのショットを同じ十万通りの誤差で比べます。別々に同じ回数だけ投げるよりも、
# 差がはっきりわかります。
#
# 起動する前に環境変数 `SAKIYOMI_NOTEBOOKS=quick` を設定すると、プロジェクトのテストと同じ小さな規模で実行
# します。

# %%
import os
from typing import Literal

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from sakiyomi import curling

QUICK = os.environ.get("SAKIYOMI_NOTEBOOKS") == "quick"
SHOTS = 10_000 if QUICK else 100_000

# %% [markdown] lang="en"
# ## The position
#
# The last stone of a level match. Team 1 has the hammer; team 0 has a centre guard and lies shot in
# the four-foot. Everything is in metres from the tee, x to the thrower's right, and a guard has a
# negative y.

# %% [markdown] lang="ja"
# ## 局面
#
# 同点で迎えた試合の最後の一投です。ハンマーはチーム1が持っています。チーム0はセンターガードを置き、4フットに
# ナンバーワンストーンがあります。座標はティーからの距離（メートル）で、x は投げる人から見て右が正、ガードの y は
# 負です。

# %%
ice = curling.Conditions("dc4")
stones = np.full((16, 2), np.nan)
stones[10] = 0.1, -2.8
stones[14] = -0.15, 0.3
position = curling.Position(
    ice=ice, stones=stones, slot=15, end=7, scores=[1, -2, 0, 1, 0, 0, 0]
)
position

# %% [markdown] lang="en"
# ## The shot, thrown exactly
#
# A draw around the guard to the front of the button. Thrown without error it scores one point, and
# a program that ignores the error would call the match won.

# %% [markdown] lang="ja"
# ## 誤差なしで投げる
#
# ガードを回り込んで、ボタンの手前に止めるドローです。誤差がなければ一点を取れます。誤差を無視するプログラムなら、
# もう勝ったと考えるでしょう。

# %%
draw = curling.aim([0.0, -0.1], "cw", ice=ice)
exact = position.throw(draw)
assert exact["points"] == 1  # for the team that throws
exact

# %% [markdown] lang="en"
# ## The cloud
#
# `simulate` throws every row of an array of shots, on all cores: `fast`, from event to event, as
# searches do, or `exact`, in the time steps of the official engine, which takes a hundred times as
# long. The referee of Digital Curling 4 adds normal errors to speed and direction; `thrown` has the
# shots as they were really thrown, from which the error can be measured and compared with what the
# conditions say. The first throws are repeated exactly, to see how often the two disagree.

# %% [markdown] lang="ja"
# ## 結果の散らばり
#
# `simulate` は、配列に並んだショットをすべて、全コアを使って投げます。`fast` は探索と同じく衝突から衝突へ進む速い
# 計算、`exact` は公式シミュレーターと同じ時間刻みの計算で、百倍ほど時間がかかります。デジタルカーリング4の審判は、
# 速さと向きに正規分布の誤差を加えます。`thrown` は実際に投げられたショットなので、誤差の大きさを測って、条件に
# 書かれた値と比べられます。また、最初のいくつかを `exact` でも投げて、得点が食い違う割合を調べます。

# %%
def throw(shot: np.ndarray, count: int, mode: Literal["fast", "exact"]) -> curling.Simulation:
    """Throw a shot many times, always with the same errors."""
    shots = np.tile(shot, (count, 1))
    return curling.simulate(stones, shots, ice=ice, slot=15, mode=mode, noise=True, seed=1)


cloud = throw(draw, SHOTS, "fast")
check = throw(draw, SHOTS // 50, "exact")
unlike = np.mean(check.points != cloud.points[: SHOTS // 50])
print(f"fast and exact differ in {unlike:.1%} of the scores")
assert unlike < 0.03

scored = cloud.points < 0  # points of arrays are positive for team 0

speed = np.hypot(cloud.thrown[:, 0], cloud.thrown[:, 1])
angle = np.arctan2(cloud.thrown[:, 0], cloud.thrown[:, 1])
print(f"speed ± {speed.std():.4f} m/s, direction ± {angle.std():.5f} rad")
assert np.isclose(speed.std(), 0.0076, rtol=0.05) and np.isclose(angle.std(), 0.0018, rtol=0.05)

# %%
def house(axes: Axes) -> None:
    """Draw the house and the lines through the tee."""
    for radius in (1.829, 1.219, 0.610, 0.152):
        axes.add_patch(Circle((0, 0), radius, fill=False, color="0.6"))
    axes.axhline(0, color="0.8", zorder=0)
    axes.axvline(0, color="0.8", zorder=0)
    axes.set(aspect="equal", xlim=(-2.4, 2.4), ylim=(-4.5, 2.2), xlabel="x (m)", ylabel="y (m)")


figure, axes = plt.subplots(1, 2, figsize=(10, 7), sharey=True)
own = cloud.stones[:, 15]
for made, colour in ((False, "tab:orange"), (True, "tab:blue")):
    axes[0].plot(*own[scored == made].T, ".", markersize=1, alpha=0.2, color=colour)
axes[0].plot(*stones.T, "o", markersize=14, color="tab:red", markeredgecolor="black")
lying = own[~np.isnan(own[:, 0])]
axes[1].hexbin(*lying.T, gridsize=60, extent=(-2.4, 2.4, -4.5, 2.2), mincnt=1, bins="log")
for one in axes:
    house(one)

guard = cloud.stones[:, 10]
touched = ~np.isclose(guard, stones[10], atol=1e-3).all(axis=1)
free = own[~touched]
assert touched[own[:, 0] < -0.45].all() and np.nanstd(free[:, 1]) > 2 * np.nanstd(free[:, 0])
print(f"{touched.mean():.1%} of the stones touched the guard")

# %% [markdown] lang="en"
# Left: where the thrown stone stops, blue where team 1 scores; the stones of the position are red.
# Right: how many throws stop in each cell, in colours by the logarithm. The core is longer than
# wide, since errors of speed carry farther than those of direction; at the top the opponent's stone
# ends it. The arm on the left are stones that touched the guard.
#
# ## The chance to score
#
# The rate of $n$ throws has the standard error $\sqrt{p(1-p)/n}$, and in 19 of 20 runs the true
# chance lies within 1.96 of them. Ten times the certainty costs a hundred times the throws. What no
# number of throws can tell is whether the model of the ice is right.

# %% [markdown] lang="ja"
# 左の図は投げたストーンが止まった位置で、青はチーム1が得点した場合、赤い丸は局面のストーンです。右の図は、各区画で
# 止まった回数を、対数の色で表します。速さの誤差のほうが向きの誤差より効くため、中心部は縦に長くなり、上端は相手の
# ストーンで断ち切られています。左に伸びる腕は、ガードに触れたストーンです。
#
# ## 得点する確率
#
# $n$ 回投げたときの割合の標準誤差は $\sqrt{p(1-p)/n}$ で、20回の実験のうち19回は、真の確率がその1.96倍以内に
# 入ります。十倍確かにするには、百倍投げなければなりません。ただし、アイスのモデルが正しいかどうかは、何回投げても
# わかりません。

# %%
rate = scored.mean()
error = np.sqrt(rate * (1 - rate) / SHOTS)
print(f"{rate:.4f} ± {error:.4f} (95 %: {rate - 1.96 * error:.4f}–{rate + 1.96 * error:.4f})")

counts = np.geomspace(30, SHOTS, 12).astype(int)
rates = np.array([scored[:count].mean() for count in counts])
errors = np.sqrt(rates * (1 - rates) / counts)
assert (np.abs(rates - rate) < 4 * errors + 1e-12).all()

figure, plot = plt.subplots(figsize=(8, 3))
plot.errorbar(counts, rates, 1.96 * errors, fmt="o", capsize=3)
plot.axhline(rate, color="0.6")
plot.set(xscale="log", xlabel="n", ylabel="p");

# %% [markdown] lang="en"
# Thrown exactly, the shot scores; thrown by hand, it fails in a good part of all throws. A search
# that ignores the error compares the wrong numbers.

# %% [markdown] lang="ja"
# 誤差なしなら得点できるショットも、実際に投げるとかなりの割合で失敗します。誤差を無視する探索は、間違った数値を
# 比べていることになります。

# %%
assert 0.5 < rate < 0.9

# %% [markdown] lang="en"
# ## Two shots by the same errors
#
# Is it better to call for a little more weight? Throw number k of a seed has the same error in
# every call, so both shots can be thrown with the same hundred thousand errors. The difference is
# then taken throw by throw, and what is common to both drops out of its standard error.

# %% [markdown] lang="ja"
# ## 同じ誤差で二つのショットを比べる
#
# もう少し長めを狙ったほうが良いでしょうか。同じ乱数の種なら、k 回目に加わる誤差は呼び出しによらず同じなので、
# 二つのショットを同じ十万通りの誤差で投げられます。一投ごとに差を取ると、共通のばらつきが打ち消し合い、標準誤差が小さくなります。

# %%
other = curling.aim([0.0, 0.0], "cw", ice=ice)
second = throw(other, SHOTS, "fast")
other_scored = (second.points < 0).astype(float)
difference: np.ndarray = other_scored - scored
paired = difference.std() / np.sqrt(SHOTS)
apart = np.sqrt(other_scored.var() / SHOTS + scored.var() / SHOTS)
print(f"{difference.mean():+.4f} ± {paired:.4f}; by errors of their own ± {apart:.4f}")
assert paired < apart

# %% [markdown] lang="en"
# The smaller of the two errors is that of the paired throws. If the difference is less than two of
# them from zero, these throws do not tell which is better. Pairing helps where one error makes both
# shots good or both bad; with the other turn it would not, since an error to the left that lets one
# stone pass the guard throws the other one onto it.
#
# `position.advise()` asks a player for its shots, and `curling.kernel(ice=ice)` has such clouds for
# all shots of a lattice at once. The guide's page *Arrays and notebooks* lists the rest.

# %% [markdown] lang="ja"
# 小さいほうが、同じ誤差で投げたときの標準誤差です。差がゼロからその二倍も離れていなければ、どちらが良いかは、
# これだけ投げてもわかりません。この方法が役立つのは、同じ誤差が二つのショットをともに良くするか、ともに悪くする
# 場合です。逆の回転と比べるときには役立ちません。一方ではガードを避けさせる左への誤差が、もう一方ではストーンを
# ガードに当ててしまうからです。
#
# `position.advise()` はプレイヤーにショットを尋ね、`curling.kernel(ice=ice)` は格子上のすべてのショットについて、
# このような散らばりを一度に求めます。そのほかの関数は、ガイドの *Arrays and notebooks*（英語）にあります。
