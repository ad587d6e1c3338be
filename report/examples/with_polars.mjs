// Reads a run directory with polars for Node: node with_polars.mjs DIR
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// The library is looked for where the command is called, and in NODE_PATH.
const pl = createRequire(join(process.cwd(), "with_polars.mjs"))("nodejs-polars").default;
const dir = process.argv[2];
const scores = pl.readIPC(readFileSync(join(dir, "scores.arrow")));
const predictions = pl.readIPC(readFileSync(join(dir, "predictions.arrow")));

// What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
const byQueue = scores
  .filter(pl.col("procs").eq(pl.lit("all")))
  .select("trace", "queue", "method", "quantile", "side", "correct", "median_ratio")
  .sort(["trace", "queue", "method", "quantile", "side"]);
console.log(byQueue.writeCSV().toString());

// The same shares from the single jobs. A level with l behind it is a lower bound, which is to lie below the wait.
const level = predictions.getColumn("level").cast(pl.Utf8).toArray();
const cell = (name) => predictions.getColumn(name).toArray();
const [trace, queue, range, method] = ["trace", "queue", "procs_range", "method"].map((name) => predictions.getColumn(name).cast(pl.Utf8).toArray());
const [wait, bound, scored] = ["wait", "bound", "scored"].map(cell);
const shares = new Map();
for (let i = 0; i < wait.length; i++) {
  if (range[i] !== "all" || !scored[i] || bound[i] === null) continue;
  const key = [trace[i], queue[i], method[i], level[i]].join(",");
  const s = shares.get(key) ?? { covered: 0, jobs: 0 };
  s.jobs++;
  if (level[i].endsWith("l") ? wait[i] >= bound[i] : wait[i] <= bound[i]) s.covered++;
  shares.set(key, s);
}
console.log("trace,queue,method,level,correct");
for (const key of [...shares.keys()].sort()) console.log(`${key},${shares.get(key).covered / shares.get(key).jobs}`);
