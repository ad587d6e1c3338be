"""Reads a run directory with pandas: python3 with_pandas.py DIR"""

import sys
from pathlib import Path

import pandas as pd

run = Path(sys.argv[1])
scores = pd.read_feather(run / "scores.arrow")
predictions = pd.read_feather(run / "predictions.arrow")

# What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
by_queue = scores[scores["procs"] == "all"]
columns = ["trace", "queue", "method", "quantile", "side"]
print(by_queue[columns + ["correct", "median_ratio"]].sort_values(columns).to_csv(index=False))

# The same shares from the single jobs. A level with l behind it is a lower bound, which is to lie below the wait.
jobs = predictions[(predictions["procs_range"] == "all") & predictions["scored"] & predictions["bound"].notna()].copy()
lower = jobs["level"].astype(str).str.endswith("l")
jobs["correct"] = (jobs["wait"] >= jobs["bound"]).where(lower, jobs["wait"] <= jobs["bound"])
names = ["trace", "queue", "method", "level"]
jobs[names] = jobs[names].astype(str)
print(jobs.groupby(names)["correct"].mean().to_csv(), end="")
