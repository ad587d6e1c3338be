// Reads a run directory with polars for Node: node with_polars.mjs DIR
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pl from "nodejs-polars";

const scores = pl.readIPC(readFileSync(join(process.argv[2], "scores.arrow")));
const predictions = pl.readIPC(readFileSync(join(process.argv[2], "predictions.arrow")));

// What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
const keys = ["log", "queue", "method", "quantile", "side"];
const byQueue = scores
  .filter(pl.col("procs_range").cast(pl.Utf8).eq(pl.lit("all")))
  .select(...keys, "correct", "median_ratio")
  .sort(keys);
console.log(byQueue.writeCSV().toString());

// The same shares from the single jobs.
const texts = ["log", "queue", "procs_range", "method", "side"].map((name) => pl.col(name).cast(pl.Utf8));
const shares = predictions
  .withColumns(...texts)
  .filter(pl.col("procs_range").eq(pl.lit("all")).and(pl.col("scored")).and(pl.col("hit").isNotNull()))
  .groupBy(...keys)
  .agg(pl.col("hit").cast(pl.Float64).mean().alias("correct"))
  .sort(keys);
process.stdout.write(shares.writeCSV().toString());
