package arrowio

import (
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/methods"
	"waitbench/replay"
)

// Block is consecutive rows of one series, method and level, in replay order.
// The slices have the same length.
type Block struct {
	Log, Queue, Range, Method string
	Level                     string // as methods.Level writes it: 0.95, 0.25l

	JobID        []int64
	Submit, Wait []float64 // seconds
	Procs        []int64   // -1 for unknown
	Bound        []float64 // seconds, NaN for none
	Scored       []bool    // false in the training part
	Forecast     []float64 // of the wait, seconds, NaN for none
	Estimate     []float64 // requested run time, seconds, NaN for unknown

	// Only Join uses these.
	user       []int64   // -1 for unknown
	runTime    []float64 // seconds, NaN for unknown
	quantile   []float64 // and side: of the level
	side       string
	turnaround []float64         // forecast, seconds, NaN for none
	submitTime []arrow.Timestamp // seconds since 1970 UTC, -1 where the log is not dated
	age        []float64         // seconds, the same in all rows
	hit        []bool            // the wait is on the right side of the bound, if there is one
}

// Some columns of predictions, as indices of Block.table.
const (
	logColumn = iota
	queueColumn
	rangeColumn
	methodColumn
	quantileColumn = 10
	sideColumn     = 11
	ageColumn      = 19
)

func (b *Block) table() table {
	const notSaid, noForecast = "the log has no value", "the method has no forecast"
	noBound := func(row int) bool { return math.IsNaN(b.Bound[row]) }
	return table{
		{"log", noUnit, "name of the log", "", (*sameText)(&b.Log)},
		{"queue", noUnit, "queue of the job", "", (*sameText)(&b.Queue)},
		{"procs_range", noUnit, "range of processors of the series, or all", "",
			(*sameText)(&b.Range)},
		{"method", noUnit, "method of the bound", "", (*sameText)(&b.Method)},
		{"job_id", noUnit, "job ID in the log", "", integers(&b.JobID)},
		{"submit", seconds, "submission, and age_s later, on the clock of the log", "",
			numbers(&b.Submit)},
		{"wait", seconds, "time from then to start", "", numbers(&b.Wait)},
		{"procs", cpus, "requested processors, else allocated ones", notSaid, integers(&b.Procs)},
		{"bound", seconds, "bound of the wait, made at that time", "the method has no bound",
			numbers(&b.Bound)},
		{"scored", noUnit, "whether the job is scored: it follows the training part", "",
			truths(&b.Scored, nil)},
		{"quantile", "share", "quantile of the waits that is bounded", "", numbers(&b.quantile)},
		{"side", noUnit, "side of the bound: upper or lower", "", (*sameText)(&b.side)},
		{"point", seconds, "forecast of the wait, made at submission", noForecast,
			numbers(&b.Forecast)},
		{"turnaround", seconds, "forecast of the time from submission to end",
			noForecast, numbers(&b.turnaround)},
		{"estimate", seconds, "requested run time", notSaid, numbers(&b.Estimate)},
		{"submit_time", unixTime, "submission as a date", "the log is not dated",
			dates(&b.submitTime)},
		{"hit", noUnit, "whether the bound holds: the wait is at most an upper, " +
			"at least a lower one",
			"there is no bound", truths(&b.hit, noBound)},
		{"user", noUnit, "user ID in the log", notSaid, integers(&b.user)},
		{"run_time", seconds, "time from start to end", notSaid, numbers(&b.runTime)},
		{"age_s", seconds, "how long the job had waited when it was bounded: 0 at submission",
			replay.NoAges, numbers(&b.age)},
	}
}

