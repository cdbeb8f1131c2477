# Source of the notebook `bridge_beliefs`: both languages are made of it by `make notebooks`.

# %% [markdown] lang="en"
# # What a seat believes at bridge
#
# After the calls a player believes something about the hidden hands. This notebook asks what,
# checks the claimed chances against deals drawn by the same inferences, and then asks the harder
# question: does it happen as often as it is claimed, when the program bids real deals?
#
# Set `SAKIYOMI_NOTEBOOKS=quick` before the start for few deals, as the tests of the project do.

# %% [markdown] lang="ja"
# # ブリッジでプレイヤーが推測すること
#
# コールを聞いたプレイヤーは、見えない手について何かを推測します。このノートブックでは、その内容を尋ね、示された確率を、
# 同じ推論によるディールの標本と比べます。続いて、より難しい問いを調べます。プログラムが実際のディールでオークションを
# 行ったとき、推測どおりの頻度で起こるのでしょうか。
#
# 起動する前に環境変数 `SAKIYOMI_NOTEBOOKS=quick` を設定すると、プロジェクトのテストと同じ少ないディールで実行します。

# %%
import json
import os
import re
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from sakiyomi import api, bridge
from sakiyomi.players import match

QUICK = os.environ.get("SAKIYOMI_NOTEBOOKS") == "quick"
DEALS = 2_000 if QUICK else 50_000
BOARDS = 12 if QUICK else 200
EACH = 100 if QUICK else 400
SOUTH = 2  # seats are counted from North, clockwise

# %% [markdown] lang="en"
# ## A seat and its beliefs
#
# South has opened 1NT and North has raised to 3NT. West is to lead. `bridge/beliefs` is asked with
# the whole board, but each seat only knows what it sees: its hand and the calls.

# %% [markdown] lang="ja"
# ## ある席の推測
#
# 南が 1NT でオープンし、北が 3NT に上げました。西がリードします。`bridge/beliefs` にはボード全体を渡しますが、
# どの席が使うのも、自分の手とコール、つまり見えているものだけです。

# %%
HAND = "KJ852.Q2.T3.J852"
CALLS = ["1NT", "Pass", "3NT", "Pass", "Pass", "Pass"]
board = bridge.Board(
    {
        "number": 1,
        "title": "",
        "names": ["", "", "", ""],
        "dealer": "S",
        "vulnerable": "None",
        "deal": f"N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 {HAND}",
        "auction": CALLS,
        "made_up": False,
        "play": [],
    }
)
board

# %%
answer = api.bridge.beliefs(at=board.at(), deals=3, seed=1)
west = next(player for player in answer["players"] if player["seat"] == "W")
for inference in west["inferences"]:
    print(f"{inference['trust']:.0%} {inference['words']['en']} / {inference['words']['ja']}")
claimed = {one["card"]: np.array(one["seats"]) for one in west["chances"]}
for card, likeliest in (("SA", 2), ("HA", 2), ("DK", 0), ("CQ", 0)):
    print(card, claimed[card].round(3))
    assert claimed[card].argmax() == likeliest

# %% [markdown] lang="en"
# Columns are North, East, South and West. The aces are rather with South, who has shown the
# stronger hand; other honours of the minor suits are rather with North, who has denied the majors.
# The *trust* of an inference is not the chance that it holds: a hand that contradicts the call
# keeps a weight of one minus the trust.
#
# ## The same chances from deals
#
# `bridge.deal` draws deals by the same inferences. In how many of them does each hand have each
# card? Every frequency scatters around its chance by $\sqrt{p(1-p)/n}$, so the differences, in
# units of that, should look like normal numbers: two of three within 1, hardly one beyond 4.

# %% [markdown] lang="ja"
# 列は北、東、南、西の順です。エースは、より強い手を示した南にある確率が高くなっています。マイナースーツのその他の
# 絵札は、メジャースーツがないことを示した北にある確率が高くなっています。推論の*信頼度*（trust）は、それが成り立つ
# 確率ではありません。コールと矛盾する手にも、1 から信頼度を引いた重みが残ります。
#
# ## ディールの標本から求める
#
# `bridge.deal` は同じ推論に従ってディールを抽出します。それぞれのカードは、どの手に何回入るでしょうか。頻度は確率の
# まわりに $\sqrt{p(1-p)/n}$ 程度ばらつくので、この値を単位とした差は正規分布に従うはずです。三つに二つは 1 以内に、
# ほとんどすべてが 4 以内に入ります。

# %%
deals = bridge.deal(DEALS, hands=[f"W={HAND}"], auction="S: 1NT P 3NT P P P", seed=1)


def holder(deal: str) -> dict[str, int]:
    """Return the seat of every card of a deal whose first hand is North's."""
    found: dict[str, int] = {}
    for number, hand in enumerate(deal.removeprefix("N:").split()):
        for suit, ranks in zip("SHDC", hand.split("."), strict=True):
            found |= {suit + rank: number for rank in ranks}
    return found


