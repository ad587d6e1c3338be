// Reads a run directory with Apache Arrow for JavaScript: node with_apache_arrow.mjs DIR
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compressionRegistry, CompressionType, tableFromIPC } from "apache-arrow";
import { decompress } from "fzstd";

// The library has no decompressor of its own, and wants memory that begins where numbers may.
compressionRegistry.set(CompressionType.ZSTD, { decode: (data) => decompress(data).slice() });

const scores = tableFromIPC(readFileSync(join(process.argv[2], "scores.arrow")));
const predictions = tableFromIPC(readFileSync(join(process.argv[2], "predictions.arrow")));

// What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
const keys = ["log", "queue", "method", "quantile", "side"];
const byQueue = scores.toArray().filter((s) => s.procs_range === "all");
const show = (names, rows) => {
  console.log(names.join(","));
  for (const line of rows.map((r) => names.map((n) => r[n] ?? "").join(",")).sort()) console.log(line);
};
show([...keys, "correct", "median_ratio"], byQueue);
console.log();

// The same shares from the single jobs.
const columns = Object.fromEntries([...keys, "procs_range", "scored", "hit"].map((n) => [n, predictions.getChild(n)]));
const shares = new Map();
for (let i = 0; i < predictions.numRows; i++) {
  const hit = columns.hit.get(i);
  if (columns.procs_range.get(i) !== "all" || !columns.scored.get(i) || hit === null) continue;
  const row = Object.fromEntries(keys.map((n) => [n, columns[n].get(i)]));
  const key = JSON.stringify(row);
  const sum = shares.get(key) ?? { ...row, hits: 0, jobs: 0 };
  sum.jobs++;
  if (hit) sum.hits++;
  shares.set(key, sum);
}
show([...keys, "correct"], [...shares.values()].map((s) => ({ ...s, correct: s.hits / s.jobs })));
