package arrowio

import (
	"fmt"
	"slices"
	"strings"

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
	var traces, methods []string
	var inTraces, inMethods []int32
	var ids []int64
	var times, predicted, actual []float64
	for _, list := range heads {
		trace, method := place32(&traces, list.Trace), place32(&methods, list.Method)
		for _, h := range list.Heads {
			inTraces, inMethods = append(inTraces, trace), append(inMethods, method)
			ids = append(ids, h.ID)
			times, predicted, actual = append(times, h.Time), append(predicted, h.Predicted), append(actual, h.Actual)
		}
	}
	schema := arrow.NewSchema(headFields, nil)
	f, err := createFile(path, schema, ipc.WithAllocator(mem), ipc.WithZstd())
	if err != nil {
		return err
	}
	n := len(ids)
	r := newRecord(schema, []arrow.Array{
		newColumn(textType, n, arrow.Int32Traits.CastToBytes(inTraces), nil, 0, newDictionary(traces)),
		newColumn(textType, n, arrow.Int32Traits.CastToBytes(inMethods), nil, 0, newDictionary(methods)),
		newColumn(headFields[2].Type, n, arrow.Int64Traits.CastToBytes(ids), nil, 0, nil),
		newColumn(headFields[3].Type, n, arrow.Float64Traits.CastToBytes(times), nil, 0, nil),
		newColumn(headFields[4].Type, n, arrow.Float64Traits.CastToBytes(predicted), nil, 0, nil),
		newColumn(headFields[5].Type, n, arrow.Float64Traits.CastToBytes(actual), nil, 0, nil),
	}, n)
	defer r.Release()
	if err := f.write(r); err != nil {
		return err
	}
	return f.close()
}

// place32 gives the place of a text in a list, to which it is added if need be.
func place32(list *[]string, text string) int32 {
	i := slices.Index(*list, text)
	if i < 0 {
		i = len(*list)
		*list = append(*list, text)
	}
	return int32(i)
}

// ReadHeads reads heads.arrow: rows of the same trace and method that follow each other make a list. What the file does not hold, the places
// of the jobs in their trace, is -1.
func ReadHeads(path string) ([]replay.Heads, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	columns := make([]int, len(headFields))
	for c, want := range headFields {
		found := f.schema().FieldIndices(want.Name)
		if len(found) == 0 || !arrow.TypeEqual(f.schema().Field(found[0]).Type, want.Type) {
			return nil, fmt.Errorf("%s is not a file of heads of queues: it has no column %s of type %s, only %s",
				path, want.Name, want.Type, strings.Join(columnNames(f.schema()), ", "))
		}
		columns[c] = found[0]
	}
	var heads []replay.Heads
	for i := range f.batches {
		r, err := f.record(i)
		if err != nil {
			return nil, err
		}
		heads, err = appendHeads(heads, r, columns)
		r.Release()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
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