assert all(deal.startswith("N:") for deal in deals)
counts = {card: np.zeros(4) for card in claimed}
for deal in deals:
    for card, place in holder(deal).items():
        if card in counts:
            counts[card][place] += 1

chances = np.array([claimed[card][:3] for card in claimed])
seen = np.array([counts[card][:3] for card in claimed]) / DEALS
scores = (seen - chances) / np.sqrt(chances * (1 - chances) / DEALS)
print(f"{np.mean(np.abs(scores) < 1):.2f} within 1, largest {np.abs(scores).max():.1f}")
assert np.abs(scores).max() < 4.5 and 0.5 < np.mean(np.abs(scores) < 1) < 0.85

# %% [markdown] lang="en"
# The chances of the operation and the frequencies of the deals agree. That says that both compute
# the same thing, not that the thing is right. How many of the deals drawn have the balanced 15 to
# 17 points that 1NT shows?

# %% [markdown] lang="ja"
# 操作が答えた確率と、ディールの頻度は一致します。ただし、これは両者が同じものを計算していることを示すだけで、それが
# 正しいことを示すわけではありません。1NT が示す 15〜17点のバランスハンドは、抽出したディールのどれほどにあるでしょうか。

# %%
SEATS = "NESW"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def notrump(hand: str) -> bool:
    """Return whether a hand has 15 to 17 points and is balanced."""
    lengths = sorted(len(suit) for suit in hand.split("."))
    points = sum(POINTS.get(rank, 0) for rank in hand)
    return 15 <= points <= 17 and lengths in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])


def share_of_notrump(deals: list[str]) -> float:
    """Return the share of deals in which South has such a hand."""
    return float(np.mean([notrump(deal.removeprefix("N:").split()[SOUTH]) for deal in deals]))


called = share_of_notrump(deals)
silent = share_of_notrump(bridge.deal(DEALS, hands=[f"W={HAND}"], seed=1))
error = np.sqrt(called * (1 - called) / DEALS)
print(f"by the calls {called:.3f} ± {error:.3f}, without them {silent:.3f}")
assert 3 * silent < called < 0.4

# %% [markdown] lang="en"
# The calls make the hand many times as likely as it was, and still most deals drawn do not have it:
# 15 to 17 balanced points are rare, and all other hands together keep a fifth of their weight. A
# seat that believes this is prepared for a partner who bids anything. Is that right *here*?
#
# ## Does it happen as often as claimed?
#
# Real deals, bid by the program's own bidder on all four seats, tell. Of every board the player on
# lead is asked: deals are drawn from what that seat knows, and the share of them in which a hand
# has a card is its claimed chance. Then the cards are turned over.

# %% [markdown] lang="ja"
# コールを聞いて、この手である可能性は何倍にもなりました。それでも、抽出したディールの大半はそうではありません。
# 15〜17点のバランスハンドはもともと珍しく、ほかの手にも五分の一の重みが残るからです。このように推測する席は、
# パートナーが何をビッドするかわからない場合にも備えていることになります。*ここでは*それは正しいでしょうか。
#
# ## 推測どおりの頻度で起こるか
#
# 実際のディールで、四つの席すべてにプログラムのビッダーを座らせて調べます。各ボードで、リードする席が知っていることから
# ディールを抽出し、ある手にあるカードが入る割合を、その席が推測した確率とします。その後で、実際の手と照らし合わせます。

# %%
CALL = re.compile("Pass|XX?|[1-7](C|D|H|S|NT)")
played = match("bridge", "low", "again=low", games=2 * BOARDS, seed=1, records=True)
records = [json.loads(line) for line in played["records"].splitlines()][::2]


