# Source of the notebook `experiment`: both languages are made of it by `make notebooks`.

# %% [markdown] lang="en"
# # Reading an experiment
#
# An experiment of the lab is a file with a question and a list of seeded games. This notebook runs
# one of those that come with the program, reads its report, computes the same numbers again from
# the raw results, and looks at what is kept of it. It ends with an experiment of its own.
#
# Set `SAKIYOMI_NOTEBOOKS=quick` before the start for the short variant of the experiment.

# %% [markdown] lang="ja"
# # 実験を読む
#
# 実験室の実験とは、問いと、乱数の種が決まった試合の一覧とを書いたファイルです。このノートブックでは、プログラムに
# 付属する実験を一つ実行して報告を読み、同じ数値を生の結果から計算し直し、何が保存されるかを見ます。最後に、自分の
# 実験を書きます。
#
# 起動する前に環境変数 `SAKIYOMI_NOTEBOOKS=quick` を設定すると、実験の短縮版を実行します。

# %%
import csv
import io
import os
import sqlite3
import tempfile
from pathlib import Path

import numpy as np
from IPython.display import display_markdown

import sakiyomi
from sakiyomi.api import lab

QUICK = os.environ.get("SAKIYOMI_NOTEBOOKS") == "quick"
NAME = "blokus-first-look"

folder = Path(tempfile.mkdtemp())  # without this, results are kept in ./results
sakiyomi.configure(store=folder / "lab.sqlite")

# %% [markdown] lang="en"
# ## Run and report
#
# `run` plays what is missing in the store. A second call therefore plays nothing, and a run that
# was stopped or killed goes on where it was. The report is made of what is in the store; it has
# tables, plots and notes in English and Japanese, and can be exported as one page.

# %% [markdown] lang="ja"
# ## 実行と報告
#
# `run` は、保存先にまだない試合だけを行います。したがって二度目の呼び出しでは何も行われず、途中で止まった実験は
# 続きから再開します。報告は保存された結果から作られ、表、図、注記が英語と日本語で入っています。一つのページとして
# 書き出すこともできます。

# %%
first = lab.run(name=NAME, short=QUICK)
again = lab.run(name=NAME, short=QUICK)
print(first, again, sep="\n")
assert first["new"] == first["total"] and again["new"] == 0

report = sakiyomi.ask("lab/report", name=NAME, short=QUICK)
display_markdown(lab.export(name=NAME, short=QUICK, form="markdown")["text"], raw=True)

# %% [markdown] lang="en"
# ## The same numbers from the raw results
#
# Every game is a task, and a line of the CSV: `share` is what the player got (1 won, ½ drawn, 0
# lost). Tasks go round by round through the rows of the table, two games of a pair at a time: same
# start, sides exchanged.

# %% [markdown] lang="ja"
# ## 生の結果から計算し直す
#
# CSV の一行が一試合です。`share` はプレイヤーの得た分（勝ち 1、引き分け ½、負け 0）です。試合は、二試合一組（同じ
# 開始局面で先手と後手を入れ替えたもの）ずつ、表の行を順に巡って並びます。

# %%
text = lab.export(name=NAME, short=QUICK, form="csv")["text"]
games = list(csv.DictReader(io.StringIO(text)))
titles = [row[0]["en"] for row in report["blocks"][0]["table"]["rows"]]
shares = np.array([float(game["share"]) for game in games])
shares = shares.reshape(-1, len(titles), 2).swapaxes(0, 1).reshape(len(titles), -1)
each = shares.shape[1]
assert len({game["key"] for game in games}) == len(games), "no game repeats another"
for title, row in zip(titles, shares, strict=True):
    print(f"{title:14} {row.mean():.3f}")

# %% [markdown] lang="en"
# **The interval** is Wilson's. For $n$ independent games with rate $p$ and $z = 1.96$:
#
# $$\frac{p + \frac{z^2}{2n} \pm z\sqrt{\frac{p(1-p)}{n} + \frac{z^2}{4n^2}}}{1 + \frac{z^2}{n}}$$
#
# The two games of a pair are not independent: an opening that suits one of the players suits it in
# both. So $n$ is divided by the *design effect*, the variance of the mean by pairs over that by
# games, where pairs go one way; pairs that go opposite ways are not credited for it.

# %% [markdown] lang="ja"
# **区間**はウィルソンの区間です。独立な $n$ 試合の勝率が $p$ のとき、$z = 1.96$ として次の式で求めます。
#
# $$\frac{p + \frac{z^2}{2n} \pm z\sqrt{\frac{p(1-p)}{n} + \frac{z^2}{4n^2}}}{1 + \frac{z^2}{n}}$$
#
# 一組の二試合は独立ではありません。一方のプレイヤーに向いた開始局面は、どちらの試合でもそのプレイヤーに有利です。
# そこで、組の結果が一方に偏る場合は、$n$ を*デザイン効果*（組で求めた平均の分散と、試合で求めた平均の分散の比）で
# 割ります。組の結果が反対に分かれる場合は、その分を有利に数えることはしません。

