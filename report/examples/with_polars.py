"""Reads a run directory with polars: python3 with_polars.py DIR"""

import sys
from pathlib import Path

import polars as pl

run = Path(sys.argv[1])
scores = pl.read_ipc(run / "scores.arrow", memory_map=False)
predictions = pl.read_ipc(run / "predictions.arrow", memory_map=False)

# What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
columns = ["trace", "queue", "method", "quantile", "side"]
text = pl.col("trace", "queue", "method", "side").cast(pl.String)
by_queue = scores.filter(pl.col("procs").cast(pl.String) == "all").with_columns(text)
print(by_queue.select(*columns, "correct", "median_ratio").sort(columns).write_csv())

# The same shares from the single jobs. A level with l behind it is a lower bound, which is to lie below the wait.
names = ["trace", "queue", "method", "level"]
covered = (
    pl.when(pl.col("level").str.ends_with("l"))
    .then(pl.col("wait") >= pl.col("bound"))
    .otherwise(pl.col("wait") <= pl.col("bound"))
)
shares = (
    predictions.with_columns(pl.col(*names, "procs_range").cast(pl.String))
    .filter(pl.col("procs_range") == "all", pl.col("scored"), pl.col("bound").is_not_null())
    .group_by(names)
    .agg(correct=covered.mean())
    .sort(names)
)
print(shares.write_csv(), end="")
