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
	"waitbench/report/published"
	"waitbench/swf/swftest"
)

// results is the committed scores on all jobs of each queue, of methods that
// the program still has.
type results []map[string]string

func readResults(t *testing.T) results {
	t.Helper()
	f, err := os.Open("../../results/scores.csv")
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
		if _, err := methods.Named(row["method"]); err == nil && row["procs_range"] == "all" {
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

// claims are the statements of results/README.md that have numbers.
func (r results) claims() []string {
	logs := map[string]bool{}
	for _, row := range r {
		logs[row["log"]] = true
	}
	count := func(method string) int { return len(r.of(method, "correct").where(correct)) }
	all := len(r.of("bmbp", "correct"))
	after := r.of("bmbp", "miss_after_miss")
	often := after.where(func(row map[string]string) bool { return number(row, "miss_after_miss") > 1-number(row, "correct") })
	calibrated := r.of(`(downey|downey-bias|historical|smith|li)\+cal`, "correct")
	lowest, highest := math.Inf(1), 0.0
	var tightest, loosest string
	for _, row := range calibrated {
		m := row["method"]
		over := r.overBmbp(r.of(regexp.QuoteMeta(m), "correct"), "pinball_s")
		if over < lowest {
			lowest, tightest = over, m
		}
		if over > highest {
			highest, loosest = over, m
		}
	}
	better := r.of("li", "log_corr").where(func(row map[string]string) bool {
		other := r.on(row, "historical")
		return other != nil && number(row, "log_corr") > number(other, "log_corr")
	})
	near := func(method string) int {
		return len(r.of(method, "correct").where(func(row map[string]string) bool { return math.Abs(number(row, "correct")-0.95) <= 0.005 }))
	}
	below := r.of(`bmbp\+aci`, "correct").where(func(row map[string]string) bool { return !correct(row) })
	edge := below.where(func(row map[string]string) bool { return number(row, "correct_hi") >= 0.95 })
	forest := r.of("forest", "correct")
	chosen := regexp.MustCompile("^(KTH-SP2|SDSC-SP2|SDSC-DS|SDSC-Par-1996|CTC-SP2|HPC2N|LANL-CM5|SDSC-BLUE)")
	seen := forest.where(func(row map[string]string) bool { return chosen.MatchString(row["log"]) })
	unseen := forest.where(func(row map[string]string) bool { return !chosen.MatchString(row["log"]) })
	shares, reproduced := r.tableThree()
	return []string{
		fmt.Sprintf("`bmbp` is correct on %d of %d queues of %d logs.", count("bmbp"), all, len(logs)),
		fmt.Sprintf("`lognormal` is correct on %d of them, and `lognormal-trim` on %d.", count("lognormal"), count("lognormal-trim")),
		fmt.Sprintf("`qbets` is correct on %d, with %.2f times the pinball loss of `bmbp`.", count("qbets"), r.overBmbp(r.of("qbets", "correct"), "pinball_s")),
		fmt.Sprintf("Of the %d shares that table 3 of the BMBP paper has for two of these logs, %d are reproduced within 0.03.", shares, reproduced),
		fmt.Sprintf("After a missed job `bmbp` misses the next one with a probability of %.2f on the median queue.", after.median("miss_after_miss")),
		fmt.Sprintf("On %d of %d queues a job after a missed one is missed more often than other jobs.", len(often), len(after)),
		fmt.Sprintf("They are correct on %d of %d pairs of queue and method.", len(calibrated.where(correct)), len(calibrated)),
		fmt.Sprintf("Their pinball loss is %.2f (`%s`) to %.2f (`%s`) times the loss of `bmbp`.", lowest, tightest, highest, loosest),
		fmt.Sprintf("On the median queue it is %.2f for `li`, %.2f for `historical`, %.2f for `smith` and %.2f for `downey`.",
			r.of("li", "log_corr").median("log_corr"), r.of("historical", "log_corr").median("log_corr"),
			r.of("smith", "log_corr").median("log_corr"), r.of("downey", "log_corr").median("log_corr")),
		fmt.Sprintf("`li` is better than `historical` on %d queues.", len(better)),
		fmt.Sprintf("`bmbp+aci` covers 0.945 to 0.955 of the jobs on %d of %d queues, and `bmbp` on %d.", near(`bmbp\+aci`), all, near("bmbp")),
		fmt.Sprintf("It is below 0.95 on %d queues, on %d of them by less than the Wilson interval.", len(below), len(edge)),
		fmt.Sprintf("`forest` is correct on %d of %d queues, with %.2f times the pinball loss of `bmbp`.", count("forest"), len(forest), r.overBmbp(forest, "pinball_s")),
		fmt.Sprintf("On the %d queues of the logs that it was developed on the factor is %.2f, on the %d others %.2f.",
			len(seen), r.overBmbp(seen, "pinball_s"), len(unseen), r.overBmbp(unseen, "pinball_s")),
		fmt.Sprintf("The likelihood ratio of independence is %.2f times the ratio of `bmbp`.", r.overBmbp(forest, "christoffersen_ind_lr")),
	}
}

// tableThree counts the shares of table 3 of the BMBP paper for the logs, and
// the reproduced ones.
func (r results) tableThree() (shares, reproduced int) {
	logs := map[string]string{"sdsc": "SDSC-SP2-1998-4.2-cln", "datastar": "SDSC-DS-2004-2.1-cln"}
	for _, v := range published.Values("bmbp") {
		row := r.on(map[string]string{"log": logs[v.Log], "queue": v.Queue}, v.Method)
		if v.Source != "table 3" || v.Text == "" || row == nil {
			continue
		}
		if shares++; math.Abs(number(row, "correct")-v.Value) <= 0.03 {
			reproduced++
		}
	}
	return shares, reproduced
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
	return regexp.MustCompile(`(A method was recommended on|Always (forest|bmbp):) .*\.`).FindAllString(text, -1)
}

// remainingClaims are statements on the shares of remaining-waits.md.
func remainingClaims(t *testing.T) []string {
	t.Helper()
	text := swftest.ReadFile(t, "../../results/"+remainingFile)
	shares := map[string][]any{}
	for line := range strings.Lines(text) {
		if f := strings.Split(line, "|"); len(f) > 6 {
			method := strings.TrimSpace(f[2])
			shares[method] = append(shares[method], strings.TrimSpace(f[6]))
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
	return claims
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
	claims := slices.Concat(readResults(t).claims(), noted(t), remainingClaims(t))
	if wrong := untrue(text, claims); len(wrong) > 0 {
		t.Errorf("results/README.md:\n%s", strings.Join(wrong, "\n"))
	}
	for i, claim := range claims { // a changed number is noticed
		changed := regexp.MustCompile(`\d(\D*)$`).ReplaceAllString(claim, "x$1")
		if other := append(slices.Clone(claims[:i]), claims[i+1:]...); len(untrue(strings.Join(other, " ")+" "+changed, claims)) == 0 {
			t.Errorf("not noticed: %s", changed)
		}
	}
}

// TestReproduced holds the table of reproduced cells in results/README.md
// against the files that it counts.
func TestReproduced(t *testing.T) {
	read := func(name string) string { return swftest.ReadFile(t, "../../results", name) }
	want := map[string][2]int{}
	add := func(row string, cells, reproduced int) {
		want[row] = [2]int{want[row][0] + cells, want[row][1] + reproduced}
	}
	summary := regexp.MustCompile(`(?m)^- ([a-z_\\]+): (\d+) of (\d+) .*within`)
	for _, name := range []string{"paper-SDSC-SP2.md", "paper-SDSC-DS.md"} {
		for _, section := range strings.Split(read(name), "\n## ") {
			for _, found := range summary.FindAllStringSubmatch(section, -1) {
				row := "table 1"
				switch {
				case found[1] == "correct" && strings.Contains(section, "by range of processors"):
					row = "tables 5 to 7"
				case found[1] == "correct":
					row = "table 3"
				case found[1] == `median\_ratio`:
					row = "table 4"
				}
				reproduced, _ := strconv.Atoi(found[2])
				cells, _ := strconv.Atoi(found[3])
				add(row, cells, reproduced)
			}
		}
	}
	var equal, near, cells int
	bounds := regexp.MustCompile(`\d+ of \d+ bounds are equal, \d+ within a factor of 2`).FindString(read("bmbp-table8.md"))
	fmt.Sscanf(bounds, "%d of %d bounds are equal, %d within", &equal, &cells, &near)
	add("table 8", cells, near)
	claim := regexp.MustCompile(`(?m)^\|[^|]*\| (yes|no|open)`)
	for _, study := range []string{"downey", "varq", "cisne"} {
		_, claims, _ := strings.Cut(read("study-"+study+"/README.md"), "### Claims")
		claims, _, _ = strings.Cut(claims, "\n- ")
		for _, found := range claim.FindAllStringSubmatch(claims, -1) {
			reproduced := 0
			if found[1] == "yes" {
				reproduced = 1
			}
			add("study-"+study, 1, reproduced)
		}
	}
	checked := 0
	for line := range strings.Lines(read("README.md")) {
		for row, n := range want {
			if strings.Contains(line, "| "+row+" |") || strings.Contains(line, row+"]") && strings.Contains(line, "| claims |") {
				checked++
				if counts := fmt.Sprintf("| %d | %d |", n[0], n[1]); !strings.Contains(line, counts) {
					t.Errorf("results/README.md: want %s in %s", counts, line)
				}
			}
		}
	}
	if checked != 8 {
		t.Errorf("%d rows of results/README.md are checked, want 8: %v", checked, want)
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
