package run

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
)

// Shard is a share of a run for one of several processes: pairs of a log and a
// method. Its results are a run directory inside the folder of the run.
type Shard struct {
	Number int `json:"number"` // from 1
	Of     int `json:"of"`

	pairs map[string][]string // methods by log
}

// String returns the shard as a flag has it: 7/40.
func (s *Shard) String() string { return fmt.Sprintf("%d/%d", s.Number, s.Of) }

// Logs returns the logs of the run in which the shard has a method, in their
// order.
func (s *Shard) Logs(logs []string) []string {
	return slices.DeleteFunc(slices.Clone(logs), func(log string) bool {
		return s.pairs[log] == nil
	})
}

// has reports whether the shard has a method on a log. A nil shard has all.
func (s *Shard) has(log, method string) bool {
	return s == nil || slices.Contains(s.pairs[log], method)
}

// weightOf returns a rough time of a method for a job, with bmbp as 1. It only
// balances the shards and estimates the time left.
func weightOf(m methods.Method) float64 {
	switch {
	case m.Program != nil:
		return 100
	case m.Forecaster != nil:
		return 5
	}
	return 1
}

// Weights returns rough times of the phases of a log for a job, with bmbp as 1.
func (p *Plan) Weights(log string) map[replay.Phase]float64 {
	w, shared := map[replay.Phase]float64{replay.Reading: 0.5}, map[*methods.ForecasterSpec]bool{}
	for _, m := range p.Methods {
		if !p.Shard.has(log, m.Name) {
			continue
		}
		bound := weightOf(m)
		if m.Forecaster != nil {
			if !shared[m.Forecaster] {
				w[replay.Forecasting] += bound
			}
			shared[m.Forecaster], bound = true, 1
		}
		w[replay.Bounding] += bound * float64(len(p.Levels))
		w[replay.Tables] += 0.2 * float64(len(p.Levels))
		w[replay.Figures] += 0.2
	}
	return w
}

// Shards divides the plan's pairs of a log and a method among n shards. The
// heaviest pairs go first, each to the lightest shard so far. The sizes are of
// the files of the logs.
func (p *Plan) Shards(logs []string, sizes []int64, n int) []*Shard {
	type pair struct {
		log, method string
		weight      float64
	}
	var pairs []pair
	for i, log := range logs {
		for _, m := range p.Methods {
			pairs = append(pairs, pair{log, m.Name, weightOf(m) * float64(sizes[i])})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.weight, a.weight) })
	shards, load := make([]*Shard, n), make([]float64, n)
	for i := range shards {
		shards[i] = &Shard{i + 1, n, map[string][]string{}}
	}
	for _, p := range pairs {
		i := slices.Index(load, slices.Min(load))
		load[i] += p.weight
		shards[i].pairs[p.log] = append(shards[i].pairs[p.log], p.method)
	}
	return shards
}

// shardFolder returns the run directory of a shard of the run in dir.
func shardFolder(dir string, s *Shard) string {
	return filepath.Join(output.Shards(dir), fmt.Sprintf("%d-of-%d", s.Number, s.Of))
}

// ShardsIn returns how many shards the run in a folder is divided into, or 0 if
// the folder has none.
func ShardsIn(dir string) (of int, err error) {
	runs, err := runsIn(output.Shards(dir))
	for _, path := range runs {
		var s Shard
		if n, _ := fmt.Sscanf(filepath.Base(path), "%d-of-%d", &s.Number, &s.Of); n != 2 ||
			of != 0 && of != s.Of {
			return 0, fmt.Errorf("%s holds shards of several runs: remove them", output.Shards(dir))
		}
		of = s.Of
	}
	return of, err
}

// RemoveShards removes the shards of the run in a folder.
func RemoveShards(dir string) error { return removeRuns(output.Shards(dir)) }

