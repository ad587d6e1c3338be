package run

import (
	_ "embed" // costs
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"waitbench/methods"
)

// What a plan costs on one core, by method; TestCosts of cmd/waitbench measures it (make costs). A
// method that is not there costs what the one before its parameters and suffixes does.
//
//go:embed costs.csv
var costsCSV string

var costs = func() map[string]cost {
	rows, err := csv.NewReader(strings.NewReader(costsCSV)).ReadAll()
	if err != nil {
		panic(err)
	}
	list := map[string]cost{}
	for _, row := range rows[1:] {
		var n [3]int64
		for i := range n {
			if n[i], err = strconv.ParseInt(row[i+1], 10, 64); err != nil {
				panic(err)
			}
		}
		list[row[0]] = cost{n[0], n[1], n[2]}
	}
	return list
}()

// cost is what a method takes: nanoseconds for each job of a log that its watcher sees, nanoseconds
// and bytes for each row of its predictions. Read stands for reading a log, merge for what becomes of
// a row when units are put together, tables and page included.
type cost struct{ watch, row, bytes int64 }

func costOf(method string) cost {
	c, ok := costs[method]
	if !ok {
		c = costs[method[:strings.IndexAny(method+":", ":+")]]
	}
	return c
}

// Shard is a share of the tasks of a plan, for one process.
type Shard struct {
	ShardID
	Cost  int64    // estimated, nanoseconds of one core
	Logs  []string // in the order of the run
	tasks map[string][]task
	paid  map[shared]bool
}

// task is a method at a level.
type task struct {
	method string
	level  methods.Level
}

// has reports whether a task of a log is in the unit; nil has all.
func (u *Shard) has(log string, m methods.Method, l methods.Level) bool {
	return u == nil || slices.Contains(u.tasks[log], task{m.Name, l})
}

// uses reports whether a method is among the tasks on a log, at any level.
func (u *Shard) uses(log string, m methods.Method) bool {
	return u == nil || slices.ContainsFunc(u.tasks[log], func(t task) bool { return t.method == m.Name })
}

// add takes up a piece.
func (u *Shard) add(p piece) {
	u.Cost = u.with(p)
	if !slices.Contains(u.Logs, p.log) {
		u.Logs = append(u.Logs, p.log)
	}
	u.tasks[p.log] = append(u.tasks[p.log], p.tasks...)
	for _, s := range p.shared {
		u.paid[s] = true
	}
}

// with is the cost of the unit with one more piece.
func (u *Shard) with(p piece) int64 {
	cost := u.Cost + p.cost
	for _, s := range p.shared {
		if !u.paid[s] {
			cost += s.cost
		}
	}
	return cost
}

// Log is a log that is to be replayed.
type Log struct {
	Name string
	Jobs int64 // about
}

// GuessLog guesses from the size of its file how many jobs a log has: 12 to 19 bytes a job compressed,
// and 92 to 95 as text, in those of the archive.
func GuessLog(name, path string) (Log, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Log{}, err
	}
	bytes := int64(16)
	if strings.HasSuffix(path, ".swf") || strings.HasSuffix(path, ".txt") {
		bytes = 93
	}
	return Log{name, info.Size()/bytes + 1}, nil
}

// piece is tasks of a log that are not cut further.
type piece struct {
	log    string
	tasks  []task
	cost   int64
	shared []shared
}

// shared is work that is done once for all pieces of a unit that need it: a log is read, or shown to
// watchers.
type shared struct {
	log      string
	watchers int // which ones; -1 for reading
	cost     int64
}

// rows is the jobs of all series of a log.
func (p *Plan) rows(log Log) int64 {
	if len(p.Ranges) > 0 {
		return 2 * log.Jobs
	}
	return log.Jobs
}

// pieces cuts the tasks on a log: methods that need waits only one by one, the others by what their
// watchers share, and both by level.
func (p *Plan) pieces(log Log) []piece {
	var list []piece
	rows := p.rows(log)
	var shares [][]*methods.Watch
	for _, kind := range p.kinds("") {
		shares = append(shares, []*methods.Watch{kind})
	}
	read := shared{log.Name, -1, log.Jobs * costs["read"].watch}
	for i, share := range append(shares, nil) {
		watch := shared{log: log.Name, watchers: i}
		for _, kind := range share {
			watch.cost += log.Jobs * costOf(kind.Name).watch
		}
		for _, l := range p.Levels {
			together := piece{log: log.Name, shared: []shared{read, watch}}
			for _, m := range p.Methods {
				t, cost := task{m.Name, l}, rows*costOf(m.Name).row
				switch {
				case slices.Contains(share, m.Watch):
					together.tasks, together.cost = append(together.tasks, t), together.cost+cost
				case share == nil && m.Watch == nil:
					list = append(list, piece{log.Name, []task{t}, cost, []shared{read}})
				}
			}
			if share != nil {
				list = append(list, together)
			}
		}
	}
	return list
}

// Cut cuts the plan into units, so that the longest is as short as can be with at most n units of
// pieces that follow each other. It depends on its arguments alone: not on the machine.
func (p *Plan) Partition(logs []Log, n int) []*Shard {
	var pieces []piece
	var most int64
	for _, log := range logs {
		pieces = append(pieces, p.pieces(log)...)
	}
	for _, piece := range pieces {
		most += (&Shard{}).with(piece)
	}
	for least := int64(0); least < most; {
		if middle := (least + most) / 2; len(fill(pieces, middle, n)) <= n {
			most = middle
		} else {
			least = middle + 1
		}
	}
	return fill(pieces, most, n)
}

// fill makes units of at most a cost, or of one piece that costs more.
func fill(pieces []piece, most int64, of int) []*Shard {
	var units []*Shard
	for _, p := range pieces {
		if last := len(units) - 1; last < 0 || units[last].with(p) > most {
			units = append(units, &Shard{ShardID: ShardID{Number: len(units) + 1, Of: of}, tasks: map[string][]task{}, paid: map[shared]bool{}})
		}
		units[len(units)-1].add(p)
	}
	return units
}

// Estimate is what a run in units is going to take.
type Estimate struct {
	Units          int
	All            time.Duration // of one core, all units together
	Longest, Merge time.Duration // the longest unit, and putting them together, which is the work of one core
	Bytes          int64         // of the predictions: once as units, and once as the run
	Memory         int64         // bytes of a unit of the largest log, at its peak
}

// memoryPerJob is the most that a unit of any method took for each job of a log at its peak, in
// bytes: of SDSC-BLUE five times in a row, 1.2 million jobs, at one quantile.
const memoryPerJob = 350

// Estimate says what it takes to do the plan in at most n units.
func (p *Plan) Estimate(logs []Log, n int) Estimate {
	var e Estimate
	for _, u := range p.Partition(logs, n) {
		e.Units++
		e.All += time.Duration(u.Cost)
		e.Longest = max(e.Longest, time.Duration(u.Cost))
	}
	for _, log := range logs {
		e.Memory = max(e.Memory, log.Jobs*memoryPerJob)
		for _, m := range p.Methods {
			rows := p.rows(log) * int64(len(p.Levels))
			e.Bytes += rows * costOf(m.Name).bytes
			e.Merge += time.Duration(rows * costs["merge"].row)
		}
	}
	return e
}
