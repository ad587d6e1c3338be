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