// NewShardWriter is NewWriter for a shard of the plan. It always resumes.
func NewShardWriter(dir string, plan Plan, logs []string, force bool) (*Writer, error) {
	if _, err := output.CheckKind(dir, force, plan.Kind); err != nil {
		return nil, err
	}
	folder := shardFolder(dir, plan.Shard)
	if force {
		if err := removeRun(folder); err != nil {
			return nil, err
		}
	}
	plan.Build = ReadBuild()
	return NewWriter(folder, plan, plan.Shard.Logs(logs), true, force)
}

// OpenShard opens a shard of the run in a folder, or returns nil if it is not
// finished. Other settings, another build or other logs are an error. sums are
// the SHA-256 of the run's logs by name.
func (p Plan) OpenShard(dir string, s *Shard, sums map[string]string) (*Dir, error) {
	d, err := Open(shardFolder(dir, s))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w; --force replaces it", err)
	}
	p.Shard, p.Build = s, ReadBuild()
	what := p.difference(d.Run, slices.Collect(maps.Keys(sums)), true)
	for _, t := range d.Run.Traces {
		if sum := sums[t.Name]; what == "" && t.SHA256 != sum {
			what = fmt.Sprintf("log %s of SHA-256 %.12s, not %.12s", t.Name, t.SHA256, sum)
		}
	}
	if what != "" {
		return nil, fmt.Errorf("shard %v in %s belongs to a run with %s; --force replaces it", s,
			dir, what)
	}
	return d, nil
}

// Merge adds a log from the shards.
func (w *Writer) Merge(shards []*Dir, name string) (*TraceRecord, error) {
	if why, ok := w.skipped[name]; ok {
		return nil, replay.Unusable{Err: errors.New(why)}
	}
	var p part
	var series []arrowio.Filter // in order, from the first shard with scores
	scores, paths := map[arrowio.Filter]replay.Score{}, map[arrowio.Filter]string{}
	heads, notes := map[string]replay.Heads{}, map[string]string{}
	for _, d := range shards {
		for _, l := range d.Run.LeftOut {
			if l.Name == name {
				return nil, replay.Unusable{Err: errors.New(l.Why)}
			}
		}
		record, err := d.Trace(name)
		if err != nil {
			continue // it has none of the log
		}
		if maps.Copy(notes, record.MethodNotes); p.record.Machine == nil {
			p.record = *record
		}
		first := len(series) == 0
		for _, s := range d.scoresOf(name) {
			f := arrowio.Filter{Trace: s.Trace, Queue: s.Queue, Range: s.Range}
			if first && !slices.Contains(series, f) {
				series = append(series, f)
			}
			f.Method, f.Level, f.Age = s.Method, s.Level().String(), max(s.Age, 0)
			scores[f], paths[f] = s, d.Predictions()
		}
		all, err := d.Heads()
		if err != nil {
			return nil, err
		}
		for _, h := range all {
			if h.Trace == name {
				heads[h.Method] = h
			}
		}
	}
	for _, age := range w.ages() {
		for _, f := range series {
			for _, m := range w.Methods {
				for _, l := range w.Levels {
					f.Method, f.Level, f.Age = m.Name, l.String(), age
					if s, ok := scores[f]; ok {
						p.scores = append(p.scores, s)
						p.sources = append(p.sources, arrowio.Source{Path: paths[f], Filter: f})
					} else if notes[m.Name] == "" && (age == 0 || m.Claims.Remaining) {
						return nil, fmt.Errorf(
							"the shards in %s have no scores of method %s on log %s: remove %s",
							w.Folder.Dir(), m.Name, name, output.Shards(w.Folder.Dir()))
					}
				}
			}
		}
	}
	for _, spec := range w.forecasters(name) {
		if h, ok := heads[spec.Name]; ok {
			p.heads = append(p.heads, h)
		}
	}
	p.record.MethodNotes = notes
	p.record.noteInput()
	w.verify(&p.record)
	if err := w.conclude(&p); err != nil {
		return nil, err
	}
	w.parts = append(w.parts, p)
	return &w.parts[len(w.parts)-1].record, nil
}
