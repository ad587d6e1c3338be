package arrowio_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/swf"
)

// temporary returns a folder for the files of an example.
func temporary() string {
	dir, err := os.MkdirTemp("", "arrowio")
	if err != nil {
		log.Fatal(err)
	}
	return dir
}

func Example() {
	dir := temporary()
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "scores.arrow")
	bmbp, none := replay.NewScore(), replay.NewScore()
	bmbp.Queue, bmbp.Method, bmbp.Coverage = "normal", "bmbp", 0.97
	none.Queue, none.Method = "low", "bmbp" // without any bound
	if err := arrowio.WriteScores(path, nil, []replay.Score{bmbp, none}); err != nil {
		log.Fatal(err)
	}
	columns := arrowio.Options{Columns: []string{"queue", "method", "correct"}}
	if err := arrowio.Cat(os.Stdout, path, columns); err != nil {
		log.Fatal(err)
	}
	// Output:
	// queue,method,correct
	// normal,bmbp,0.97
	// low,bmbp,
}

// No bound is null in the file and NaN again once it is read.
func ExampleReadScores() {
	dir := temporary()
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "scores.arrow")
	s := replay.NewScore()
	s.Queue, s.Method, s.Bounded = "normal", "bmbp", 900
	if err := arrowio.WriteScores(path, nil, []replay.Score{s}); err != nil {
		log.Fatal(err)
	}
	scores, err := arrowio.ReadScores(path)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(scores[0].Queue, scores[0].Method, scores[0].Bounded, scores[0].Coverage)
	// Output: normal bmbp 900 NaN
}

// The bounds of a replay of two queues are written, and those of one read. Its
// jobs wait 600 s each, so that no bound is another.
func ExamplePredictionReader() {
	dir := temporary()
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "predictions.arrow")
	var text strings.Builder
	for i := range 100 {
		queue := 1 + i%2
		fmt.Fprintf(&text, "%d %d %d 600 8 -1 -1 8 600 -1 1 1 1 -1 %d -1 -1 -1\n", i+1, 600*i, 300*queue, queue)
	}
	r := swf.NewReader(strings.NewReader(text.String()), "example.swf")
	jobs, err := replay.Load("example", r, swf.Started, nil)
	if err != nil {
		log.Fatal(err)
	}
	bmbp, _ := methods.Named("bmbp")
	series, _ := replay.Group(jobs, nil)
	names := arrowio.Names{Logs: []string{jobs.Name}, Ranges: []string{replay.AllRanges},
		Methods: []string{bmbp.Name}}
	var tasks []replay.Task
	for _, s := range series {
		names.Queues = append(names.Queues, s.Queue)
		tasks = append(tasks, replay.Task{Series: s, Method: bmbp,
			Settings: methods.Settings{Level: methods.Level{Quantile: 0.5, Confidence: 0.95}}})
	}
	w, err := arrowio.CreatePredictions(path, nil, names)
	if err != nil {
		log.Fatal(err)
	}
	if err := (&replay.Engine{}).Run(context.Background(), tasks, w.Append); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	predictions, err := arrowio.OpenPredictions(path)
	if err != nil {
		log.Fatal(err)
	}
	defer predictions.Close()
	err = predictions.Series(func(b *arrowio.Block) error {
		last := len(b.Wait) - 1
		fmt.Printf("%d jobs of queue %s; the last waited %v s, its bound was %v s\n",
			len(b.Wait), b.Queue, b.Wait[last], b.Bound[last])
		return nil
	}, arrowio.Filter{Queue: "2"})
	if err != nil {
		log.Fatal(err)
	}
	// Output: 50 jobs of queue 2; the last waited 600 s, its bound was 600 s
}
