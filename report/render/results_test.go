package render

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay/backtest"
	"waitbench/replay/output"
	"waitbench/report/published"
	"waitbench/report/table"
	"waitbench/report/verdict"
	"waitbench/swf/swftest"
	"waitbench/traces"
)

// results is committed scores of methods that the program still has.
type results []map[string]string

// readResults reads the scores on all jobs of each queue.
func readResults(t *testing.T) results {
	t.Helper()
	return readCSV(t, "scores.csv").where(func(row map[string]string) bool { return row["procs_range"] == "all" })
}

// readCSV reads a file of results.
func readCSV(t *testing.T, name string) results {
	t.Helper()
	f, err := os.Open("../../results/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list results
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		if _, err := methods.Named(row["method"]); err == nil || row["method"] == "" {
			list = append(list, row)
		}
	}
	return list
}

// number returns a number of a score; NaN for none.
func number(row map[string]string, column string) float64 {
	x, err := strconv.ParseFloat(row[column], 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// of returns the rows of methods whose names a pattern matches, with a value in
// a column.
func (r results) of(pattern, column string) results {
	name := regexp.MustCompile("^(" + pattern + ")$")
	return r.where(func(row map[string]string) bool { return name.MatchString(row["method"]) && row[column] != "" })
}

func (r results) where(has func(map[string]string) bool) results {
	return slices.DeleteFunc(slices.Clone(r), func(row map[string]string) bool { return !has(row) })
}

// on returns the row of a method on the queue of another row; nil for none.
func (r results) on(queue map[string]string, method string) map[string]string {
	for _, row := range r {
		if row["method"] == method && row["log"] == queue["log"] && row["queue"] == queue["queue"] {
			return row
		}
	}
	return nil
}

func (r results) median(column string) float64 {
	var list []float64
	for _, row := range r {
		list = append(list, number(row, column))
	}
	slices.Sort(list)
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}

// overBmbp returns the geometric mean, over the queues of some rows, of a
// number over the number of bmbp. Numbers below 1 count as 1.
func (r results) overBmbp(rows results, column string) float64 {
	sum := 0.0
	for _, row := range rows {
		sum += math.Log(max(number(row, column), 1) / max(number(r.on(row, "bmbp"), column), 1))
	}
	return math.Exp(sum / float64(len(rows)))
}

func correct(row map[string]string) bool { return number(row, "correct") >= 0.95 }

// short returns the rows of one method, on queues or on ranges, where it is
// short.
func (r results) short() results {
	var shares []verdict.Share
	for _, row := range r {
		blocks, _ := strconv.Atoi(row["blocks"])
		shares = append(shares, verdict.Share{Covered: number(row, "correct"), SE: number(row, "share_se"), Blocks: blocks,
			Target: 0.95})
	}
	short := verdict.Short(shares)
	i := -1
	return r.where(func(map[string]string) bool { i++; return short[i] })
}

// siteOf returns the site of a log of the catalogue.
func siteOf(log string) string {
	e, _ := traces.Find(log)
	return e.Site
}

// claims are the statements of results/README.md that have numbers. ranges are
// the scores of all ranges of processors, and ticks those of forest with the
// state of the machine as of the last tick.
func (r results) claims(ranges, ticks results, losses map[string]string, withCancelled string) []string {
	logs, sites := map[string]bool{}, map[string][]float64{}
	for _, row := range r {
		logs[row["log"]] = true
	}
	shorts := func(method string) int { return len(r.of(regexp.QuoteMeta(method), "correct").short()) }
	bmbp, ofRanges := r.of("bmbp", "correct"), ranges.of("bmbp", "correct")
	all := len(bmbp)
	lowestShare := bmbp[0]
	for _, row := range bmbp {
		if number(row, "correct") < number(lowestShare, "correct") {
			lowestShare = row
		}
	}
	after := r.of("bmbp", "miss_after_miss")
	often := after.where(func(row map[string]string) bool {
		return number(row, "miss_after_miss") > 1-number(row,
			"correct")
	})
	pairs, shortPairs := 0, 0
	lowest, highest := math.Inf(1), 0.0
	var tightest, loosest string
	for _, m := range []string{"downey+cal", "downey-bias+cal", "historical+cal", "smith+cal", "li+cal"} {
		rows := r.of(regexp.QuoteMeta(m), "correct")
		pairs, shortPairs = pairs+len(rows), shortPairs+len(rows.short())
		over, _ := strconv.ParseFloat(losses[m], 64)
		if over < lowest {
			lowest, tightest = over, m
		}
		if over > highest {
			highest, loosest = over, m
		}
	}
	for _, row := range r.of("li", "log_corr") {
		if other := r.on(row, "historical"); other != nil && other["log_corr"] != "" {
			site := siteOf(row["log"])
			sites[site] = append(sites[site], number(row, "log_corr")-number(other, "log_corr"))
		}
	}
	better := 0
	var bySite []float64
	for _, differences := range sites {
		bySite = append(bySite, backtest.Mean(differences))
		if backtest.Mean(differences) > 0 {
			better++
		}
	}
	near := func(method string) int {
		return len(r.of(method, "correct").where(func(row map[string]string) bool {
			return math.Abs(number(row,
				"correct")-0.95) <= 0.005
		}))
	}
	below := r.of(`bmbp\+aci`, "correct").where(func(row map[string]string) bool { return !correct(row) })
	lost := map[string]results{}
	for _, row := range r.of("forest|bmbp", "share_all") {
		row["lost"] = fmt.Sprint(number(row, "correct") - number(row, "share_all"))
		lost[row["method"]] = append(lost[row["method"]], row)
	}
	lostSP2 := lost["forest"].where(func(row map[string]string) bool { return strings.HasPrefix(row["log"], "SDSC-SP2") })
	tickLoss := 0.0
	for _, row := range ticks {
		tickLoss += math.Log(max(number(row, "pinball_s"), 1) / max(number(r.on(row, "forest"), "pinball_s"), 1))
	}
	four := map[string]string{"log": "METACENTRUM-2009-2", "queue": "4"}
	ticked := ticks.on(four, "")
	shares := r.tableThree()
	return []string{
		fmt.Sprintf("`bmbp` is short on %d of %d queues of %d logs, and on %d of their %d ranges of processors.",
			shorts("bmbp"), all, len(logs), len(ofRanges.short()), len(ofRanges)),
		fmt.Sprintf("It is below 0.95 on %d queues, with %.3f at the lowest, on queue %s of %s: standard error %.3f by %s blocks.",
			all-len(bmbp.where(correct)), number(lowestShare, "correct"), lowestShare["queue"], lowestShare["log"],
			number(lowestShare, "share_se"), lowestShare["blocks"]),
		fmt.Sprintf("Its median of wait over bound is %.4f on the median queue and %.4f on the median range.",
			bmbp.median("median_ratio"), ofRanges.median("median_ratio")),
		fmt.Sprintf("`lognormal` is short on %d queues, `lognormal-trim` on %d, and `qbets` on %d.",
			shorts("lognormal"), shorts("lognormal-trim"), shorts("qbets")),
		shares,
		fmt.Sprintf("After a missed job `bmbp` misses the next one with a probability of %.2f on the median queue.",
			after.median("miss_after_miss")),
		fmt.Sprintf("On %d of %d queues a job after a missed one is missed more often than other jobs.", len(often),
			len(after)),
		fmt.Sprintf("They are short on %d of %d pairs of queue and method.", shortPairs, pairs),
		fmt.Sprintf("Their loss is %.2f (`%s`) to %.2f (`%s`) times that of `bmbp`.", lowest, tightest, highest,
			loosest),
		fmt.Sprintf("On the median queue it is %.2f for `li`, %.2f for `historical`, %.2f for `smith` and %.2f for `downey`.",
			r.of("li", "log_corr").median("log_corr"), r.of("historical", "log_corr").median("log_corr"),
			r.of("smith", "log_corr").median("log_corr"), r.of("downey", "log_corr").median("log_corr")),
		fmt.Sprintf("The mean correlation of `li` is higher than that of `historical` at %d of %d sites, p %.2f.", better,
			len(sites), backtest.SignFlips(bySite)),
		fmt.Sprintf("`bmbp+aci` covers 0.945 to 0.955 of the jobs on %d of %d queues, and `bmbp` on %d.", near(`bmbp\+aci`),
			all, near("bmbp")),
		fmt.Sprintf("It is below 0.95 on %d queues, and short on %d.", len(below), shorts("bmbp+aci")),
		fmt.Sprintf("After a missed job `forest` misses the next one with a probability of %.2f on the median queue.",
			r.of("forest", "miss_after_miss").median("miss_after_miss")),
		fmt.Sprintf("With the machine as of the last tick its loss is %.2f times as large, and its share is at least 0.95 on %d of %d queues.",
			math.Exp(tickLoss/float64(len(ticks))), len(ticks.where(correct)), len(ticks)),
		fmt.Sprintf("On queue 4 of METACENTRUM its share is %.3f then, at %.2f times the loss.", number(ticked, "correct"),
			number(ticked, "pinball_s")/number(r.on(four, "forest"), "pinball_s")),
		fmt.Sprintf("If a job cancelled after its bound counts as missed, `forest` covers %.4f less on the median queue, and %.4f less at most.",
			lost["forest"].median("lost"), lost["forest"].most("lost")),
		fmt.Sprintf("`bmbp` covers %.4f less on the median queue, and %.4f less at most.", lost["bmbp"].median("lost"),
			lost["bmbp"].most("lost")),
		fmt.Sprintf("On the queues of SDSC-SP2 it is %.4f at most.", lostSP2.most("lost")),
		withCancelled,
	}
}

// most returns the largest number of a column.
func (r results) most(column string) float64 {
	largest := math.Inf(-1)
	for _, row := range r {
		largest = max(largest, number(row, column))
	}
	return largest
}

// rankingOf is a ranking of RANKING.md: its rows by the headings of their columns,
// where the second "from" and "to" are those of the loss.
func rankingOf(t *testing.T, suite string) (rows []map[string]string) {
	t.Helper()
	text := swftest.ReadFile(t, "../../results/RANKING.md")
	_, text, found := strings.Cut(text, "## Ranking of methods, suite "+suite+", ")
	text, _, _ = strings.Cut(text, "\n- ")
	var heads []string
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(line, "| \n"), "|")
		for i := range cells {
			cells[i] = strings.Trim(strings.TrimSpace(cells[i]), "()")
		}
		switch {
		case len(cells) < 8 || strings.HasPrefix(cells[0], "-"):
		case heads == nil:
			heads = cells
		default:
			row := map[string]string{}
			for i, head := range heads {
				for row[head] != "" {
					head += "2"
				}
				row[head] = cells[i]
			}
			rows = append(rows, row)
		}
	}
	if !found || len(rows) < 15 {
		t.Fatalf("%d methods on suite %s in RANKING.md", len(rows), suite)
	}
	return rows
}

