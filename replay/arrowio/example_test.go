package arrowio_test

import (
	"log"
	"os"
	"path/filepath"

	"waitbench/replay"
	"waitbench/replay/arrowio"
)

func Example() {
	dir, err := os.MkdirTemp("", "arrowio")
	if err != nil {
		log.Fatal(err)
	}
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
