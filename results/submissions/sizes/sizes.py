#!/usr/bin/env python3
"""Bounds by the last 1000 waits of jobs of like size, at a level that follows hits and misses.

    waitbench bench pwa --exec sizes='python3 sizes.py' ...

Sizes are powers of two of the processors. The level of a series follows its hits and misses, and would
settle at AIM; above 1 it is a factor on the longest wait known. The messages are in waitbench help exec.
"""
import json
import sys
from bisect import bisect_left, insort
from collections import deque

KEPT, STEP, AIM, LEAST = 1000, 0.05, 0.965, 60


def main():
    print(json.dumps({"hello": 1, "scope": "series", "answers": "jobs"}), flush=True)
    level, waits, jobs = AIM, {}, {}
    for line in sys.stdin:
        m = json.loads(line)
        if "started" in m:
            size, bound = jobs.pop(m["started"])
            for key in (size, 0):
                recent, ordered = waits.setdefault(key, (deque(), []))
                recent.append(m["wait"])
                insort(ordered, m["wait"])
                if len(recent) > KEPT:
                    del ordered[bisect_left(ordered, recent.popleft())]
            if bound is not None:
                level += STEP * (AIM if m["wait"] > bound else AIM - 1)
                level = min(max(level, 0.95), 3)
        elif "submitted" in m:
            size = max(m.get("procs", 1), 1).bit_length()
            known = waits.get(size, (0, []))[1]
            if len(known) < LEAST:
                known = waits.get(0, (0, []))[1]
            bound = None
            if len(known) >= LEAST:
                bound = known[min(int(level * len(known)), len(known) - 1)] * max(level, 1)
            jobs[m["submitted"]] = size, bound
            print(json.dumps({"job": m["submitted"], "bounds": [bound]}), flush=True)


main()
