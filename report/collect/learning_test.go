package collect

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLearning holds what is said of forest, on a log that it was chosen on and on another,
// against the scores, and wants changed numbers noticed.
func TestLearning(t *testing.T) {
	const methods = "bmbp,forest"
	files := collected(t, Plan{Runs: []string{smallRun(t, "KTH-SP2-1996-2.1-cln", 1, methods), smallRun(t, "RICC-2010-2", 2, methods)}})
	readme, scores := files[readmeFile], files[scoresFile]
	text := plainTables(readme)
	wantTrue(t, readme, scores, 3)
	goals := tableIn(readme, "number")
	if len(goals) != 7 || len(goals[0]) != 6 {
		t.Fatalf("table %q in\n%s", goals, readme)
	}
	for _, row := range goals[1:] {
		for i, cell := range row[1:min(5, len(row))] {
			last := len(cell) - 1
			changed := cell[:last] + string('0'+(cell[last]-'0'+5)%10)
			line := "| " + strings.Join(row[:i+1], " | ") + " | "
			at := strings.LastIndex(text, line+cell)
			if at < 0 {
				t.Fatalf("no row begins with %q", line+cell)
			}
			if len(untrue(text[:at]+line+changed+text[at+len(line+cell):], scores)) == 0 {
				t.Errorf("%s for %s in %q is not noticed", changed, cell, row)
			}
		}
	}
}

var padding = regexp.MustCompile(` *\| *`)

// plainTables takes the padding out of the cells of tables.
func plainTables(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") {
			line = strings.TrimSpace(padding.ReplaceAllString(line, " | ")) + "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// tableIn finds the table whose heading begins so; its rows, the heading in front, are lists of
// cells.
func tableIn(text, heading string) (rows [][]string) {
	_, table, found := strings.Cut(plainTables(text), "| "+heading)
	if !found {
		return nil
	}
	for line := range strings.Lines("| " + heading + table) {
		line, isRow := strings.CutPrefix(strings.TrimSuffix(line, " |\n"), "| ")
		if !isRow {
			break
		}
		if !strings.HasPrefix(line, "--") {
			rows = append(rows, strings.Split(line, " | "))
		}
	}
	return rows
}

// unlearned lists what is said of learned methods and is not so by the scores.
func unlearned(readme string, rows []row) (found []string) {
	queues := map[string]map[string]row{}
	for _, r := range rows {
		if r.text["correct"] != "" {
			key := r.text["trace"] + " " + r.text["queue"]
			if queues[key] == nil {
				queues[key] = map[string]row{}
			}
			queues[key][r.text["method"]] = r
		}
	}
	chosen := regexp.MustCompile("^(KTH-SP2|SDSC-SP2|SDSC-DS|SDSC-Par-1996|CTC-SP2|HPC2N|LANL-CM5|SDSC-BLUE)")
	// value is what a heading asks of a method, on queues where all methods bound.
	value := func(what, method, where string, all []string) (v float64, format string) {
		ratios := map[string]struct {
			column, format string
			least          float64
		}{
			"pinball loss / that of bmbp":               {"pinball_s", "%.3f", 1},
			"median of wait / bound, over that of bmbp": {"median_ratio", "%.1f", 0},
			"independence LR / that of bmbp":            {"christoffersen_ind_lr", "%.2f", 1},
			"settled independence LR / that of bmbp":    {"settled_ind_lr", "%.2f", 1},
		}
		below, n, worst, logs := 0.0, 0.0, math.Inf(1), 0.0
		for key, by := range queues {
			if where != "" && chosen.MatchString(key) != (where == "logs it was chosen on") || slices.ContainsFunc(append([]string{"bmbp"}, all...), func(m string) bool {
				_, ok := by[m]
				return !ok
			}) {
				continue
			}
			n++
			if by[method].number("correct") < by[method].number("quantile") {
				below++
			}
			if month := by[method].number("worst_month"); month == month {
				worst = min(worst, month)
			}
			r := ratios[what]
			if r.column != "" {
				logs += math.Log(max(by[method].number(r.column), r.least) / max(by["bmbp"].number(r.column), r.least))
			}
		}
		switch what {
		case "queues":
			return n, "%.0f"
		case "correct":
			return n - below, "%.0f"
		case "queues with a share below the target":
			return below, "%.0f"
		case "lowest worst month":
			return worst, "%.3f"
		}
		return math.Exp(logs / n), ratios[what].format
	}
	check := func(said, what, method, where string, all ...string) {
		v, format := value(what, method, where, all)
		for _, near := range []float64{1 - 1e-5, 1, 1 + 1e-5} { // scores have six digits
			if said == fmt.Sprintf(format, v*near) || said == "-" && math.IsInf(v, 1) {
				return
			}
		}
		found = append(found, fmt.Sprintf("%s of %s, %s, is said to be %s, but by the scores %v", what, method, where, said, v))
	}
	title := regexp.MustCompile("`forest` is below its target on (\\d+) of (\\d+) queues?, at (\\S+) times").FindStringSubmatch(readme)
	if title != nil {
		check(title[1], "queues with a share below the target", "forest", "", "forest")
		check(title[2], "queues", "forest", "", "forest")
		check(title[3], "pinball loss / that of bmbp", "forest", "", "forest")
	}
	if table := tableIn(readme, "number"); table != nil {
		for _, cells := range table[1:] {
			for i, cell := range cells[1 : len(cells)-1] {
				method, where, _ := strings.Cut(table[0][1+i], ", ")
				check(cell, cells[0], method, where, "forest")
			}
		}
	}
	return found
}
