"""Recomputes interval scores from files of waitbench, by the words below its tables.

    python3 recompute.py PREDICTIONS TABLE    PREDICTIONS as waitbench cat prints them

It prints what differs, and how many numbers it compared. Standard library only.
"""
import csv
import math
import sys

compared = 0


def rows(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def same(what, mine, text):
    global compared
    compared += 1
    if not math.isclose(mine, float(text), rel_tol=1e-9, abs_tol=1e-9):
        print(f"{what}: {mine} recomputed, {text} printed")


def mean(x):
    return sum(x) / len(x)


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


intervals(*sys.argv[1:])
print(compared, "numbers compared")
