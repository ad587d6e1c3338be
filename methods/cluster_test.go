package methods

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"waitbench/methods/sched"
)

const described = `# made up
scheduler fcfs   # first come first served
selection uniform

mpl	2
bandwidth 12.5
nodes 8 power 0.5 availability 0.9 link 125 traffic 0.5
nodes 2 link 10
`

func TestParseCluster(t *testing.T) {
	got, err := ParseCluster(strings.NewReader(described), "made-up")
	if err != nil {
		t.Fatal(err)
	}
	want := &Cluster{Scheduler: FCFSScheduler, MPL: 2, Selection: sched.Uniform, Bandwidth: 12.5, Nodes: []sched.NodeClass{
		{Count: 8, Power: 0.5, Availability: 0.9, Link: 125, Traffic: 0.5},
		{Count: 2, Power: 1, Availability: 1, Link: 10},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got, err := ParseCluster(strings.NewReader("# nothing\r\n"), "empty"); err != nil || !reflect.DeepEqual(got, &Cluster{}) {
		t.Errorf("got %+v, %v of an empty file", got, err)
	}
}

func TestParseClusterErrors(t *testing.T) {
	for text, want := range map[string]string{
		"mpl 2\n\ncores 3\n": `c:3: unknown key "cores"; did you mean nodes? known are bandwidth, mpl, nodes, scheduler, selection`,
		"mpl":                "c:1: mpl has no value",
		"mpl 2 3":            "c:1: mpl has more than one value",
		"mpl two":            `c:1: invalid mpl "two": want a number`,
		"mpl 0":              `c:1: invalid mpl "0": want at least 1`,
		"mpl 9":              "c:1: multiprogramming level 9 is not between 1 and 8",
		"scheduler sjf":      `c:1: unknown scheduler "sjf"; known are easy, fcfs`,
		"selection best":     `c:1: invalid selection "best": want normal or uniform`,
		"bandwidth -1":       "c:1: invalid bandwidth -1 MB/s: want a number >= 0",
		"bandwidth Inf":      "c:1: invalid bandwidth +Inf MB/s: want a number >= 0",
		"nodes 4 power":      "c:1: power has no value",
		"nodes 4 speed 2":    `c:1: unknown key "speed"; known are availability, link, nodes, power, traffic`,
		"nodes 0":            "c:1: 0 nodes are not between 1 and 4294967296",
		"nodes 4 power 1.5":  "c:1: power 1.5 is not between 1e-06 and 1",
		"nodes 9223372036854775807\nnodes 9223372036854775807": "c:1: 9223372036854775807 nodes are not between 1 and 4294967296",

		"mpl 2\n# " + strings.Repeat("x", 1<<16):      "c:2: a line of more than 64 KB",
		strings.Repeat("nodes 1\n", 1000) + "nodes 1": "c:1001: more than 1000 lines of nodes",
	} {
		if c, err := ParseCluster(strings.NewReader(text), "c"); err == nil || err.Error() != want {
			t.Errorf("%.99q: %+v, %v, want %s", text, c, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := ParseCluster(iotest.ErrReader(broken), "c"); !errors.Is(err, broken) {
		t.Errorf("error %v, want one that wraps %v", err, broken)
	}
}

func TestSettingsOfLookahead(t *testing.T) {
	level := Level{Quantile: 0.95, Confidence: 0.95}
	for want, s := range map[string]Settings{
		`unknown scheduler "sjf"`:   {Level: level, Scheduler: "sjf"},
		"multiprogramming level 99": {Level: level, Cluster: &Cluster{MPL: 99}},
		`unknown scheduler "lifo"`:  {Level: level, Cluster: &Cluster{Scheduler: "lifo"}},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", s, err, want)
		}
	}
}

func FuzzParseCluster(f *testing.F) {
	f.Add(described)
	f.Add("nodes 1 power 1e-9\nmpl 8")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCluster(strings.NewReader(text), "c")
		if err != nil {
			return
		}
		if err := c.Check(); err != nil {
			t.Errorf("%q is read as a cluster with %v", text, err)
		}
	})
}
