package rundir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/arrowio"
)

// headsOf lists what watchers said of the heads of the queue of a trace, those that said something.
func headsOf(trace string, kinds []*methods.Watch, w *replay.Watched) []replay.Heads {
	var heads []replay.Heads
	for _, kind := range kinds {
		if f := w.Forecasts[kind]; f != nil && len(f.Heads) > 0 {
			heads = append(heads, replay.Heads{Trace: trace, Method: kind.Name, Heads: f.Heads})
		}
	}
	return heads
}

// writeHeads writes heads.arrow if there are heads.
func writeHeads(path string, heads []replay.Heads) error {
	if len(heads) == 0 {
		return nil
	}
	return arrowio.WriteHeads(path, heads)
}

// readHeads reads the heads.arrow of a folder; without one there are none.
func readHeads(folder string) ([]replay.Heads, error) {
	heads, err := arrowio.ReadHeads(filepath.Join(folder, headsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return heads, err
}

// removeStaleHeads removes the heads.arrow of an earlier run from a folder if this one has none.
func removeStaleHeads(folder string, heads []replay.Heads) error {
	if len(heads) > 0 {
		return nil
	}
	if err := os.Remove(filepath.Join(folder, headsFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
