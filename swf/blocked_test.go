package swf

import (
	"fmt"
	"strings"
	"testing"
)

// TestBlocked reads what String writes, and leaves out other directives.
func TestBlocked(t *testing.T) {
	want := []Blocked{
		{Job: 9, Submit: 2091849, Procs: 4, Estimate: 3600, Queue: 1, ID: "12_3", Reason: "QOSMaxJobsPerUserLimit"},
		{Job: -1, Submit: 1e7 + .25, Procs: -1, Estimate: -1, Queue: -1, ID: "7", Reason: "launch failed, held"},
	}
	text := ""
	for _, b := range want {
		text += fmt.Sprintf("; CannotStart: %v\n", b)
	}
	text += "; CannotStart: 9 5 4 60 1 12\n; CannotStart: 9 x 4 60 1 12 Dependency\n; CannotStart:\n"
	r := NewReader(strings.NewReader(text+"1 0 1 1 1 -1 -1 1 1 -1 1 1 1 1 1 1 -1 -1\n"), "log")
	for _, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := r.Header().Blocked(); fmt.Sprint(got) != fmt.Sprint(want) || strings.Contains(text, "e+") {
		t.Errorf("%s read as %+v", text, got)
	}
}
