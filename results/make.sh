#!/bin/sh
# Writes results/ again from the logs in the folder named by WAITBENCH_TRACES: sh results/make.sh PROGRAM [FOLDER]
# FOLDER is results/ itself unless given. What is large or quickly made again (Arrow files, PNG) is left out of version control.
set -eu
program=$(realpath "$1")
folder=${2:-$(dirname "$0")}
mkdir -p "$folder"
cd "$folder"

# Every log through every method; RICC-2010-2 through those that need waits only, since its long queues make the simulations ahead take
# more than five minutes.
logs="SDSC-SP2-1998-4.2-cln SDSC-DS-2004-2.1-cln SDSC-BLUE-2000-4.2-cln CTC-SP2-1996-3.1-cln KTH-SP2-1996-2.1-cln SDSC-Par-1996-3.1-cln
	LANL-CM5-1994-4.1-cln HPC2N-2002-2.2-cln CEA-Curie-2011-2.1-cln RICC-2010-2"
for log in $logs; do
	echo "$log" >&2
	methods=all
	if [ "$log" = RICC-2010-2 ]; then methods=waits; fi
	rm -rf "$log"
	"$program" replay "$log" --methods "$methods" --no-build --out "$log" --quiet >summary.txt
	mv summary.txt "$log/summary.txt"
done

# One table for all queues of the logs: can the bounds be trusted?
{
	echo "# All queues of 1000 jobs or more"
	echo
	echo "Share of waits within the upper 0.95 bound (asterisk: below 0.95), the worst calendar month, the likelihood ratio for independent misses, the share of"
	echo "jobs missed after a missed one, the mean pinball loss and the median of wait over bound, over the scored jobs for which the method had a bound."
	echo
	echo "| log | queue | method | jobs | correct | worst month | independence LR | missed after a miss | pinball (s) | median ratio |"
	echo "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
	for log in $logs; do
		"$program" cat "$log/scores.arrow" --where 'procs_range=all,jobs>=1000,bounded>0' \
			--columns queue,method,bounded,correct,worst_month,worst_month_at,christoffersen_ind_lr,miss_after_miss,pinball_s,median_ratio |
			awk -F, -v trace="$log" 'NR > 1 {
				printf "| %s | %s | %s | %d | %.4f%s | %.2f (%s) | %.0f | %.2f | %.0f | %.2e |\n", trace, $1, $2, $3, $4, ($4 < 0.95 ? "\\*" : ""), $5, $6, $7, $8, $9, $10
			}'
	done
} >all-queues.md

# The most accurate correct method of every queue.
{
	echo "# The most accurate correct method of every queue"
	echo
	for log in $logs; do
		sed -e '/^##/d' -e '/^- /d' -e '/^$/d' "$log/tables/best-by-queue.md" | if [ "$log" = "${logs%% *}" ]; then cat; else sed 1,2d; fi
	done
} >best.md

# The paper's machines with its own selection of jobs; the ranges of Datastar in nodes of 8 processors, as the paper seems to count.
echo "the paper's settings" >&2
rm -rf paper-SDSC-SP2 paper-SDSC-DS
"$program" replay SDSC-SP2-1998-4.2-cln --methods paper --select paper --no-build --out paper-SDSC-SP2 --quiet >/dev/null
"$program" replay SDSC-DS-2004-2.1-cln --methods paper --select paper --ranges 1-32,33-128,129-512,513+ --no-build --out paper-SDSC-DS --quiet >/dev/null

# Figures 1 and 2 and table 8 of the paper.
"$program" plot bounds paper-SDSC-DS --queues normal --from 2005-02-24 --to 2005-02-25 --out paper-SDSC-DS/figure1 \
	--title "Figure 1: bounds of bmbp, queue normal of Datastar, 24 February 2005" >/dev/null
"$program" plot bounds paper-SDSC-DS --queues normal --ranges 1-32,129-512 --from 2004-06-01 --to 2004-07-01 --waits=false --out paper-SDSC-DS/figure2 \
	--title "Figure 2: bounds of bmbp for 1-4 and 17-64 nodes of Datastar, June 2004" >/dev/null
"$program" day paper-SDSC-DS --queues normal --date 2004-05-05 --format markdown >paper-SDSC-DS/table8-day.md

# What each part of qbets is worth, on the seven series its rules were tried on.
echo "qbets, part by part" >&2
echo variant,trace,queue,jobs,correct,median_ratio,pinball_s >qbets-ablation.csv
"$program" replay SDSC-SP2-1998-4.2-cln SDSC-DS-2004-2.1-cln KTH-SP2-1996-2.1-cln --methods qbets,qbets:clusters=none,qbets:clusters=greedy \
	--ranges none --out ablation --quiet >/dev/null
"$program" cat ablation/scores.arrow --columns method,trace,queue,jobs,correct,median_ratio,pinball_s |
	grep -E '^[^,]*,(SDSC-SP2[^,]*,(express|high|normal|low)|SDSC-DS[^,]*,(normal|express)|KTH[^,]*,)' |
	sed -e 's/^qbets,/product,/' -e 's/^qbets:clusters=//' >>qbets-ablation.csv
rm -rf ablation
awk -F, '
NR == 1 { next }
{
	split($2, name, "-")
	key = name[1] "-" name[2] " " $3
	if (!(key in seen)) { seen[key] = 1; series[++columns] = key }
	if (!($1 in row)) { row[$1] = 1; rows[++n] = $1 }
	if ($1 == "product") base[key] = $7
	mark = $5 < 0.95 ? "\\*" : ""
	cell[$1, key] = sprintf("%.4f%s, %.0f s (%+.0f %%)", $5, mark, $7, 100 * ($7 / base[key] - 1))
}
END {
	print "# What each part of qbets is worth\n"
	print "Share of waits within the 0.95 bound (asterisk: below 0.95), pinball loss, and its change against the default, clusters by size and estimate.\n"
	printf "| variant |"; for (i = 1; i <= columns; i++) printf " %s |", series[i]; print ""
	printf "|---|"; for (i = 1; i <= columns; i++) printf "---|"; print ""
	for (r = 1; r <= n; r++) { printf "| %s |", rows[r]; for (i = 1; i <= columns; i++) printf " %s |", cell[rows[r], series[i]]; print "" }
}' qbets-ablation.csv >qbets-ablation.md

# The simulations of two papers.
echo "simulations" >&2
rm -rf study-downey study-varq study-cisne
"$program" study downey --out study-downey --quiet >/dev/null
"$program" study varq SDSC-DS-2004-2.1-cln --queues normal --nodes 171 --procs-per-node 8 --fractions 0.01,0.1,0.5,0.95 \
	--waiting plan,replan,withdraw --out study-varq --quiet >/dev/null
"$program" study cisne --out study-cisne --quiet >/dev/null
