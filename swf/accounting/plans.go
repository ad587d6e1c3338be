package accounting

import (
	"io"
	"math"
	"strings"
)

// Plan is a start that the scheduler planned for a waiting job, seconds since 1970.
type Plan struct{ Made, Start float64 }

// fresh is the longest time after a job began to wait at which a plan counts as known then,
// seconds.
const fresh = 60

// ReadPlans reads plans by JobIDRaw, in the order in which they were made: lines of
// number|made|start, as from
//
//	SLURM_TIME_FORMAT=%s squeue -h -t PD -o "%A|$(date +%s)|%S" >> plans.txt
//
// every minute. A job without a planned start has N/A.
func ReadPlans(in io.Reader, o Options) (map[string][]Plan, error) {
	lines, plans := newLines(in, o), map[string][]Plan{}
	for {
		line, err := lines.next()
		if err == io.EOF {
			return plans, nil
		}
		if err != nil {
			return nil, err
		}
		fields := strings.Split(strings.TrimSpace(line), "|")
		at := row{zone: &o.Zone, line: lines.line}
		if len(fields) != 3 || !jobID.MatchString(fields[0]) {
			at.bad("", "not of the form number|made|start")
		} else if p := (Plan{at.time("made", fields[1], 1).at, at.time("start", fields[2], 1).at}); p.Made > 0 && p.Start > 0 { // NaN is not
			plans[strings.Clone(fields[0])] = append(plans[fields[0]], p)
		}
		if at.err != nil {
			at.err.File = o.File
			return nil, at.err
		}
	}
}

// setPlan sets the start that was planned for a job when it began to wait: the first plan made from
// then on, if that was within a minute and before the start. Tasks of an array have none, for what
// Slurm plans is the start of the next one.
func (r *Record) setPlan(plans []Plan) {
	for _, p := range plans {
		if p.Made >= r.queued && !strings.Contains(r.ID, "_") {
			if p.Made <= r.queued+fresh && !(r.Start < p.Made) {
				r.Plan = p.Start
			}
			break
		}
	}
	if !math.IsNaN(r.Plan) {
		r.marks.set(Planned)
	}
}
