package replay

import (
	"errors"
	"testing"

	"waitbench/swf"
)

func TestThunderIsRefused(t *testing.T) {
	_, err := Load("Thunder", realLog(t, "LLNL-Thunder-2007-1.1-cln").Reader, swf.Started, nil)
	if !errors.Is(err, ErrNoWaits) {
		t.Errorf("error %v, want ErrNoWaits", err)
	}
}

// logSeries is the jobs of one queue of a log.
func logSeries(t testing.TB, name, queue string) *Series {
	t.Helper()
	log, err := Load(name, realLog(t, name).Reader, swf.Started, []string{queue})
	if err != nil {
		t.Fatal(err)
	}
	series, _ := Group(log, nil)
	return series[0]
}
