package replay

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
)

// Train is the training part of a series, whose jobs are replayed but not
// scored. At most one field is not 0. The end of a fraction depends on jobs that
// come later, that of the others does not.
type Train struct {
	Fraction float64 // of the jobs of the series, below 1
	Jobs     int     // jobs with a wait submitted to the series, selected or not
	Time     float64 // seconds from the first submission of the log
}

// ParseTrain reads a fraction such as 0.1, a number of jobs such as 1000, or a
// time such as 30d.
func ParseTrain(text string) (t Train, err error) {
	x, err := strconv.ParseFloat(text, 64)
	switch {
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

// trainingEnd returns the index in the log of the first job submitted to the
// series after the training part; the number of jobs of the log if there is
// none.
func (s *Series) trainingEnd(t Train) int32 {
	after := s.jobs
	if first := int(math.Floor(t.Fraction * float64(s.whole))); t.Fraction > 0 {
		after = after[min(first, len(after)):]
	} else {
		after = slices.Concat(s.jobs, s.others)
		slices.Sort(after)
		after = after[min(t.Jobs, len(after)):]
		after = after[sort.Search(len(after), func(i int) bool {
			return s.Log.Jobs[after[i]].Submit >= s.Log.First+t.Time
		}):]
	}
	if len(after) == 0 {
		return int32(len(s.Log.Jobs))
	}
	return after[0]
}

// first returns the position of the first job of the series after the training
// part.
func (s *Series) first(t Train) int {
	first, _ := slices.BinarySearch(s.jobs, s.trainingEnd(t))
	return first
}
