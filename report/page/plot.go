package page

import (
	"encoding/json"
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report"
)

const (
	plotQueues = 5         // of each trace, that the plot over time shows
	plotBytes  = 1_000_000 // of a page, for the plot over time
)

// plotted is what the script of the page draws.
type plotted struct {
	Zones  []zone          `json:"zones"`
	Series []plottedSeries `json:"series"`
	Left   []string        `json:"-"` // series that were left out, in words
}

// zone is the clock of a log for the script of the page: the Unix time of
// second 0, and the offsets of the machine's time from UTC. With it dates do
// not depend on the time zones that a browser knows.
type zone struct {
	Trace  string     `json:"trace"`
	Dated  bool       `json:"dated"`
	Start  float64    `json:"start"`  // Unix time, s; 0 for a log without dates
	Shifts [][2]int64 `json:"shifts"` // Unix times from which an offset holds, and the offset in seconds east
}

// newZone returns the zone of a clock for times of the log from first to last.
func newZone(trace string, c replay.Clock, first, last float64) zone {
	z := zone{Trace: output.Printable(trace), Dated: c.Dated, Start: c.Unix0, Shifts: [][2]int64{}}
	if c.Dated {
		for _, shift := range c.Shifts(first, last) {
			z.Shifts = append(z.Shifts, [2]int64{shift.Unix, shift.Offset})
		}
	}
	return z
}

// plottedSeries is a series of the plot.
type plottedSeries struct {
	Zone   int     `json:"zone"` // index in zones
	Label  string  `json:"label"`
	Queue  string  `json:"queue"`
	Level  string  `json:"level"`
	Lower  bool    `json:"lower"`
	Target float64 `json:"target"` // share that bounds are to cover
	Shown  int     `json:"jobs"`
	Of     int     `json:"of"`   // jobs of the series
	Data   string  `json:"data"` // its seriesData as JSON, by deflate
}

// candidate is a series that the plot would show.
type candidate struct {
	trace   int // index in the traces of the run
	queue   string
	level   methods.Level
	methods []string // that give bounds, as the verdict or the run orders them
	jobs    int
}

// label names the series among those of its trace.
func (c *candidate) label(main methods.Level) string {
	if c.level != main {
		return output.Printable(c.queue) + ", " + report.LevelWords(c.level)
	}
	return output.Printable(c.queue)
}

// candidates lists the series for the plot, the most important first: for every
// trace the busiest queues, then the other levels of the busiest queue.
func (b *builder) candidates() (list []candidate) {
	add := func(trace int, queue string, l methods.Level) {
		c := candidate{trace: trace, queue: queue, level: l}
		name := b.in.Run.Traces[trace].Name
		take := func(s *replay.Score) {
			if s.Trace == name && s.Queue == queue && s.Level() == l && s.Range == replay.AllRanges && s.Bounded > 0 && !slices.Contains(c.methods, s.Method) {
				c.methods, c.jobs = append(c.methods, s.Method), s.Jobs
			}
		}
		for i := range b.in.Verdicts {
			for _, m := range b.in.Verdicts[i].Methods {
				take(m.Score)
			}
		}
		for i := range b.in.Scores {
			take(&b.in.Scores[i])
		}
		list = append(list, c)
	}
	for k := range plotQueues {
		for i := range b.in.Run.Traces {
			if queues := b.in.Run.Traces[i].Busiest(); k < len(queues) {
				add(i, queues[k], b.main)
			}
		}
	}
	for i := range b.in.Run.Traces {
		for _, l := range report.LevelsIn(b.in.Scores) {
			if queues := b.in.Run.Traces[i].Busiest(); len(queues) > 0 && l != b.main {
				add(i, queues[0], l)
			}
		}
	}
	return list
}

// plot reads the series of the plot until it has plotBytes. Any error is one of
// reading jobs.
func (b *builder) plot() (*plotted, error) {
	p := &plotted{}
	for i := range b.in.Run.Traces {
		t := &b.in.Run.Traces[i]
		p.Zones = append(p.Zones, newZone(t.Name, t.Clock(), t.Begin(), t.LastSubmit))
	}
	left := plotBytes
	for _, c := range b.candidates() {
		s := plottedSeries{
			Zone: c.trace, Label: c.label(b.main), Queue: output.Printable(c.queue), Level: c.level.String(),
			Lower: c.level.Side == methods.Lower, Target: c.level.Target(), Of: c.jobs,
		}
		if len(c.methods) > 0 && left > 0 {
			d, err := b.read(&c)
			if err != nil {
				return nil, err
			}
			data, err := json.Marshal(d)
			if err != nil {
				return nil, err
			}
			s.Data, s.Shown = deflate(data), len(d.ID)
		}
		if s.Shown == 0 || len(s.Data) > left {
			p.Left = append(p.Left, s.Label+" of "+p.Zones[s.Zone].Trace)
			continue
		}
		left -= len(s.Data)
		p.Series = append(p.Series, s)
	}
	return p, nil
}

// read reads the jobs of a candidate and the bounds of its methods.
func (b *builder) read(c *candidate) (*seriesData, error) {
	record := &b.in.Run.Traces[c.trace]
	each := func(method string, take func(*arrowio.Block, int)) error {
		f, at := arrowio.Filter{Trace: record.Name, Queue: c.queue, Range: replay.AllRanges, Method: method, Level: c.level.String()}, 0
		err := b.in.Jobs(f, func(jobs *arrowio.Block) error {
			take(jobs, at)
			at += len(jobs.Bound)
			return nil
		})
		if err == nil && at != c.jobs {
			err = fmt.Errorf("%s of %s: %d bounds of %s for %d jobs", c.queue, record.Name, at, method, c.jobs)
		}
		return err
	}
	d := &seriesData{Scale: 1}
	jobs := thinner{seriesData: d, part: 1}
	if c.jobs > mostPoints {
		jobs.part = (3*c.jobs + mostPoints - 4) / (mostPoints - 3) // keeps mostPoints at most
	}
	if err := each(c.methods[0], jobs.take); err != nil {
		return nil, err
	}
	jobs.flush()
	days := &days{clock: record.Clock()}
	if len(d.Submit) > 0 {
		d.FirstDay = days.of(d.Submit[0])
	}
	for _, m := range c.methods {
		l := &line{Method: output.Printable(m), Style: styleOf(slices.Index(b.styles, m))}
		bounds := &counter{line: l, seriesData: d, level: c.level, days: days, near: max(1, b.in.Run.Settings.Epoch/10)}
		if err := each(m, bounds.take); err != nil {
			return nil, err
		}
		l.Varies = bounds.dependsOnJob()
		d.Lines = append(d.Lines, l)
	}
	return d, nil
}

// Notes says what the plot leaves out.
func (p *plotted) Notes() (list []string) {
	var thinned []string
	for _, s := range p.Series {
		if s.Shown < s.Of {
			thinned = append(thinned, fmt.Sprintf("%s of %s jobs of %s of %s", output.Grouped(s.Shown), output.Grouped(s.Of), s.Label, p.Zones[s.Zone].Trace))
		}
	}
	if len(thinned) > 0 {
		list = append(list, "The plot shows "+output.Enumerate(thinned)+": of each part of consecutive jobs the first and those with the shortest and the longest wait. Shares count all jobs.")
	}
	if len(p.Left) > 0 {
		list = append(list, "Left out to keep this page small, or without bounds: "+output.Enumerate(p.Left)+". waitbench plot bounds draws any series.")
	}
	return list
}
