package page

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/rundir"
)

// compare gives the page that compares runs.
func compare(t *testing.T, runs ...*Input) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteComparison(&b, runs); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// fewerMethods is the plain sample without its last method, at another quantile and with other
// shares.
func fewerMethods(t *testing.T) *Input {
	in := plainSample(t)
	in.Name = "other"
	in.Run.Settings.Quantiles = []string{"0.9"}
	in.Run.Settings.Methods = in.Run.Settings.Methods[:2]
	in.Scores = slices.DeleteFunc(in.Scores, func(s replay.Score) bool { return s.Method == "guess" })
	for i := range in.Scores {
		in.Scores[i].Quantile = 0.9
		in.Scores[i].Correct -= 0.0625
		in.Scores[i].MedianRatio *= 2
	}
	return in
}

func TestWriteComparison(t *testing.T) {
	page := compare(t, plainSample(t), fewerMethods(t))
	checkMarkup(t, page)
	for what, text := range map[string]string{
		"names":           "<b>B</b>: other",
		"setting":         `<th scope="row">quantiles</th><td>0.95</td><td>0.9</td><td class="long">shares of waits`,
		"setting in both": `<tr><th scope="row">train</th><td>0.1</td><td class="long">part of each series`,
		"in common":       "<b>8 scores</b>", // 2 methods on all jobs of two queues and on both ranges of the larger one
		"change":          ">-0.0625<",
		"log":             `<th scope="row">demo</th><td class="num">4240</td><td class="num">4240</td>`,
		"warning":         "demo: lines out of order: 7",
	} {
		if !strings.Contains(page, text) {
			t.Errorf("%s: %q is not on the page", what, text)
		}
	}
	if strings.Contains(page, ">guess<") && strings.Contains(page, `<option value="guess">`) {
		t.Error("a method that only one run has can be chosen")
	}
}

func TestCompareScores(t *testing.T) {
	a, b := plainSample(t), fewerMethods(t)
	c := newComparison([]*Input{a, b})
	d := c.scoreTable()
	if want := 3 * 3 * 2; d.Rows != want {
		t.Errorf("%d rows, want %d", d.Rows, want)
	}
	got := map[string]string{}
	for _, column := range d.Columns {
		got[column.Label] = strings.Fields(column.Values + " -")[0]
	}
	for label, want := range map[string]string{
		"correct, B\u00a0−\u00a0A":      "-0.0625",
		"median ratio, B\u00a0/\u00a0A": "2",
	} {
		if got[label] != want {
			t.Errorf("column %q begins with %q, want %q; columns are %v", label, got[label], want, got)
		}
	}
	for label := range got {
		if strings.HasPrefix(label, "jobs") {
			t.Errorf("column %q is the same in both", label)
		}
	}
}

func TestCompareNothingInCommon(t *testing.T) {
	other := sample(t, []string{"elsewhere"}, []string{"normal", "low", "test"}, []string{"bmbp"})
	page := compare(t, plainSample(t), other)
	checkMarkup(t, page)
	if !strings.Contains(page, "no series and method in common") || strings.Contains(page, `id="scores"`) {
		t.Error("the page does not say that nothing is in common")
	}
}

func TestCompareErrors(t *testing.T) {
	if err := WriteComparison(io.Discard, []*Input{plainSample(t)}); err == nil {
		t.Error("one run can be compared")
	}
}

// Settings are told by their flags, with what they are for; from what the program was built is
// none.
func TestSettings(t *testing.T) {
	run := &rundir.Run{Settings: rundir.Settings{Methods: []string{"a", "b"}, Epoch: 300, Lenient: true}}
	list := settings(run)
	for i, p := range rundir.List {
		if list[i].Name != p.Flag || list[i].Help != p.Help {
			t.Errorf("setting %d is %v, want that of --%s", i, list[i], p.Flag)
		}
	}
	for name, want := range map[string]string{"methods": "a, b", "epoch": "5m", "lenient": "true", "select": "not set"} {
		i := slices.IndexFunc(list, func(s setting) bool { return s.Name == name })
		if i < 0 || list[i].Value != want {
			t.Errorf("no setting %s with the value %s in %v", name, want, list)
		}
	}
}

func TestBuild(t *testing.T) {
	const commit = "0123456789abcdef"
	a, b := plainSample(t), plainSample(t)
	b.Run.Build = &rundir.Build{Commit: commit, Go: "go1.99"}
	if page := write(t, b); !strings.Contains(page, "Made with waitbench 1.2.3 (commit 0123456789ab, go1.99).") {
		t.Error("the page does not tell version and build")
	}
	if page := write(t, a); !strings.Contains(page, "Made with waitbench 1.2.3.") {
		t.Error("the page without a build does not tell the version")
	}
	if page := compare(t, a, b); strings.Contains(page, commit[:12]) || !strings.Contains(page, "All settings are the same") {
		t.Error("the comparison tells builds apart")
	}
}
