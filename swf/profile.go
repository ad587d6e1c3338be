package swf

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Profile counts the values of a log, for Reader.Each. The zero value has none.
type Profile struct {
	Jobs    int
	Parts   int                        // lines that are no jobs, of Reader.Parts
	Missing [numFields]int             // values of -1, by field
	odd     [numFields]map[float64]int // see Sentinels
	Largest [numFields]float64         // values
	LastEnd float64                    // of a job, seconds of the log
	queues  map[int64]bool
}

func (p *Profile) Add(j *Job) {
	if p.queues == nil {
		p.queues = map[int64]bool{}
	}
	p.Jobs++
	p.queues[j.Queue] = true
	p.LastEnd = max(p.LastEnd, j.Submit+max(j.Wait, 0)+max(j.Run, 0))
	for i, field := range j.fields() {
		var x float64
		switch value := field.(type) {
		case *int64:
			x = float64(*value)
		case *float64:
			x = *value
		}
		p.Largest[i] = max(p.Largest[i], x)
		switch {
		case x == -1:
			p.Missing[i]++
		case isSentinel(i, x):
			if p.odd[i] == nil {
				p.odd[i] = map[float64]int{}
			}
			if _, known := p.odd[i][x]; known || len(p.odd[i]) < mostSentinels {
				p.odd[i][x]++
			}
		}
	}
}

// mostSentinels are the different ones counted of a field.
const mostSentinels = 1000

// isSentinel reports whether a value other than -1 may stand for none: one
// below 0, 0 of requests and processors, 2147483647 and more, and five nines
// or more of an amount.
func isSentinel(field int, x float64) bool {
	switch isRequest := field == fieldAlloc || fieldReqProcs <= field && field <= fieldReqMemory; {
	case x < 0, x >= math.MaxInt32, x == 0 && isRequest:
		return true
	case field == fieldRun || isRequest:
		return x >= 99999 && strings.Trim(fmt.Sprint(int64(x)), "9") == ""
	}
	return false
}

// Sentinels returns the values of a field, counted from 0, that may stand for
// none, and how many jobs have each, the most frequent first: at most n.
func (p *Profile) Sentinels(field, n int) (words []string) {
	odd := p.odd[field]
	values := slices.SortedFunc(maps.Keys(odd), func(a, b float64) int {
		return cmp.Or(cmp.Compare(odd[b], odd[a]), cmp.Compare(a, b))
	})
	for _, x := range values[:min(n, len(values))] {
		words = append(words, fmt.Sprintf("%.15g (%d)", x, odd[x]))
	}
	if len(values) > n {
		words = append(words, fmt.Sprintf("%d more", len(values)-n))
	}
	return words
}

// A Claim is a directive of a header that does not hold.
type Claim struct{ Directive, Stated, Found string }

// Unmet returns the directives MaxRecords, MaxJobs, MaxProcs, MaxRuntime and
// MaxQueues that do not hold for the log, and how many it checked.
func (p *Profile) Unmet(h *Header) (unmet []Claim, checked int) {
	queues := 0
	for q := range p.queues {
		if q >= 0 {
			queues++
		}
	}
	for _, c := range []struct {
		name, format string
		found        float64 // at most what the directive states
	}{
		{"MaxRecords", "%.0f jobs", float64(p.Jobs + p.Parts)},
		{"MaxJobs", "%.0f jobs", float64(p.Jobs)},
		{"MaxProcs", "a job has %.0f processors", p.Largest[fieldAlloc]},
		{"MaxRuntime", "a job ran %.0f s", p.Largest[fieldRun]},
		{"MaxQueues", "jobs of %.0f queues", float64(queues)},
	} {
		stated, ok := h.Int(c.name)
		if !ok || stated <= 0 {
			continue
		}
		checked++
		if limit := float64(stated); c.found > limit || c.name == "MaxRecords" && c.found < limit {
			unmet = append(unmet, Claim{c.name, fmt.Sprint(stated), fmt.Sprintf(c.format, c.found)})
		}
	}
	return unmet, checked
}