// boardClaims are statements on the three rankings, and the lines of the table of
// the first ten methods.
func boardClaims(t *testing.T) (claims, lines []string) {
	t.Helper()
	of := func(rows []map[string]string, method string) map[string]string {
		i := slices.IndexFunc(rows, func(row map[string]string) bool { return row["method"] == method })
		if i < 0 { // a submission
			return map[string]string{"short": "-", "loss / bmbp": "-"}
		}
		return rows[i]
	}
	queues := func(row map[string]string) (n int) {
		for _, word := range []string{"short", "near", "holds"} {
			k, _ := strconv.Atoi(row[word])
			n += k
		}
		return n
	}
	made, err := methods.Named("forest")
	if err != nil {
		t.Fatal(err)
	}
	pwa, modern := rankingOf(t, "pwa-3"), rankingOf(t, "modern-1")
	both := rankingOf(t, "pwa-3 and modern-1")
	forest, bmbp, newer := of(pwa, "forest"), of(pwa, "bmbp"), of(modern, "forest")
	claims = []string{
		fmt.Sprintf("On the %d queues of pwa-3 its loss is %s times that of `bmbp` (%s to %s by sites), and it is short on %s.",
			queues(forest), forest["loss / bmbp"], forest["from"], forest["to2"], forest["short"]),
		fmt.Sprintf("`bmbp` is short on %s of them.", bmbp["short"]),
		fmt.Sprintf("No log of pwa-3 is new to `forest`, of which %d variants were tried.", made.Variants),
		fmt.Sprintf("On the %d queues of modern-1 the loss of `forest` is %s times that of `bmbp`, and that of `boost` %s times.",
			queues(newer), newer["loss / bmbp"], of(modern, "boost")["loss / bmbp"]),
	}
	worst := map[string]string{"worst_month_bursts": "1"}
	for _, row := range readResults(t).of("forest", "worst_month_bursts") {
		if number(row, "worst_month_bursts") < number(worst, "worst_month_bursts") {
			worst = row
		}
	}
	claims = append(claims, fmt.Sprintf("In the worst month of queue %s of %s the bounds of `forest` cover %.2f of the bursts.",
		worst["queue"], worst["log"], number(worst, "worst_month_bursts")))
	for _, row := range pwa[:10] {
		and := of(both, row["method"])
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %s to %s | %s | %s to %s | %s | %s | %s |", row["method"],
			row["short"], row["near"], row["holds"], row["place from"], row["to"], row["loss / bmbp"], row["from"], row["to2"],
			row["p"], and["short"], and["loss / bmbp"]))
	}
	return claims, lines
}

