package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
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

// unpack does what the page's script does.
func unpack(t *testing.T, text string) (d seriesData) {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(flate.NewReader(bytes.NewReader(data))).Decode(&d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestBoundsStayOnTheirSide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		scale := []float64{1, 1000}[r.IntN(2)]
		wait := math.Round(r.ExpFloat64()*100*scale) / scale
		bound := wait + []float64{0, 0.25, -0.25, 1e-5, -1e-5, 40.3}[r.IntN(6)]
		if bound < 0 {
			continue
		}
		for _, side := range []methods.Side{methods.Upper, methods.Lower} {
			l := methods.Level{Quantile: 0.5, Confidence: 0.5, Side: side}
			b := onItsSide(bound, scale, side)
			if got, want := l.Covers(wait, b), l.Covers(wait, bound); got != want {
				t.Fatalf("wait %v, %s bound %v: covered %v, with bound %v %v", wait, side, bound, want, b, got)
			}
		}
	}
	for bound, want := range map[float64]float64{math.Inf(1): largestBound, 0: 0} {
		if got := onItsSide(bound, 1, methods.Upper); got != want {
			t.Errorf("bound %v is shown as %v, want %v", bound, got, want)
		}
	}
	if got := onItsSide(math.NaN(), 1, methods.Upper); got != noBound {
		t.Errorf("no bound is shown as %v", got)
	}
}