// set makes the rows of the block the jobs begin..end of a result.
func (b *Block) set(r *replay.Result, begin, end int) {
	s, level := r.Series, r.Score.Level()
	clock := s.Log.Clock()
	b.Log, b.Queue, b.Range, b.Method = s.Log.Name, s.Queue, s.Range, r.Score.Method
	b.Level, b.side = level.String(), level.Side.String()
	for _, c := range b.table() {
		c.resize(end - begin)
	}
	for i := range b.JobID {
		j, bound := s.Job(begin+i), r.Bound(begin+i)
		b.JobID[i], b.Procs[i], b.user[i] = j.ID, j.Procs, j.User
		b.Submit[i], b.Wait[i] = j.Submit, j.Wait
		b.Estimate[i], b.runTime[i], b.quantile[i] = orNaN(j.Estimate), orNaN(j.Run), level.Quantile
		b.Bound[i], b.Scored[i], b.age[i] = bound, begin+i >= r.First, r.Score.Age
		b.Forecast[i], b.turnaround[i] = r.Forecast(begin + i)
		b.hit[i], b.submitTime[i] = level.Covers(j.Wait, bound), -1
		if clock.Dated {
			b.submitTime[i] = arrow.Timestamp(clock.Unix(j.Submit))
		}
	}
}

// orNaN returns a number, NaN for -1.
func orNaN(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	return x
}

// Names is the texts that may occur in a predictions file, in the order of its
// dictionaries.
type Names struct{ Logs, Queues, Ranges, Methods []string }

// PredictionWriter writes predictions.arrow. Rows are in the order of the
// results, in batches compressed with zstd. A batch holds rows of a single
// log, and the batches of a log follow each other. A file without rows has
// one empty batch. PredictionWriter keeps one batch in memory. Close or Abort
// ends it; any error ends it too, and leaves nothing behind.
type PredictionWriter struct {
	file     *fileWriter
	previous Filter // the series that was added last
	jobs     Block  // of a result
	err      error  // that ended the file

	// batchRows is the number of rows in a batch: 30 MB before compression. Most
	// columns are the same for every method, so a batch compresses best if it
	// holds a series more than once. For the same reason a batch that is half
	// full ends with a series.
	batchRows int
}

// CreatePredictions begins a file of predictions. words has all texts that may
// occur, since dictionaries cannot grow.
func CreatePredictions(path string, metadata Metadata, words Names) (*PredictionWriter, error) {
	w := &PredictionWriter{batchRows: 1 << 18}
	var err error
	w.file, err = createFile(path, w.jobs.table().schema(metadata), ipc.WithZstd(),
		ipc.WithCompressConcurrency(2))
	if err != nil {
		return nil, err
	}
	for column, texts := range map[int][]string{
		logColumn: words.Logs, queueColumn: words.Queues, rangeColumn: words.Ranges,
		methodColumn: words.Methods, sideColumn: {methods.Upper.String(), methods.Lower.String()},
	} {
		b := array.NewStringBuilder(memory.DefaultAllocator)
		for _, text := range texts {
			b.Append(text)
		}
		builder := w.file.rows.Field(column).(*array.BinaryDictionaryBuilder)
		if err := builder.InsertStringDictValues(b.NewStringArray()); err != nil {
			return nil, w.file.out.Fail(err)
		}
	}
	return w, nil
}

// Append adds the jobs of a result. The results of a log follow each other.
func (w *PredictionWriter) Append(r *replay.Result) error {
	const rows = 1 << 12 // of a block, which are in memory twice
	for begin := 0; begin < r.Series.Len() && w.err == nil; begin += rows {
		w.jobs.set(r, begin, min(begin+rows, r.Series.Len()))
		w.add(&w.jobs)
	}
	return w.err
}

func (w *PredictionWriter) add(b *Block) error {
	otherSeries := b.Queue != w.previous.Queue || b.Range != w.previous.Range
	if w.err == nil && (w.file.n > w.batchRows/2 && otherSeries ||
		w.file.n > 0 && b.Log != w.previous.Log) {
		w.err = w.file.flush()
	}
	for begin, table := 0, b.table(); begin < len(b.JobID) && w.err == nil; {
		end := min(len(b.JobID), begin+w.batchRows-w.file.n)
		w.file.add(table, begin, end)
		if begin = end; w.file.n == w.batchRows {
			w.err = w.file.flush()
		}
	}
	w.previous = Filter{Log: b.Log, Queue: b.Queue, Range: b.Range}
	return w.err
}

// Close writes the last batch and renames the file. It returns the error
// that ended the file, if there was one.
func (w *PredictionWriter) Close() error {
	if w.err == nil {
		w.err = w.file.close()
	}
	return w.err
}

// Abort removes the file. It does nothing after Close.
func (w *PredictionWriter) Abort() { w.file.out.Abort() }
