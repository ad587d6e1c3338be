package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
)

// unpack is what the page's script does.
func unpack(t *testing.T, text string) []int64 {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		t.Fatal(err)
	}
	var values []int64
	last := int64(0)
	for r := bytes.NewReader(raw); ; {
		d, err := binary.ReadVarint(r)
		if errors.Is(err, io.EOF) {
			return values
		}
		if err != nil {
			t.Fatal(err)
		}
		last += d
		values = append(values, last)
	}
}

func TestPack(t *testing.T) {
	for _, values := range [][]int64{nil, {0}, {-1, 0, 1, -1}, {1e15, -1, 1e15}, {5, 5, 5, 5, 4}} {
		if got := unpack(t, pack(values)); !slices.Equal(got, values) {
			t.Errorf("%v comes back as %v", values, got)
		}
	}
}

func TestBoundsStayOnTheirSide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		u := []float64{1, 0.001}[r.IntN(2)]
		wait := math.Round(r.ExpFloat64()*100/u) * u
		bound := wait + []float64{0, 0.25, -0.25, 1e-5, -1e-5, 40.3}[r.IntN(6)]
		if bound < 0 {
			continue
		}
		w := inUnits([]float64{wait}, u)[0]
		for _, side := range []methods.Side{methods.Upper, methods.Lower} {
			l := methods.Level{Quantile: 0.5, Confidence: 0.5, Side: side}
			b := boundsInUnits([]float64{bound}, u, side)[0]
			if got, want := l.Covers(float64(w), float64(b)), l.Covers(wait, bound); got != want {
				t.Fatalf("wait %v, %s bound %v: covered %v, in units %d and %d %v", wait, side, bound, want, w, b, got)
			}
		}
	}
	odd := boundsInUnits([]float64{math.NaN(), math.Inf(1), 0}, 1, methods.Upper)
	if !slices.Equal(odd, []int64{noBound, largestBound, 0}) {
		t.Errorf("no bound, an endless one and none to wait for are %v", odd)
	}
}

func TestUnit(t *testing.T) {
	if u := unit([]float64{1, 2}, []float64{0, 1e9}); u != 1 {
		t.Errorf("unit %v of whole seconds", u)
	}
	if u := unit([]float64{1, 2}, []float64{0.5}); u != 0.001 {
		t.Errorf("unit %v of fractions", u)
	}
}