// seenClaims are statements on forest and boost by what their makers did with a
// log, as the ranking has them.
func seenClaims(t *testing.T) (claims []string) {
	t.Helper()
	text := swftest.ReadFile(t, "../../results/RANKING.md")
	_, text, _ = strings.Cut(text, "## By what the makers of a method did with the logs")
	text, _, _ = strings.Cut(text, "\n## ")
	for line := range strings.Lines(text) {
		f := strings.Split(strings.ReplaceAll(line, " ", ""), "|")
		words := strings.Split(line, "|")
		if len(f) > 8 && (f[1] == "forest" || f[1] == "boost") {
			claims = append(claims, fmt.Sprintf("On the %s queues of logs %s, `%s` is short on %s, with %s times the loss of `bmbp`.",
				f[4], strings.TrimSpace(words[3]), f[1], f[5], f[8]))
		}
	}
	claims = append(claims, siteClaims(t)...)
	if len(claims) != 6 {
		t.Fatalf("%d classes of logs of forest and boost in RANKING.md, want 4", len(claims)-2)
	}
	return claims
}

// modernClaims are lines on the queues of suite modern-1 that are too small for
// its ranking, and the statement on the costliest jobs.
func modernClaims(t *testing.T) (claims []string) {
	t.Helper()
	small := readCSV(t, "modern-small-queues.csv")
	for _, m := range []string{"forest", "boost", "qbets", "bmbp"} {
		rows := small.of(m, "correct")
		holds, short := len(rows.where(correct)), len(rows.short())
		claims = append(claims, fmt.Sprintf("| %s | %d | %d | %d | %d | %.2f |", m, len(rows), short, len(rows)-holds-short, holds,
			small.overBmbp(rows, "pinball_s")))
	}
	bench := readCSV(t, "bench-modern.csv")
	for _, row := range bench.of("bmbp", "jobs") {
		below := bench.where(func(o map[string]string) bool {
			return o["log"] == row["log"] && o["queue"] == row["queue"] && number(o, "covered") < 0.95*number(o, "jobs")
		})
		if len(below) == len(table.Distinct(bench, func(o *map[string]string) string { return (*o)["method"] })) {
			claims = append(claims, fmt.Sprintf("On queue %s of %s every method is short; its jobs came on %s days.", row["queue"],
				row["log"], row["blocks"]))
		}
	}
	costs := readCSV(t, "forest-costs.csv")
	shares := func(row map[string]string) float64 { return number(row, "share_of_loss") }
	low, high := math.Inf(1), 0.0
	for _, row := range costs {
		low, high = min(low, shares(row)), max(high, shares(row))
	}
	return append(claims, fmt.Sprintf("On the median log 0.7 %% of the jobs make %.2f of the loss of `forest`, and %.2f to %.2f on the others.",
		costs.median("share_of_loss"), low, high))
}

