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
	for _, test := range []struct{ text, want string }{
		{"mpl 2\n\ncores 3\n", `c:3: unknown key "cores"; known are scheduler, selection, mpl, bandwidth, nodes`},
		{"mpl", "c:1: mpl has no value"},
		{"mpl 2 3", "c:1: mpl has more than one value"},
		{"mpl 2\nmpl 2", "c:2: mpl is given a second time"},
		{"mpl two", `c:1: mpl "two" is not a number of tasks`},
		{"mpl 0", `c:1: mpl "0" is not a number of tasks`},
		{"mpl 9", "c:1: multiprogramming level 9 is not between 1 and 8"},
		{"scheduler sjf", `c:1: unknown scheduler "sjf"; known are ["fcfs" "easy"]`},
		{"selection best", `c:1: unknown selection "best"; known are normal, uniform`},
		{"bandwidth x", `c:1: bandwidth "x" is not a number`},
		{"bandwidth -1", "c:1: bandwidth of -1 MB/s"},
		{"bandwidth Inf", "c:1: bandwidth of +Inf MB/s"},
		{"nodes 4 power", "c:1: power has no value"},
		{"nodes 4 speed 2", `c:1: unknown property "speed" of nodes; known are power, availability, link, traffic`},
		{"nodes 4 power 1 power 1", "c:1: power is given a second time"},
		{"nodes four", `c:1: nodes "four" is not a number of nodes`},
		{"nodes 0", "c:1: 0 nodes are not between 1 and 4294967296"},
		{"nodes 9223372036854775807\nnodes 9223372036854775807", "c:1: 9223372036854775807 nodes are not between 1 and 4294967296"},
		{"nodes 4 power 1e-300", "c:1: power 1e-300 is not between 1e-06 and 1"},
		{"nodes 4 power 1.5", "c:1: power 1.5 is not between 1e-06 and 1"},
		{"nodes 4 availability NaN", "c:1: availability NaN is not between 1e-06 and 1"},
		{"nodes 4 link 10 traffic 10", "c:1: local traffic of 10 MB/s leaves nothing of a link of 10 MB/s"},
	} {
		if c, err := ParseCluster(strings.NewReader(test.text), "c"); err == nil || err.Error() != test.want {
			t.Errorf("%q: %+v, %v, want %s", test.text, c, err, test.want)
		}
	}
	broken := errors.New("broken")
	if _, err := ParseCluster(iotest.ErrReader(broken), "c"); !errors.Is(err, broken) {
		t.Errorf("error %v, want one that wraps %v", err, broken)
	}
}

func TestSettingsOfLookingAhead(t *testing.T) {
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
	if err := (Settings{Level: level, Scheduler: FCFSScheduler, Cluster: &Cluster{}}).Check(); err != nil {
		t.Error(err)
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
			t.Errorf("%q gives a cluster with %v", text, err)
		}
	})
}
