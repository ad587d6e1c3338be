package replay

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Config holds the settings of a replay that all methods share.
type Config struct {
	Epoch float64 // seconds between refits, from second 0 of the log; 0 refits for every job
	Train Train   // part of a series that is replayed but not scored
	Ticks bool    // sets that of methods.Settings; jobs submitted at a tick come after it
}

// Check returns an error for a setting that is out of range.
func (c Config) Check() error {
	if !(c.Epoch >= 0) || math.IsInf(c.Epoch, 1) || 0 < c.Epoch && c.Epoch < 1e-9 {
		return fmt.Errorf("invalid epoch %v s: want 0, or a duration from 1e-9 s on", c.Epoch)
	}
	if t := c.Train; !(0 <= t.Fraction && t.Fraction < 1) || t.Jobs < 0 || !(t.Time >= 0) {
		return fmt.Errorf("invalid training part %+v: want a fraction >= 0 and < 1", t)
	}
	return nil
}

// tickBefore returns the last multiple of epoch at or before t.
func tickBefore(t, epoch float64) float64 {
	tick := math.Floor(t/epoch) * epoch
	if tick > t { // the product was rounded up
		tick -= epoch
	}
	return tick
}

// Train is the training part of a series, whose jobs are replayed but not
// scored. At most one field is not 0. The end of a fraction depends on jobs that
// come later, that of the others does not.
type Train struct {
	Fraction float64 // of the jobs of the series, below 1
	Jobs     int     // jobs with a wait submitted to the series, selected or not
	Time     float64 // seconds from the first submission of the log
}

// ParseTrain reads a fraction such as 0.1, a number of jobs such as 1000, or a
// time such as 30d. One job is written 1, since 1.0 may mean all jobs.
func ParseTrain(text string) (t Train, err error) {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case x == 1 && text != "1":
		return t, fmt.Errorf("%q may mean one job or all jobs: write 1 for one job, "+
			"or a fraction below 1", text)
	case err == nil && 0 <= x && x < 1:
		t.Fraction = x
	case err == nil && 1 <= x && x <= math.MaxInt32 && x == math.Trunc(x):
		t.Jobs = int(x)
	case err == nil:
		t.Time = -1
	default:
		t.Time, err = ParseDuration(text)
	}
	if err != nil || t.Time < 0 {
		return t, fmt.Errorf("%q is neither a fraction below 1, nor a number of jobs, "+
			"nor a time such as 30d", text)
	}
	return t, nil
}

// String returns the text that ParseTrain reads.
func (t Train) String() string {
	switch {
	case t.Time > 0 && math.Mod(t.Time, 86400) == 0:
		return fmt.Sprintf("%.0fd", t.Time/86400)
	case t.Time > 0:
		return FormatDuration(t.Time)
	case t.Jobs > 0:
		return strconv.Itoa(t.Jobs)
	}
	return fmt.Sprint(t.Fraction)
}

// MarshalJSON returns a number, or a time as a text.
func (t Train) MarshalJSON() ([]byte, error) {
	if t.Time > 0 {
		return json.Marshal(t.String())
	}
	return []byte(t.String()), nil
}

// UnmarshalJSON reads a number or a text.
func (t *Train) UnmarshalJSON(data []byte) (err error) {
	text := string(data)
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	*t, err = ParseTrain(text)
	return err
}
