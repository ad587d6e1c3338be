"""Recomputes a ranking and interval scores from files of waitbench, by the words below its tables.

    python3 recompute.py ranking bench.csv RANKING      RANKING as bench --format csv prints it
    python3 recompute.py intervals PREDICTIONS TABLE    PREDICTIONS as waitbench cat prints them

It prints what differs, and how many numbers it compared. Standard library only.
"""
import csv
import math
import sys

DRAWS, LIMIT = 4999, 0.05
M64, M128 = 2**64 - 1, 2**128 - 1
MULTIPLIER, INCREMENT = 0x2360ED051FC65DA44385DF649FCCF645, 0x5851F42D4C957F2D14057B7EF767814F
compared = 0


def rows(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def same(what, mine, text):
    global compared
    compared += 1
    is_text = isinstance(mine, str)
    if mine != text if is_text else not math.isclose(mine, float(text), rel_tol=1e-9, abs_tol=1e-9):
        print(f"{what}: {mine} recomputed, {text} printed")


class PCG:
    """PCG-DXSM of M. O'Neill, which Go's math/rand/v2 has."""

    def __init__(self, seed, stream):
        self.state = seed << 64 | stream

    def below(self, n):
        while True:
            self.state = (self.state * MULTIPLIER + INCREMENT) & M128
            high, low = self.state >> 64, self.state & M64
            high ^= high >> 32
            high = high * 0xDA942042E4DD58B5 & M64
            high ^= high >> 48
            high = high * (low | 1) & M64
            if n & (n - 1) == 0:
                return high & (n - 1)
            product = (high >> 32) * n
            if product & 0xFFFFFFFF >= (2**32 - n) % n:
                return product >> 32


def mean(x):
    return sum(x) / len(x)


def resampled(values, logs):
    """Means of the values of queues in draws of logs."""
    names = list(dict.fromkeys(logs))
    groups = [[x for x, log in zip(values, logs) if log == name] for name in names]
    rng, means = PCG(1, len(groups)), []
    for _ in range(DRAWS):
        drawn = [groups[rng.below(len(groups))] for _ in groups]
        means.append(sum(sum(g) for g in drawn) / sum(len(g) for g in drawn))
    return means


def interval(values, logs):
    means = sorted(resampled(values, logs))
    return means[124], means[-125]  # (4999+1) * 0.025


def ranking(bench, board):
    of = {}
    for r in rows(bench):
        of.setdefault(r["method"], []).append(r)
    logs = [r["log"] for r in of["bmbp"]]
    loss = {m: [max(float(r["loss_s"]), 1) for r in list] for m, list in of.items()}
    ratios = {m: [math.log(x / y) for x, y in zip(loss[m], loss["bmbp"])] for m in of}
    printed = rows(board)
    correct = {}
    for m, list in of.items():
        correct[m] = 0
        for r in list:
            jobs, bounded = int(r["jobs"]), int(r["bounded"])
            enough = jobs - int(r["replaced"]) >= 0.9 * jobs and bounded > 0
            correct[m] += enough and int(r["covered"]) / bounded >= 0.95
    order = sorted(of, key=lambda m: (-correct[m], mean(ratios[m])))
    p = {}
    for m in order[1:]:
        d = [x - y for x, y in zip(ratios[m], ratios[order[0]])]
        p[m] = (1 + sum(abs(x - mean(d)) >= abs(mean(d)) - 1e-12 for x in resampled(d, logs))) / (1 + DRAWS)
    least = 0
    for k, m in enumerate(sorted(p, key=lambda m: p[m])):
        least = max(least, min(1, (len(p) - k) * p[m]))
        p[m] = least
    same("methods", ",".join(order), ",".join(r["method"] for r in printed))
    for r in printed:
        m = r["method"]
        ranks, wins = [], []
        for q, mine in enumerate(loss[m]):
            less = sum(loss[o][q] < mine for o in of)
            ties = sum(loss[o][q] == mine for o in of)  # with itself
            ranks.append(less + (1 + ties) / 2)
            wins.append((len(of) - less - ties + (ties - 1) / 2) / (len(of) - 1))
        same(m + " correct", correct[m], r["correct"])
        columns = ("loss_ratio", ratios[m], math.exp), ("mean_rank", ranks, float), ("win_rate", wins, float)
        for key, values, scale in columns:
            low, high = interval(values, logs)
            for suffix, x in ("", mean(values)), ("_lo", low), ("_hi", high):
                same(m + " " + key + suffix, scale(x), r[key + suffix])
        if m in p:
            same(m + " p", p[m], r["p"])
        same(m + " group", "best" if m == order[0] else "≈" if p[m] >= LIMIT else "", r["group"])


def intervals(predictions, table):
    bounds = {}
    for r in rows(predictions):
        if r["scored"] == "true":
            jobs = bounds.setdefault((r["log"], r["queue"]), {})
            jobs.setdefault(r["job_id"], {"wait": float(r["wait"])})[r["method"], r["side"]] = r["bound"]
    for r in rows(table):
        jobs = [j for j in bounds[r["log"], r["queue"]].values() if "" not in j.values()]
        score = []
        for j in jobs:
            low, high, wait = float(j[r["method"], "lower"]), float(j[r["method"], "upper"]), j["wait"]
            score.append(high - low + max(low - wait, 0) / 0.05 + max(wait - high, 0) / (1 - 0.95))
        same(f"{r['log']} {r['queue']} {r['method']} jobs", len(jobs), r["jobs"])
        same(f"{r['log']} {r['queue']} {r['method']} score", mean(score), r["interval_score_s"])


{"ranking": ranking, "intervals": intervals}[sys.argv[1]](*sys.argv[2:])
print(compared, "numbers compared")
