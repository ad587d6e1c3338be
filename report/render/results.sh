#!/bin/sh
# Makes results/ from the logs in the folders that WAITBENCH_TRACES names, separated by colons:
#
#	sh report/render/results.sh make PROGRAM          writes results/ again
#	sh report/render/results.sh check PROGRAM         makes it in a temporary folder and compares all files
#	sh report/render/results.sh check PROGRAM LOG...  the pages of these logs and their rows of scores.csv alone
#
# Not compared: files named timings hold measured times; README.md, forest-trials.md and submissions/ are written by hand; page.png
# is a screenshot. Without the logs of suite modern-1, which cannot be fetched, its files stay as they are.
# random-split*.csv and random-split.svg need python3.
# about.json has the date of the last make, and rankings/ the rankings of earlier versions.
set -eu
what=$1
program=$(realpath "$2")
shift 2
results=$(realpath "$(dirname "$0")/../..")/results
WAITBENCH_TRACES=$(echo "$WAITBENCH_TRACES" | tr : '\n' | xargs -d '\n' realpath | paste -s -d :)
export WAITBENCH_TRACES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

tuned="SDSC-SP2-1998-4.2-cln SDSC-DS-2004-2.1-cln SDSC-BLUE-2000-4.2-cln CTC-SP2-1996-3.1-cln KTH-SP2-1996-2.1-cln SDSC-Par-1996-3.1-cln
	LANL-CM5-1994-4.1-cln HPC2N-2002-2.2-cln"
all="$tuned CEA-Curie-2011-2.1-cln RICC-2010-2
	OSC-Clust-2000-3.1-cln Sandia-Ross-2001-1.1-cln LPC-EGEE-2004-1.2-cln ANL-Intrepid-2009-1 METACENTRUM-2009-2"
newer="ALCF-Mira-2018 ALCF-Theta-2022 ALCF-Theta-2023 IU-Mason-2017 UM-2022 Kabre-2024"
"$program" traces info ALCF-Mira-2018 >/dev/null 2>&1 || newer= # not here

# replay LOG... FLAGS: every run without the build that made it.
replay() { "$program" replay "$@" --no-build --quiet >/dev/null; }

# runs LOG...: every log through all methods.
runs() {
	for log; do
		echo "$log" >&2
		figures=none
		case $log in SDSC-SP2-*) figures=few ;; esac # its report is copied
		replay "$log" --methods all --age 10m,1h,6h,1d --figures $figures --out "runs/$log"
	done
}

# beside: runs with settings of their own. The paper's selection of jobs, its ranges on Datastar in
# nodes of 8 processors, as the paper seems to count.
beside() {
	replay SDSC-SP2-1998-4.2-cln --methods paper --select paper --figures none --out paper-SDSC-SP2
	replay SDSC-DS-2004-2.1-cln --methods paper --select paper --ranges 1-32,33-128,129-512,513+ --figures none --out paper-SDSC-DS
	replay SDSC-Par-1996-3.1-cln --methods paper --select paper --figures none --out paper-SDSC-Par
}

# settings: bmbp at other epochs, quantiles and confidences.
settings() {
	columns=log,queue,method,epoch_s,quantile,confidence,jobs,correct,median_ratio
	echo $columns >bmbp-settings.csv
	for log in SDSC-SP2-1998-4.2-cln SDSC-DS-2004-2.1-cln; do
		for setting in "--epoch 0" "--epoch 1h" "--confidence 0.8" "--confidence 0.9" "--confidence 0.95" "--confidence 0.99"; do
			out=settings-$log-$(echo "$setting" | tr -d ' ')
			replay $log --methods bmbp --quantiles 0.95,0.5,0.75,0.9,0.99 $setting --select paper --ranges none --figures none --out "$out"
			"$program" cat "$out/scores.arrow" --where 'jobs>=1000' --columns $columns | tail -n +2 >>bmbp-settings.csv
		done
	done
}

# paper: figures 1 and 2 and table 8 of the BMBP paper.
paper() {
	mkdir paper
	"$program" plot bounds paper-SDSC-DS --methods bmbp --queues normal --from 2005-02-24 --to 2005-02-25 --out paper/bmbp-figure1 \
		--title "Figure 1: bounds of bmbp, queue normal of Datastar, 24 February 2005" >/dev/null
	"$program" plot bounds paper-SDSC-DS --methods bmbp --queues normal --ranges 1-32,129-512 --from 2004-06-01 --to 2004-07-01 --out paper/bmbp-figure2 \
		--title "Figure 2: waits and bounds of bmbp for 1-32 and 129-512 processors of Datastar, June 2004" >/dev/null
	for range in 1-32 129-512; do
		"$program" wait SDSC-DS-2004-2.1-cln --select paper --queue normal --ranges $range --methods bmbp --quantiles 0.95 \
			--from 2004-06-01 --to 2004-07-01 --every 6h --format csv >paper/bmbp-figure2-$range.csv
	done
	"$program" wait SDSC-DS-2004-2.1-cln --select paper --train 0 --queue normal --methods bmbp --quantiles 0.25l,0.5,0.75,0.95 \
		--from 2004-05-05 --to 2004-05-06 --every 2h --format markdown >paper/bmbp-table8.md
}

