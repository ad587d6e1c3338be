#!/usr/bin/env python3
"""bmbp as a program: an order statistic of the waits since the last change point.

    waitbench replay LOG --methods bmbp --exec py='python3 bmbp.py'

It gives what the built-in method gives, to the last bit, for upper bounds of the quantile 0.95. The
messages are those of waitbench help exec. Standard library only.
"""
import json
import sys
from bisect import insort
from collections import deque
from fractions import Fraction
from statistics import NormalDist

# Misses in a row that make a change point, by the lag-1 autocorrelation of the waits in training.
THRESHOLDS = [(0, 3), (0.2, 4), (0.4, 5), (0.5, 6), (0.6, 8), (0.7, 10), (0.8, 14), (0.9, 28)]


class Ranks:
    """k(n) = min{ j : P[Bin(n, q) <= j-1] >= c }, in whole numbers: q = a/b, all times b^n."""

    def __init__(self, q, c):
        self.a, self.b, self.c = q.numerator, q.denominator, c
        self.n, self.k, self.scale = 0, 1, 1
        self.mass = self.sum = 1  # P[Bin = k-1] and P[Bin <= k-1]
        self.table = [0]  # 0 where there are too few waits

    def __getitem__(self, n):
        while len(self.table) <= n:
            self.table.append(self.next())
        return self.table[n]

    def next(self):
        self.sum = self.b * self.sum - self.a * self.mass
        self.mass = self.mass * (self.b - self.a) * (self.n + 1) // (self.n + 2 - self.k)
        self.n, self.scale = self.n + 1, self.scale * self.b
        while self.sum * self.c.denominator < self.c.numerator * self.scale:
            if self.k > self.n:
                return 0
            self.mass = self.mass * self.a * (self.n + 1 - self.k) // ((self.b - self.a) * self.k)
            self.k += 1
            self.sum += self.mass
        return self.k if self.k <= self.n else 0


def autocorrelation(waits):
    """Lag-1 autocorrelation of the normal scores of waits; equal ones share their mean rank."""
    n, ranks = len(waits), {}
    for i, wait in enumerate(sorted(waits)):
        first, last = ranks.get(wait, (i, i))
        ranks[wait] = first, i
    if len(ranks) < 2 or n < 3:
        return 0
    z = [NormalDist().inv_cdf((sum(ranks[wait]) / 2 + 1) / (n + 1)) for wait in waits]
    mean = sum(z) / n
    z = [x - mean for x in z]
    return sum(x * y for x, y in zip(z, z[1:])) / sum(x * x for x in z)


class BMBP:
    def __init__(self, level):
        if level["quantile"] != 0.95 or level["side"] != "upper":
            sys.exit("bmbp.py bounds the quantile 0.95 from above only")
        self.ranks = Ranks(Fraction("0.95"), Fraction(str(level["confidence"])))
        keep = next(n for n in range(1, 10**6) if self.ranks[n])
        self.waits, self.recent = [], deque(maxlen=keep)
        self.given, self.training = {}, []
        self.bound, self.misses, self.threshold = None, 0, None

    def started(self, event):
        wait, bound = event["wait"], self.given.pop(event["started"])
        insort(self.waits, wait)
        self.recent.append(wait)
        if self.threshold is None:
            self.training.append(wait)
        elif event["counts"] and bound is not None:
            self.misses = self.misses + 1 if wait > bound else 0
            if self.misses >= self.threshold:
                self.misses, self.waits = 0, sorted(self.recent)

    def trained(self):
        r = autocorrelation(self.training)
        self.threshold = max(misses for start, misses in THRESHOLDS if r >= start or start == 0)

    def refit(self):
        rank = self.ranks[len(self.waits)]
        self.bound = self.waits[rank - 1] if rank else None


def say(message):
    print(json.dumps(message), flush=True)


say({"hello": 1, "scope": "series", "answers": "jobs"})
method = BMBP(json.loads(sys.stdin.readline())["levels"][0])
for line in sys.stdin:
    event = json.loads(line)
    if "submitted" in event:
        method.given[event["submitted"]] = method.bound
        say({"job": event["submitted"], "bounds": [method.bound]})
    elif "started" in event:
        method.started(event)
    elif "tick" in event:
        method.refit()
    elif "trained" in event:
        method.trained()
