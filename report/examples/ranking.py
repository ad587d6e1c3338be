"""Works out a ranking again, sharing no code with waitbench: python3 ranking.py FILE...

    waitbench traces list --format csv >logs.csv
    python3 ranking.py results/bench.csv logs.csv      the order of the methods, with p-values and intervals
    python3 ranking.py results/bench.csv logs.csv 10   p-values of pairs of the first ten

    waitbench cat DIR/predictions.arrow >jobs.csv
    python3 ranking.py DIR/run.json jobs.csv           standard errors and losses by queue and method

Standard library only. It prints CSV.
"""

import csv
import json
import math
import re
import sys
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

LEVEL, LEAST_BOUNDED, LEAST_DAYS, LEAST_WEEKS, LEAST_LOG_LOSS, DRAWS = 0.05, 0.9, 20, 10, 0.01, 4000


def rows(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def mean(x):
    return sum(x) / len(x)


def write(head, lines):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(head)
    out.writerows(["" if x is None else x for x in line] for line in lines)


def student_tail(t, df):
    """P(T <= t) by Simpson's rule over the density in the angle atan(t / sqrt(df)), which is finite."""
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(math.pi)
    step = math.atan(t / math.sqrt(df)) / 2000
    density = [scale * math.cos(step * i) ** (df - 1) for i in range(2001)]
    return 0.5 + step / 3 * (density[0] + density[-1] + 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2]))


def holm(p):
    """Adjusts the p-values of a dictionary."""
    least, adjusted = 0, {}
    for k, name in enumerate(sorted(p, key=p.get)):
        least = max(least, min(1, (len(p) - k) * p[name]))
        adjusted[name] = least
    return adjusted


def is_replaced(r):
    return float(r["jobs"]) - float(r["replaced"]) < LEAST_BOUNDED * float(r["jobs"])


def words(queues):
    """Counts the queues of a method on which it is short, near, and on which it holds."""
    short, tails, holds = set(), {}, set()
    for k, r in enumerate(queues):
        target, share = float(r["quantile"]), float(r["covered"]) / float(r["jobs"])
        if is_replaced(r) or not r["share_se"] and share < target - 1e-9:
            short.add(k)
        if not is_replaced(r) and share >= target:
            holds.add(k)
        if r["share_se"]:
            tails[k] = student_tail((share - target) / float(r["share_se"]), int(r["blocks"]) - 1)
    short |= {k for k, p in holm(tails).items() if p <= LEVEL}
    return len(short), len(queues) - len(short | holds), len(holds)


def site_means(queues, site, value):
    logs, sites = defaultdict(list), defaultdict(list)
    for r in queues:
        logs[r["log"]].append(value(r))
    for log, values in logs.items():
        sites[site.get(log, log)].append(mean(values))
    return {s: mean(values) for s, values in sites.items()}


def log_ratio(r):
    return math.log(max(float(r["loss_s"]), 1) / max(float(r["bmbp_loss_s"]), 1))


def log_loss_ratio(r):
    return math.log(max(float(r["log_loss"]), LEAST_LOG_LOSS) / max(float(r["bmbp_log_loss"]), LEAST_LOG_LOSS))


def sign_flips(x):
    """The share of all patterns of signs with a mean as far from 0 as that of x."""
    totals = [0]
    for v in x:
        totals = [total + signed for total in totals for signed in (v, -v)]
    return sum(abs(total) / len(x) >= abs(mean(x)) - 1e-12 for total in totals) / len(totals)


def interval(x):
    """The shifts that sign_flips does not reject, by bisection on both sides of the mean."""
    ends = []
    for side in -1, 1:
        inside, outside = mean(x), mean(x) + side * (max(x) - min(x) + 1)
        for _ in range(40):
            middle = (inside + outside) / 2
            if sign_flips([v - middle for v in x]) > LEVEL:
                inside = middle
            else:
                outside = middle
        ends.append(math.exp(inside))
    return ends


def pcg(high, low):
    """PCG-DXSM, as rand.NewPCG of Go draws: 64 bits at a time."""
    mask, state = 2**128 - 1, high << 64 | low
    while True:
        state = (state * (2549297995355413924 << 64 | 4865540595714422341)
                 + (6364136223846793005 << 64 | 1442695040888963407)) & mask
        x, y = state >> 64, state & 2**64 - 1
        x = (x ^ x >> 32) * 0xDA942042E4DD58B5 & 2**64 - 1
        yield (x ^ x >> 48) * (y | 1) & 2**64 - 1


def below(bits, n):
    """A number from 0 to n-1 with equal probability [Lemire19]."""
    if n & n - 1 == 0:
        return next(bits) & n - 1
    product = next(bits) * n
    while product % 2**64 < 2**64 % n:
        product = next(bits) * n
    return product >> 64


def places(methods):
    """95 % intervals of the place of each method over sites that are drawn anew."""
    sites, found = list(methods[0]["sites"]), defaultdict(list)
    bits = pcg(1, len(sites))
    for _ in range(DRAWS):
        drawn = [sites[below(bits, len(sites))] for _ in sites]
        for place, m in enumerate(sorted(methods, key=lambda m: (m["short"], sum(m["sites"][s] for s in drawn)))):
            found[m["method"]].append(place + 1)
    k = int((DRAWS + 1) * LEVEL / 2)
    return {name: (sorted(p)[k - 1], sorted(p)[-k]) for name, p in found.items()}


