// Says again, from scores.csv and predictions.arrow alone, which methods the verdicts of a run recommend: node verdict.mjs DIR
// It shares no code with waitbench: candidates by Student's t of their shares with Holm over the series of a log, and by their losses over the lowest; mean
// pinball losses on the jobs that all methods bound which are not short; and a circular block bootstrap of the difference to the lowest, with the random
// numbers of Go's math/rand/v2 (PCG-DXSM, seed 1 and the number of jobs). The choice is printed first: the method recommended on most queues, then with the lowest ratio to bmbp.
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
// The probability of Student's t up to t < 0, by Simpson's rule over its density in the angle atan(x / sqrt(df)).
function student(t, df) {
  const n = 2000, from = -Math.PI / 2, to = Math.atan(t / Math.sqrt(df)), f = (a) => Math.cos(a) ** (df - 1);
  const area = (a, b) => { let s = f(a) + f(b); for (let i = 1; i < n; i++) s += (i % 2 ? 4 : 2) * f(a + (b - a) * i / n); return s * (b - a) / n / 3; };
  return area(from, to) / area(from, Math.PI / 2);
}
const series = new Map(); // of log, queue, range, quantile, side: the methods with bounds
const families = new Map(), onLog = new Map(); // of a method: its whole queues or its ranges; the queues on which it is recommended, and ratios
for (const s of csv(readFileSync(join(dir, "scores.csv"), "utf8"))) {
  if (+s.jobs < minJobs) continue;
  const k = key(s.log, s.queue, s.procs_range, s.quantile, s.side);
  if (!series.has(k)) series.set(k, { s, methods: [] });
  const target = s.side === "lower" ? 1 - +s.quantile : +s.quantile;
  const of = key(s.log, s.method, s.quantile, s.side), family = key(of, s.procs_range === "all");
  if (!onLog.has(of)) onLog.set(of, { chosen: 0, ratios: [] });
  const m = { name: s.method, bounded: +s.bounded, loss: +s.pinball_s, log: onLog.get(of), below: target - s.correct };
  m.p = s.share_se === "" ? NaN : m.below > 0 ? student(-m.below / s.share_se, s.blocks - 1) : 1;
  series.get(k).methods.push(m);
  if (m.bounded > 0) families.set(family, [...(families.get(family) ?? []), m]);
}
for (const list of families.values()) {
  for (const m of list) m.short = m.p !== m.p && m.below > 1e-9;
  const tested = list.filter((m) => m.p === m.p).sort((a, b) => a.p - b.p);
  for (const [i, m] of tested.entries()) { if (m.p * (tested.length - i) > 0.05) break; m.short = true; }
}
for (const of of series.values()) {
  const bounding = of.methods.filter((m) => m.bounded > 0);
  if (bounding.length === 0) continue;
  of.reference = bounding.find((m) => m.name === "bmbp") ?? bounding.reduce((a, b) => (b.bounded > a.bounded ? b : a));
  for (const m of of.methods) {
    if (m.bounded > 0 && of.s.procs_range === "all") m.log.ratios.push(Math.log(Math.max(m.loss, 1) / Math.max(of.reference.loss, 1)));
  }
  of.methods = bounding;
}
let data = new Map(), at = "";
const found = [];
const mean = (x) => x.reduce((a, b) => a + b, 0) / x.length;
function finish() {
  for (const [k, jobs] of data) {
    const { s, methods, reference } = series.get(k);
    const bounds = (m) => jobs.get(m.name).bound;
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
    const builtIn = compared.filter((m) => !m.short && !(m.name in outside)), means = losses(builtIn).map(mean);
    const best = builtIn[means.indexOf(Math.min(...means))];
    const isWide = (m) => {
      if (!best) return false;
      const [own, lowest] = losses([m, best]).map((x) => Math.max(mean(x), 1));
      return own / lowest > 3;
    };
    const holding = compared.filter((m) => !m.short), lost = losses(holding);
    const candidates = holding.map((m, i) => ({ ...m, lost: lost[i], wide: isWide(m) })).filter((c) => !c.wide && c.below <= 0.02 + 1e-9);
    const lowest = candidates.reduce((a, b) => (a && mean(a.lost) <= mean(b.lost) ? a : b), undefined);
    const set = candidates.filter((c) => c === lowest || low(c.lost.map((v, i) => v - lowest.lost[i])) <= 0);
    if (s.procs_range === "all") for (const c of set) c.log.chosen++;
    found.push([[s.log, s.queue, s.procs_range, s.quantile, s.side], set]);
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
for (const [of, set] of found) {
  set.sort((a, b) => b.log.chosen - a.log.chosen || mean(a.log.ratios) - mean(b.log.ratios));
  const names = set.map((c) => c.name);
  console.log([...of, [...names.slice(0, 1), ...names.slice(1).sort()].join(" ") || "none"].join(","));
}