// siteClaims compare forest with bmbp and boost with forest by site, as the
// ranking does.
func siteClaims(t *testing.T) []string {
	t.Helper()
	sites, ratios := map[string][]float64{}, map[string][]float64{} // of differences by log
	lower, p := 0, ""
	bench := readCSV(t, "bench.csv")
	for _, log := range table.Distinct(bench, func(row *map[string]string) string { return (*row)["log"] }) {
		var of [3][]float64
		for _, row := range bench.where(func(row map[string]string) bool { return row["log"] == log }) {
			for i, m := range []string{"boost", "forest", "bmbp"} {
				if name, _, _ := strings.Cut(row["method"], ":"); name == m {
					of[i] = append(of[i], math.Log(max(number(row, "loss_s"), 1)))
				}
			}
		}
		site := siteOf(log)
		sites[site] = append(sites[site], backtest.Mean(of[0])-backtest.Mean(of[1]))
		ratios[site] = append(ratios[site], backtest.Mean(of[1])-backtest.Mean(of[2]))
	}
	var atSite []string
	for site, logs := range ratios {
		atSite = append(atSite, fmt.Sprintf("%.2f (%s)", math.Exp(backtest.Mean(logs)), site))
	}
	slices.Sort(atSite)
	for _, differences := range sites {
		if backtest.Mean(differences) < 0 {
			lower++
		}
	}
	for _, row := range rankingOf(t, "pwa-3") {
		if row["method"] == "boost" {
			p = row["p"]
		}
	}
	return []string{
		fmt.Sprintf("At the %d sites the loss of `forest` is %s times that of `bmbp`.", len(sites), strings.Join(atSite, ", ")),
		fmt.Sprintf("The loss of `boost` is lower than that of `forest` at %d of %d sites, p %s.", lower, len(sites), p),
	}
}

