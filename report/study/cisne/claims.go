package cisne

import (
	"fmt"
	"math"
	"strings"

	"waitbench/report/study"
)

// claims are sentences of the paper's section 3.
var claims = study.Claims[averaging]{
	{"at MPL 1 Historical is worst", func(m averaging) study.Answer {
		historical := m.turnaround(Historical, limited(1))
		return each(compared, func(method string) (string, study.Sample) {
			s := m.turnaround(method, limited(1))
			return s.Spread().String(), s.Less(historical)
		})
	}},
	{"at MPL 1 Hanzich is slightly better than SDPN", func(m averaging) study.Answer {
		return m.better(limited(1), Hanzich, SDPN)
	}},
	{"at MPL ≤ 4 SDPN beats Li", beats(SDPN, Li)},
	{"at MPL ≤ 4 SDPN beats Smith", beats(SDPN, Smith)},
	{"at MPL ≤ 4 Hanzich beats Li", beats(Hanzich, Li)},
	{"at MPL ≤ 4 Hanzich beats Smith", beats(Hanzich, Smith)},
	{"at MPL ≤ 4 SDPN beats Hanzich", beats(SDPN, Hanzich)},
	{"with saturated links SDPN beats Hanzich", func(m averaging) study.Answer {
		return m.better(saturated, SDPN, Hanzich)
	}},
	{"with backfilling SDPN gains more on Hanzich than first come first served",
		func(m averaging) study.Answer {
			easy, fcfs := m.gain(m.under(EASY)), m.gain(m.under(FCFS))
			d := study.Spread{Mean: fcfs.Mean - easy.Mean, Half: math.Hypot(fcfs.Half, easy.Half)}
			return below(fmt.Sprintf("%.0f ± %.0f %% under easy, %.0f ± %.0f %% under fcfs",
				easy.Mean, easy.Half, fcfs.Mean, fcfs.Half), d)
		}},
	{"saturated links make all methods worse", func(m averaging) study.Answer {
		return each(compared, func(method string) (string, study.Sample) {
			less := m.turnaround(method, m.atGreatest()).Less(m.turnaround(method, saturated))
			return m.worse(method).Spread().Signed(), less
		})
	}},
	{"saturated links make SDPN worse by the least", func(m averaging) study.Answer {
		sdpn := m.worse(SDPN)
		return each(compared, func(method string) (string, study.Sample) {
			d := m.worse(method)
			return d.Spread().Signed(), sdpn.Less(d)
		})
	}},
	{"waiting is predicted worse than execution by Historical, Hanzich and SDPN",
		func(m averaging) study.Answer {
			methods := []string{Historical, Hanzich, SDPN}
			return each(methods, func(method string) (string, study.Sample) {
				w := m.mean(method, Wait, m.atGreatest())
				r := m.mean(method, Execution, m.atGreatest())
				return fmt.Sprintf("%v and %v", w.Spread(), r.Spread()), r.Less(w)
			})
		}},
	{"longer windows improve SDPN's predictions of execution", func(m averaging) study.Answer {
		return m.windows(Execution)
	}},
	{"longer windows do not improve SDPN's predictions of waiting", func(m averaging) study.Answer {
		a := m.windows(Wait)
		switch a.Verdict {
		case "yes":
			a.Verdict = "no"
		case "no", "open":
			a.Verdict = "yes"
		}
		return a
	}},
}

// below answers whether all differences are below 0: yes where all are by more
// than their intervals, no where one is above by more than that, else open.
func below(measured string, differences ...study.Spread) study.Answer {
	verdict := "yes"
	for _, d := range differences {
		switch {
		case d.Mean > d.Half:
			verdict = "no"
		case !(d.Mean < -d.Half) && verdict == "yes":
			verdict = "open"
		}
	}
	a := study.YesOrNo(false, "%s", measured)
	if a.Verdict == "no" { // measured
		a.Verdict = verdict
	}
	return a
}

// each is below for a difference of each method, except from itself.
func each(methods []string, difference func(method string) (string, study.Sample)) study.Answer {
	var texts []string
	var differences []study.Spread
	for _, method := range methods {
		text, d := difference(method)
		texts = append(texts, method+" "+text)
		if s := d.Spread(); s != (study.Spread{}) {
			differences = append(differences, s)
		}
	}
	return below(strings.Join(texts, ", "), differences...)
}

// beats tries whether a method is better than another at the greatest limit.
func beats(better, worse string) func(averaging) study.Answer {
	return func(m averaging) study.Answer { return m.better(m.atGreatest(), better, worse) }
}

func (m averaging) better(which selected, better, worse string) study.Answer {
	a, b := m.turnaround(better, which), m.turnaround(worse, which)
	d := a.Less(b).Spread()
	return below(fmt.Sprintf("%s %v, %s %v, difference %s", better, a.Spread(), worse,
		b.Spread(), d.Signed()), d)
}

// gain is by how much SDPN's deviation is smaller than Hanzich's, percent.
func (m averaging) gain(which selected) study.Spread {
	h := m.turnaround(Hanzich, which)
	d, whole := h.Less(m.turnaround(SDPN, which)).Spread(), h.Spread().Mean
	return study.Spread{Mean: 100 * d.Mean / whole, Half: 100 * d.Half / whole}
}

// worse is by how much saturation makes a method worse.
func (m averaging) worse(method string) study.Sample {
	return m.turnaround(method, saturated).Less(m.turnaround(method, m.atGreatest()))
}

func (m averaging) windows(time Time) study.Answer {
	mean := func(method string) study.Sample { return m.mean(method, time, m.under(FCFS)) }
	now, longest := mean(SDPN), mean(SDPN120)
	d := longest.Less(now).Spread()
	return below(fmt.Sprintf("fcfs: now %v, 30 s %v, 120 s %v; 120 s less now %s",
		now.Spread(), mean(SDPN30).Spread(), longest.Spread(), d.Signed()), d)
}
