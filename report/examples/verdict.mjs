// Says again, from scores.csv and predictions.arrow alone, which methods the verdicts of a run recommend: node verdict.mjs DIR
// It shares no code with waitbench: candidates by their shares and by their losses over the lowest, mean pinball losses on the jobs that all correct
// methods bound, and a circular block bootstrap of the difference to the lowest, with the random numbers of Go's math/rand/v2 (PCG-DXSM, seed 1 and the number of jobs).
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { CompressionType, RecordBatchReader, compressionRegistry } from "apache-arrow";
import { decompress } from "fzstd";

compressionRegistry.set(CompressionType.ZSTD, { decode: (data) => decompress(data).slice() });

const dir = process.argv[2];
const record = JSON.parse(readFileSync(join(dir, "run.json"))), minJobs = record.settings.min_jobs, outside = record.outside_methods ?? {};

// A draw below n, as rand.New(rand.NewPCG(1, n)).Uint64N(n) makes them.
const M = (1n << 64n) - 1n;
function draws(n) {
  const N = BigInt(n), mul = (2549297995355413924n << 64n) | 4865540595714422341n, inc = (6364136223846793005n << 64n) | 1442695040888963407n;
  const all = (1n << 128n) - 1n, power = (N & (N - 1n)) === 0n;
  let state = (1n << 64n) | N;
  const next = () => {
    state = (state * mul + inc) & all;
    let hi = state >> 64n;
    hi ^= hi >> 32n; hi = (hi * 0xda942042e4dd58b5n) & M; hi ^= hi >> 48n;
    return (hi * ((state & M) | 1n)) & M;
  };
  return () => {
    if (power) return Number(next() & (N - 1n));
    let p = next() * N;
    if ((p & M) < N) { const t = ((1n << 64n) - N) % N; while ((p & M) < t) p = next() * N; }
    return Number(p >> 64n);
  };
}

// The lower end of the 0.95 interval of the mean of x.
function low(x) {
  const n = x.length, block = Math.min(Math.ceil(Math.sqrt(n)), n), sums = new Float64Array(n + block + 1);
  for (let i = 0; i < n + block; i++) sums[i + 1] = sums[i] + x[i % n];
  const draw = draws(n), means = new Float64Array(1999);
  for (let r = 0; r < means.length; r++) {
    let total = 0;
    for (let left = n; left > 0; left -= block) { const from = draw(); total += sums[from + Math.min(left, block)] - sums[from]; }
    means[r] = total / n;
  }
  means.sort();
  return means[49];
}

// The scores: CSV without quotes but where a field begins with one.
function csv(text) {
  const rows = [];
  for (const line of text.trimEnd().split("\n")) {
    const cells = [];
    for (const m of (line + ",").matchAll(/("(?:[^"]|"")*"|[^,]*),/g)) cells.push(m[1].startsWith('"') ? m[1].slice(1, -1).replaceAll('""', '"') : m[1]);
    rows.push(cells);
  }
  const [head, ...body] = rows;
  return body.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]])));
}
const key = (...parts) => parts.join("\u0000");
const series = new Map(); // of log, queue, range, quantile, side: the methods that may be candidates
for (const s of csv(readFileSync(join(dir, "scores.csv"), "utf8"))) {
  if (+s.jobs < minJobs) continue;
  const k = key(s.log, s.queue, s.procs_range, s.quantile, s.side);
  if (!series.has(k)) series.set(k, { s, methods: [] });
  const target = s.side === "lower" ? 1 - +s.quantile : +s.quantile;
  if (+s.bounded > 0) series.get(k).methods.push({ name: s.method, bounded: +s.bounded, share: +s.correct, correct: +s.correct >= target });
}
let data = new Map(), at = "";
const found = [];
const mean = (x) => x.reduce((a, b) => a + b, 0) / x.length;
function finish() {
  for (const [k, jobs] of data) {
    const { s, methods } = series.get(k);
    const bounds = (m) => jobs.get(m.name).bound;
    const reference = methods.find((m) => m.name === "bmbp") ?? methods.reduce((a, b) => (b.bounded > a.bounded ? b : a));
    const r = bounds(reference), wait = jobs.get(reference.name).wait, q = +s.quantile;
    // The pinball losses of methods on the jobs that all of them bound.
    const losses = (list) => {
      const lost = list.map(() => []);
      for (let i = 0; i < wait.length; i++) {
        if (list.some((m) => Number.isNaN(bounds(m)[i]))) continue;
        list.forEach((m, k) => { const d = wait[i] - bounds(m)[i]; lost[k].push(Math.max(q * d, (q - 1) * d)); });
      }
      return lost;
    };
    const compared = methods.filter((m) => {
      let all = 0, both = 0;
      for (let i = 0; i < r.length; i++) if (r[i] === r[i]) { all++; if (!Number.isNaN(bounds(m)[i])) both++; }
      return both >= 0.9 * all;
    });
    const builtIn = compared.filter((m) => !(m.name in outside)), means = losses(builtIn).map(mean);
    const best = builtIn[means.indexOf(Math.min(...means))];
    const tooLoose = (m) => {
      if (!best) return false;
      const [own, lowest] = losses([m, best]).map((x) => Math.max(mean(x), 1));
      return own / lowest > 3;
    };
    const correct = compared.filter((m) => m.correct), lost = losses(correct);
    const candidates = correct.map((m, i) => ({ name: m.name, lost: lost[i], loose: tooLoose(m) })).filter((c) => !c.loose);
    const lowest = candidates.reduce((a, b) => (a && mean(a.lost) <= mean(b.lost) ? a : b), undefined);
    const set = candidates.filter((c) => c === lowest || low(c.lost.map((v, i) => v - lowest.lost[i])) <= 0).map((c) => c.name);
    found.push([s.log, s.queue, s.procs_range, s.quantile, s.side, set.sort().join(" ") || "none"].join(","));
  }
  data = new Map();
}
const reader = await RecordBatchReader.from(createReadStream(join(dir, "predictions.arrow")));
for await (const batch of reader) {
  const c = (name) => batch.getChild(name), n = batch.numRows;
  const cols = ["log", "queue", "procs_range", "quantile", "side", "method", "scored", "wait", "bound"].map(c);
  for (let i = 0; i < n; i++) {
    const [log, queue, range, quantile, side, method, scored] = cols.slice(0, 7).map((v) => v.get(i));
    const where = key(log, queue, range);
    if (where !== at) { finish(); at = where; }
    const k = key(log, queue, range, `${quantile}`, side);
    if (!scored || !series.has(k)) continue;
    if (!data.has(k)) data.set(k, new Map());
    const of = data.get(k);
    if (!of.has(method)) of.set(method, { wait: [], bound: [] });
    of.get(method).wait.push(cols[7].get(i));
    of.get(method).bound.push(cols[8].get(i) ?? NaN);
  }
}
finish();
console.log("log,queue,procs_range,quantile,side,recommended");
for (const line of found.sort()) console.log(line);
