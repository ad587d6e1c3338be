package arrowio

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"waitbench/replay"
)

// benchResults is what a run of three methods gives for a log of 250,000 jobs in four queues, by
// queue and by range: 1.5 million rows. Bounds stay the same over some jobs, or change with every
// one.
func benchResults() (results []*replay.Result, rows int) {
	random := rand.New(rand.NewPCG(1, 2))
	ranges, err := replay.ParseRanges(replay.DefaultRanges)
	if err != nil {
		panic(err)
	}
	for q := range 4 {
		var jobs []replay.Job
		submit := 0.0
		for i := range 62500 {
			submit += math.Floor(random.ExpFloat64() * 500)
			wait := math.Floor(math.Exp(random.NormFloat64()*2 + 6))
			procs := int64(1) << random.IntN(8)
			jobs = append(jobs, replay.Job{ID: int64(4*i + q), Submit: submit, Wait: wait, Procs: procs})
		}
		queue := fmt.Sprintf("queue%d", q)
		series := []*replay.Series{replay.NewSeries("made", queue, replay.AllRanges, jobs)}
		for _, r := range ranges {
			in := slices.DeleteFunc(slices.Clone(jobs), func(j replay.Job) bool { return !r.Holds(j.Procs) })
			series = append(series, replay.NewSeries("made", queue, r.String(), in))
		}
		for _, s := range series {
			for m, method := range []string{"bmbp", "lognormal", "lognormal-trim"} {
				r := &replay.Result{Series: s, First: s.Len() / 10, Score: replay.Score{Method: method, Quantile: 0.95}}
				bound := math.NaN()
				for i := range s.Len() {
					if i > 58 && random.IntN(10) < 1+3*m {
						bound = math.Exp(random.NormFloat64() + 9)
					}
					r.Bounds = append(r.Bounds, bound)
				}
				results = append(results, r)
				rows += s.Len()
			}
		}
	}
	return results, rows
}

func writeBench(b *testing.B, path string, results []*replay.Result) {
	w, err := CreatePredictions(path, nil, namesOf(results))
	if err != nil {
		b.Fatal(err)
	}
	for _, r := range results {
		if err := w.Append(r); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkWritePredictions(b *testing.B) {
	results, rows := benchResults()
	path := filepath.Join(b.TempDir(), "predictions.arrow")
	b.ReportAllocs()
	for b.Loop() {
		writeBench(b, path, results)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/float64(rows), "B/row")
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}

func BenchmarkReadSeries(b *testing.B) {
	results, _ := benchResults()
	path := filepath.Join(b.TempDir(), "predictions.arrow")
	writeBench(b, path, results)
	b.ReportAllocs()
	for b.Loop() {
		r, err := OpenPredictions(path)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		err = r.Series(Filter{Queue: "queue2", Range: replay.AllRanges, Method: "bmbp"}, func(block *Block) error {
			n += len(block.JobID)
			return nil
		})
		if err != nil || n != 62500 {
			b.Fatal(n, err)
		}
		r.Close()
	}
}

func BenchmarkJoin(b *testing.B) {
	results, _ := benchResults()
	path, joined := filepath.Join(b.TempDir(), "predictions.arrow"), filepath.Join(b.TempDir(), "joined.arrow")
	writeBench(b, path, results)
	b.ReportAllocs()
	for b.Loop() {
		if err := Join(joined, nil, namesOf(results), []Source{{Path: path}}, func(int) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCat(b *testing.B) {
	results, rows := benchResults()
	path := filepath.Join(b.TempDir(), "predictions.arrow")
	writeBench(b, path, results)
	b.ReportAllocs()
	for b.Loop() {
		if err := Cat(io.Discard, path, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}
