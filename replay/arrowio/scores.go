package arrowio

import (
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay"
)

// WriteScores writes scores.arrow: a row per score, in the order given.
func WriteScores(path string, metadata Metadata, scores []replay.Score) error {
	return scoreFrame(scores).write(path, metadata, memory.DefaultAllocator)
}

// WriteScoresCSV writes scores.csv, which has the same columns as scores.arrow: numbers in full
// precision, nothing for null.
func WriteScoresCSV(w io.Writer, scores []replay.Score) error { return scoreFrame(scores).WriteCSV(w) }

// scoreFrame is the columns of scores.
func scoreFrame(scores []replay.Score) Frame { return frameOf(scores, replay.Columns) }

func frameOf(scores []replay.Score, columns []replay.Column) Frame {
	frame := make(Frame, len(columns))
	for i := range columns {
		c := &columns[i]
		to := &frame[i]
		*to = Column{Name: c.Name, Optional: c.Optional, Unit: unitOf(c), Doc: c.Doc, Null: c.NullRule()}
		switch c.At(new(replay.Score)).(type) {
		case *int:
			to.Counts = make([]int64, len(scores))
			for k := range scores {
				to.Counts[k] = int64(*c.At(&scores[k]).(*int))
			}
		case *float64:
			to.Numbers = make([]float64, len(scores))
			for k := range scores {
				to.Numbers[k] = *c.At(&scores[k]).(*float64)
			}
		default:
			to.Texts = make([]string, len(scores))
			for k := range scores {
				to.Texts[k] = c.Text(&scores[k])
			}
		}
	}
	return frame
}

// unitOf is the unit of a column of scores in a file, which every column has.
func unitOf(c *replay.Column) string {
	switch {
	case c.Unit != replay.NoUnit:
		return string(c.Unit)
	case c.IsText():
		return noUnit
	}
	return "1"
}

// ReadScores reads scores.arrow, also one written by an earlier or later version: columns it does
// not know are left out, and values that a file of an earlier version does not have are missing.
func ReadScores(path string) ([]replay.Score, error) {
	frame := scoreFrame(nil)
	if err := frame.read(path, "scores"); err != nil {
		return nil, err
	}
	var scores []replay.Score
	for range frame.rows() {
		scores = append(scores, replay.NewScore())
	}
	for k := range frame {
		c, from := &replay.Columns[k], &frame[k]
		for i := range from.rows() {
			switch at := c.At(&scores[i]).(type) {
			case *int:
				*at = int(from.Counts[i])
			case *float64:
				*at = from.Numbers[i]
			default:
				c.SetText(&scores[i], from.Texts[i])
			}
		}
	}
	return scores, nil
}

// headFrame is the columns of heads.
func headFrame(heads []replay.Heads) Frame {
	traces, queues, methods, ids := []string{}, []string{}, []string{}, []int64{}
	var times, predicted, actual []float64
	for _, list := range heads {
		for _, h := range list.Heads {
			traces, methods = append(traces, list.Trace), append(methods, list.Method)
			queues, ids, times = append(queues, h.Queue), append(ids, h.ID), append(times, h.Time)
			predicted, actual = append(predicted, h.Forecast), append(actual, h.Actual)
		}
	}
	return Frame{
		{Name: "trace", Texts: traces, Unit: noUnit, Doc: "name of the log"},
		{Name: "method", Texts: methods, Unit: noUnit, Doc: "what made the forecast"},
		{Name: "job_id", Counts: ids, Unit: noUnit, Doc: "number of the job in the log"},
		{Name: "time", Numbers: times, Unit: seconds, Doc: "when the job came to the head of its queue, on the clock of the log"},
		{Name: "predicted", Numbers: predicted, Unit: seconds, Doc: "its remaining wait, as forecast then"},
		{Name: "actual", Numbers: actual, Unit: seconds, Doc: "its remaining wait"},
		{Name: "queue", Texts: queues, Unit: noUnit, Doc: "queue of the job"},
	}
}

// WriteHeads writes heads.arrow: a row per head, in the order given.
func WriteHeads(path string, metadata Metadata, heads []replay.Heads) error {
	return writeHeads(path, metadata, heads, memory.DefaultAllocator)
}

func writeHeads(path string, metadata Metadata, heads []replay.Heads, mem memory.Allocator) error {
	return headFrame(heads).write(path, metadata, mem, ipc.WithZstd())
}

// ReadHeads reads heads.arrow: rows of the same trace and method that follow each other make a
// list. What the file does not hold, the places of the jobs in their trace, is -1.
func ReadHeads(path string) (heads []replay.Heads, err error) {
	f := headFrame(nil)
	if err := f.read(path, "heads of queues"); err != nil {
		return nil, err
	}
	for i, trace := range f[0].Texts {
		method := f[1].Texts[i]
		if n := len(heads); n == 0 || heads[n-1].Trace != trace || heads[n-1].Method != method {
			heads = append(heads, replay.Heads{Trace: trace, Method: method})
		}
		list := &heads[len(heads)-1].Heads
		*list = append(*list, replay.Head{
			Job: -1, ID: f[2].Counts[i], Time: f[3].Numbers[i], Forecast: f[4].Numbers[i], Actual: f[5].Numbers[i], Queue: f[6].Texts[i],
		})
	}
	return heads, nil
}
