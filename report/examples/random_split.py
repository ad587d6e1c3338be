"""How much a random split flatters predicted waits: python3 random_split.py FIGURE.svg LOG.swf.gz... >TABLE.csv

The predicted wait of a job is the mean wait of two jobs of its user and queue, out of a random 60 % of the log (seed 1).
R2 is over the other jobs (1: exact, 0: no better than their mean), the same ones with each choice of the two jobs:
r2_random_split: the nearest by submission, earlier or later; among equally near ones the first of the log
r2_submitted_before: the last ones submitted before the job, whether or not they have started when it is submitted
r2_started_before: the last ones submitted of those that have started by then: all waits that are known
Jobs without two of the last kind, jobs that never started and jobs of unknown users are left out. Standard library only."""
import bisect, collections, gzip, heapq, math, pathlib, random, statistics, sys
KINDS = {"random split": "#E69F00", "submitted before": "none", "started before": "#0072B2"}

def series(path):
    """Jobs by user and queue in order of submission, as submission, wait and whether predictions may use it."""
    draw, found = random.Random(1), collections.defaultdict(list)
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", errors="replace") as f:
        lines = [[float(field) for field in line.split()] for line in f if line.strip() and line[0] != ";"]
    for _, submit, wait, run, *rest in sorted(lines, key=lambda line: line[1]):
        if submit >= 0 and wait >= 0 and run > 0 and rest[7] >= 0:
            found[rest[7], rest[10]].append((submit, wait, draw.random() < 0.6))
    return found.values()

def waits_and_predictions(jobs):
    used, waiting, known = [i for i, job in enumerate(jobs) if job[2]], [], []
    for i, (submit, wait, is_used) in enumerate(jobs):
        while waiting and waiting[0][0] <= submit:
            known = sorted(known + [heapq.heappop(waiting)[1]])[-2:]
        if is_used:
            heapq.heappush(waiting, (submit + wait, i))
        elif len(known) == 2:
            k = bisect.bisect(used, i)
            nearest = sorted(used[k - 2:k + 2], key=lambda j: abs(jobs[j][0] - submit))[:2]
            yield wait, *((jobs[a][1] + jobs[b][1]) / 2 for a, b in (nearest, used[k - 2:k], known))

def r2(waits, *predicted):
    spread = len(waits) * statistics.pvariance(waits)
    return [1 - math.fsum((w - p) ** 2 for w, p in zip(waits, kind)) / spread for kind in predicted]

def figure(rows):
    low, bottom = min(0, math.floor(5 * min(min(row[2:]) for row in rows))), 40 + 16 * len(rows)
    x = lambda r2: 150 + 340 * (5 * r2 - low) / (5 - low)
    text = lambda x, y, words, anchor: f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{words}</text>\n'
    dot = lambda x, y, kind: f'<circle cx="{x:.1f}" cy="{y}" r="3.5" fill="{KINDS[kind]}" stroke="#555555"/>\n'
    svg = "".join(dot(at, 12, kind) + text(at + 8, 15, kind, "start") for at, kind in zip((154, 240, 344), KINDS))
    for v in range(low, 6):
        svg += f'<path d="M{x(v / 5):.1f},28V{bottom}" stroke="#DDDDDD"/>' + text(x(v / 5), bottom + 12, v / 5, "middle")
    for y, (log, _, *r2s) in zip(range(40, bottom, 16), sorted(rows, key=lambda row: -row[2])):
        svg += f'<path d="M{x(min(r2s)):.1f},{y}H{x(max(r2s)):.1f}" stroke="#999999"/>' + text(142, y + 3, log, "end")
        svg += "".join(dot(x(v), y, kind) for v, kind in zip(r2s, KINDS))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 504 {bottom + 20}" font-size="9" font-family="Arial,sans-serif">'
            f'<rect width="100%" height="100%" fill="#FFF"/>{text(6, 15, "R&#178; of predicted waits", "start")}{svg}</svg>\n')

results = []
for path in sys.argv[2:]:
    jobs = [job for one in series(path) for job in waits_and_predictions(one)]
    if len({wait for wait, *_ in jobs}) < 2:
        sys.exit(f"{path}: fewer than two different waits to predict; are users known?")
    results.append([pathlib.Path(path).name.split(".swf")[0], len(jobs), *r2(*zip(*jobs))])
pathlib.Path(sys.argv[1]).write_text(figure(results))
print("log,jobs", *("r2_" + kind.replace(" ", "_") for kind in KINDS), sep=",")
print(*(f"{log},{n}," + ",".join(f"{v:.3f}" for v in r2s) for log, n, *r2s in results), sep="\n")
