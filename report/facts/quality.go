package facts

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/table"
	"waitbench/swf"
)

const (
	gapDays  = 3    // fewest consecutive days of a gap
	gapShare = 0.05 // of the jobs of the median day, below which a day is quiet
	day      = 86400.
)

// Quality returns tables of what a reader must know of a log before using
// it: missing and odd values by field, gaps, and directives of the header that
// do not hold.
func Quality(t *replay.Log, p *swf.Profile) []*table.Table {
	gaps, facts := gapTable(t)
	unmet, checked := unmetClaims(t, p)
	facts["Gaps"], facts["Unmet"], facts["Checked"] = len(gaps.Rows), len(unmet), checked
	values := table.New("card-fields", facts)
	values.Columns = table.Columns("field", "#missing", "#missing_share=share missing", "#largest",
		"sentinels=may stand for none (jobs)")
	for i, name := range swf.FieldNames {
		missing, largest := p.Missing[i], table.Missing()
		if missing < p.Jobs {
			largest = table.Number(p.Largest[i], "%.15g")
		}
		values.Add(name, missing, table.Number(float64(missing)/float64(p.Jobs), "%.3f"), largest,
			strings.Join(p.Sentinels(i, 3), ", "))
	}
	header := table.New("card-header", nil)
	header.Columns = table.Columns("directive", "stated", "found")
	for _, c := range unmet {
		header.Add(c.Directive, c.Stated, c.Found)
	}
	tables := slices.DeleteFunc([]*table.Table{values, gaps, header},
		func(t *table.Table) bool { return len(t.Rows) == 0 })
	for _, one := range tables {
		one.Title += ", " + t.Name
	}
	return tables
}

// gapTable lists the gaps of submissions. It also returns the facts about the
// days of the log.
func gapTable(t *replay.Log) (*table.Table, map[string]any) {
	clock, count := t.Clock(), map[int]int{}
	midnight, _ := clock.Day(t.First)
	lastDay := 0
	for i := range t.Jobs {
		lastDay = int((t.Jobs[i].Submit - midnight) / day)
		count[lastDay]++
	}
	var days []float64
	for d := range lastDay + 1 {
		days = append(days, float64(count[d]))
	}
	median := backtest.Median(days)
	date := func(d int) string {
		at := midnight + (float64(d)+.5)*day // noon, whatever the summer time
		if !clock.Dated {
			return fmt.Sprintf("day %d", d+1)
		}
		return clock.Date(at).Format(time.DateOnly)
	}
	gaps := table.New("card-gaps", nil)
	gaps.Columns = table.Columns("from", "to", "#days", "#jobs")
	for d := 0; d <= lastDay; d++ {
		from, jobs := d, 0
		for ; d <= lastDay && float64(count[d]) < gapShare*median; d++ {
			jobs += count[d]
		}
		if d-from >= gapDays {
			gaps.Add(date(from), date(d-1), d-from, jobs)
		}
	}
	return gaps, map[string]any{"Days": lastDay + 1, "Median": median, "From": date(0),
		"To": date(lastDay)}
}

// unmetClaims returns the directives that do not hold, and how many were
// checked. The times may be wrong by a day, since names of time zones are
// ambiguous.
func unmetClaims(t *replay.Log, p *swf.Profile) ([]swf.Claim, int) {
	unmet, checked := p.Unmet(t.Header)
	clock := t.Clock()
	for _, c := range []struct {
		name     string
		from, to float64 // seconds of the log
	}{{"StartTime", t.First, t.First}, {"EndTime", t.Last, p.LastEnd}} {
		text, _ := t.Header.Value(c.name)
		stated, err := time.Parse("Mon Jan 2 15:04:05 MST 2006", strings.Join(strings.Fields(text),
			" "))
		if err != nil || !clock.Dated {
			continue
		}
		checked++
		if at := float64(stated.Unix()) - clock.Unix0; at < c.from-day || at > c.to+day {
			found := clock.Date(c.from).Format(time.DateTime)
			if c.from != c.to {
				found += " to " + clock.Date(c.to).Format(time.DateTime)
			}
			unmet = append(unmet, swf.Claim{Directive: c.name, Stated: text, Found: found})
		}
	}
	return unmet, checked
}
