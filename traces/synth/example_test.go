package synth_test

import (
	"bytes"
	"fmt"

	"waitbench/traces/synth"
)

func ExampleGenerate() {
	cfg := synth.Default()
	cfg.Seed, cfg.Days, cfg.Load = 7, 2, 0.6
	w, err := synth.Generate(cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	var log bytes.Buffer
	if err := w.WriteSWF(&log); err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		line, _ := log.ReadString('\n')
		fmt.Print(line)
	}
	// Output:
	// ; Version: 2.2
	// ; Computer: waitbench synthetic machine
}
