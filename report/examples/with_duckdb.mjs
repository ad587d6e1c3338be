// Reads a run directory with DuckDB for Node: node with_duckdb.mjs DIR
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

// DuckDB reads CSV as it is, Arrow files only with an extension of its community: of the jobs,
// waitbench cat predictions.arrow makes CSV.
const db = await (await DuckDBInstance.create()).connect();
const result = await db.runAndReadAll(
  `SELECT log, queue, method, quantile, side, correct, median_ratio
   FROM read_csv($file, nullstr = '') WHERE procs_range = 'all'
   ORDER BY log, queue, method, quantile, side`,
  { file: join(process.argv[2], "scores.csv") },
);
console.log(result.columnNames().join(","));
for (const row of result.getRowsJS()) console.log(row.map((cell) => cell ?? "").join(","));
