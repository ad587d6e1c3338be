package arrowio

import (
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"waitbench/methods"
)

// Filter selects rows; an empty text selects all. The zero Filter selects all
// bounds made at submission.
type Filter struct {
	Log, Queue, Range, Method string
	Level                     string  // as methods.Level writes it: 0.95, 0.25l
	Age                       float64 // of the jobs when they were bounded, seconds
}

// Matches reports whether the filter selects rows of a series, method and
// level.
func (f Filter) Matches(series Filter) bool {
	is := func(want, has string) bool { return want == "" || want == has }
	return is(f.Log, series.Log) && is(f.Queue, series.Queue) && is(f.Range, series.Range) &&
		is(f.Method, series.Method) && is(f.Level, series.Level) &&
		f.Age == series.Age
}

// run is consecutive rows of a batch that are of one series, method and level.
type run struct {
	series     Filter
	begin, end int // end is the row after it
}

// PredictionReader reads predictions.arrow a batch at a time. It is for one
// goroutine.
type PredictionReader struct {
	file    *fileReader
	columns []int   // positions in the file, in the order of Block.table
	runs    [][]run // by batch; nil for a batch not read yet

	records []arrow.Record // the batches in memory, by index; nil for others
}

// OpenPredictions opens a predictions file.
func OpenPredictions(path string) (*PredictionReader, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	columns, err := f.find("predictions", new(Block).table())
	if err != nil {
		f.Close()
		return nil, err
	}
	return &PredictionReader{file: f, columns: columns, runs: make([][]run, f.batches),
		records: make([]arrow.Record, f.batches)}, nil
}

func (r *PredictionReader) Close() { r.file.Close() }

// Series calls use with the rows that one of the filters selects, without a
// filter the zero one, in the order of the file. A series that spans several
// batches comes in several blocks. A block is valid until use returns. Series
// skips batches without such rows that it has read before. It ends with the first
// error of use, which it returns unchanged.
func (r *PredictionReader) Series(use func(*Block) error, filters ...Filter) error {
	if filters == nil {
		filters = []Filter{{}}
	}
	b := new(Block)
	for i := range r.runs {
		if r.runs[i] == nil {
			if err := r.read(i); err != nil {
				return err
			}
		}
		for _, rows := range r.runs[i] {
			selects := func(f Filter) bool { return f.Matches(rows.series) }
			if !slices.ContainsFunc(filters, selects) {
				continue
			}
			if err := r.read(i); err != nil { // use may have read another batch
				return err
			}
			b.Level = rows.series.Level
			err := r.file.readRows(b.table(), r.records[i], r.columns, rows.begin, rows.end)
			if err == nil {
				err = use(b)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// mostInMemory is the number of batches, of 30 MB, that a reader keeps from the
// first on. Tables and figures read the other ones twice.
const mostInMemory = 2

// read reads batch i into memory, and finds its runs.
func (r *PredictionReader) read(i int) error {
	if r.records[i] != nil {
		return nil
	}
	clear(r.records[min(mostInMemory, len(r.records)):])
	record, err := r.file.decode(i)
	if err != nil {
		return err
	}
	r.records[i], r.runs[i] = record, []run{}
	if record.NumRows() == 0 {
		return nil
	}
	return r.file.catch(func() error {
		column := func(i int) arrow.Array { return record.Column(r.columns[i]) }
		quantiles := column(quantileColumn).(*array.Float64).Float64Values()
		sides := column(sideColumn)
		ages := columnAt(record, r.columns[ageColumn],
			arrow.PrimitiveTypes.Float64).(*array.Float64).Float64Values()
		ends := changes(ages, changes(quantiles, []int{int(record.NumRows())}))
		for _, i := range []int{logColumn, queueColumn, rangeColumn, methodColumn, sideColumn} {
			ends = changes(column(i).(*array.Dictionary).Indices().(*array.Int32).Int32Values(),
				ends)
		}
		slices.Sort(ends)
		begin := 0
		for _, end := range slices.Compact(ends) {
			level := methods.Level{Quantile: quantiles[begin],
				Side: methods.Side(sides.ValueStr(begin) == methods.Lower.String())}
			r.runs[i] = append(r.runs[i], run{Filter{
				column(logColumn).ValueStr(begin), column(queueColumn).ValueStr(begin),
				column(rangeColumn).ValueStr(begin),
				column(methodColumn).ValueStr(begin), level.String(), ages[begin],
			}, begin, end})
			begin = end
		}
		return nil
	})
}

// changes appends the rows that differ from the row before.
func changes[T comparable](values []T, rows []int) []int {
	for i := 1; i < len(values); i++ {
		if values[i] != values[i-1] {
			rows = append(rows, i)
		}
	}
	return rows
}