# %%
def wilson(rate: float, trials: float, z: float = 1.959964) -> tuple[float, float]:
    """Return the interval of a rate."""
    middle = rate + z * z / (2 * trials)
    reach = z * np.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials**2))
    low, high = (middle + np.array([-reach, reach])) / (1 + z * z / trials)
    return float(low), float(high)


def effective(shares: np.ndarray) -> int:
    """Return the number of independent games that pairs are worth."""
    pairs = shares.reshape(-1, 2).mean(axis=1)
    rate, spread = shares.mean(), pairs.var(ddof=1)
    if spread == 0:
        return len(shares)
    worth = rate * (1 - rate) * len(pairs) / spread
    return int(np.clip(worth, len(shares) / 2, len(shares)).round())


ours = [wilson(row.mean(), effective(row)) for row in shares]
for title, row, (low, high) in zip(titles, shares, ours, strict=True):
    print(f"{title:14} {row.mean():.3f} {low:.3f}–{high:.3f}   worth {effective(row)} of {each}")

# %% [markdown] lang="en"
# The report draws the same intervals:

# %% [markdown] lang="ja"
# 報告の図にも同じ区間が描かれています。

# %%
(plot,) = [block["plot"] for block in report["blocks"] if "plot" in block]
drawn = [row["ours"] for row in plot["intervals"]["rows"]]
for row, (low, high), theirs in zip(shares, ours, drawn, strict=True):
    assert np.isclose(row.mean(), theirs["value"])
    assert np.allclose((low, high), (theirs["low"], theirs["high"]), atol=1e-6)

# %% [markdown] lang="en"
# ## What such a table does not say
#
# * An interval is about *these* players, settings and openings. A second run with another seed has
#   another interval; nineteen of twenty hold the true rate.
# * Rows may be compared only if that was the question before the run. Of the six pairs among four
#   rows, one is significant by chance in more than a quarter of all experiments without any
#   difference: $1 - 0.95^6$, were they independent.
# * A rate of 1 has an interval, too. Without a lost game the difference in strength has only a
#   lower bound.

# %% [markdown] lang="ja"
# ## 表からわからないこと
#
# * 区間は、*この*プレイヤー、設定、開始局面についてのものです。別の乱数の種で実行すれば区間も変わります。二十回の
#   うち十九回は、区間に真の勝率が含まれます。
# * 行どうしの比較が許されるのは、実行する前からそれが問いだった場合だけです。四つの行からは六つの組が選べます。
#   まったく差がなくても、組が互いに独立だとすると、四分の一を超える実験（$1 - 0.95^6$）で、どこかに偶然の
#   「有意差」が現れます。
# * 勝率が 1 でも区間があります。一敗もしていなければ、強さの差は下限しかわかりません。

# %%
print(f"{1 - 0.95**6:.3f}", wilson(1.0, each))

# %% [markdown] lang="en"
# ## What is kept
#
# The store is one SQLite file. A run is known by the fingerprint of its settings, so results of
# different settings never mix; each result has the version of the program, and the machine is
# noted.

# %% [markdown] lang="ja"
# ## 保存されるもの
#
# 保存先は一つの SQLite ファイルです。実行は設定の指紋で識別されるので、設定の異なる結果が混ざることはありません。
# 結果ごとにプログラムの版が、さらに実行した計算機も記録されます。

# %%
with sqlite3.connect(folder / "lab.sqlite") as store:
    ((variant, fingerprint, tasks),) = store.execute(
        "SELECT variant, fingerprint, tasks FROM runs WHERE experiment = ?", (NAME,)
    )
    (done,) = store.execute("SELECT COUNT(*) FROM results").fetchone()
print(variant, fingerprint, done, "of", tasks)
assert done == tasks == len(games)

# %% [markdown] lang="en"
# ## An experiment of your own
#
# The question is written down with the number of games before anything is played. The number
# follows from what should be seen: a rate of 0.6 lies outside of the interval of 0.5 from about a
# hundred games on.

# %% [markdown] lang="ja"
# ## 自分の実験
#
# 問いと試合数は、実行する前に書いておきます。試合数は、見分けたい差から決まります。勝率 0.6 を 0.5 と区別するには、
# およそ百試合が必要です。

# %%
needed = next(count for count in range(2, 1000, 2) if wilson(0.6, count)[0] > 0.5)
print(needed)

(folder / "mine").mkdir()
(folder / "mine" / "second-ply.toml").write_text(f"""
title = "Does a second ply help?"
about = "Alpha-beta two moves deep against the evaluation alone."
kind = "matches"
seed = 1
[matches]
game = "blokus"
conditions = {{ opening = "pentominoes" }}
games = {20 if QUICK else needed}
[[matches.row]]
name = "two moves ahead"
player = "alphabeta:depth=2"
against = "one-ply"
""")
sakiyomi.configure(experiments=folder / "mine")
lab.run(name="second-ply")
display_markdown(lab.export(name="second-ply", form="markdown")["text"], raw=True)
