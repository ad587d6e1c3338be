package arrowio

import (
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"

	"waitbench/replay"
	"waitbench/replay/output"
)

// WriteScores writes scores.arrow: a row per score, in the given order.
func WriteScores(path string, metadata Metadata, scores []replay.Score) error {
	return scoreTable(scores).write(path, metadata, len(scores))
}

// WriteScoresCSV writes scores.csv, as Cat writes scores.arrow.
func WriteScoresCSV(w io.Writer, scores []replay.Score) error {
	lines := make(output.CSV, 1)
	for i := range replay.Columns {
		lines[0] = append(lines[0], replay.Columns[i].Name)
	}
	for i := range scores {
		var line []any
		for k := range replay.Columns {
			line = append(line, replay.Columns[k].Text(&scores[i]))
		}
		lines.Add(line...)
	}
	return lines.Write(w)
}

func scoreTable(scores []replay.Score) table { return tableOf(scores, replay.Columns) }

func tableOf(scores []replay.Score, columns []replay.Column) table {
	table := make(table, len(columns))
	for k := range columns {
		c := &columns[k]
		table[k] = column{Name: c.Name, Unit: unitOf(c), Doc: c.Doc, Null: c.Null}
		switch c.At(new(replay.Score)).(type) {
		case *int:
			table[k].values = integers(collect(scores,
				func(s *replay.Score) int64 { return int64(*c.At(s).(*int)) }))
		case *float64:
			table[k].values = numbers(collect(scores,
				func(s *replay.Score) float64 { return *c.At(s).(*float64) }))
		default:
			table[k].values = (*texts)(collect(scores, c.Text))
		}
	}
	return table
}

func collect[T any](scores []replay.Score, value func(*replay.Score) T) *[]T {
	values := make([]T, len(scores))
	for i := range scores {
		values[i] = value(&scores[i])
	}
	return &values
}

// unitOf returns the unit of a column of scores in a file.
func unitOf(c *replay.Column) string {
	switch {
	case c.Unit != replay.NoUnit:
		return string(c.Unit)
	case c.IsText():
		return noUnit
	}
	return "1"
}

// ReadScores reads scores.arrow, also one of an earlier or later version: it
// skips unknown columns, and values that the file does not have are missing.
func ReadScores(path string) ([]replay.Score, error) {
	t := scoreTable(nil)
	rows, err := t.read(path, "scores")
	if err != nil {
		return nil, err
	}
	scores := make([]replay.Score, rows)
	for i := range scores {
		scores[i] = replay.NewScore()
		for k := range t {
			c := &replay.Columns[k]
			switch v := t[k].values.(type) {
			case slice[int64]:
				*c.At(&scores[i]).(*int) = int((*v.data)[i])
			case slice[float64]:
				*c.At(&scores[i]).(*float64) = (*v.data)[i]
			case *texts:
				c.SetText(&scores[i], (*v)[i])
			}
		}
		if s := &scores[i]; s.Blocks > 0 && s.BlockDays < 0 {
			s.BlockDays = 1
		}
	}
	return scores, nil
}

// headRows is the rows of heads.arrow, by column.
type headRows struct {
	logs, methods, queues    texts
	ids                      []int64
	times, predicted, actual []float64
}

func (h *headRows) table() table {
	return table{
		{"log", noUnit, "name of the log", "", &h.logs},
		{"method", noUnit, "method of the forecast", "", &h.methods},
		{"job_id", noUnit, "job ID in the log", "", integers(&h.ids)},
		{"time", seconds, "when the job came to the head of its queue, on the clock of the log", "",
			numbers(&h.times)},
		{"predicted", seconds, "its remaining wait, as forecast then", "", numbers(&h.predicted)},
		{"actual", seconds, "its remaining wait", "", numbers(&h.actual)},
		{"queue", noUnit, "queue of the job", "", &h.queues},
	}
}

// WriteHeads writes heads.arrow: a row per head, in the given order.
func WriteHeads(path string, metadata Metadata, heads []replay.Heads) error {
	var rows headRows
	for _, list := range heads {
		for _, h := range list.Heads {
			rows.logs = append(rows.logs, list.Log)
			rows.methods = append(rows.methods, list.Method)
			rows.queues = append(rows.queues, h.Queue)
			rows.ids, rows.times = append(rows.ids, h.ID), append(rows.times, h.Time)
			rows.predicted = append(rows.predicted, h.Forecast)
			rows.actual = append(rows.actual, h.Actual)
		}
	}
	return rows.table().write(path, metadata, len(rows.ids), ipc.WithZstd())
}

// ReadHeads reads heads.arrow. Rows of the same log and method that follow
// each other make a list. The indices of the jobs in their log are not in the
// file, and -1.
func ReadHeads(path string) (heads []replay.Heads, err error) {
	var rows headRows
	if _, err := rows.table().read(path, "heads of queues"); err != nil {
		return nil, err
	}
	for i, log := range rows.logs {
		method := rows.methods[i]
		if n := len(heads); n == 0 || heads[n-1].Log != log || heads[n-1].Method != method {
			heads = append(heads, replay.Heads{Log: log, Method: method})
		}
		list := &heads[len(heads)-1].Heads
		*list = append(*list, replay.Head{
			Job: -1, ID: rows.ids[i], Time: rows.times[i], Forecast: rows.predicted[i],
			Actual: rows.actual[i], Queue: rows.queues[i],
		})
	}
	return heads, nil
}
