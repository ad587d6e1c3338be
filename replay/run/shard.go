package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
)

// A unit leaves a run directory of its own, which is whole or absent as any other, in a folder inside
// that of the run:
//
//	7-of-40: run.json, predictions.arrow and so on, of its tasks on its logs

// unitName is the name of the folder of a unit.
func unitName(u ShardID) string { return fmt.Sprintf("%d-of-%d", u.Number, u.Of) }

// ShardFolder is the folder of a unit of the run in a folder.
func ShardFolder(dir string, u ShardID) string {
	return filepath.Join(output.Shards(dir), unitName(u))
}

// NewShardWriter is New for a unit of the plan, whose finished logs are always taken over.
func NewShardWriter(dir string, plan Plan, force bool) (*Writer, error) {
	if err := output.CheckOwned(dir); err != nil {
		return nil, err
	}
	plan.Build = ReadBuild()
	return NewWriter(ShardFolder(dir, plan.Shard.ShardID), plan, plan.Shard.Logs, true, force)
}

// ShardsIn says how many units those that are in the folder of a run are of; 0 where there are none.
func ShardsIn(dir string) (of int, err error) {
	entries, err := os.ReadDir(output.Shards(dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	for _, entry := range entries {
		var u ShardID
		if n, _ := fmt.Sscanf(entry.Name(), "%d-of-%d", &u.Number, &u.Of); n != 2 || unitName(u) != entry.Name() {
			return 0, fmt.Errorf("%s is no unit of a run: remove it", filepath.Join(output.Shards(dir), entry.Name()))
		}
		if of != 0 && of != u.Of {
			return 0, fmt.Errorf("%s holds units of %d and of %d; --force removes them", dir, of, u.Of)
		}
		of = u.Of
	}
	return of, nil
}

// Done reports whether a unit is whole. One of other settings, another build of the program or other
// logs, which have these sums, is an error.
func (p *Plan) Done(dir string, u *Shard, sums map[string]string) (bool, error) {
	folder := ShardFolder(dir, u.ShardID)
	run, err := ReadRecord(filepath.Join(folder, RecordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	what := p.otherUnit(u, run)
	for _, t := range run.Traces {
		if sum := sums[t.Name]; what == "" && t.SHA256 != sum {
			what = fmt.Sprintf("of another log %s, of SHA-256 %.12s, not %.12s", t.Name, t.SHA256, sum)
		}
	}
	if what != "" {
		return false, fmt.Errorf("unit %v in %s is %s; --force does it again", u, dir, what)
	}
	return true, nil
}

// otherUnit says in what a unit that was found is none of the plan; "" where it is.
func (p *Plan) otherUnit(u *Shard, run *Record) string {
	switch what := run.Settings.Difference(&p.Settings); {
	case what != "":
		return "of a run with " + what
	case run.Shard == nil || run.Shard.Program != u.Program:
		return fmt.Sprintf("of another build of the program (version %s, %v)", run.Version, run.Build)
	case len(run.Traces)+len(run.LeftOut) != len(u.Logs):
		return "of other logs"
	}
	return ""
}

// OpenUnits takes the units of a run to be put together. All of them must be there.
func (e *Writer) OpenUnits(cut []*Shard, sums map[string]string) error {
	dir := e.Folder.Dir()
	var missing []string
	for _, u := range cut {
		done, err := e.Done(dir, u, sums)
		if err != nil {
			return err
		}
		if !done {
			missing = append(missing, fmt.Sprint(u.Number))
			continue
		}
		d, err := Open(ShardFolder(dir, u.ShardID))
		if err != nil {
			return err
		}
		e.units = append(e.units, &doneUnit{Shard: u, Dir: d})
	}
	switch len(missing) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s lacks unit %s of %d", dir, missing[0], cut[0].Of)
	}
	return fmt.Errorf("%s lacks units %s of %d", dir, output.Enumerate(missing), cut[0].Of)
}

// doneUnit is a unit that is put together with others, log after log.
type doneUnit struct {
	*Shard
	*Dir
	scores []replay.Score // of the log, that are left
}

// next gives the next score of the unit, if it is the one that is wanted.
func (u *doneUnit) next(of arrowio.Filter) (s replay.Score, ok bool) {
	if len(u.scores) > 0 {
		s = u.scores[0]
	}
	if ok = of == filterOf(&s); ok {
		u.scores = u.scores[1:]
	}
	return s, ok
}

// filterOf is what the rows of a score have in common.
func filterOf(s *replay.Score) arrowio.Filter {
	return arrowio.Filter{Trace: s.Trace, Queue: s.Queue, Range: s.Range, Method: s.Method, Level: s.Level().String()}
}

// Merge adds a log as the units have left it. It holds of each of them a batch of predictions in
// memory.
func (e *Writer) Merge(ctx context.Context, name string) (*TraceRecord, error) {
	if why, ok := e.lacking[name]; ok && e.units == nil {
		return nil, replay.Unusable{Err: errors.New(why)}
	}
	var of []*doneUnit // that have tasks on the log
	owner := map[task]int{}
	var record *TraceRecord
	var remarks []Note
	for _, u := range e.units {
		if u.tasks[name] == nil {
			continue
		}
		if i := slices.IndexFunc(u.Run.LeftOut, func(l LeftOutLog) bool { return l.Name == name }); i >= 0 {
			return nil, replay.Unusable{Err: errors.New(u.Run.LeftOut[i].Why)}
		}
		found, err := u.Trace(name)
		if err != nil {
			return nil, err
		}
		if remarks = append(remarks, found.Remarks...); record == nil || record.Machine == nil {
			copied := *found
			record = &copied
		}
		for _, t := range u.tasks[name] {
			owner[t] = len(of)
		}
		u.scores = slices.DeleteFunc(slices.Clone(u.Scores), func(s replay.Score) bool { return s.Trace != name })
		of = append(of, u)
	}
	record.Remarks = remarks
	return record, e.keep(record, func(p *part) error {
		rows, err := e.mergeScores(p, of, owner)
		if err != nil {
			return err
		}
		if err := e.mergeHeads(p, of); err != nil {
			return err
		}
		var done, total int64
		for i := range p.scores {
			total += int64(p.scores[i].Jobs)
		}
		tell := func(rows int) error {
			if done += int64(rows); e.Engine.Progress != nil {
				e.Engine.Progress(replay.Merging, done, total)
			}
			return context.Cause(ctx)
		}
		path := filepath.Join(p.folder, PredictionsFile)
		err = arrowio.Join(path, e.run([]part{*p}).Metadata(), e.names(p.record), rows, tell)
		if err == nil && done != total {
			err = fmt.Errorf("the predictions of %s in the units have %d rows, their scores %d", p.record.Name, done, total)
		}
		return err
	})
}

// mergeScores puts the scores of a log into the order of its tasks, and says from which unit come the
// rows of each.
func (e *Writer) mergeScores(p *part, of []*doneUnit, owner map[task]int) (rows []arrowio.Source, err error) {
	left := e.withoutMethods(&p.record)
	var series []arrowio.Filter
	for _, u := range of {
		for i := range u.scores {
			f := filterOf(&u.scores[i])
			f.Method, f.Level = "", ""
			if !slices.Contains(series, f) {
				series = append(series, f)
			}
		}
	}
	wrong := func(u *doneUnit) error {
		return fmt.Errorf("%s does not have the scores that unit %v must have of %s: remove it", u.Path, u.ShardID, p.record.Name)
	}
	for _, f := range series {
		for _, m := range e.Methods {
			for _, l := range e.Levels {
				f.Method, f.Level = m.Name, l.String()
				from := owner[task{m.Name, l}]
				score, ok := of[from].next(f)
				if ok {
					p.scores, rows = append(p.scores, score), append(rows, arrowio.Source{Path: of[from].Predictions(), Filter: f})
				} else if !left[m.Name] {
					return nil, wrong(of[from])
				}
			}
		}
	}
	for _, u := range of {
		if len(u.scores) > 0 {
			return nil, wrong(u)
		}
	}
	return rows, nil
}

// mergeHeads puts what was said of the heads of the queues of a log into the order of the watchers.
func (e *Writer) mergeHeads(p *part, of []*doneUnit) error {
	said := map[string]replay.Heads{} // by all units that watched
	for _, u := range of {
		heads, err := u.Heads()
		if err != nil {
			return err
		}
		for _, h := range heads {
			if h.Trace == p.record.Name {
				said[h.Method] = h
			}
		}
	}
	for _, kind := range e.kinds(p.record.Name) {
		if h, ok := said[kind.Name]; ok {
			p.heads = append(p.heads, h)
		}
	}
	return nil
}

// RemoveShards removes the units of a run, the record of each first, as of parts.
func RemoveShards(dir string) error { return removeAll(output.Shards(dir)) }