// levelClaims are statements on the controls of forest's level.
func levelClaims(t *testing.T) (claims []string) {
	t.Helper()
	all := readCSV(t, "forest-level.csv")
	hard := func(row map[string]string) bool { return strings.HasPrefix(strings.ToLower(row["log"]), "metacentrum") }
	for _, logs := range []struct {
		of   string
		rows results
	}{
		{"the eight development logs", all.where(func(row map[string]string) bool { return !hard(row) })},
		{"METACENTRUM and wagap", all.where(hard)},
	} {
		claim := ""
		for _, m := range []string{"forest", "forest:level=none", "forest:level=pid"} {
			rows := logs.rows.of(m, "correct")
			if claim == "" {
				claim = fmt.Sprintf("| %s | %d |", logs.of, len(rows))
			}
			claim += fmt.Sprintf(" %d | %.2f |", len(rows.short()), logs.rows.overBmbp(rows, "pinball_s"))
		}
		claims = append(claims, claim)
	}
	return claims
}

// tableThree says how near the shares of table 3 of the BMBP paper are for two of
// the logs.
func (r results) tableThree() string {
	logs := map[string]string{"sdsc": "SDSC-SP2-1998-4.2-cln", "datastar": "SDSC-DS-2004-2.1-cln"}
	shares, near, most := map[bool]int{}, map[bool]int{}, map[bool]float64{} // of bmbp, or not
	for _, v := range published.Values("bmbp") {
		row := r.on(map[string]string{"log": logs[v.Log], "queue": v.Queue}, v.Method)
		if v.Source != "table 3" || v.Text == "" || row == nil {
			continue
		}
		ours, off := v.Method == "bmbp", math.Abs(number(row, "correct")-v.Value)
		if shares[ours]++; off <= 0.01 {
			near[ours]++
		}
		most[ours] = max(most[ours], off)
	}
	return fmt.Sprintf("Of the shares that table 3 of the BMBP paper has for two of these logs, %d of %d of `bmbp` and %d of %d of the"+
		" log-normals are within 0.01, and all within %.3f.", near[true], shares[true], near[false], shares[false],
		max(most[true], most[false]))
}

// splitClaims are statements on random splits.
func splitClaims(t *testing.T) []string {
	t.Helper()
	rows := readCSV(t, "random-split.csv")
	none := rows.where(func(row map[string]string) bool { return number(row, "r2_started_before") <= 0 })
	better := rows.where(func(row map[string]string) bool {
		return number(row, "r2_random_split") > number(row, "r2_started_before")
	})
	return []string{
		fmt.Sprintf("On the median of %d logs R² is %.2f with the random split, and %.2f with the past only.", len(rows),
			rows.median("r2_random_split"), rows.median("r2_started_before")),
		fmt.Sprintf("The random split is better on %d of them, and the past only at most 0 on %d.", len(better), len(none)),
		fmt.Sprintf("With the last two submitted before, whether or not they have started, it is %.2f.",
			rows.median("r2_submitted_before")),
	}
}

// untrue lists the claims that the findings lack, and the numbers that are in
// no claim.
func untrue(findings string, claims []string) []string {
	var list []string
	rest := strings.Join(strings.Fields(findings), " ")
	for _, claim := range claims {
		if !strings.Contains(rest, claim) {
			list = append(list, "missing: "+claim)
		}
		rest = strings.ReplaceAll(rest, claim, "")
	}
	for _, number := range regexp.MustCompile(`\S*\d\S*`).FindAllString(rest, -1) {
		list = append(list, "in no claim: "+number)
	}
	return list
}

var finding = regexp.MustCompile(`(?s)\n## \d+\. ([^\n]*)\n(.*?)\n(?:!\[|See \[)`)

// noted returns the notes of methods.md on recommendations that results/README.md
// repeats.
func noted(t *testing.T) []string {
	t.Helper()
	text := swftest.ReadFile(t, "../../results/"+methodsFile)
	return regexp.MustCompile(`(A method was recommended on|(The recommended method|Always (forest|bmbp)):) .*\.`).FindAllString(text, -1)
}

// remainingClaims are statements on the shares of remaining-waits.md.
func remainingClaims(t *testing.T) []string {
	t.Helper()
	text := swftest.ReadFile(t, "../../results/"+remainingFile)
	shares, short := map[string][]any{}, map[string]string{}
	for line := range strings.Lines(text) {
		if f := strings.Split(line, "|"); len(f) > 8 {
			method := strings.TrimSpace(f[2])
			shares[method] = append(shares[method], strings.TrimSpace(f[8]))
			short[method] = fmt.Sprintf("on %s of %s", strings.TrimSpace(f[6]), strings.TrimSpace(f[3])) // of the last age
		}
	}
	var claims []string
	for _, m := range []string{"bmbp", "forest"} {
		if len(shares[m]) != 4 {
			t.Fatalf("%d shares of %s, want 4", len(shares[m]), m)
		}
		claims = append(claims, fmt.Sprintf("`"+m+"` covers %v of the jobs that had waited 10 min, %v after 1 h, %v after 6 h and %v after 1 day.",
			shares[m]...))
	}
	return append(claims, fmt.Sprintf("After 1 day `forest` is short %s queues, and `bmbp` %s.", short["forest"], short["bmbp"]))
}

