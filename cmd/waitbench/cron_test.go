package main

import (
	"regexp"
	"strings"
	"testing"

	"waitbench/swf/accounting"
)

// TestFlagGroups: the help of wait has every flag once, below one of three headings.
func TestFlagGroups(t *testing.T) {
	help := succeed(t, "wait", "--help").out
	_, flags, _ := strings.Cut(help, "Usage: ")
	flags, _, _ = strings.Cut(flags, "Examples:")
	got := regexp.MustCompile(`(?m)^Flags.*:$`).FindAllString(flags, -1)
	if want := "Flags of the question: Flags of the method: Flags of the output:"; strings.Join(got, " ") != want {
		t.Errorf("headings %q, want %s", got, want)
	}
	for _, name := range []string{"queue", "methods", "from", "quiet", "help"} {
		if n := strings.Count(flags, " --"+name+" "); n != 1 {
			t.Errorf("--%s comes %d times in\n%s", name, n, flags)
		}
	}
}

// TestPipe: where there is no terminal, an answer is one table, and --quiet leaves
// nothing but data.
func TestPipe(t *testing.T) {
	o := succeed(t, "wait", dayLog(t), "--all", "--methods", "bmbp", "--within", "1h,2h,3h,4h,5h,6h,7h,8h", "--quiet")
	rules := regexp.MustCompile(`(?m)^-+(  -+)+$`).FindAllString(o.out, -1)
	if len(rules) != 1 || len(rules[0]) < 150 || o.err != "" {
		t.Errorf("%d tables, messages %q:\n%s", len(rules), o.err, o.out)
	}
}

// TestSitePage: the page has the call of sacct that import is tried with.
func TestSitePage(t *testing.T) {
	if out := succeed(t, "help", "site").out; !strings.Contains(out, "\n"+accounting.Command+"\n") {
		t.Error(out)
	}
}
