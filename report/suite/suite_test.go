package suite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/batch"
	"waitbench/traces"
)

// options returns options for results in a folder, with no log but generated ones,
// and the text of the messages.
func options(suite, dir string) (*Options, *strings.Builder) {
	said := &strings.Builder{}
	say := func(format string, args ...any) { fmt.Fprintf(said, format+"\n", args...) }
	ui := batch.UI{Start: func(string, string) {}, Finish: func() {}, Message: say, Warn: say}
	o := &Options{Suite: suite, Dir: dir, Code: "none"}
	o.Start = func(ctx context.Context, s run.Settings) (*batch.Batch, error) {
		programs, err := s.StartPrograms(ctx)
		if err != nil {
			return nil, err
		}
		plan, err := run.NewPlan("replay", s, replay.Engine{Workers: 2}, programs...)
		return &batch.Batch{Plan: plan, UI: ui, Resume: true}, err
	}
	o.Resolve = func(string) (string, error) { return "", fs.ErrNotExist }
	return o, said
}

// TestSuites: a suite names logs by the sums of the catalogue, and every method
// once, as it is called, in the order of tables.
func TestSuites(t *testing.T) {
	wantSites := map[string]int{"pwa-3": 12, "pwa-levels-2": 12, "modern-1": 4}
	for _, s := range All() {
		if _, err := files.ReadFile("suites/" + s.String() + ".json"); err != nil {
			t.Error(err)
		}
		found, err := methods.Find(s.Settings.Methods, false)
		var names []string
		for _, m := range found {
			names = append(names, m.Name)
		}
		err = errors.Join(err, s.Settings.Check())
		if err != nil || !slices.Equal(names, s.Settings.Methods) || names[0] != "bmbp" {
			t.Errorf("%s: methods %q, %v, want %q", &s, names, err, s.Settings.Methods)
		}
		sites := map[string]bool{}
		for _, l := range s.Logs {
			if e, err := traces.Find(l.Name); l.Days == 0 && (err != nil || e.SHA256 != l.SHA256) {
				t.Errorf("%s: %s has the sum %s, in the catalogue %s (%v)", &s, l.Name, l.SHA256, e.SHA256, err)
			} else if l.Days == 0 {
				sites[e.Site] = true
			}
		}
		if len(sites) != wantSites[s.String()] {
			t.Errorf("%s: sites %v, want %d", &s, sites, wantSites[s.String()])
		}
	}
}

// TestRefusals: nothing is replayed or left for a suite that cannot be made. A
// mistake of the user is one of usage.
func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	pwa, err := Find("pwa")
	if err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(dir, pwa.Logs[0].Name)
	if err := os.WriteFile(first, []byte("other bytes"), 0o666); err != nil {
		t.Fatal(err)
	}
	here := func(o *Options) {
		o.Resolve = func(log string) (string, error) { return first, nil }
	}
	for _, c := range []struct {
		suite  string
		change func(*Options)
		want   string
	}{
		{"pwb", nil, `usage: unknown suite "pwb"; did you mean pwa? known are modern, modern-1, pwa, pwa-3, pwa-levels, pwa-levels-2, ` +
			"synth, synth-2, synth-levels, synth-levels-1"},
		{"pwa", nil, "15 of the 15 logs of suite pwa-3 are missing; run waitbench traces get SDSC-SP2-"},
		{"modern", nil, "6 of the 6 logs of suite modern-1 are missing; cannot be fetched: ALCF-Mira-2018 ALCF-Theta-2022 "},
		{"pwa-3", here, first + " is not the log " + filepath.Base(first) + " of the suite: its SHA-256 is "},
		{"synth", func(o *Options) { o.ChosenOn = []string{"synth-a", "KTH-SP3-1996-2.1-cln"} },
			`usage: "KTH-SP3-1996-2.1-cln" is not in the catalogue of traces; near names: KTH-SP2-1996-2.1-cln`},
		{"synth", func(o *Options) { o.Added.Methods = []string{"guess"} }, `unknown method "guess"`},
		{"synth", func(o *Options) { o.Beside = first }, "usage: " + first + ":1: "},
	} {
		out := filepath.Join(dir, "out")
		o, said := options(c.suite, out)
		if c.change != nil {
			c.change(o)
		}
		_, _, err := o.Bench(t.Context())
		got := fmt.Sprint(err)
		if _, is := err.(output.UsageError); is {
			got = "usage: " + got
		}
		if _, left := os.Stat(out); !strings.HasPrefix(got, c.want) || left == nil || said.Len() > 0 {
			t.Errorf("%s: %s, said %q, want %s", c.suite, got, said, c.want)
		}
	}
}
