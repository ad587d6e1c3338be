package report

import (
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"waitbench/replay"
)

// publishedQueue is a row of table 1.
type publishedQueue struct {
	machine, period, queue string
	quantities             [4]float64 // jobs; mean, median and deviation of waits (s)
}

//go:embed published/*.csv
var publishedFiles embed.FS

// publishedQueues gives table 1.
var publishedQueues = sync.OnceValue(func() []publishedQueue {
	var queues []publishedQueue
	for _, row := range publishedRows("bmbp-table1-traces") {
		q := publishedQueue{machine: row[0], period: row[1], queue: row[2]}
		for i := range q.quantities {
			q.quantities[i] = publishedNumber(row[3+i])
		}
		queues = append(queues, q)
	}
	return queues
})

// publishedScores gives tables 3 to 7 as scores, with the machine for the trace. The paper prints
// no numbers of jobs for them: Bounded is 1 where a number is printed, 0 for a dash; the median
// ratio by range is not printed and NaN.
var publishedScores = sync.OnceValue(func() []replay.Score {
	var scores []replay.Score
	add := func(machine, queue, procs, method string, correct, ratio float64) {
		s := replay.NewScore()
		s.Trace, s.Queue, s.Range, s.Method = machine, queue, procs, method
		s.Quantile, s.Confidence = paperQuantile, paperConfidence
		s.Correct, s.MedianRatio = correct, ratio
		if !math.IsNaN(correct) {
			s.Bounded = 1
		}
		scores = append(scores, s)
	}
	ratios := publishedRows("bmbp-table4-median-ratio")
	for i, row := range publishedRows("bmbp-table3-correct") {
		for m, method := range paperMethods {
			add(row[0], row[1], replay.AllRanges, method, publishedNumber(row[2+m]), publishedNumber(ratios[i][2+m]))
		}
	}
	for m, file := range []string{"bmbp-table5-correct-bmbp", "bmbp-table6-correct-logn-notrim", "bmbp-table7-correct-logn-trim"} {
		for _, row := range publishedRows(file) {
			for r, procs := range strings.Split(replay.DefaultRanges, ",") {
				add(row[0], row[1], procs, paperMethods[m], publishedNumber(row[2+r]), math.NaN())
			}
		}
	}
	return scores
})

// paperMethods are the methods of tables 3 and 4 in the order of their columns, and of tables 5 to
// 7.
var paperMethods = []string{"bmbp", "lognormal", "lognormal-trim"}

// dayBounds is a row of table 8, in seconds: bounds of quantiles of the wait at confidence 0.95.
type dayBounds struct {
	Lower25, Upper50, Upper75, Upper95 float64
}

// publishedDay gives table 8: the bounds for queue normal of datastar every two hours of 5 May
// 2004, midnight to midnight.
func publishedDay() []dayBounds {
	var day []dayBounds
	for _, row := range publishedRows("bmbp-table8-one-day-quantiles") {
		day = append(day, dayBounds{
			publishedNumber(row[0]), publishedNumber(row[1]), publishedNumber(row[2]), publishedNumber(row[3]),
		})
	}
	return day
}

// PublishedRow is a row of a table printed in a paper.
type PublishedRow struct {
	Keys    []string
	Numbers []float64 // NaN for a dash
}

// Published gives the rows of a table by the name of its file, such as varq-table4-simulation,
// whose first columns are keys and the others numbers. It panics on a name that there is not.
func Published(name string, keys int) []PublishedRow {
	var rows []PublishedRow
	for _, line := range publishedRows(name) {
		row := PublishedRow{Keys: line[:keys]}
		for _, text := range line[keys:] {
			row.Numbers = append(row.Numbers, publishedNumber(text))
		}
		rows = append(rows, row)
	}
	return rows
}

// publishedRows gives the lines of an embedded file without its heading.
func publishedRows(name string) [][]string {
	f, err := publishedFiles.Open("published/" + name + ".csv")
	if err != nil {
		panic(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
	return rows[1:]
}

// publishedNumber gives a number of an embedded file, NaN where it is empty, as for a dash in the
// paper.
func publishedNumber(text string) float64 {
	if text == "" {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return v
}
