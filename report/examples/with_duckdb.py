"""Reads a run directory with DuckDB, which takes Arrow tables for its own: python3 with_duckdb.py DIR

Not run yet where waitbench is written: see README.md.
"""

import csv
import sys
from pathlib import Path

import duckdb
from pyarrow import feather

run = Path(sys.argv[1])
db = duckdb.connect()
db.register("scores", feather.read_table(run / "scores.arrow"))
db.register("predictions", feather.read_table(run / "predictions.arrow"))


def show(query):
    result = db.execute(query)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(column[0] for column in result.description)
    out.writerows(result.fetchall())


# What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
show("""
    SELECT log, queue, method, quantile, side, correct, median_ratio
    FROM scores WHERE procs_range = 'all'
    ORDER BY log, queue, method, quantile, side
""")
print()

# The same shares from the single jobs.
show("""
    SELECT log, queue, method, quantile, side, avg(CAST(hit AS INT)) AS correct
    FROM predictions WHERE procs_range = 'all' AND scored AND hit IS NOT NULL
    GROUP BY ALL
    ORDER BY log, queue, method, quantile, side
""")
