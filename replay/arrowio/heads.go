package arrowio

import (
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay"
)

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
