package page

import (
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report"
)

// What the plot over time shows, the most important first: for every trace the busiest queues, all
// sizes of jobs together, then the other levels of the busiest queue. Each series may take twice
// its share of the room that is left; what does not fit has fewer of its jobs.
const (
	plotQueues    = 5 // of each trace
	leastMethods  = 3 // where there is no room for all
	plotJobs      = 80_000
	leastPlotJobs = 3_000 // a series with room for fewer is left out
	mostPlotRoom  = 2_000_000
)

// plotted is what the script of the page draws.
type plotted struct {
	Zones  []zone          `json:"zones"`
	Series []plottedSeries `json:"series"`
	Left   []string        `json:"-"` // what was left out, in words
}

// zone is the clock of a log for the script of the page: where time 0 is, and from which moment on
// the machine's time was how far from UTC. So dates come out as they do elsewhere, whatever zones a
// browser knows.
type zone struct {
	Trace  string     `json:"trace"`
	Dated  bool       `json:"dated"`
	Start  float64    `json:"start"`  // seconds since 1970 UTC; 0 for a log without dates
	Shifts [][2]int64 `json:"shifts"` // seconds since 1970 UTC from which an offset holds, and the offset in seconds east
}

// newZone describes a clock for times of the log from first to last.
func newZone(trace string, c replay.Clock, first, last float64) zone {
	z := zone{Trace: trace, Dated: c.Dated, Start: c.Unix0, Shifts: [][2]int64{}}
	if c.Dated {
		for _, shift := range c.Shifts(first, last) {
			z.Shifts = append(z.Shifts, [2]int64{shift.Unix, shift.Offset})
		}
	}
	return z
}

// plottedSeries is a series and the bounds of its methods, in columns as pack makes them.
type plottedSeries struct {
	Zone     int     `json:"zone"` // index in zones
	Label    string  `json:"label"`
	Queue    string  `json:"queue"`
	Level    string  `json:"level"`
	Lower    bool    `json:"lower"`
	Target   float64 `json:"target"` // share that bounds are to cover
	Unit     float64 `json:"unit"`   // of times, seconds
	Jobs     int     `json:"jobs"`
	Of       int     `json:"of"`      // jobs of the series before it was downsampled
	Stretch  int     `json:"stretch"` // consecutive jobs that are counted together, of all of these
	Training int     `json:"training"`
	Place    string  `json:"place"` // of each job among all; empty if all are here
	ID       string  `json:"id"`
	Submit   string  `json:"submit"`
	Wait     string  `json:"wait"`
	Procs    string  `json:"procs"`
	Lines    []line  `json:"lines"`
}

// line is the bounds of a method. A bound that depends on the job is no line: it has a band for
// each stretch, and Bound only where there is room for it.
type line struct {
	Method  string `json:"method"`
	Look    look   `json:"look"`
	Varies  bool   `json:"varies"`
	Bound   string `json:"bound,omitempty"`
	Low     string `json:"low,omitempty"` // 10 % of the bounds of a stretch are lower
	High    string `json:"high,omitempty"`
	Bounded string `json:"bounded"` // scored jobs of each stretch that have a bound
	Covered string `json:"covered"`
}

// candidate is a series that the plot would show.
type candidate struct {
	trace, queue string
	level        methods.Level
	methods      []string
	jobs         int
}

// candidates lists what the plot would show, with the methods that give bounds: in the order of the
// verdict, or of the run if there is none.
func (b *builder) candidates() []candidate {
	type series struct {
		trace, queue string
		level        methods.Level
	}
	bounding, jobs := map[series][]string{}, map[series]int{}
	add := func(s *replay.Score) {
		of := series{s.Trace, s.Queue, s.Level()}
		if s.Range == replay.AllRanges && s.Bounded > 0 && !slices.Contains(bounding[of], s.Method) {
			bounding[of], jobs[of] = append(bounding[of], s.Method), s.Jobs
		}
	}
	for i := range b.in.Verdicts {
		for _, m := range b.in.Verdicts[i].Methods {
			add(m.Score)
		}
	}
	for i := range b.in.Scores {
		add(&b.in.Scores[i])
	}
	var list []candidate
	take := func(trace, queue string, l methods.Level) {
		of := series{trace, queue, l}
		list = append(list, candidate{trace, queue, l, bounding[of], jobs[of]})
	}
	for k := range plotQueues {
		for i := range b.in.Run.Traces {
			t := &b.in.Run.Traces[i]
			if queues := t.Busiest(); k < len(queues) {
				take(t.Name, queues[k], b.main)
			}
		}
	}
	for i := range b.in.Run.Traces {
		t := &b.in.Run.Traces[i]
		for _, l := range report.LevelsIn(b.in.Scores) {
			if queues := t.Busiest(); len(queues) > 0 && l != b.main {
				take(t.Name, queues[0], l)
			}
		}
	}
	return list
}

