package nondedicated

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/replay/study/cisne"
	"waitbench/report"
)

// claim is a sentence of the paper, and how it is tried.
type claim struct {
	text string
	try  func(p *page) (holds bool, measured string)
}

var claims = []claim{
	{"at MPL 1 Historical is worst", func(p *page) (bool, string) { return p.worst(p.alone, cisne.Historical) }},
	{"at MPL 1 Hanzich is better than SDPN", func(p *page) (bool, string) { return p.better(p.alone, cisne.Hanzich, cisne.SDPN) }},
	{"at the greatest MPL SDPN beats Li", func(p *page) (bool, string) { return p.better(p.most, cisne.SDPN, cisne.Li) }},
	{"at the greatest MPL SDPN beats Smith", func(p *page) (bool, string) { return p.better(p.most, cisne.SDPN, cisne.Smith) }},
	{"at the greatest MPL Hanzich beats Li", func(p *page) (bool, string) { return p.better(p.most, cisne.Hanzich, cisne.Li) }},
	{"at the greatest MPL Hanzich beats Smith", func(p *page) (bool, string) { return p.better(p.most, cisne.Hanzich, cisne.Smith) }},
	{"at the greatest MPL SDPN beats Hanzich (by 6 % in the paper)", (*page).gain},
	{"with backfilling the gain of SDPN over Hanzich is greater than first come first served (80 % in the paper)", (*page).gainBackfilling},
	{"saturated links make all methods worse", (*page).saturationWorse},
	{"saturated links make SDPN worse by the least", (*page).saturationLeast},
	{"waiting is predicted worse than execution by Historical, Hanzich and SDPN", (*page).waitWorse},
	{"longer windows improve SDPN's predictions of execution", func(p *page) (bool, string) { return p.windowsImprove(p.by.run, true) }},
	{"longer windows do not improve SDPN's predictions of waiting", func(p *page) (bool, string) { return p.windowsImprove(p.by.wait, false) }},
}

// claimsTable tries all claims that the settings allow.
func (p *page) claimsTable(name, title string) *report.Table {
	t := &report.Table{
		ID: name, Title: title,
		Columns: []report.Column{{Heading: "claim"}, {Heading: "holds"}, {Heading: "measured"}},
		Notes: []string{
			p.by.name + "; of the turnaround, where nothing else is said; fcfs and easy by the method's own estimates, normal and uniform " +
				"together; ± 95 % over seeds, of differences within a seed",
			"MPL <= 4 of the paper is the greatest limit here: " + fmt.Sprint(slices.Max(p.config.Limits)),
		},
	}
	for _, c := range claims {
		holds, measured := c.try(p)
		answer := map[bool]string{true: "yes", false: "no"}[holds]
		if strings.Contains(measured, "NaN") {
			answer = "not measured"
		}
		t.Rows = append(t.Rows, []report.Cell{report.Words(c.text), report.Words(answer), report.Words(measured)})
	}
	return t
}

// The settings that claims are about.
func (p *page) alone(s cisne.Setting) bool {
	return s.Limit == 1 && !s.Saturated && s.Discipline != cisne.Perfect
}

func (p *page) most(s cisne.Setting) bool {
	return s.Limit == slices.Max(p.config.Limits) && !s.Saturated && s.Discipline != cisne.Perfect
}

func (p *page) saturated(s cisne.Setting) bool { return s.Saturated }

func (p *page) under(d cisne.Discipline) selected {
	return func(s cisne.Setting) bool { return p.most(s) && s.Discipline == d }
}

// compared are the five methods of the paper.
var compared = []string{cisne.SDPN, cisne.Hanzich, cisne.Historical, cisne.Smith, cisne.Li}

func (p *page) mean(method string, q quantity, which selected) summary {
	return summarize(p.sample(method, q, which))
}

func (p *page) worst(which selected, method string) (bool, string) {
	holds := true
	var words []string
	own := p.mean(method, p.by.turnaround, which)
	for _, m := range compared {
		s := p.mean(m, p.by.turnaround, which)
		holds = holds && (m == method || s.mean < own.mean)
		words = append(words, fmt.Sprintf("%s %v", m, s))
	}
	return holds, strings.Join(words, ", ")
}

func (p *page) better(which selected, better, worse string) (bool, string) {
	a, b := p.sample(better, p.by.turnaround, which), p.sample(worse, p.by.turnaround, which)
	d := paired(a, b)
	return d.mean < 0, fmt.Sprintf("%s %v, %s %v, difference %+.2f ± %.2f", better, summarize(a), worse, summarize(b), d.mean, d.half)
}

// gainOf is by how much of Hanzich's deviation SDPN's is smaller, percent.
func (p *page) gainOf(which selected) float64 {
	return 100 * (1 - p.mean(cisne.SDPN, p.by.turnaround, which).mean/p.mean(cisne.Hanzich, p.by.turnaround, which).mean)
}

func (p *page) gain() (bool, string) {
	holds, measured := p.better(p.most, cisne.SDPN, cisne.Hanzich)
	return holds, fmt.Sprintf("gain of %.0f %%: %s", p.gainOf(p.most), measured)
}

func (p *page) gainBackfilling() (bool, string) {
	easy, fcfs := p.gainOf(p.under(cisne.EASY)), p.gainOf(p.under(cisne.FCFS))
	return easy > fcfs, fmt.Sprintf("gain of %.1f %% under easy, %.1f %% under fcfs", easy, fcfs)
}

// increase is by how much saturation makes a method worse.
func (p *page) increase(method string) summary {
	return paired(p.sample(method, p.by.turnaround, p.saturated), p.sample(method, p.by.turnaround, p.most))
}

func (p *page) saturationWorse() (bool, string) {
	holds := true
	var words []string
	for _, m := range compared {
		d := p.increase(m)
		holds = holds && d.mean > 0
		words = append(words, fmt.Sprintf("%s %+.2f ± %.2f", m, d.mean, d.half))
	}
	return holds, strings.Join(words, ", ")
}

func (p *page) saturationLeast() (bool, string) {
	_, measured := p.saturationWorse()
	holds := true
	for _, m := range compared[1:] {
		holds = holds && p.increase(cisne.SDPN).mean < p.increase(m).mean
	}
	return holds, measured
}

func (p *page) waitWorse() (bool, string) {
	holds := true
	var words []string
	for _, m := range []string{cisne.Historical, cisne.Hanzich, cisne.SDPN} {
		w, r := p.mean(m, p.by.wait, p.most), p.mean(m, p.by.run, p.most)
		holds = holds && w.mean > r.mean
		words = append(words, fmt.Sprintf("%s waiting %v, execution %v", m, w, r))
	}
	return holds, strings.Join(words, "; ")
}

func (p *page) windowsImprove(q quantity, improve bool) (bool, string) {
	which := p.under(cisne.FCFS)
	shortest, longest := p.sample(cisne.SDPN, q, which), p.sample(cisne.SDPN120, q, which)
	middle, d := p.mean(cisne.SDPN30, q, which), paired(longest, shortest)
	holds := (d.mean < 0) == improve
	if improve {
		holds = holds && middle.mean < summarize(shortest).mean
	}
	return holds, fmt.Sprintf("fcfs: now %v, 30 s %v, 120 s %v; 120 s less now %+.2f ± %.2f", summarize(shortest), middle, summarize(longest), d.mean, d.half)
}
