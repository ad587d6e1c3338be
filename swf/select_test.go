package swf

import (
	"strings"
	"testing"
)

func TestSelection(t *testing.T) {
	tests := []struct {
		name                string
		submit, wait, run   float64
		started, paper, all Rule
	}{
		{"ran after a wait", 0, 1, 1, Selected, Selected, Selected},
		{"ran at once", 0, 0, 1, Selected, ZeroWait, Selected},
		{"part of a second", 0, 0.5, 0.5, Selected, Selected, Selected},
		{"cancelled in the queue", 0, 60, 0, NoRunTime, NoRunTime, Selected},
		{"run time unknown", 0, 60, -1, NoRunTime, NoRunTime, Selected},
		{"no wait, no run time", 0, 0, 0, NoRunTime, NoRunTime, Selected},
		{"wait unknown", 0, -1, 5, NoWaitTime, NoWaitTime, NoWaitTime},
		{"negative wait", 0, -60, -1, NoWaitTime, NoWaitTime, NoWaitTime},
		{"submit unknown", -1, -1, -1, NoSubmitTime, NoSubmitTime, NoSubmitTime},
	}
	for _, test := range tests {
		j := Job{Submit: test.submit, Wait: test.wait, Run: test.run}
		for s, want := range map[Selection]Rule{Started: test.started, Paper: test.paper, All: test.all} {
			if got := s.Rule(&j); got != want {
				t.Errorf("%s, %v: %v, want %v", test.name, s, got, want)
			}
		}
	}
}

func TestParseSelection(t *testing.T) {
	for _, s := range []Selection{Started, Paper, All} {
		if got, err := ParseSelection(s.String()); got != s || err != nil {
			t.Errorf("%v: %v, %v", s, got, err)
		}
	}
	_, err := ParseSelection("Started")
	if err == nil || !strings.Contains(err.Error(), `"Started", known are started, paper, all`) {
		t.Errorf("error %v", err)
	}
}

// TestRuleNames holds the names that stand in files.
func TestRuleNames(t *testing.T) {
	want := []string{"selected", "no_submit_time", "no_wait_time", "no_run_time", "zero_wait"}
	var c Counts
	for i := range c {
		if got := Rule(i).String(); got != want[i] {
			t.Errorf("rule %d is %s, want %s", i, got, want[i])
		}
	}
	c.Add(Selected)
	c.Add(ZeroWait)
	c.Add(ZeroWait)
	if c[ZeroWait] != 2 {
		t.Errorf("counts %v", c)
	}
}