// label names the series among those of its trace.
func (c *candidate) label(main methods.Level) string {
	if c.level != main {
		return output.Printable(c.queue) + ", " + report.LevelWords(c.level)
	}
	return output.Printable(c.queue)
}

// reading is a candidate that was read, and its jobs.
type reading struct {
	candidate
	jobs *stretch
	err  error
}

// readings reads candidates until done is closed, each while the one before is packed.
func (b *builder) readings(candidates []candidate, done chan struct{}) <-chan reading {
	out := make(chan reading)
	go func() {
		defer close(out)
		for _, c := range candidates {
			r := reading{candidate: c}
			r.jobs, r.err = b.read(&c)
			select {
			case out <- r:
			case <-done:
				return
			}
		}
	}()
	return out
}

// plot packs what fits into a room of bytes, which is asked for while the first jobs are read.
func (b *builder) plot(roomLeft func() (int, error)) (*plotted, error) {
	p := &plotted{}
	candidates, done := b.candidates(), make(chan struct{})
	readings, left := b.readings(candidates, done), len(candidates)
	defer func() {
		close(done)
		for range readings { // until nothing is read any more
		}
	}()
	room, err := roomLeft()
	if err != nil {
		return nil, err
	}
	room = min(room, mostPlotRoom)
	for c := range readings {
		if c.err != nil {
			return nil, c.err
		}
		var packed *plottedSeries
		if c.jobs != nil {
			packed = c.jobs.fit(&c.candidate, min(room, 2*room/(left+1)))
		}
		left--
		if packed == nil {
			p.Left = append(p.Left, c.label(b.main)+" of "+output.Printable(c.trace))
			continue
		}
		packed.Label, packed.Zone = c.label(b.main), p.zone(b.in, c.trace)
		for k := range packed.Lines {
			l := &packed.Lines[k]
			l.Look, l.Method = lookOf(slices.Index(b.looks, l.Method)), output.Printable(l.Method)
		}
		room -= packed.size()
		p.Series = append(p.Series, *packed)
	}
	for i := range p.Zones {
		p.Zones[i].Trace = output.Printable(p.Zones[i].Trace)
	}
	return p, nil
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

// read reads the jobs of a candidate and the bounds of its methods; nil if there are none.
func (b *builder) read(c *candidate) (*stretch, error) {
	if len(c.methods) == 0 || c.jobs == 0 {
		return nil, nil
	}
	s := newStretch(c.jobs, c.level, b.in.Run.Settings.Epoch)
	each := func(method string, take func(*arrowio.Block, int)) error {
		f, at := arrowio.Filter{Trace: c.trace, Queue: c.queue, Range: replay.AllRanges, Method: method, Level: c.level.String()}, 0
		err := b.in.Jobs(f, func(jobs *arrowio.Block) error {
			if at+len(jobs.Bound) > c.jobs {
				return fmt.Errorf("%s of %s: more than %d bounds of %s", c.queue, c.trace, c.jobs, method)
			}
			take(jobs, at)
			at += len(jobs.Bound)
			return nil
		})
		if err == nil && at < c.jobs {
			err = fmt.Errorf("%s of %s: %d bounds of %s for %d jobs", c.queue, c.trace, at, method, c.jobs)
		}
		return err
	}
	if err := each(c.methods[0], s.takeJobs); err != nil {
		return nil, err
	}
	for _, m := range c.methods {
		l := s.addLine()
		if err := each(m, l.take); err != nil {
			return nil, err
		}
		if l.varies = l.dependsOnJob(); l.varies {
			if err := each(m, l.takeBand); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// fit packs the series into room bytes; nil if that is too little.
func (s *stretch) fit(c *candidate, room int) *plottedSeries {
	for limit := min(plotJobs, len(s.Submit)); ; {
		packed := s.pack(c, s.downsample(limit), room)
		if len(packed.Lines) == len(s.lines) {
			return packed
		}
		// The next try is smaller by as much as this one was too large, and by a third at least.
		limit = min(limit*2/3, int(float64(limit)*float64(room)/float64(packed.size())))
		if limit < leastPlotJobs {
			if len(packed.Lines) >= min(leastMethods, len(s.lines)) {
				return packed
			}
			return nil
		}
	}
}

// pack packs the jobs at some positions, the lines and bands of as many methods as fit into room,
// and then the bounds of single jobs.
func (s *stretch) pack(c *candidate, at []int64, room int) *plottedSeries {
	u := unit(s.Submit, s.Wait)
	p := &plottedSeries{
		Queue: output.Printable(c.queue), Level: c.level.String(), Lower: c.level.Side == methods.Lower, Target: c.level.Target(),
		Unit: u, Jobs: len(at), Of: s.jobs, Stretch: s.size, Training: len(at),
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	side := func(to *string, values func() []int64) {
		group.Go(func() error {
			*to = pack(values())
			return nil
		})
	}
	side(&p.ID, func() []int64 { return pick(s.JobID, at) })
	side(&p.Submit, func() []int64 { return inUnits(pick(s.Submit, at), u) })
	side(&p.Wait, func() []int64 { return inUnits(pick(s.Wait, at), u) })
	side(&p.Procs, func() []int64 { return pick(s.Procs, at) })
	if len(at) < s.jobs {
		side(&p.Place, func() []int64 { return pick(s.place, at) })
	}
	lines := make([]line, len(s.lines))
	for i, b := range s.lines {
		l := &lines[i]
		l.Method, l.Varies = c.methods[i], b.varies
		side(&l.Bounded, func() []int64 { return b.bounded })
		side(&l.Covered, func() []int64 { return b.covered })
		if l.Varies {
			side(&l.Low, func() []int64 { return boundsInUnits(b.low, u, c.level.Side) })
			side(&l.High, func() []int64 { return boundsInUnits(b.high, u, c.level.Side) })
		} else {
			side(&l.Bound, func() []int64 { return boundsInUnits(pick(b.bounds, at), u, c.level.Side) })
		}
	}
	group.Wait()
	if i := slices.Index(pick(s.Scored, at), true); i >= 0 {
		p.Training = i
	}
	used := p.size()
	for _, l := range lines {
		if used += l.size(); used > room {
			return p
		}
		p.Lines = append(p.Lines, l)
	}
	for i := range p.Lines {
		if l := &p.Lines[i]; l.Varies {
			bound := pack(boundsInUnits(pick(s.lines[i].bounds, at), u, c.level.Side))
			if used+len(bound) > room {
				break
			}
			used += len(bound)
			l.Bound = bound
		}
	}
	return p
}

// size is about what the series takes in the page, in bytes.
func (p *plottedSeries) size() int {
	const names = 400
	n := names + len(p.ID) + len(p.Submit) + len(p.Wait) + len(p.Procs) + len(p.Place)
	for i := range p.Lines {
		n += p.Lines[i].size()
	}
	return n
}

func (l *line) size() int {
	const names = 300
	return names + len(l.Bound) + len(l.Low) + len(l.High) + len(l.Bounded) + len(l.Covered)
}

// Notes say what the plot leaves out.
func (p *plotted) Notes() []string {
	var list []string
	for i := range p.Series {
		if s := &p.Series[i]; s.Jobs < s.Of {
			bounds := ", and the lowest and highest bound of each method with a line"
			if s.Of > mostRows {
				bounds = ""
			}
			list = append(list, fmt.Sprintf("%s of %s has %s of %s jobs: of every stretch of consecutive jobs those with the shortest and longest wait%s. "+
				"Shares count all of them.", s.Label, p.Zones[s.Zone].Trace, output.Grouped(s.Jobs), output.Grouped(s.Of), bounds))
		}
	}
	if len(p.Left) > 0 {
		list = append(list, "Left out to keep this page small, or without bounds: "+output.Enumerate(p.Left)+". waitbench plot bounds draws any series.")
	}
	return list
}

// judgedFirst is the method that the plot and the table of one method begin with: the tightest that
// is recommended on the busiest queue.
func judgedFirst(verdicts []report.Verdict) string {
	most, method := -1, ""
	for i := range verdicts {
		if v := &verdicts[i]; v.Scored > most && len(v.Methods) > 0 {
			most, method = v.Scored, v.Methods[0].Method
		}
	}
	return method
}