// TestFindings holds the findings of results/README.md against
// results/scores.csv: every number of them belongs to a claim that is so by the
// scores.
func TestFindings(t *testing.T) {
	readme := swftest.ReadFile(t, "../../results/README.md")
	text := ""
	for _, found := range finding.FindAllStringSubmatch(readme, -1) {
		text += found[1] + found[2]
		prose := regexp.MustCompile(`\d\.\d`).ReplaceAllString(found[2], "")
		if n := strings.Count(prose, "."); n > 5 {
			t.Errorf("%s: %d sentences", found[1], n)
		}
	}
	ranges := readCSV(t, "scores.csv").where(func(row map[string]string) bool { return row["procs_range"] != "all" })
	with, losses := map[string]string{}, map[string]string{}
	for _, row := range rankingOf(t, "pwa-3") {
		with[row["method"]], losses[row["method"]] = row["short with cancelled"], row["loss / bmbp"]
	}
	withCancelled := fmt.Sprintf("Then `forest` is short on %s queues, `bmbp` on %s, `qbets` on %s and `historical` on %s.", with["forest"],
		with["bmbp"], with["qbets"], with["historical"])
	claims := slices.Concat(readResults(t).claims(ranges, readCSV(t, "forest-ticks.csv"), losses, withCancelled), seenClaims(t), noted(t),
		remainingClaims(t), levelClaims(t), modernClaims(t), splitClaims(t))
	if wrong := untrue(text, claims); len(wrong) > 0 {
		t.Errorf("results/README.md:\n%s", strings.Join(wrong, "\n"))
	}
	for i, claim := range claims { // a changed number is noticed
		changed := regexp.MustCompile(`\d(\D*)$`).ReplaceAllString(claim, "x$1")
		if other := append(slices.Clone(claims[:i]), claims[i+1:]...); len(untrue(strings.Join(other, " ")+" "+changed,
			claims)) == 0 {
			t.Errorf("not noticed: %s", changed)
		}
	}
}

// TestRankings holds what results/README.md says of the rankings, and its table of
// logs, against RANKING.md, the catalogue, and what the makers of forest say.
func TestRankings(t *testing.T) {
	readme := swftest.ReadFile(t, "../../results/README.md")
	text := strings.Join(strings.Fields(readme), " ")
	claims, lines := boardClaims(t)
	for _, claim := range claims {
		if !strings.Contains(text, claim) {
			t.Errorf("results/README.md: want %s", claim)
		}
	}
	forest, err := methods.Named("forest")
	if err != nil {
		t.Fatal(err)
	}
	suites := map[string]string{}
	for _, row := range slices.Concat(readCSV(t, "bench.csv"), readCSV(t, "bench-modern.csv")) {
		suites[row["log"]] = row["suite"]
	}
	for _, e := range traces.Catalogue() {
		years := regexp.MustCompile(`\b(19|20)\d\d\b`).FindAllString(e.About, -1)
		use := "scored before"
		switch {
		case suites[e.Name] == "":
			continue
		case slices.Contains(forest.ChosenOn, e.Name):
			use = "tuned on"
		case slices.Contains(forest.LookedAt, e.Name):
			use = "looked at"
		}
		period := years[0]
		if last := years[len(years)-1]; last != period {
			period += " to " + last
		} else if strings.Contains(e.About, "from "+last) {
			period = "from " + last
		}
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %s | %s |", e.Name, suites[e.Name], period, output.Grouped(e.Jobs),
			e.Site, use))
	}
	for _, line := range lines {
		if !strings.Contains(readme, "\n"+line+"\n") {
			t.Errorf("results/README.md: want\n%s", line)
		}
	}
}

