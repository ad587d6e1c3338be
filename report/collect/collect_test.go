package collect

import (
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/replay/run/runtest"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// smallRun replays a generated log of three days into a folder of its name.
func smallRun(t *testing.T, name string, seed uint64, methods string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	plan := runtest.Plan(t, methods, "0.95")
	e := runtest.Begin(t, dir, plan, false, name)
	log := runtest.Load(t, plan, name, 3, seed)
	log.AddTo(t, e)
	runtest.Finish(t, e)
	runtest.Commit(t, e)
	return dir
}

const allKinds = "bmbp,lognormal,historical,downey,smith,bmbp+aci,historical+cal,downey+cal"

// collected writes a collection and gives its files.
func collected(t *testing.T, p Plan) map[string]string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	if err := p.Write(out); err != nil {
		t.Fatal(err)
	}
	return runtest.Files(t, out)
}

// TestCollection holds the findings of two small runs against a golden file and against the scores
// beside them.
func TestCollection(t *testing.T) {
	plan := Plan{Runs: []string{smallRun(t, "alpha-1996-1", 1, allKinds), smallRun(t, "beta", 2, allKinds)}, Beside: []string{smallRun(t, "gamma", 3, "bmbp")}}
	plan.Files = []string{filepath.Join(plan.Beside[0], "run.json")}
	files := collected(t, plan)
	golden := filepath.Join("testdata", "README.md")
	if *update {
		if err := os.WriteFile(golden, []byte(files[readmeFile]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if files[readmeFile] != string(want) {
		t.Errorf("got\n%s\nwant\n%s", files[readmeFile], want)
	}
	wantTrue(t, files[readmeFile], files[scoresFile], 5)
	for name, text := range collected(t, plan) {
		if files[name] != text {
			t.Errorf("%s is not the same again", name)
		}
	}
	for _, link := range regexp.MustCompile(`(?:\]\(|href=")([^)"#:]+)[)"]`).FindAllStringSubmatch(files[readmeFile]+files[indexFile], -1) {
		if files[link[1]] == "" {
			t.Errorf("a link leads to %s, which is not there", link[1])
		}
	}
}

// TestFewMethods leaves out findings that the runs have no methods for.
func TestFewMethods(t *testing.T) {
	files := collected(t, Plan{Runs: []string{smallRun(t, "alpha", 1, "lognormal,bmbp+aci")}})
	wantTrue(t, files[readmeFile], files[scoresFile], 2)
}

func TestRefused(t *testing.T) {
	one, two := smallRun(t, "alpha", 1, "bmbp"), smallRun(t, "alpha", 1, "bmbp")
	for want, p := range map[string]Plan{
		"alpha is in ":          {Runs: []string{one, two}},
		"no run has a log beta": {Runs: []string{one}, Pages: []string{"beta"}},
		"two files of the coll": {Runs: []string{one}, Beside: []string{smallRun(t, "README", 1, "bmbp")}},
		"no such file":          {Runs: []string{one}, Files: []string{"nowhere"}},
		"report.html: no such":  {Runs: []string{one}, Pages: []string{"alpha"}},
		"cannot read nowhere":   {Runs: []string{"nowhere"}},
	} {
		if err := p.Write(filepath.Join(t.TempDir(), "out")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", p, err, want)
		}
	}
}

// TestUntrue changes numbers of findings, and wants all of them noticed.
func TestUntrue(t *testing.T) {
	files := collected(t, Plan{Runs: []string{smallRun(t, "alpha", 1, allKinds)}})
	readme := files[readmeFile]
	number := regexp.MustCompile(`( on | misses )(\d+)`)
	for i, line := range strings.Split(readme, "\n") {
		if !numbered.MatchString(line) {
			continue
		}
		lines := strings.Split(readme, "\n")
		lines[i] = number.ReplaceAllString(line, "${1}1$2")
		if found := untrue(strings.Join(lines, "\n"), files[scoresFile]); len(found) == 0 {
			t.Errorf("not noticed: %s", lines[i])
		}
	}
}

// TestResults holds the findings that are committed, and the table of the project's README, against
// the scores beside them.
func TestResults(t *testing.T) {
	readme, err := os.ReadFile("../../results/README.md")
	scores, missing := os.ReadFile("../../results/scores.csv")
	if err != nil || missing != nil {
		t.Skip("no results are committed")
	}
	wantTrue(t, string(readme), string(scores), 6)
	project, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(t, string(scores))
	checked := 0
	for _, line := range strings.Split(string(project), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 9 {
			continue
		}
		for i, method := range []string{"bmbp", "lognormal", "lognormal-trim"} {
			for _, r := range rows {
				if r.text["trace"] == "SDSC-SP2-1998-4.2-cln" && r.text["queue"] == strings.TrimSpace(cells[1]) && r.text["method"] == method {
					want := fmt.Sprintf("%.3f", r.number("correct"))
					if r.number("correct") < 0.95 {
						want += ` \*`
					}
					if got := strings.TrimSpace(cells[3+2*i]); got != want {
						t.Errorf("README.md: %s of queue %s is %s, %s in results/scores.csv", method, r.text["queue"], got, want)
					}
					checked++
				}
			}
		}
	}
	if checked != 12 {
		t.Errorf("%d numbers of README.md are those of results, want 12", checked)
	}
}

func wantTrue(t *testing.T, readme, scores string, findings int) {
	t.Helper()
	if found := untrue(readme, scores); len(found) > 0 {
		t.Errorf("not so by scores.csv:\n%s", strings.Join(found, "\n"))
	}
	if n := len(titles(readme)); n != findings {
		t.Errorf("%d findings, want %d", n, findings)
	}
}

var numbered = regexp.MustCompile(`(?m)^## \d+\. (.*)$`)

func titles(readme string) (list []string) {
	for _, found := range numbered.FindAllStringSubmatch(readme, -1) {
		list = append(list, found[1])
	}
	return list
}

// row is a line of scores.csv.
type row struct{ text map[string]string }

func (r row) number(name string) float64 {
	v, err := strconv.ParseFloat(r.text[name], 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// rowsOf reads the scores of all jobs of each queue.
func rowsOf(t *testing.T, scores string) []row {
	lines, err := csv.NewReader(strings.NewReader(scores)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, line := range lines[1:] {
		r := row{map[string]string{}}
		for i, name := range lines[0] {
			r.text[name] = line[i]
		}
		if r.text["procs"] == "all" || r.text["procs_range"] == "all" {
			rows = append(rows, r)
		}
	}
	return rows
}

// untrue lists the titles of findings, and the rows of the table of methods, that are not what the
// scores say, by a way of its own.
func untrue(readme, scores string) (found []string) {
	rows := rowsOf(&testing.T{}, scores)
	of := func(keep func(method string) bool) []row {
		return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !keep(r.text["method"]) || r.text["correct"] == "" })
	}
	is := func(method string) func(string) bool { return func(m string) bool { return m == method } }
	tally := func(list []row, has func(row) bool) (n int) {
		for _, r := range list {
			if has(r) {
				n++
			}
		}
		return n
	}
	correct := func(r row) bool { return r.number("correct") >= r.number("quantile") }
	logs := map[string]bool{}
	for _, r := range rows {
		logs[r.text["trace"]] = true
	}
	better := func(method string) int {
		n := 0
		for _, a := range rows {
			for _, b := range rows {
				if a.text["method"] == method && b.text["method"] == "historical" && a.text["trace"] == b.text["trace"] && a.text["queue"] == b.text["queue"] &&
					a.number("log_corr") > b.number("log_corr") {
					n++
				}
			}
		}
		return n
	}
	say := func(title, pattern string, want func(m []string) []any) {
		m := regexp.MustCompile(pattern).FindStringSubmatch(title)
		if m == nil {
			return
		}
		if got := strings.Join(m[1:], " "); got != strings.TrimSuffix(fmt.Sprintln(want(m)...), "\n") {
			found = append(found, fmt.Sprintf("%s: %s, but by the scores %v", title, got, want(m)))
		}
	}
	for _, title := range titles(readme) {
		say(title, "`(\\S+)` is correct on (\\d+) of (\\d+) queues? of (\\d+) log", func(m []string) []any {
			return []any{m[1], tally(of(is(m[1])), correct), len(of(is(m[1]))), len(logs)}
		})
		say(title, "is correct .*, `(\\S+)` on (\\d+) of (\\d+)", func(m []string) []any {
			return []any{m[1], tally(of(is(m[1])), correct), len(of(is(m[1])))}
		})
		say(title, `misses (\S+) \(.*\) to (\S+) \(.*\) of the jobs`, func([]string) []any {
			low, high := math.Inf(1), math.Inf(-1)
			for _, r := range of(is("bmbp")) {
				if v := r.number("miss_after_miss"); v == v {
					low, high = min(low, v), max(high, v)
				}
			}
			return []any{fmt.Sprintf("%.3f", low), fmt.Sprintf("%.3f", high)}
		})
		say(title, `Calibrated .* correct on (\d+) of (\d+) pair`, func([]string) []any {
			cal := of(func(m string) bool { return strings.HasSuffix(m, "+cal") })
			return []any{tally(cal, correct), len(cal)}
		})
		say(title, "`(\\S+)` forecasts better than `historical` on (\\d+)", func(m []string) []any { return []any{m[1], better(m[1])} })
		say(title, "forecasts better .*, `(\\S+)` on (\\d+)", func(m []string) []any { return []any{m[1], better(m[1])} })
		say(title, `Adaptive .* on (\d+) of (\d+) pairs? .* below it on (\d+)`, func([]string) []any {
			all := of(func(m string) bool { return strings.HasSuffix(m, "aci") })
			return []any{
				tally(all, func(r row) bool { return math.Abs(r.number("correct")-r.number("quantile")) <= 0.005 }), len(all),
				tally(all, func(r row) bool { return !correct(r) }),
			}
		})
	}
	for _, line := range regexp.MustCompile(`(?m)^\| (\S+) +\| +(\d+) \| +\d+ \| +(\d+) \|`).FindAllStringSubmatch(readme, -1) {
		all := of(is(line[1]))
		if got := fmt.Sprint(len(all), tally(all, correct)); len(all) > 0 && got != line[2]+" "+line[3] {
			found = append(found, fmt.Sprintf("%s: queues and correct are %s by the scores", line[0], got))
		}
	}
	return append(found, unlearned(readme, rows)...)
}
