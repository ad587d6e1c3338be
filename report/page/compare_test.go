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

// fewerMethods is the plain sample without its last method, at another quantile and with other shares.
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
	in.ScoresCSV = csvOf(t, in.Scores)
	return in
}

func TestWriteComparison(t *testing.T) {
	page := compare(t, plainSample(t), fewerMethods(t))
	checkMarkup(t, page)
	for what, text := range map[string]string{
		"names":           "<b>B</b>: other",
		"setting":         `<th scope="row">quantiles</th><td>0.95</td><td>0.9</td>`,
		"setting in both": `<tr><th scope="row">train</th><td>0.1</td></tr>`,
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
	c, err := newComparison([]*Input{a, b})
	if err != nil {
		t.Fatal(err)
	}
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
	broken := plainSample(t)
	broken.ScoresCSV = []byte("trace\n")
	if err := WriteComparison(io.Discard, []*Input{plainSample(t), broken}); err == nil || !strings.HasPrefix(err.Error(), "sample: scores: ") {
		t.Errorf("error %v", err)
	}
}

func TestSettings(t *testing.T) {
	list, err := settings(&rundir.Run{Settings: rundir.Settings{Methods: []string{"a", "b"}, Epoch: 300, Lenient: true}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []fact{{"methods", "a, b"}, {"epoch (s)", "300"}, {"lenient", "yes"}, {"select", "not set"}} {
		if !slices.Contains(list, want) {
			t.Errorf("%v is not among %v", want, list)
		}
	}
}