// TestReproduced holds the table of reproduced cells in results/README.md
// against the files that it counts.
func TestReproduced(t *testing.T) {
	read := func(name string) string { return swftest.ReadFile(t, "../../results", name) }
	want := map[string][2]int{}
	add := func(row, cells, reproduced string) {
		n, _ := strconv.Atoi(cells)
		k, _ := strconv.Atoi(reproduced)
		want[row] = [2]int{want[row][0] + n, want[row][1] + k}
	}
	const bmbp = "Brevik et al. 2006 | "
	summary := regexp.MustCompile(`(?m)^- ([a-z_\\]+): (\d+) of (\d+) .*within(?:.*; (\d+) of (\d+) bold marks agree)?`)
	for _, name := range []string{"paper-SDSC-SP2.md", "paper-SDSC-DS.md", "paper-SDSC-Par.md"} {
		for _, section := range strings.Split(read(name), "\n## ") {
			for _, found := range summary.FindAllStringSubmatch(section, -1) {
				row := "table 1"
				switch {
				case found[1] == "correct" && strings.Contains(section, "by range of processors"):
					row = "tables 5 to 7"
				case found[1] == "correct":
					row = "table 3"
					add(bmbp+"bold marks of table 3", found[5], found[4])
				case found[1] == `median\_ratio`:
					row = "table 4"
				}
				add(bmbp+row, found[3], found[2])
			}
		}
	}
	found := regexp.MustCompile(`\d+ of (\d+) bounds are equal, (\d+) within a factor of 2`).FindStringSubmatch(read("bmbp-table8.md"))
	add(bmbp+"table 8", found[1], found[2])
	var bounds [2]results
	for i, procs := range []string{"1-32", "129-512"} {
		bounds[i] = readCSV(t, "bmbp-figure2-"+procs+".csv")
	}
	for i, small := range bounds[0] {
		lower := "0"
		if number(bounds[1][i], "0.95") < number(small, "0.95") {
			lower = "1"
		}
		add(bmbp+"figure 2: larger jobs have the lower bound", "1", lower)
	}
	parts := map[string]string{"the workload": "workload, sections 2 and 5.2", "table 1": "table 1 and section 5.3",
		"table 2": "table 2 and section 6.1", "figure 5": "figure 5 and section 5.4"}
	numbers := regexp.MustCompile(`Of (the workload|table 1|table 2|figure 5), (\d+) of (\d+) printed numbers lie`)
	for _, found := range numbers.FindAllStringSubmatch(read("study-downey/README.md"), -1) {
		add("Downey 1997 | "+parts[found[1]], found[3], found[2])
	}
	claim := regexp.MustCompile(`(?m)^\|[^|]*\| (yes|no|open)`)
	for study, paper := range map[string]string{"downey": "Downey 1997", "varq": "Nurmi et al. 2008",
		"cisne": "Lérida et al. 2008"} {
		_, claims, _ := strings.Cut(read("study-"+study+"/README.md"), "### Claims")
		claims, _, _ = strings.Cut(claims, "\n- ")
		for _, found := range claim.FindAllStringSubmatch(claims, -1) {
			add(paper+" | claims", "1", map[string]string{"yes": "1"}[found[1]])
		}
	}
	_, live, _ := strings.Cut(read("study-varq/README.md"), "### Claims of the live experiment")
	live, pairs, _ := strings.Cut(live, "### A job reserved on two machines")
	for _, found := range regexp.MustCompile(`\| (yes|no|open):`).FindAllStringSubmatch(live, -1) {
		add("Nurmi et al. 2008 | claims of the live experiment", "1", map[string]string{"yes": "1"}[found[1]])
	}
	pair := regexp.MustCompile(`(?m)^\|.*\| +(0\.\d+|1\.000) \| +[01]\.\d+ \| +([01]\.\d+) \| +([01]\.\d+) \|$`)
	for _, found := range pair.FindAllStringSubmatch(pairs, -1) {
		within := "0"
		if found[2] <= found[1] && found[1] <= found[3] {
			within = "1"
		}
		add("Nurmi et al. 2008 | two machines: 1 - product of the failures", "1", within)
	}
	checked := map[string]bool{}
	for line := range strings.Lines(read("README.md")) {
		for row, n := range want {
			if strings.HasPrefix(line, "| "+row+" |") {
				checked[row] = true
				if counts := fmt.Sprintf("| %d | %d |", n[0], n[1]); !strings.Contains(line, counts) {
					t.Errorf("results/README.md: want %s in %s", counts, line)
				}
			}
		}
	}
	if len(checked) != len(want) || len(want) != 16 {
		t.Errorf("%d rows of results/README.md are checked, want %d, and 16: %v", len(checked), len(want), want)
	}
}