def auction(record: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the board of a record and its calls."""
    actions = [move["action"] for move in record["moves"]]
    return json.loads(record["start"]), [one for one in actions if CALL.fullmatch(one)]


def leader(dealer: str, calls: list[str]) -> int | None:
    """Return the seat on lead: after the first of the declaring side to name the strain."""
    bids = [(number, call) for number, call in enumerate(calls) if call[0] in "1234567"]
    if not bids:
        return None
    last, contract = bids[-1]
    named = next(n for n, call in bids if call[1:] == contract[1:] and (last - n) % 2 == 0)
    return (SEATS.index(dealer) + named + 1) % 4


claims: list[float] = []
truths: list[bool] = []
boards: list[int] = []
openings: list[tuple[float, bool]] = []
for number, record in enumerate(records):
    written, calls = auction(record)
    if (seat := leader(written["dealer"], calls)) is None:
        continue
    real = written["deal"].removeprefix("N:").split()
    words = f"{written['dealer']}: {' '.join(calls)}"
    drawn = bridge.deal(EACH, hands=[f"{SEATS[seat]}={real[seat]}"], auction=words, seed=number)
    where = holder(written["deal"])
    found = [holder(deal) for deal in drawn]
    hidden = [card for card, holds in where.items() if holds != seat]
    for card in hidden:
        held = np.bincount([one[card] for one in found], minlength=4) / EACH
        for other in range(4):
            if other != seat:
                claims.append(held[other])
                truths.append(where[card] == other)
                boards.append(number)
    first = next(index for index, call in enumerate(calls) if call != "Pass")
    opener = (SEATS.index(written["dealer"]) + first) % 4
    if calls[first] == "1NT" and opener != seat:
        share = np.mean([notrump(deal.removeprefix("N:").split()[opener]) for deal in drawn])
        openings.append((float(share), notrump(real[opener])))

claim, truth, board_of = np.array(claims), np.array(truths), np.array(boards)
print(f"{len(set(boards))} boards, {len(claim)} claims")
if openings:
    expected, happened = np.mean(openings, axis=0)
    print(f"{len(openings)} openings of 1NT: claimed {expected:.2f}, came {happened:.2f}")
    assert happened == 1  # this bidder keeps to the conventions

# %% [markdown] lang="en"
# Claims of one deal hang together (a card here is not there), so the standard error is taken over
# boards: each board's sum of differences is one observation.

# %% [markdown] lang="ja"
# 同じディールについての推測は互いに関係しています（あるカードがここにあれば、ほかにはありません）。そこで標準誤差は
# ボードを単位に、各ボードの差の合計を一つの観測値として求めます。

# %%
edges = [0, 0.15, 0.25, 0.3, 0.35, 0.4, 0.5, 0.65, 1.01]
rows = []
for low, high in pairwise(edges):
    chosen = (low <= claim) & (claim < high)
    if chosen.sum() < 30:
        continue
    excess = np.bincount(board_of[chosen], (truth - claim)[chosen], minlength=len(records))
    error = np.sqrt(np.sum(excess**2)) / chosen.sum()
    rows.append((claim[chosen].mean(), truth[chosen].mean(), error))
    mean, came, error = rows[-1]
    print(f"{chosen.sum():6} claims: said {mean:.3f}, came {came:.3f} ± {error:.3f}")
said, came_true, errors = np.array(rows).T

figure, axes = plt.subplots(figsize=(4, 4))
axes.plot([0, 1], [0, 1], color="0.8")
axes.errorbar(said, came_true, 1.96 * errors, fmt="o", capsize=3)
axes.set(aspect="equal", xlabel="said", ylabel="came");

# %% [markdown] lang="en"
# How much are the beliefs worth? The Brier score is the mean squared difference between claim and
# truth, the smaller the better; one third for every hidden hand, without information, scores 2/9.
# A claim that is counted in some deals has an error of its own, $p(1-p)/(n-1)$, which is taken out.

# %% [markdown] lang="ja"
# 推測にはどれほどの価値があるでしょうか。ブライアースコアは推測した確率と事実の差の二乗の平均で、小さいほど良い値です。
# 何も知らず、見えない手をどれも三分の一とすると 2/9 になります。ディールを数えて求めた確率にはそれ自体の誤差
# $p(1-p)/(n-1)$ があるので、その分は引きます。

# %%
counting = claim * (1 - claim) / (EACH - 1)
score, ignorant = np.mean((truth - claim) ** 2 - counting), np.mean((truth - 1 / 3) ** 2)
print(f"{score:.4f}, without information {ignorant:.4f}")
assert np.isclose(ignorant, 2 / 9)

apart = claim - 1 / 3
weight = np.sum(apart**2 - counting)
slope = np.sum(apart * (truth - 1 / 3)) / weight
rest = np.bincount(board_of, apart * (truth - 1 / 3) - slope * (apart**2 - counting))
slope_error = np.sqrt(np.sum(rest**2)) / weight
print(f"slope {slope:.2f} ± {slope_error:.2f}")
assert QUICK or (slope - 2 * slope_error > 1 and score < ignorant)

# %% [markdown] lang="en"
# The slope says by how much the truth departs from one third where a claim departs by one: 1 for
# honest claims. A few boards do not decide; with the full number it lies clearly above 1, so the
# seat makes too little of these calls. The reason is the trust: it leaves room for players who
# depart from their conventions, and this bidder never does. Whether that caution is right for the
# players you meet is a question for their deals, and the same cells answer it.

# %% [markdown] lang="ja"
# 傾きは、推測した確率が三分の一から 1 離れるとき、事実がどれだけ離れるかを表し、推測が正確なら 1 になります。少ない
# ボードでは決まりませんが、すべてのボードで調べると明らかに 1 を超えます。つまり、この席はコールの情報を十分に使って
# いません。理由は信頼度にあります。信頼度はコンベンションから外れるプレイヤーに備えるためのものですが、このビッダーは
# 決して外れません。その慎重さが実際の相手にふさわしいかどうかは、相手のディールを同じセルで調べればわかります。
