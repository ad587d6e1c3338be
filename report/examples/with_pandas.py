"""Reads a run directory with pandas: python3 with_pandas.py DIR

Not run yet where waitbench is written: see README.md.
"""

import sys
from pathlib import Path

import pandas as pd

run = Path(sys.argv[1])
scores = pd.read_feather(run / "scores.arrow")
predictions = pd.read_feather(run / "predictions.arrow")

# What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
by_queue = scores[scores["procs_range"] == "all"]
columns = ["log", "queue", "method", "quantile", "side"]
print(by_queue[columns + ["correct", "median_ratio"]].sort_values(columns).to_csv(index=False))

# The same shares from the single jobs.
jobs = predictions[(predictions["procs_range"] == "all") & predictions["scored"] & predictions["hit"].notna()]
names = ["log", "queue", "method", "quantile", "side"]
print(jobs.assign(correct=jobs["hit"].astype(float)).groupby(names, observed=True)["correct"].mean().to_csv(), end="")