// TestSettings holds the table of bmbp at other settings in results/README.md
// against bmbp-settings.csv.
func TestSettings(t *testing.T) {
	rows := readCSV(t, "bmbp-settings.csv")
	at := func(quantile, confidence, epoch string) results {
		return rows.where(func(row map[string]string) bool {
			return row["quantile"] == quantile && row["confidence"] == confidence && row["epoch_s"] == epoch
		})
	}
	text := strings.Join(strings.Fields(swftest.ReadFile(t, "../../results/README.md")), " ")
	for _, confidence := range []string{"0.8", "0.9", "0.95", "0.99"} {
		line := "| " + confidence
		for _, quantile := range []string{"0.5", "0.75", "0.9", "0.95", "0.99"} {
			queues, covered := at(quantile, confidence, "300"), 0
			q, _ := strconv.ParseFloat(quantile, 64)
			for _, row := range queues {
				if number(row, "correct") >= q {
					covered++
				}
			}
			line += fmt.Sprintf(" | %d of %d", covered, len(queues))
		}
		if !strings.Contains(text, line+" |") {
			t.Errorf("results/README.md: want %s", line)
		}
	}
	largest := map[string]float64{}
	for _, epoch := range []string{"0", "3600"} {
		for _, quantile := range []string{"0.5", "0.75", "0.9", "0.95", "0.99"} {
			for _, row := range at(quantile, "0.95", epoch) {
				usual := at(quantile, "0.95", "300").on(row, "bmbp")
				largest[epoch] = max(largest[epoch], math.Abs(number(row, "correct")-number(usual, "correct")))
			}
		}
	}
	if want := fmt.Sprintf("by at most %.4f, refits every hour by at most %.4f.", largest["0"],
		largest["3600"]); !strings.Contains(text, want) {
		t.Errorf("results/README.md: want %s", want)
	}
}

// TestPaperClaims holds the claims of two papers in words in results/README.md
// against the files.
func TestPaperClaims(t *testing.T) {
	twoLogs := readResults(t).where(func(row map[string]string) bool {
		return strings.HasPrefix(row["log"], "SDSC-SP2") || strings.HasPrefix(row["log"], "SDSC-DS")
	})
	below := func(method string) string {
		rows := twoLogs.of(method, "correct")
		return fmt.Sprintf("below 0.95 on %d of %d", len(rows)-len(rows.where(correct)), len(rows))
	}
	longer := twoLogs.overBmbp(twoLogs.of("lognormal-trim", "pinball_s"), "pinball_s")
	cells := readCSV(t, "study-varq/cells.csv").where(func(row map[string]string) bool {
		return row["log"] == "SDSC-DS-2004-2.1-cln" && row["deadlines"] == "ahead" && row["waiting"] == "plan" &&
			row["fraction"] == "0.01" && row["request"] == "0.95"
	})
	mean := func(of func(map[string]string) float64) float64 {
		sum := 0.0
		for _, row := range cells {
			sum += of(row)
		}
		return sum / float64(len(cells))
	}
	ratio := func(a, b string) float64 {
		return mean(func(row map[string]string) float64 { return number(row, a) / number(row, b) })
	}
	text := strings.Join(strings.Fields(swftest.ReadFile(t, "../../results/README.md")), " ")
	for _, want := range []string{
		"| `bmbp` is correct | yes: " + below("bmbp") + " |",
		"| a log-normal without trimming is not | yes: " + below("lognormal") + " |",
		fmt.Sprintf("| with trimming it is, but it is less accurate | in part: %s, with %.1f times the loss of `bmbp` |",
			below("lognormal-trim"), longer),
		fmt.Sprintf("Of 100 jobs that ask for 0.95 with a deadline of their own, %.0f are accepted, and %.0f of 100 of these start in time.",
			100*ratio("accepted", "converted"), 100*mean(func(row map[string]string) float64 { return number(row, "actual") })),
		fmt.Sprintf("Their deadlines are %.0f s away in the median; without VARQ jobs wait %.0f s on average.",
			mean(func(row map[string]string) float64 { return number(row, "median_lead_s") }),
			mean(func(row map[string]string) float64 { return number(row, "base_wait_s") })),
		fmt.Sprintf("They hold their nodes for %.2f times what they need.", ratio("used_node_s", "required_node_s")),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("results/README.md: want %s", want)
		}
	}
	if len(cells) == 0 {
		t.Error("no cells of the study")
	}
}

// TestPaperTable holds the table of results/README.md against
// results/scores.csv.
func TestPaperTable(t *testing.T) {
	project := swftest.ReadFile(t, "../../results/README.md")
	rows, checked := readResults(t), 0
	for _, line := range strings.Split(project, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 9 {
			continue
		}
		for i, method := range []string{"bmbp", "lognormal", "lognormal-trim"} {
			row := rows.on(map[string]string{"log": "SDSC-SP2-1998-4.2-cln", "queue": strings.TrimSpace(cells[1])}, method)
			if row == nil {
				continue
			}
			want := fmt.Sprintf("%.3f", number(row, "correct"))
			if !correct(row) {
				want += ` \*`
			}
			if got := strings.TrimSpace(cells[3+2*i]); got != want {
				t.Errorf("results/README.md: %s of queue %s is %s, %s in results/scores.csv", method, row["queue"], got, want)
			}
			checked++
		}
	}
	if checked != 12 {
		t.Errorf("%d numbers of results/README.md are those of results, want 12", checked)
	}
}