# fan: the quantiles of the wait by forest over a month.
fan() {
	replay SDSC-SP2-1998-4.2-cln --methods forest --quantiles 0.95,0.75,0.5,0.25l,0.05l --ranges none --figures none --out fan-SDSC-SP2
	"$program" plot fan fan-SDSC-SP2 --queues normal >/dev/null
}

# studies: the simulations of three papers.
studies() {
	echo "simulations" >&2
	"$program" study downey --out study-downey --quiet >/dev/null
	"$program" plot workload SDSC-Par-1996-3.1-cln --width one-column --title "Figures 3 and 4: jobs of SDSC-Par-1996" \
		--out study-downey/figures3-4-workload --figure-formats svg,csv >/dev/null 2>&1
	"$program" study varq SDSC-DS-2004-2.1-cln --queue normal --nodes 171 --procs-per-node 8 --fractions 0.01,0.1,0.5,0.95 \
		--waiting plan,replan,withdraw --live KTH-SP2-1996-2.1-cln,CTC-SP2-1996-3.1-cln,SDSC-SP2-1998-4.2-cln --out study-varq --quiet >/dev/null
	replay SDSC-DS-2004-2.1-cln --methods qbets --ranges none --figures none --out qbets-SDSC-DS
	"$program" plot bounds qbets-SDSC-DS --queues normal --procs 32 --estimate 1h --from 2005-02-01 --to 2005-03-01 --figure-formats svg \
		--width one-column --out study-varq/figure2-cluster --title "Figure 2: waits and bound of a cluster, February 2005" >/dev/null 2>&1
	"$program" study cisne --out study-cisne --quiet >/dev/null
}

# bench: the ranking of all methods on the suite pwa, whose costs are measured.
bench() {
	"$program" bench pwa --methods boost,boost:seed=2,boost:seed=3 --quiet --out bench --format markdown >timings-bench.md
	"$program" bench pwa-levels --quiet --out bench-levels >/dev/null
	cp bench-levels/bench.csv bench/bench-levels.csv
	[ -e about.json ] || cp bench/about.json .
}

# split LOG...: waits predicted with a random split and from the past, as CSV, and random-split.svg.
split() {
	for log; do echo "$WAITBENCH_TRACES" | tr : '\n' | sed "s|$|/$log.swf.gz|"; done | xargs -d '\n' ls -U 2>/dev/null |
		xargs -d '\n' python3 "${results%/results}/report/examples/random_split.py" random-split.svg
}

