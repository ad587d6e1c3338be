package report

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// TestWriteJSON reads the object back: numbers in full precision, null for what is missing, marks
// and counts as in CSV.
func TestWriteJSON(t *testing.T) {
	table := &Table{
		Title: "Waits", Notes: []string{"of <jobs>"},
		Columns: []Column{{Heading: "queue"}, {Key: "mean_s", Heading: "mean", Unit: "s", Align: Right, Marked: true, Counted: true}},
		Rows: [][]Cell{
			{Text("low \"q\"\x1b"), {Text: "0.33", Value: 1. / 3, HasValue: true, N: 7, Star: true}},
			{Text("high"), Number(math.NaN(), "%.2f")},
		},
	}
	var b strings.Builder
	if err := table.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"columns":[{"heading":"queue","key":"queue","unit":""},{"heading":"mean","key":"mean_s","unit":"s"},` +
		`{"heading":"mean","key":"mean_s_star","unit":""},{"heading":"mean","key":"mean_s_bold","unit":""},{"heading":"mean","key":"mean_s_n","unit":""}],` +
		`"notes":["of \u003cjobs\u003e"],"rows":[{"mean_s":0.3333333333333333,"mean_s_bold":false,"mean_s_n":7,"mean_s_star":true,"queue":"low \"q\" "},` +
		`{"mean_s":null,"mean_s_bold":null,"mean_s_n":null,"mean_s_star":null,"queue":"high"}],"title":"Waits"}`
	if string(again) != want {
		t.Errorf("got\n%s\nwant\n%s", again, want)
	}
}

// TestFitted folds a table to widths: no line is longer where the words allow it, and no word is
// lost.
func TestFitted(t *testing.T) {
	table := &Table{
		Title:   "Logs",
		Columns: []Column{{Heading: "name"}, {Heading: "jobs", Align: Right}, {Heading: "about"}, {Heading: "source"}},
		Rows: [][]Cell{
			{Text("a-name"), Count(123456), Text("a machine of many nodes, with queues"), Text("somebody, in a journal of that time")},
			{Text("b"), Missing(), Text("short"), Text("")},
		},
	}
	text := func(columns int) string {
		var b strings.Builder
		if err := table.Fitted(columns).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if wide := text(200); strings.Count(wide, "\n") != 6 {
		t.Errorf("a table that fits is folded:\n%s", wide)
	}
	for _, columns := range []int{80, 60} {
		folded := text(columns)
		for _, line := range strings.Split(folded, "\n") {
			if width(line) > columns {
				t.Errorf("%d columns in %d: %q", width(line), columns, line)
			}
		}
		for _, word := range strings.Fields("a-name 123456 machine many nodes, queues somebody, journal time short") {
			if strings.Count(folded, word) != 1 {
				t.Errorf("%q is not there once in %d columns:\n%s", word, columns, folded)
			}
		}
	}
	if narrow := text(10); !strings.Contains(narrow, "a-name  123456") {
		t.Errorf("a table too narrow for its words:\n%s", narrow)
	}
}
