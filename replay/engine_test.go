package replay

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"waitbench/methods"
)

// manyTasks are tasks of the methods that need waits only.
func manyTasks() []Task {
	var tasks []Task
	for seed := range uint64(15) {
		for _, m := range bounding() {
			tasks = append(tasks, Task{Series: random(seed, 50+100*int(seed%5)), Method: m, Settings: settings95, Config: Config{300, .1}})
		}
	}
	return tasks
}

// bounding lists the methods that need waits only.
func bounding() []methods.Method {
	found, _, err := methods.Find([]string{"waits"}, false)
	if err != nil {
		panic(err)
	}
	return found
}

func TestEngineProgress(t *testing.T) {
	tasks := manyTasks()
	var last, total atomic.Int64
	engine := Engine{Workers: 2, Progress: func(done, of int64) {
		for {
			old := last.Load()
			if done <= old || last.CompareAndSwap(old, done) {
				break
			}
		}
		total.Store(of)
	}}
	if err := engine.Run(context.Background(), tasks, func(*Result) error { return nil }); err != nil {
		t.Fatal(err)
	}
	want := int64(0)
	for _, task := range tasks {
		want += int64(task.Series.Len())
	}
	if last.Load() != want || total.Load() != want {
		t.Errorf("%d of %d jobs done, want %d", last.Load(), total.Load(), want)
	}
}

func TestEngineStops(t *testing.T) {
	full := errors.New("disk full")
	tasks := manyTasks()
	for _, workers := range []int{1, 2, 8} {
		engine := Engine{Workers: workers}
		n := 0
		err := engine.Run(context.Background(), tasks, func(*Result) error {
			if n++; n == 5 {
				return full
			}
			return nil
		})
		if err != full || n != 5 {
			t.Errorf("%d workers: error %v after %d results", workers, err, n)
		}

		ctx, cancel := context.WithCancel(context.Background())
		n = 0
		err = engine.Run(ctx, tasks, func(*Result) error {
			if n++; n == 3 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || n >= len(tasks) {
			t.Errorf("%d workers: error %v after %d results, cancelled after 3", workers, err, n)
		}

		failing := append([]Task(nil), tasks...)
		failing[7].Settings.Quantile = 2
		n = 0
		if err = engine.Run(context.Background(), failing, func(*Result) error { n++; return nil }); err == nil || n > 7 {
			t.Errorf("%d workers: error %v after %d results, task 7 fails", workers, err, n)
		}
	}
}
