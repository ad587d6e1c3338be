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

// seriesOf reads jobs with the bounds of methods, in blocks.
func seriesOf(t *testing.T, jobs arrowio.Block, bounds ...[]float64) *seriesData {
	t.Helper()
	c := candidate{jobs: len(jobs.Submit), level: methods.Level{Quantile: 0.95, Confidence: 0.95}}
	for i := range bounds {
		c.methods = append(c.methods, strconv.Itoa(i))
	}
	in := &Input{Run: &run.Record{Settings: run.Settings{Epoch: 300}, Traces: make([]run.TraceRecord, 1)}, Jobs: inBlocks(func(f arrowio.Filter) (arrowio.Block, error) {
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

// someJobs is n jobs a minute apart with waits of 10 to 12 s.
func someJobs(n int) (jobs arrowio.Block) {
	for i := range n {
		jobs.JobID = append(jobs.JobID, int64(i))
		jobs.Submit = append(jobs.Submit, float64(60*i))
		jobs.Wait = append(jobs.Wait, float64(10+i%3))
		jobs.Procs = append(jobs.Procs, 1)
		jobs.Scored = append(jobs.Scored, i > n/10)
	}
	return jobs
}

// At most mostPoints jobs are shown, among them those with waits that stand
// out. Counts by day are of all jobs.
func TestRead(t *testing.T) {
	for _, n := range []int{1, 2, 3000, mostPoints, mostPoints + 1, 123_457} {
		jobs := someJobs(n)
		bounds := make([]float64, n)
		for i := range bounds {
			bounds[i] = 10.5 + float64(i/300%3)
		}
		jobs.Wait[n/3], jobs.Wait[n/2], bounds[n-1] = 99999, 0, math.NaN()
		s := seriesOf(t, jobs, bounds)
		if len(s.ID) > mostPoints || len(s.ID) < min(n, mostPoints/3) {
			t.Errorf("%d of %d jobs are shown", len(s.ID), n)
		}
		if !slices.Contains(s.ID, int64(n/3)) || !slices.Contains(s.ID, int64(n/2)) {
			t.Errorf("of %d jobs the longest or the shortest wait is lost", n)
		}
		l := s.Lines[0]
		for k, id := range s.ID {
			if bound := onItsSide(bounds[id], 1, methods.Upper); s.Wait[k] != jobs.Wait[id] || l.Bound[k] != bound || k > 0 && s.ID[k-1] >= id {
				t.Fatalf("job %d: wait %v and bound %v, want %v and %v, after job %d", id, s.Wait[k], l.Bound[k], jobs.Wait[id], bound, s.ID[max(0, k-1)])
			}
			if jobs.Scored[id] != (k >= s.Training) {
				t.Fatalf("job %d is scored: %v; %d jobs train", id, jobs.Scored[id], s.Training)
			}
		}
		bounded, covered := make([]int, n/1440+1), make([]int, n/1440+1)
		for i, b := range bounds {
			if jobs.Scored[i] && b == b {
				bounded[i/1440]++
				if jobs.Wait[i] <= b {
					covered[i/1440]++
				}
			}
		}
		for d := range bounded {
			if d < len(l.Bounded) && (l.Bounded[d] != bounded[d] || l.Covered[d] != covered[d]) || d >= len(l.Bounded) && bounded[d] > 0 {
				t.Errorf("day %d: %v and %v, want %d and %d", d, l.Bounded, l.Covered, bounded[d], covered[d])
				break
			}
		}
	}
}

// A bound that depends on the job is told from one that changes with every
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
		if got := seriesOf(t, jobs, bounds).Lines[0].Varies; got != c.want {
			t.Errorf("a bound that %s depends on the job: %v", what, got)
		}
	}
}

func TestPlot(t *testing.T) {
	in := plainSample(t)
	p, err := newBuilder(in).plot()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Series) != 2 || p.Series[0].Label != "normal" || p.Series[1].Label != "low" || !slices.Equal(p.Left, []string{"test of demo"}) {
		t.Errorf("series %+v, left out %v", p.Series, p.Left)
	}
	s := unpack(t, p.Series[0].Data)
	jobs := jobsIn(t, in, arrowio.Filter{Trace: "demo", Queue: "normal", Range: replay.AllRanges, Level: "0.95", Method: "lognormal"})
	if !slices.Equal(s.Wait, jobs.Wait) || !slices.Equal(s.Submit, jobs.Submit) || s.Training != 300 || s.Scale != 1 {
		t.Errorf("%d jobs, %d of them for training, scale %v", len(s.ID), s.Training, s.Scale)
	}
	// The recommended method comes first, though it is the second of the run.
	if l := s.Lines[0]; l.Method != "lognormal" || l.Varies || !reflect.DeepEqual(l.Style, styleOf(1)) || l.Bound[0] != noBound || l.Bound[59] != 1500 {
		t.Errorf("the first method is %s, %v, %+v, with bounds %v and %v", l.Method, l.Varies, l.Style, l.Bound[0], l.Bound[59])
	}
}

// Series that would make the page too large are named.
func TestPlotLeavesOut(t *testing.T) {
	in := plainSample(t)
	jobs := someJobs(40_000)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range in.Scores {
		in.Scores[i].Jobs, in.Scores[i].Bounded = len(jobs.Submit), 1
	}
	in.Jobs = inBlocks(func(arrowio.Filter) (arrowio.Block, error) {
		j := jobs
		j.Bound = make([]float64, len(j.Submit))
		for i := range j.Bound {
			j.Bound[i] = r.Float64() * 1e12
		}
		return j, nil
	})
	for _, s := range in.Scores[:9] {
		for range 20 {
			s.Method += "+"
			in.Scores = append(in.Scores, s)
		}
	}
	p, err := newBuilder(in).plot()
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, s := range p.Series {
		size += len(s.Data)
	}
	notes := strings.Join(p.Notes(), "\n")
	if size > plotBytes || len(p.Series)+len(p.Left) != 3 || len(p.Left) == 0 || !strings.Contains(notes, "of 40,000 jobs") || !strings.Contains(notes, p.Left[0]) {
		t.Errorf("%d series of %d bytes, left out %v; notes %s", len(p.Series), size, p.Left, notes)
	}
}

func TestZoneAndDays(t *testing.T) {
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
	// The machine's midnight after 1 April 2000 is 8 h later than that of UTC,
	// and the one a day later 7 h.
	midnight := float64(time.Date(2000, 4, 2, 8, 0, 0, 0, time.UTC).Unix()) - c.Unix0
	number := int(time.Date(2000, 4, 2, 0, 0, 0, 0, time.UTC).Unix() / 86400)
	d := &days{clock: c}
	for at, want := range map[float64]int{midnight - 1: number - 1, midnight: number, midnight + 23*3600 - 1: number, midnight + 23*3600: number + 1} {
		if got := d.of(at); got != want {
			t.Errorf("%v s is on day %d, want %d", at, got, want)
		}
	}
	if got := (&days{}).of(86400*3 + 5); got != 3 {
		t.Errorf("day %d of a log without dates, want 3", got)
	}
}