// seriesOf is a series of jobs with the bounds of methods, read in blocks.
func seriesOf(t *testing.T, jobs arrowio.Block, bounds ...[]float64) *stretch {
	t.Helper()
	c := candidate{jobs: len(jobs.Submit), level: methods.Level{Quantile: 0.95, Confidence: 0.95}}
	for i := range bounds {
		c.methods = append(c.methods, strconv.Itoa(i))
	}
	in := &Input{Run: &run.Record{Settings: run.Settings{Epoch: 300}}, Jobs: inBlocks(func(f arrowio.Filter) (arrowio.Block, error) {
		i, err := strconv.Atoi(f.Method)
		jobs.Bound = bounds[i]
		return jobs, err
	})}
	s, err := (&builder{in: in}).read(&c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// spiky is n jobs and bounds with a wait and a bound that stand out, in the middle of nothing.
func spiky(n int) (jobs arrowio.Block, bounds [][]float64, spikes []int64) {
	bounds = make([][]float64, 2)
	for i := range n {
		jobs.JobID = append(jobs.JobID, int64(i))
		jobs.Submit = append(jobs.Submit, float64(i))
		jobs.Wait = append(jobs.Wait, float64(10+i%3))
		jobs.Procs = append(jobs.Procs, 1)
		jobs.Scored = append(jobs.Scored, i > n/10)
		bounds[0] = append(bounds[0], 20)
		bounds[1] = append(bounds[1], 30+float64(i/300%5))
	}
	spikes = []int64{int64(n / 3), int64(n/3 + 1), int64(n / 2), int64(n/2 + 1), int64(n - 5)}
	jobs.Wait[spikes[0]] = 99999
	jobs.Wait[spikes[1]] = 0
	bounds[0][spikes[2]] = 88888
	bounds[1][spikes[3]] = 0
	bounds[1][spikes[4]] = math.NaN()
	return jobs, bounds, spikes
}

func TestDownsample(t *testing.T) {
	jobs, bounds, spikes := spiky(200_000)
	s := seriesOf(t, jobs, bounds...)
	kept := s.downsample(5000)
	if len(kept) > 5000 || len(kept) < 2000 {
		t.Errorf("%d jobs are kept", len(kept))
	}
	if !slices.IsSorted(kept) || kept[0] != 0 {
		t.Error("jobs are out of order, or the first is lost")
	}
	for _, i := range spikes {
		if !slices.Contains(kept, i) {
			t.Errorf("job %d, which stands out, is lost", i)
		}
	}
	if all := s.downsample(200_000); len(all) != 200_000 {
		t.Errorf("%d jobs are kept where all have room", len(all))
	}
}

// Counts of stretches add up to those of the whole series, whatever the plot keeps of it. Of a long
// one it keeps the waits that stand out.
func TestCount(t *testing.T) {
	for _, n := range []int{123_457, 3*mostRows + 1} {
		jobs, given, spikes := spiky(n)
		s := seriesOf(t, jobs, given...)
		for k, b := range given {
			l := s.lines[k]
			var n, hits, wantN, want int64
			for i := range l.bounded {
				n, hits = n+l.bounded[i], hits+l.covered[i]
			}
			for i := range b {
				if jobs.Scored[i] && b[i] == b[i] {
					wantN++
					if jobs.Wait[i] <= b[i] {
						want++
					}
				}
			}
			if n != wantN || hits != want || len(l.bounded) > mostStretches || len(l.bounded) != (len(b)+s.size-1)/s.size {
				t.Errorf("%d of %d in %d stretches, want %d of %d", hits, n, len(l.bounded), want, wantN)
			}
			if len(l.bounds) != len(s.place) {
				t.Fatalf("%d bounds of %d jobs", len(l.bounds), len(s.place))
			}
			for i, at := range s.place {
				if x := l.bounds[i]; x != b[at] && !(x != x && b[at] != b[at]) || s.Wait[i] != jobs.Wait[at] || s.JobID[i] != int64(at) {
					t.Fatalf("job %d, which is %d of all: bound %v, want %v", i, at, x, b[at])
				}
			}
		}
		if len(s.place) > mostRows || n > mostRows && len(s.place) < mostRows/3 || !slices.IsSorted(s.place) {
			t.Errorf("%d of %d jobs are kept", len(s.place), n)
		}
		for _, at := range spikes[:2] {
			if !slices.Contains(s.place, at) {
				t.Errorf("the wait of job %d of %d is lost", at, n)
			}
		}
	}
}

func TestBand(t *testing.T) {
	jobs, _, _ := spiky(2*leastStretch + 1)
	bounds := make([]float64, 2*leastStretch+1)
	for i := range bounds {
		bounds[i] = float64(1000 + 7*i%leastStretch) // every number from 1000 to 1019, in another order
	}
	bounds[2*leastStretch] = math.NaN()
	l := seriesOf(t, jobs, bounds).lines[0]
	if !l.varies || !slices.Equal(l.low[:2], []float64{1000, 1000}) || !slices.Equal(l.high[:2], []float64{1020, 1020}) || !math.IsNaN(l.low[2]) || !math.IsNaN(l.high[2]) {
		t.Errorf("bands %v to %v", l.low, l.high)
	}
}

// A bound that depends on the job is told from one that changes with every refit.
func TestDependsOnJob(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	jobs, _, _ := spiky(5000)
	at := 0.0
	for i := range jobs.Submit {
		at += math.Floor(r.ExpFloat64() * 200)
		jobs.Submit[i], jobs.Procs[i] = at, int64(1+r.IntN(10)/9)
	}
	for what, c := range map[string]struct {
		bound func(i int) float64
		want  bool
	}{
		"changes at every refit":   {func(i int) float64 { return math.Floor(jobs.Submit[i] / 300) }, false},
		"is the same":              {func(int) float64 { return 5 }, false},
		"is for the size of jobs":  {func(i int) float64 { return float64(jobs.Procs[i]) }, true},
		"is another for every job": {func(i int) float64 { return float64(i * 7919 % 1000) }, true},
		"is none":                  {func(int) float64 { return math.NaN() }, false},
	} {
		bounds := make([]float64, len(jobs.Submit))
		for i := range bounds {
			bounds[i] = c.bound(i)
		}
		if got := seriesOf(t, jobs, bounds).lines[0].varies; got != c.want {
			t.Errorf("a bound that %s depends on the job: %v", what, got)
		}
	}
}

func TestPlot(t *testing.T) {
	in := plainSample(t)
	p, err := newBuilder(in).plot(func() (int, error) { return 1_000_000, nil })
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for i := range p.Series {
		labels = append(labels, p.Series[i].Label)
	}
	want := []string{"normal", "low"}
	if !slices.Equal(labels, want) || !slices.Equal(p.Left, []string{"test of demo"}) {
		t.Errorf("series %v, left out %v", labels, p.Left)
	}
	s := p.Series[0]
	jobs := jobsIn(t, in, arrowio.Filter{Trace: "demo", Queue: "normal", Range: replay.AllRanges, Level: "0.95", Method: "lognormal"})
	if got := unpack(t, s.Wait); !slices.Equal(got, inUnits(jobs.Wait, 1)) || s.Training != 300 || s.Jobs != 3000 || s.Unit != 1 || s.Place != "" {
		t.Errorf("%d jobs, %d of them for training, in units of %v s; waits begin %v", s.Jobs, s.Training, s.Unit, got[:3])
	}
	// The recommended method comes first, though it is the second of the run.
	if l := s.Lines[0]; l.Method != "lognormal" || l.Varies || !reflect.DeepEqual(l.Look, lookOf(1)) {
		t.Errorf("the first method is %+v", l)
	}
	if got := unpack(t, s.Lines[0].Bound); got[0] != noBound || got[59] != 1500 {
		t.Errorf("bounds are %v and, of 1500.25 s, %v", got[0], got[59])
	}
}

func TestPlotRoom(t *testing.T) {
	in := plainSample(t)
	jobs, bounds, _ := spiky(40_000)
	for i := range in.Scores {
		in.Scores[i].Jobs = len(jobs.Submit)
	}
	in.Jobs = inBlocks(func(k arrowio.Filter) (arrowio.Block, error) {
		j := jobs
		j.Bound = bounds[0]
		r := rand.New(rand.NewPCG(3, 4))
		j.Wait = make([]float64, len(j.Submit))
		for i := range j.Wait {
			j.Wait[i] = float64(r.IntN(1 << 20))
		}
		return j, nil
	})
	for _, room := range []int{200_000, 10_000, -5} {
		p, err := newBuilder(in).plot(func() (int, error) { return room, nil })
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for i := range p.Series {
			size += p.Series[i].size()
			if s := p.Series[i]; s.Jobs >= s.Of || s.Place == "" {
				t.Errorf("%d bytes: all of %d jobs", room, s.Of)
			}
		}
		if size > max(room, 0) {
			t.Errorf("%d bytes in a room of %d", size, room)
		}
		if room > 50_000 && (len(p.Series) == 0 || !strings.Contains(strings.Join(p.Notes(), "\n"), "of 40,000 jobs")) {
			t.Errorf("%d bytes: %d series, notes %v", room, len(p.Series), p.Notes())
		}
		if len(p.Series)+len(p.Left) != 3 {
			t.Errorf("%d bytes: %d series, %d left out, want 3 in all", room, len(p.Series), len(p.Left))
		}
	}
}

func TestZone(t *testing.T) {
	pacific, err := time.LoadLocation("US/Pacific")
	if err != nil {
		t.Fatal(err)
	}
	// In 2000 summer time was in force from 2 April to 29 October.
	c := replay.Clock{Unix0: 951_000_000, Dated: true, Location: pacific}
	z := newZone("demo", c, 0, 366*86400)
	want := [][2]int64{{951_000_000, -8 * 3600}, {954_669_600, -7 * 3600}, {972_810_000, -8 * 3600}}
	if !slices.Equal(z.Shifts, want) {
		t.Errorf("shifts %v, want %v", z.Shifts, want)
	}
	if z := newZone("demo", replay.Clock{Location: time.UTC}, 0, 1e6); z.Dated || len(z.Shifts) != 0 {
		t.Errorf("the zone of a log without dates is %+v", z)
	}
}
