package synth

import (
	"bytes"
	"crypto/sha256"
	"errors"
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

func TestSeeds(t *testing.T) {
	first := text(t, small(1))
	if !bytes.Equal(first, text(t, small(1))) {
		t.Error("the same seed gives other bytes")
	}
	if bytes.Equal(first, text(t, small(2))) {
		t.Error("another seed gives the same bytes")
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

func TestHeader(t *testing.T) {
	header, _, _ := strings.Cut(string(text(t, small(1))), "\n    1 ")
	for _, want := range []string{
		"; Version: 2.2\n; Computer: waitbench synthetic machine\n",
		"\n; TimeZoneString: UTC\n; StartTime: Mon Jan  1 08:00:00 UTC 2001\n; EndTime: ",
		"\n; Queue: 1 express (at most 8 processors, at most 7200 s, weight 3)\n",
		"\n; Queue: 4 low (no limits, weight 1)\n",
		"\n; Note: seed 1, 5 days, offered load 0.8 asked for, ",
		"\n; Note: from 0 s: EASY backfilling, ranks express 0, high 1, normal 2, low 3\n",
		"\n; Note: from 172800 s: first come first served, ranks express 0, high 1, normal 2, low 3\n",
		"\n; Note: from 216000 s: EASY backfilling, all queues equal\n",
	} {
		if !strings.Contains(header, want) {
			t.Errorf("no %q in\n%s", want, header)
		}
	}
}

type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	if err := generate(t, small(1)).WriteSWF(full{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}