def without_copies(found):
    """Leaves out methods whose numbers are those of an earlier one."""
    kept = {}
    for name, seeds in found.items():
        numbers = [[r[c] for c in ("log", "queue", "jobs", "bounded", "covered", "loss_s")] for q in seeds.values() for r in q]
        kept.setdefault(str(numbers), (name, seeds))
    return dict(kept.values())


def board(bench, logs, paired=None):
    site = {r["name"]: r["site"] for r in rows(logs) if r["site"]}
    found = defaultdict(lambda: defaultdict(list))  # by method without its seed, then by seed
    for r in rows(bench):
        found[re.sub(":seed=[^:+]+", "", r["method"])][r["method"]].append(r)
    methods = []
    for name, seeds in without_copies(found).items():
        short, near, holds = zip(*(words(queues) for queues in seeds.values()))
        all_seeds = [r for queues in seeds.values() for r in queues]
        methods.append({
            "method": name, "short": max(short), "near": max(near), "holds": min(holds),
            "sites": site_means(all_seeds, site, log_ratio),
            "seeds": [math.exp(mean(site_means(q, site, log_ratio).values())) for q in seeds.values()],
            "log loss": math.exp(mean(site_means(all_seeds, site, log_loss_ratio).values())),
        })
    methods.sort(key=lambda m: (m["short"], mean(m["sites"].values())))
    if paired:
        first = methods[:int(paired)]
        write(["method", *(m["method"] for m in first[:-1])], [[m["method"], *(
            sign_flips([m["sites"][s] - o["sites"][s] for s in m["sites"]]) if k <= i else None
            for k, o in enumerate(first[:-1]))] for i, m in enumerate(first[1:])])
        return
    best, count = methods[0]["sites"], len(methods[0]["sites"])
    enough = 2 / 2**count <= LEVEL
    p = holm({m["method"]: sign_flips([m["sites"][s] - best[s] for s in best]) for m in methods[1:]})
    lines, place = [], places(methods)
    for m in methods:
        low, high = interval(list(m["sites"].values())) if enough else (None, None)
        several = len(m["seeds"]) > 1
        lines.append([m["method"], m["short"], m["near"], m["holds"], *place[m["method"]], math.exp(mean(m["sites"].values())), low, high,
                      p.get(m["method"]) if enough else None,
                      min(m["seeds"]) if several else None, max(m["seeds"]) if several else None, m["log loss"]])
    write("method short near holds place_lo place_hi loss_ratio loss_ratio_lo loss_ratio_hi p seed_lo seed_hi log_loss_ratio"
          .split(), lines)


def standard_error(jobs, block, least):
    """The standard error of the share of hits by block, None with fewer than least, and the number of blocks."""
    blocks = defaultdict(lambda: [0, 0])  # jobs and missed ones
    for j, bound in jobs:
        blocks[block(j)][0] += 1
        blocks[block(j)][1] += float(j["wait"]) > float(bound)
    n, missed = len(jobs), sum(m for _, m in blocks.values())
    b = len(blocks)
    se = math.sqrt(b / (b - 1) * sum((m - missed / n * k) ** 2 for k, m in blocks.values())) / n if b > 1 else 0
    return (se if b >= least and se > 1e-12 else None), b, missed / n


def share_error(jobs, target, day):
    """The error by days, or by weeks if a share as far below the target has the larger p-value by these."""
    se, days, missed = standard_error(jobs, day, LEAST_DAYS)
    weekly, weeks, _ = standard_error(jobs, lambda j: day(j) // 7, LEAST_WEEKS)
    off = -abs(1 - missed - target)
    if se and weekly and student_tail(off / weekly, weeks - 1) > student_tail(off / se, days - 1) + 1e-9:
        return weekly, weeks, 7
    return se, days, 1


def filled(jobs, name):
    """The jobs that bmbp bounds, with the bound of a method, else of bmbp, and that of bmbp."""
    own = {j["job_id"]: j["bound"] for j in jobs.get(name, [])}
    return [(j, own.get(j["job_id"]) or j["bound"], j["bound"]) for j in jobs["bmbp"] if j["bound"]]


def losses(jobs, q, scale):
    """The mean losses of a method and of bmbp."""
    sums = [0, 0]
    for j, *bounds in jobs:
        for k, bound in enumerate(bounds):
            excess = scale(float(j["wait"])) - scale(float(bound))
            sums[k] += max(q * excess, (q - 1) * excess)
    return [s / len(jobs) for s in sums]


def errors(record, predictions):
    with open(record) as f:
        header = json.load(f)["log"]["header"]
    zone = timezone(timedelta(seconds=header["time_zone"] or 0))
    if header["time_zone_string"]:
        zone = ZoneInfo(header["time_zone_string"])

    def day(job):  # from a Monday, or from second 0
        if not header["unix_start_time"]:
            return int(float(job["submit"]) // 86400)
        return datetime.fromtimestamp(math.floor(header["unix_start_time"] + float(job["submit"])), zone).toordinal() - 1

    queues = defaultdict(lambda: defaultdict(list))
    for j in rows(predictions):
        if j["scored"] == "true" and j["procs_range"] == "all":
            queues[j["log"], j["queue"]][j["method"]].append(j)
    lines = []
    for queue, jobs in queues.items():
        q = float(jobs["bmbp"][0]["quantile"])
        for name in jobs:
            own = filled(jobs, name)
            lines.append([*queue, name, *losses(own, q, float), *share_error([j[:2] for j in own], q, day),
                          *losses(own, q, math.log1p)])
    write("log queue method loss_s bmbp_loss_s share_se blocks block_days log_loss bmbp_log_loss".split(), lines)


(errors if sys.argv[1].endswith(".json") else board)(*sys.argv[1:])
