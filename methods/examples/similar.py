#!/usr/bin/env python3
"""Quantiles of the waits of similar jobs as a program; waitbench chooses the level of the bound.

    waitbench replay LOG --methods bmbp --exec similar='python3 similar.py'

Similar are the last 200 jobs of the queue with about as many processors and as long an estimate, or the last
200 of the queue while fewer than 20 are known."""
import json
import sys
from collections import defaultdict, deque

LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98]
waits = defaultdict(lambda: deque(maxlen=200))  # seconds, by group of jobs
groups = {}  # the two groups of each job that waits


def say(message):
    print(json.dumps(message), flush=True)


def curve(pair):
    for known in map(waits.get, pair):
        if known and len(known) >= 20:
            known = sorted(known)
            return [known[int(level * len(known))] for level in LEVELS]
    return []  # too little is known


say({"hello": 1, "scope": "log", "answers": "jobs", "curve": LEVELS})
for line in sys.stdin:
    e = json.loads(line)
    if "submitted" in e:
        size, length = e.get("procs", 0).bit_length(), int(e.get("estimate", 0)).bit_length()
        groups[e["submitted"]] = pair = (e["queue"], size, length), (e["queue"],)
        say({"job": e["submitted"], "curve": curve(pair)})
    elif "started" in e:
        for group in groups.pop(e["started"]):
            waits[group].append(e["wait"])
    elif "ended" in e:
        groups.pop(e["ended"], None)  # it left the queue without running
