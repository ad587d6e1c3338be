package rundir

import (
	"strings"
	"time"
)

// Period gives the first and the last month of the log as the paper writes them, 4/98 - 4/00: by
// StartTime and EndTime of the header, else by the clock of the log. It is
// empty where neither tells.
func (t *TraceRecord) Period() string {
	first, ok := headerMonth(t.Header.StartTime)
	last, okLast := headerMonth(t.Header.EndTime)
	if clock := t.Clock(); clock.Dated {
		if !ok {
			first, ok = t.month(clock.Unix(t.Begin())), true
		}
		if !okLast {
			last, okLast = t.month(clock.Unix(t.LastSubmit)), true
		}
	}
	if !ok || !okLast {
		return ""
	}
	return first + " - " + last
}

// month gives the month of a time in seconds since 1970 UTC, in the standard time of the machine
// where its offset is known.
func (t *TraceRecord) month(unix int64) string {
	if offset := t.Header.TimeZone; offset != nil {
		unix += *offset
	}
	return time.Unix(unix, 0).UTC().Format("1/06")
}

// headerMonth finds month and year in a time as headers write it: Fri Apr 24 18:11:04 PDT 1998.
func headerMonth(text string) (string, bool) {
	words := strings.Fields(text)
	if len(words) < 5 {
		return "", false
	}
	t, err := time.Parse("Jan 2006", words[1]+" "+words[len(words)-1])
	if err != nil {
		return "", false
	}
	return t.Format("1/06"), true
}
