package arrowio

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay"
)

// headFields are the columns of heads.arrow, in order.
var headFields = []arrow.Field{
	{Name: "trace", Type: textType},
	{Name: "method", Type: textType},
	{Name: "job_id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "time", Type: arrow.PrimitiveTypes.Float64},
	{Name: "predicted", Type: arrow.PrimitiveTypes.Float64},
	{Name: "actual", Type: arrow.PrimitiveTypes.Float64},
}

// WriteHeads writes heads.arrow: a row per head, in the order given.
func WriteHeads(path string, heads []replay.Heads) error {
	return writeHeads(path, heads, memory.DefaultAllocator)
}

func writeHeads(path string, heads []replay.Heads, mem memory.Allocator) error {
	ids := []int64{}
	traces, methods := []string{}, []string{}
	var times, predicted, actual []float64
	for _, list := range heads {
		for _, h := range list.Heads {
			traces, methods = append(traces, list.Trace), append(methods, list.Method)
			ids, times = append(ids, h.ID), append(times, h.Time)
			predicted, actual = append(predicted, h.Predicted), append(actual, h.Actual)
		}
	}
	f := Frame{
		{Texts: traces}, {Texts: methods},
		{Counts: ids}, {Numbers: times}, {Numbers: predicted}, {Numbers: actual},
	}
	for i := range f {
		f[i].Name = headFields[i].Name
	}
	return f.write(path, mem, ipc.WithZstd())
}

// ReadHeads reads heads.arrow: rows of the same trace and method that follow each other make a
// list. What the file does not hold, the places of the jobs in their trace, is -1.
func ReadHeads(path string) ([]replay.Heads, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	columns, err := f.columns("heads of queues", headFields)
	if err != nil {
		return nil, err
	}
	var heads []replay.Heads
	err = f.each(func(r arrow.Record) (err error) {
		heads, err = appendHeads(heads, r, columns)
		return err
	})
	if err != nil {
		return nil, err
	}
	return heads, nil
}

func appendHeads(heads []replay.Heads, r arrow.Record, columns []int) ([]replay.Heads, error) {
	var all [6]*cells
	for c, at := range columns {
		if all[c] = cellsOf(r.Column(at)); all[c].NullN() > 0 {
			return nil, fmt.Errorf("column %s has nulls", headFields[c].Name)
		}
	}
	for i := range int(r.NumRows()) {
		trace, method := all[0].text(i), all[1].text(i)
		if n := len(heads); n == 0 || heads[n-1].Trace != trace || heads[n-1].Method != method {
			heads = append(heads, replay.Heads{Trace: trace, Method: method})
		}
		list := &heads[len(heads)-1].Heads
		*list = append(*list, replay.Head{
			Job: -1, ID: all[2].counts[i], Time: all[3].numbers[i], Predicted: all[4].numbers[i], Actual: all[5].numbers[i],
		})
	}
	return heads, nil
}