# modern FOLDER: the ranking on suite modern-1, and the scores of its queues with too few jobs for it.
modern() {
	if [ -z "$newer" ]; then
		[ "$1" = "$results" ] || (cd "$results" && cp --parents bench-modern.csv modern-small-queues.csv random-split-modern.csv cards/*20[12]?.md "$1")
		return
	fi
	"$program" bench modern --quiet --out modern >/dev/null
	cp modern/bench.csv "$1/bench-modern.csv"
	split ALCF-Mira-2018 IU-Mason-2017 >"$1/random-split-modern.csv" # the others name no users
	columns=log,queue,method,scored,bounded,correct,share_se,blocks,pinball_s
	echo $columns >"$1/modern-small-queues.csv"
	for log in $newer; do
		"$program" cat "modern/$log/scores.arrow" --where 'scored>=300,jobs<1000' --columns $columns | tail -n +2 >>"$1/modern-small-queues.csv"
	done
}

# ticks LOG...: forest with the state of the machine as of the last tick.
ticks() {
	columns=log,queue,correct,pinball_s
	echo $columns >forest-ticks.csv
	for log; do
		replay "$log" --methods forest --state ticks --ranges none --figures none --out "ticks-$log"
		"$program" cat "ticks-$log/scores.arrow" --where 'jobs>=1000' --columns $columns | tail -n +2 >>forest-ticks.csv
	done
}

# levels LOG...: forest with other controls of its level. METACENTRUM's other log is in no suite.
levels() {
	columns=log,queue,method,correct,share_se,blocks,pinball_s
	echo $columns >forest-level.csv
	for log in "$@" "$(echo "$WAITBENCH_TRACES" | tr : '\n' | sed 's|$|/MetaCentrum-wagap-2013.swf.gz|' | xargs -d '\n' ls 2>/dev/null)"; do
		out=levels-$(basename "$log" .swf.gz)
		replay "$log" --methods bmbp,forest,forest:level=pid,forest:level=none --ranges none --figures none --out "$out"
		"$program" cat "$out/scores.arrow" --where 'jobs>=1000' --columns $columns | tail -n +2 >>forest-level.csv
	done
}

# ranking FOLDER: the boards of suite pwa with its submissions, of modern, and of both, and a copy for the suite and version, which
# stays as it is when they change.
ranking() {
	cp about.json "$1"
	[ "$1" = "$results" ] || cp -r "$results/submissions" "$1"
	mkdir -p "$1/rankings" board-modern board-both
	cp about.json board-modern
	cp about.json board-both
	cp "$1/bench-modern.csv" board-modern/bench.csv
	{ cat "$1/bench.csv"; tail -n +2 board-modern/bench.csv; } >board-both/bench.csv
	for folder in "$1" board-modern board-both; do
		"$program" bench --board "$folder" --format markdown
		echo
	done >"$1/RANKING.md"
	cat "$1/submissions/CHANGES.md" >>"$1/RANKING.md"
	sed 's|](submissions/|](../submissions/|' "$1/RANKING.md" >"$1/rankings/$(sed -n 2p "$1/bench.csv" | cut -d , -f 1,2 | tr , -).md"
}

# costs: the share of forest's loss that the costliest 0.7 % of the jobs make.
costs() {
	echo log,jobs,share_of_loss >forest-costs.csv
	for log in $all; do
		"$program" cat "runs/$log/predictions.arrow" --where 'method=forest,procs_range=all,scored=true,quantile=0.95,age_s=0' --columns wait,bound |
			awk -F, 'NR > 1 && $2 != "" { d = $1 - $2; print (d > 0 ? .95 * d : -.05 * d) }' | sort -gr |
			awk -v log_name="$log" '{ sum += $1; loss[NR] = sum } END { printf "%s,%d,%.4f\n", log_name, NR, loss[int(.007 * NR)] / sum }' >>forest-costs.csv
	done
}

# cards FOLDER: what to know of each log before using it.
cards() {
	mkdir -p "$1/cards"
	for log in $all $newer; do "$program" traces info "$log" --format markdown >"$1/cards/$log.md"; done
}

# everything FOLDER
everything() {
	runs $all
	beside
	settings
	paper
	fan
	studies
	bench
	costs
	ticks $all
	levels $tuned METACENTRUM-2009-2
	"$program" collect $(for log in $all; do echo "runs/$log"; done) --pages SDSC-SP2-1998-4.2-cln --out "$1" --quiet
	for run in paper-SDSC-SP2 paper-SDSC-DS paper-SDSC-Par; do
		"$program" collect $run --out pages-$run --quiet
		cp pages-$run/SDSC-*.md "$1/$run.md"
	done
	cp paper/bmbp-* bmbp-settings.csv forest-ticks.csv forest-level.csv forest-costs.csv fan.svg bench/bench.csv bench/bench-levels.csv timings-bench.md "$1"
	cards "$1"
	split $all >"$1/random-split.csv"
	cp random-split.svg "$1"
	modern "$1"
	ranking "$1"
	for study in study-downey study-varq study-cisne; do
		mkdir -p "$1/$study"
		cp "$study"/*.md "$study"/*.csv "$study"/*.svg "$1/$study"
	done
}

# picture FOLDER: the first screen of a report, for the project's README, where there is a browser.
picture() {
	if command -v chromium >/dev/null; then
		chromium --headless --no-sandbox --disable-gpu --disable-background-networking --user-data-dir="$work/browser" --hide-scrollbars \
			--virtual-time-budget=6000 --window-size=1280,1400 --screenshot="$1/page.png" "file://$1/SDSC-SP2-1998-4.2-cln.html" 2>/dev/null
	fi
}

# rows FILE LOG: the heading of a CSV and the log's rows.
rows() { grep -e '^log,' -e "^$2," "$1"; }

case $what in
make)
	if [ -d "$results" ] && [ ! -e "$results/MANIFEST" ]; then
		echo "$results has files that this program did not make: remove it first" >&2
		exit 1
	fi
	everything "$results"
	picture "$results"
	;;
check)
	status=0
	if [ $# = 0 ]; then
		cp "$results/about.json" .
		everything "$work/results"
		diff -r -q -x 'timings*' -x demo -x README.md -x forest-trials.md -x page.png -x rankings -x 'bench*.csv' \
			"$results" "$work/results" || status=1
		for file in bench.csv bench-levels.csv bench-modern.csv; do
			cut -d , -f 1,2,4- "$results/$file" >committed # all but the commit
			cut -d , -f 1,2,4- "$work/results/$file" | diff -q committed - || status=1
		done
	else
		runs "$@"
		"$program" collect $(for log; do echo "runs/$log"; done) --out "$work/results" --quiet
		for log; do
			diff "$results/$log.md" "$work/results/$log.md" || status=1
			rows "$results/scores.csv" "$log" >committed
			rows "$work/results/scores.csv" "$log" | diff committed - || status=1
		done
	fi
	[ $status = 0 ] || echo "results/ is not what the program makes: make results" >&2
	exit $status
	;;
*)
	echo "make or check, not $what" >&2
	exit 2
	;;
esac
