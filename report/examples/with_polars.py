"""Reads a run directory with polars: python3 with_polars.py DIR

Not run yet where waitbench is written: see README.md.
"""

import sys
from pathlib import Path

import polars as pl

run = Path(sys.argv[1])
scores = pl.read_ipc(run / "scores.arrow", memory_map=False)
predictions = pl.read_ipc(run / "predictions.arrow", memory_map=False)

# What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
columns = ["log", "queue", "method", "quantile", "side"]
text = pl.col("log", "queue", "method", "side").cast(pl.String)
by_queue = scores.filter(pl.col("procs_range").cast(pl.String) == "all").with_columns(text)
print(by_queue.select(*columns, "correct", "median_ratio").sort(columns).write_csv())

# The same shares from the single jobs.
shares = (
    predictions.with_columns(pl.col("log", "queue", "method", "side", "procs_range").cast(pl.String))
    .filter(pl.col("procs_range") == "all", pl.col("scored"), pl.col("hit").is_not_null())
    .group_by(columns)
    .agg(correct=pl.col("hit").mean())
    .sort(columns)
)
print(shares.write_csv(), end="")
