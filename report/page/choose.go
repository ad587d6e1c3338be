package page

import (
	"cmp"
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
)

// What the plot over time shows. For every trace: the busiest queues, all sizes of jobs together,
// with the methods that are the most accurate correct ones for these queues and then others in the
// order of the run; then the ranges of the busiest queue, and its other levels, with fewer methods.
// The queues come first for every trace, one after the other. A series may take a share of the room
// that is left; if it does not fit with two methods it is downsampled until it does.
const (
	plotQueues       = 4 // of each trace
	plotMethods      = 8 // of each queue
	plotRangeMethods = 3 // of each range or further level of the busiest queue
	plotJobs         = 100_000
	leastPlotJobs    = 3_000 // a series downsampled to fewer is left out
	mostPlotRoom     = 2_500_000
)

// plotted is what the script of the page draws.
type plotted struct {
	Zones  []zone          `json:"zones"`
	Series []plottedSeries `json:"series"`
	Left   []string        `json:"-"` // what was left out, in words
}

// plottedSeries is a series and the bounds of its methods, in columns as pack makes them.
type plottedSeries struct {
	Zone     int     `json:"zone"` // index in zones
	Queue    string  `json:"queue"`
	Range    string  `json:"range"`
	Level    string  `json:"level"`
	Lower    bool    `json:"lower"`
	Target   float64 `json:"target"` // share that bounds are to cover
	Unit     float64 `json:"unit"`   // of times, seconds
	Jobs     int     `json:"jobs"`
	Of       int     `json:"of"` // jobs of the series before it was downsampled
	Training int     `json:"training"`
	ID       string  `json:"id"`
	Submit   string  `json:"submit"`
	Wait     string  `json:"wait"`
	Procs    string  `json:"procs"`
	Lines    []line  `json:"lines"`
}

type line struct {
	Method string `json:"method"`
	Bound  string `json:"bound"`
}

// candidate is a series that the plot would show.
type candidate struct {
	trace, queue, procs string
	level               methods.Level
	methods             []string
	alike               int // candidates of the same rank from here on
}

// candidates lists what the plot would show, the most important first.
func (b *builder) candidates() []candidate {
	var list []candidate
	main := b.in.mainLevel()
	queues := map[string][]string{}
	best := map[string][]string{}
	for _, trace := range b.traces {
		queues[trace] = b.busiest(trace)
		best[trace] = b.bestFirst(trace, queues[trace], main)
	}
	rank := func(of func(trace string) []candidate) {
		first := len(list)
		for _, trace := range b.traces {
			list = append(list, of(trace)...)
		}
		for i := first; i < len(list); i++ {
			list[i].alike = len(list) - i
		}
	}
	for k := range plotQueues {
		rank(func(trace string) []candidate {
			if k >= len(queues[trace]) {
				return nil
			}
			return []candidate{{trace, queues[trace][k], replay.AllRanges, main, best[trace], 0}}
		})
	}
	rank(func(trace string) []candidate {
		few := best[trace][:min(plotRangeMethods, len(best[trace]))]
		var more []candidate
		for _, r := range b.ranges {
			more = append(more, candidate{trace, queues[trace][0], r, main, few, 0})
		}
		for _, l := range levels(b.in.Scores) {
			if l != main {
				more = append(more, candidate{trace, queues[trace][0], replay.AllRanges, l, few, 0})
			}
		}
		return more
	})
	return list
}

// busiest lists the queues of a trace, those of the most jobs first.
func (b *builder) busiest(trace string) []string {
	jobs := map[string]int{}
	var list []string
	for i := range b.in.Scores {
		s := &b.in.Scores[i]
		if s.Trace == trace && s.Range == replay.AllRanges && jobs[s.Queue] == 0 && s.Jobs > 0 {
			jobs[s.Queue] = s.Jobs
			list = append(list, s.Queue)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(jobs[b], jobs[a]) })
	return list
}

// bestFirst lists methods for the plot: the most accurate correct ones of queues, then others in
// the order of the run.
func (b *builder) bestFirst(trace string, queues []string, l methods.Level) []string {
	var list []string
	add := func(m string) {
		if !slices.Contains(list, m) && len(list) < plotMethods {
			list = append(list, m)
		}
	}
	for _, q := range queues[:min(plotQueues, len(queues))] {
		for _, v := range b.verdicts {
			if v.trace == trace && v.queue == q && v.procs == replay.AllRanges && v.level == l {
				for _, m := range methodNames(v.best()) {
					add(m)
				}
			}
		}
	}
	for _, m := range b.methods {
		add(m)
	}
	return list
}

