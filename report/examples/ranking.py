"""Works out a ranking again, sharing no code with waitbench: python3 ranking.py FILE...

    waitbench traces list --format csv >logs.csv
    python3 ranking.py results/bench.csv logs.csv      the order of the methods, with p-values and intervals

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

BAND, LEVEL, LEAST_BOUNDED, LEAST_DAYS, LEAST_LOG_LOSS = 0.005, 0.05, 0.9, 20, 0.01


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
    """P(T <= t) by Simpson's rule over the density from 0 to t."""
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    density = [scale * (1 + (t * i / 2000) ** 2 / df) ** (-(df + 1) / 2) for i in range(2001)]
    return 0.5 + t / 6000 * (density[0] + density[-1] + 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2]))


def holm(p):
    """Adjusts the p-values of a dictionary."""
    least, adjusted = 0, {}
    for k, name in enumerate(sorted(p, key=p.get)):
        least = max(least, min(1, (len(p) - k) * p[name]))
        adjusted[name] = least
    return adjusted


def is_replaced(r):
    return float(r["jobs"]) - float(r["replaced"]) < LEAST_BOUNDED * float(r["jobs"])


def short_and_correct(queues):
    """Counts the queues of a method on which it is short, and on which it is correct."""
    short, tails, correct = 0, {}, 0
    for k, r in enumerate(queues):
        target = float(r["quantile"])
        share = float(r["covered"]) / float(r["bounded"]) if float(r["bounded"]) else math.nan
        correct += not is_replaced(r) and share >= target
        if share < target - BAND - 1e-9 or is_replaced(r):
            queues[k]["is short"] = True
        if r["share_se"]:
            tails[k] = student_tail((share - target) / float(r["share_se"]), int(float(r["days"])) - 1)
    for k, p in holm(tails).items():
        if p <= LEVEL:
            queues[k]["is short"] = True
    return sum("is short" in r for r in queues), correct


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


def board(bench, logs):
    site = {r["name"]: r["site"] for r in rows(logs) if r["site"]}
    found = defaultdict(lambda: defaultdict(list))  # by method without its seed, then by seed
    for r in rows(bench):
        found[re.sub(":seed=[^:+]+", "", r["method"])][r["method"]].append(r)
    methods = []
    for name, seeds in found.items():
        counts = [short_and_correct(queues) for queues in seeds.values()]
        all_seeds = [r for queues in seeds.values() for r in queues]
        methods.append({
            "method": name, "short": max(s for s, _ in counts), "correct": min(c for _, c in counts),
            "sites": site_means(all_seeds, site, log_ratio),
            "seeds": [math.exp(mean(site_means(q, site, log_ratio).values())) for q in seeds.values()],
            "log loss": math.exp(mean(site_means(all_seeds, site, log_loss_ratio).values())),
        })
    methods.sort(key=lambda m: (m["short"], mean(m["sites"].values())))
    best, count = methods[0]["sites"], len(methods[0]["sites"])
    enough = 2 / 2**count <= LEVEL
    p = holm({m["method"]: sign_flips([m["sites"][s] - best[s] for s in best]) for m in methods[1:]})
    lines = []
    for m in methods:
        low, high = interval(list(m["sites"].values())) if enough else (None, None)
        several = len(m["seeds"]) > 1
        lines.append([m["method"], m["short"], m["correct"], math.exp(mean(m["sites"].values())), low, high,
                      p.get(m["method"]) if enough else None,
                      min(m["seeds"]) if several else None, max(m["seeds"]) if several else None, m["log loss"]])
    write("method short correct loss_ratio loss_ratio_lo loss_ratio_hi p seed_lo seed_hi log_loss_ratio".split(), lines)


def standard_error(jobs, day):
    """The standard error of the share of hits by day, and the number of days."""
    days = defaultdict(lambda: [0, 0])  # jobs and missed ones
    for j in jobs:
        days[day(j)][0] += 1
        days[day(j)][1] += j["hit"] == "false"
    n, missed = len(jobs), sum(m for _, m in days.values())
    d = len(days)
    se = math.sqrt(d / (d - 1) * sum((m - missed / n * k) ** 2 for k, m in days.values())) / n if d > 1 else 0
    return (se if d >= LEAST_DAYS and se > 1e-12 else None), d


def losses(jobs, name, scale):
    """The mean losses of a method and of bmbp on the jobs that bmbp bounds."""
    q, sums, n = float(jobs["bmbp"][0]["quantile"]), [0, 0], 0
    own = {j["job_id"]: j["bound"] for j in jobs.get(name, [])}
    for j in jobs["bmbp"]:
        if j["bound"]:
            n += 1
            for k, bound in enumerate((own.get(j["job_id"]) or j["bound"], j["bound"])):
                excess = scale(float(j["wait"])) - scale(float(bound))
                sums[k] += max(q * excess, (q - 1) * excess)
    return [s / n for s in sums]


def errors(record, predictions):
    with open(record) as f:
        header = json.load(f)["log"]["header"]
    zone = timezone(timedelta(seconds=header["time_zone"] or 0))
    if header["time_zone_string"]:
        zone = ZoneInfo(header["time_zone_string"])

    def day(job):
        if not header["unix_start_time"]:
            return int(float(job["submit"]) // 86400)
        return datetime.fromtimestamp(math.floor(header["unix_start_time"] + float(job["submit"])), zone).date()

    queues = defaultdict(lambda: defaultdict(list))
    for j in rows(predictions):
        if j["scored"] == "true" and j["procs_range"] == "all":
            queues[j["log"], j["queue"]][j["method"]].append(j)
    lines = []
    for queue, jobs in queues.items():
        for name, own in jobs.items():
            se, days = standard_error([j for j in own if j["bound"]], day)
            lines.append([*queue, name, *losses(jobs, name, float), se, days, *losses(jobs, name, math.log1p)])
    write("log queue method loss_s bmbp_loss_s share_se days log_loss bmbp_log_loss".split(), lines)


(errors if sys.argv[1].endswith(".json") else board)(*sys.argv[1:])
