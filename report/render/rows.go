package render

import (
	"waitbench/replay"
	"waitbench/replay/arrowio"
)

// mostKept is the number of bounds that a reader keeps: 16 MB, and a few times that for the jobs.
const mostKept = 1 << 21

// source is predictions.
type source interface {
	Series(arrowio.Filter, func(*arrowio.Block) error) error
	Most() int // how many rows there are at most
}

// inMemory is predictions as the replay left them.
type inMemory []arrowio.Block

func (m inMemory) Series(f arrowio.Filter, use func(*arrowio.Block) error) error {
	for i := range m {
		if b := m[i]; f.Holds(&b) {
			if err := use(&b); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m inMemory) Most() (rows int) {
	for i := range m {
		rows += len(m[i].Bound)
	}
	return rows
}

// reader reads predictions. To decompress a batch takes long, so it keeps what figures and the page
// ask for of all jobs of a queue, as far as that is not too much.
type reader struct {
	source
	kept map[arrowio.Filter]arrowio.Block // the bounds of a method; with no method and level the jobs
	rows int
}

// keep takes up a block. All blocks of a trace must come, in their order.
func (r *reader) keep(b *arrowio.Block) {
	if _, all := r.source.(inMemory); all || b.Range != replay.AllRanges || r.rows > mostKept {
		return
	}
	series := arrowio.Filter{Trace: b.Trace, Queue: b.Queue, Range: b.Range}
	of := series
	of.Method, of.Level = b.Method, b.Level
	if r.rows += len(b.Bound); r.rows > mostKept {
		delete(r.kept, of)
		return
	}
	jobs, bounds := r.kept[series], r.kept[of]
	if jobs.Method == "" {
		jobs = arrowio.Block{Trace: b.Trace, Queue: b.Queue, Range: b.Range, Method: b.Method, Level: b.Level}
	}
	if jobs.Method == b.Method && jobs.Level == b.Level {
		jobs.JobID, jobs.Submit, jobs.Wait = append(jobs.JobID, b.JobID...), append(jobs.Submit, b.Submit...), append(jobs.Wait, b.Wait...)
		jobs.Procs, jobs.Scored = append(jobs.Procs, b.Procs...), append(jobs.Scored, b.Scored...)
	}
	bounds.Bound = append(bounds.Bound, b.Bound...)
	r.kept[series], r.kept[of] = jobs, bounds
}

// each hands over rows, in blocks that it must not keep: those that were kept where they are, else
// from the file.
func (r *reader) each(f arrowio.Filter, use func(*arrowio.Block) error) error {
	bounds, kept := r.kept[f]
	if !kept || f.Method == "" {
		return r.Series(f, use)
	}
	b := r.kept[arrowio.Filter{Trace: f.Trace, Queue: f.Queue, Range: f.Range}]
	b.Method, b.Level, b.Bound = f.Method, f.Level, bounds.Bound
	return use(&b)
}