// plot reads and packs what fits into a room of bytes.
func (b *builder) plot(room int) (*plotted, error) {
	p := &plotted{}
	room = min(room, mostPlotRoom)
	for _, w := range b.candidates() {
		s, jobs, err := b.grant(&w, room/(w.alike+1))
		if err != nil {
			return nil, err
		}
		if s == nil {
			p.Left = append(p.Left, w.String())
			continue
		}
		s.Zone = p.zone(b.in, w.trace)
		z := &p.Zones[s.Zone]
		z.cover(jobs.Submit[0])
		z.cover(jobs.Submit[len(jobs.Submit)-1])
		room -= s.size()
		p.Series = append(p.Series, *s)
	}
	p.clean()
	return p, nil
}

// clean makes names fit for the page.
func (p *plotted) clean() {
	for i := range p.Zones {
		p.Zones[i].Trace = printable(p.Zones[i].Trace)
	}
	for i := range p.Series {
		s := &p.Series[i]
		s.Queue = printable(s.Queue)
		for k := range s.Lines {
			s.Lines[k].Method = printable(s.Lines[k].Method)
		}
	}
}

// String names the series of a candidate.
func (w *candidate) String() string {
	text := w.queue
	if w.procs != replay.AllRanges {
		text += ", " + w.procs + " processors"
	}
	return fmt.Sprintf("%s of %s, %s", text, w.trace, levelWords(w.level))
}

// zone gives the index of the clock of a trace.
func (p *plotted) zone(in *Input, trace string) int {
	if i := slices.IndexFunc(p.Zones, func(z zone) bool { return z.Trace == trace }); i >= 0 {
		return i
	}
	var clock replay.Clock
	first, last := 0.0, 0.0
	if t := in.trace(trace); t != nil {
		clock, first, last = t.Clock(), t.Begin(), t.LastSubmit
	}
	p.Zones = append(p.Zones, newZone(trace, clock, first, last))
	return len(p.Zones) - 1
}

// grant packs the series of a candidate into at most room bytes; it gives nil if that is too
// little, or there are no jobs.
func (b *builder) grant(w *candidate, room int) (*plottedSeries, *stretch, error) {
	s, err := b.read(w)
	if err != nil || s == nil {
		return nil, nil, err
	}
	for limit := min(plotJobs, len(s.Submit)); ; {
		packed := s.pack(w, s.downsample(limit), room)
		if len(packed.Lines) >= min(2, len(s.bounds)) {
			return packed, s, nil
		}
		// The next try is smaller by as much as this one was too large, and by a third at least.
		limit = min(limit*2/3, int(float64(limit)*float64(room)/float64(packed.size())))
		if limit < leastPlotJobs {
			return nil, nil, nil
		}
	}
}

// read reads the jobs of a candidate and the bounds of its methods. Methods that gave no bounds are
// taken off the candidate.
func (b *builder) read(w *candidate) (*stretch, error) {
	var s *stretch
	var found []string
	for _, m := range w.methods {
		jobs, err := b.in.Jobs(Key{w.trace, w.queue, w.procs, w.level.String(), m})
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(jobs.Bound, func(v float64) bool { return v == v }) {
			continue
		}
		if s == nil {
			s = &stretch{Jobs: jobs}
		}
		if len(jobs.Bound) != len(s.Submit) {
			return nil, fmt.Errorf("%s: %d bounds of %s for %d jobs", w, len(jobs.Bound), m, len(s.Submit))
		}
		s.bounds = append(s.bounds, jobs.Bound)
		found = append(found, m)
	}
	w.methods = found
	return s, nil
}

// pack packs the jobs at some positions, and the bounds of as many methods as fit into room.
func (s *stretch) pack(w *candidate, at []int, room int) *plottedSeries {
	u := unit(s.Submit, s.Wait)
	p := &plottedSeries{
		Queue: w.queue, Range: w.procs, Level: w.level.String(), Lower: w.level.Side == methods.Lower, Target: w.level.Target(), Unit: u,
		Jobs: len(at), Of: len(s.Submit), Training: len(at),
		ID:     pack(pick(s.ID, at)),
		Submit: pack(inUnits(pick(s.Submit, at), u)),
		Wait:   pack(inUnits(pick(s.Wait, at), u)),
		Procs:  pack(pick(s.Procs, at)),
	}
	if i := slices.Index(pick(s.Scored, at), true); i >= 0 {
		p.Training = i
	}
	for i, b := range s.bounds {
		if p.size() > room {
			break
		}
		l := line{w.methods[i], pack(boundsInUnits(pick(b, at), u, w.level.Side))}
		if p.size()+len(l.Bound) <= room {
			p.Lines = append(p.Lines, l)
		}
	}
	return p
}

// size is about what the series takes in the page, in bytes.
func (p *plottedSeries) size() int {
	const names = 400
	n := names + len(p.ID) + len(p.Submit) + len(p.Wait) + len(p.Procs)
	for _, l := range p.Lines {
		n += len(l.Bound) + 40
	}
	return n
}
