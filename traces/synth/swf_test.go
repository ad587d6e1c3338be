package synth

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"waitbench/swf"
)

var update = flag.Bool("update", false, "rewrite the files of testdata")

// small is a trace of some thousand jobs.
func small(seed uint64) Config {
	c := Default()
	c.Seed, c.Days = seed, 5
	return c
}

func text(t testing.TB, cfg Config) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := generate(t, cfg).WriteSWF(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The same bytes on every platform, and since the last deliberate change. The sums are those of
// this package's own output: they guard against differences, they do not say that it is right.
func TestGoldenSum(t *testing.T) {
	var got strings.Builder
	for _, seed := range []uint64{0, 1, 1997} {
		fmt.Fprintf(&got, "seed=%d %x\n", seed, sha256.Sum256(text(t, small(seed))))
	}
	const name = "testdata/small.sha256"
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// Changing what users do leaves arrivals and sizes of the jobs as they were.
func TestStreamsAreApart(t *testing.T) {
	c := small(1)
	before := generate(t, c).Jobs
	c.ShortShare, c.CancelShare = 0.5, 0
	after := generate(t, c).Jobs
	if !slices.EqualFunc(before, after, func(a, b swf.Job) bool { return a.Submit == b.Submit && a.ReqProcs == b.ReqProcs }) {
		t.Error("arrivals or processors differ")
	}
}

func TestRoundTrip(t *testing.T) {
	c := small(1)
	w := generate(t, c)
	r := swf.NewReader(bytes.NewReader(text(t, c)), "small")
	i := 0
	for j, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		j.Line = 0
		if i >= len(w.Jobs) || j != w.Jobs[i] {
			t.Fatalf("job %d reads as %+v", i+1, j)
		}
		i++
	}
	if i != len(w.Jobs) {
		t.Errorf("%d of %d jobs read", i, len(w.Jobs))
	}
	header := r.Header()
	for i, q := range c.Queues {
		if name := header.QueueName(int64(i) + 1); name != q.Name {
			t.Errorf("queue %d is called %q, want %q", i+1, name, q.Name)
		}
	}
	for name, want := range map[string]int64{
		"MaxJobs": int64(len(w.Jobs)), "MaxRecords": int64(len(w.Jobs)), "MaxProcs": c.Procs, "MaxNodes": c.Procs,
		"MaxQueues": 4, "UnixStartTime": epoch,
	} {
		if got, ok := header.Int(name); !ok || got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	if zone, _ := header.Value("TimeZoneString"); zone != "UTC" {
		t.Errorf("time zone %s", zone)
	}
}