// plotOf is a plot of one queue with the bounds of methods.
func plotOf(t *testing.T, jobs arrowio.Block, bounds ...[]float64) *Plot {
	t.Helper()
	level := methods.Level{Quantile: 0.95, Confidence: 0.95}
	jobs.Log, jobs.Queue, jobs.Range, jobs.Level = "log", "q", replay.AllRanges, level.String()
	p := NewPlot(&run.Record{Settings: run.Settings{Epoch: 300}, Log: run.LogRecord{
		Name: "log", Queues: []run.QueueRecord{{Name: "q", Jobs: len(jobs.Submit)}}}}, []methods.Level{level})
	for i := range bounds {
		jobs.Method, jobs.Bound = strconv.Itoa(i), bounds[i]
		addInParts(p, &jobs)
	}
	if err := p.finish(nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	return p
}

// someJobs is n jobs a minute apart with waits of 10 to 12 s.
func someJobs(n int) (jobs arrowio.Block) {
	for i := range n {
		jobs.JobID, jobs.Procs = append(jobs.JobID, int64(i)), append(jobs.Procs, 1)
		jobs.Submit, jobs.Wait = append(jobs.Submit, float64(60*i)), append(jobs.Wait, float64(10+i%3))
		jobs.Scored = append(jobs.Scored, i >= n/10)
	}
	return jobs
}

// At most mostPoints jobs are shown, among them those with waits far from the
// others. Counts by day are of all jobs. A method whose bounds come second has
// them for the same jobs.
func TestThinning(t *testing.T) {
	for _, n := range []int{1, 2, 3000, mostPoints, mostPoints + 1, 123_457} {
		jobs := someJobs(n)
		bounds := make([]float64, n)
		for i := range bounds {
			bounds[i] = 10.5 + float64(i/300%3)
		}
		jobs.Wait[n/3], jobs.Wait[n/2] = 99999, 0
		if n > 1 {
			bounds[n-1] = math.NaN()
		}
		s := plotOf(t, jobs, bounds, bounds).Series[0]
		if len(s.ID) > mostPoints || len(s.ID) < min(n, mostPoints/3) || s.Shown != len(s.ID) || s.All != n {
			t.Errorf("%d of %d jobs are shown", len(s.ID), n)
		}
		if !slices.Contains(s.ID, int64(n/3)) || !slices.Contains(s.ID, int64(n/2)) {
			t.Errorf("of %d jobs the longest or the shortest wait is lost", n)
		}
		l := s.Lines[0]
		if other := s.Lines[1]; !slices.Equal(l.Bound, other.Bound) || !slices.Equal(l.Covered, other.Covered) {
			t.Errorf("of %d jobs two methods with the same bounds differ", n)
		}
		for k, id := range s.ID {
			if bound := onItsSide(bounds[id], 1, methods.Upper); s.Wait[k] != jobs.Wait[id] || l.Bound[k] != bound || k > 0 &&
				s.ID[k-1] >= id {
				t.Fatalf("job %d: wait %v and bound %v, want %v and %v, after job %d", id, s.Wait[k], l.Bound[k], jobs.Wait[id],
					bound, s.ID[max(0, k-1)])
			}
			if jobs.Scored[id] != (k >= s.Training) {
				t.Fatalf("job %d is scored: %v; %d jobs train", id, jobs.Scored[id], s.Training)
			}
		}
		bounded, covered := make([]int, len(l.Bounded)), make([]int, len(l.Bounded))
		for i, b := range bounds {
			if jobs.Scored[i] && !math.IsNaN(b) {
				bounded[i/1440]++
				if jobs.Wait[i] <= b {
					covered[i/1440]++
				}
			}
		}
		if !slices.Equal(l.Bounded, bounded) || !slices.Equal(l.Covered, covered) {
			t.Errorf("by day %v and %v, want %d and %d", l.Bounded, l.Covered, bounded, covered)
		}
	}
}

// A bound that depends on the job differs from one that changes with every
// refit.
func TestDependsOnJob(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	jobs := someJobs(5000)
	at := 0.0
	for i := range jobs.Submit {
		at += math.Floor(r.ExpFloat64() * 200)
		jobs.Submit[i], jobs.Procs[i] = at, int64(1+r.IntN(10)/9)
	}
	for what, c := range map[string]struct {
		bound func(i int) float64
		want  bool
	}{
		"changes at every refit":     {func(i int) float64 { return math.Floor(jobs.Submit[i] / 300) }, false},
		"is the same":                {func(int) float64 { return 5 }, false},
		"is for the size of jobs":    {func(i int) float64 { return float64(jobs.Procs[i]) }, true},
		"is different for every job": {func(i int) float64 { return float64(i * 7919 % 1000) }, true},
	} {
		bounds := make([]float64, len(jobs.Submit))
		for i := range bounds {
			bounds[i] = c.bound(i)
		}
		if got := plotOf(t, jobs, bounds).Series[0].Lines[0].Varies; got != c.want {
			t.Errorf("a bound that %s depends on the job: %v", what, got)
		}
	}
}

func TestPlot(t *testing.T) {
	in := plainSample(t)
	p := in.Plot
	if err := p.finish(in.Verdicts, map[string]int{"lognormal": 6}, nil); err != nil {
		t.Fatal(err)
	}
	if len(p.Series) != 2 || p.Series[0].Label != "normal" || p.Series[1].Label != "low" ||
		!slices.Equal(p.Left, []string{"test"}) {
		t.Errorf("series %+v, left out %v", p.Series, p.Left)
	}
	s, jobs := unpack(t, p.Series[0].Data), inventJobs(0, 3000, replay.AllRanges)
	if !slices.Equal(s.Wait, jobs.Wait) || s.Training != 300 || s.Scale != 1 {
		t.Errorf("%d jobs, %d of them for training, scale %v", len(s.ID), s.Training, s.Scale)
	}
	// The recommended method comes first, though it is the second of the run.
	if l := s.Lines[0]; l.Method != "lognormal" || l.Varies || !reflect.DeepEqual(l.Style, styleOf(6)) ||
		l.Bound[0] != noBound || l.Bound[59] != 1500 {
		t.Errorf("the first method is %s, %v, %+v, with bounds %v and %v", l.Method, l.Varies, l.Style, l.Bound[0],
			l.Bound[59])
	}
}

// Series that would make the page too large are named.
func TestPlotLeavesOut(t *testing.T) {
	jobs := someJobs(40_000)
	r := rand.New(rand.NewPCG(3, 4))
	var bounds [][]float64
	for range 60 {
		b := make([]float64, len(jobs.Submit))
		for i := range b {
			b[i] = r.Float64() * 1e12
		}
		bounds = append(bounds, b)
	}
	p := plotOf(t, jobs, bounds...)
	if notes := strings.Join(p.Notes(), "\n"); len(p.Series) > 0 ||
		!strings.Contains(notes, "Left out to keep this page small, or without bounds: q.") {
		t.Errorf("%d series; notes %s", len(p.Series), notes)
	}
	p = plotOf(t, jobs, bounds[0])
	if notes := strings.Join(p.Notes(), "\n"); len(p.Series) != 1 ||
		!strings.Contains(notes, "The plot shows 3,012 jobs of q: of each part") {
		t.Errorf("%d series; notes %s", len(p.Series), notes)
	}
}

// In 2000 summer time was in force from 2 April to 29 October.
func TestCalendar(t *testing.T) {
	pacific, err := time.LoadLocation("US/Pacific")
	if err != nil {
		t.Fatal(err)
	}
	const unix0 = 951_000_000
	c := replay.Clock{Unix0: unix0, Dated: true, Location: pacific}
	number := int(time.Date(2000, 4, 2, 0, 0, 0, 0, time.UTC).Unix() / 86400)
	midnight := float64(number*86400 + 8*3600 - unix0)
	for _, w := range []struct {
		at     float64
		day    int
		offset float64 // hours
	}{{midnight - 1, number - 1, -8}, {midnight, number, -8}, {midnight + 7200, number, -7},
		{midnight + 23*3600 - 1, number, -7}, {midnight + 23*3600, number + 1, -7}} {
		if day, local := dayOf(c, w.at), wallClock(c, w.at); day != w.day || local != unix0+w.at+3600*w.offset {
			t.Errorf("%v s is on day %d, local time %v; want %+v", w.at, day, local, w)
		}
	}
	if day := dayOf(replay.Clock{}, 86400*3+5); day != 3 || wallClock(replay.Clock{}, 7) != 7 {
		t.Errorf("day %d of a log without dates, want 3", day)
	}
}
