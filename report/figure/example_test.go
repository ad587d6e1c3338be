package figure_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"waitbench/report/figure"
)

func ExampleSave() {
	dir, err := os.MkdirTemp("", "figures")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	b := &figure.Bounds{
		Title:   "Queue normal: bound on the 0.95 quantile of the wait",
		YLabel:  "bound and wait",
		Elapsed: true,
		Lines:   []figure.Line{{Name: "normal", Times: []float64{0, 300, 600}, Bound: []float64{3600, 7200, 5400}, Waits: []float64{0, 900, 60}}},
		From:    0,
		To:      900,
	}
	if err := figure.Save(b, filepath.Join(dir, "bounds-normal"), "svg", "png"); err != nil {
		log.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, f := range files {
		fmt.Println(filepath.Base(f))
	}
	// Output:
	// bounds-normal.png
	// bounds-normal.svg
}
