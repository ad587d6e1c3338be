package reservations

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay/study/varq"
	"waitbench/report"
	"waitbench/report/study"
)

// intro says what was simulated, and shows the run without VARQ.
func (s *Study) intro() study.Section {
	t, base := s.Result.Study.Trace, s.Result.Base
	facts := &report.Table{
		ID: "base", Title: "The run without VARQ",
		Columns: []report.Column{
			right("nodes", "", "nodes"), right("jobs", "", "jobs"), right("too wide", "", "too_wide"), right("offered load", "", "offered_load"),
			right("utilization", "", "utilization"), right("mean wait", "s", "mean_wait_s"), right("median wait", "s", "median_wait_s"),
			right("slowdown", "", "slowdown"), right("span", "days", "span_days"),
			right("within bounds", "", "correct")},
		Rows: [][]report.Cell{{
			report.Count(int(t.Nodes)), report.Count(len(t.Jobs)), report.Count(t.TooWide), report.Number(t.Offered(), "%.4f"),
			report.Number(base.Utilization, "%.4f"), report.Number(base.AllWait, whole), report.Number(base.MedianWait, whole),
			report.Number(base.Slowdown, "%.1f"), report.Number(base.Span/86400, "%.2f"), report.Number(base.Correct, "%.4f")}},
		Missing: "not given",
		Notes: []string{
			"waits and slowdown are of the jobs after training; slowdown: mean of (wait + run) / run, run at least 10 s",
			fmt.Sprintf("%d jobs ran past their estimate in the log, and are ended at it here", t.Overran),
		},
	}
	return study.Section{
		Text: []string{
			fmt.Sprintf("The jobs of queue %s are run again on %d nodes under EASY backfilling. A part of them asks for a reservation: to be running at a deadline with "+
				"given odds. VARQ submits such a job, with its wall time stretched to the deadline, at the latest moment from which QBETS gives these odds.", s.Queue, t.Nodes),
		},
		Tables: []*report.Table{facts},
	}
}

// story sets the study beside the paper as a whole.
func (s *Study) story() study.Section {
	section := study.Section{Heading: "What reproduces and what does not", Tables: []*report.Table{s.overview(), s.agreement(), s.claimsTable()}}
	section.Text = append(section.Text, s.sharedDeadline()...)
	if _, ok := paperCell(0.95, 0.75); ok && slices.Contains(s.Result.Study.Requests, 0.75) && slices.Contains(s.Result.Study.Fractions, 0.95) {
		section.Text = append(section.Text, "The paper's cell for 95 % and .75 cannot be as printed. Every reservation that is accepted has odds of .75 or more, so their mean "+
			"is not .43. With the two numbers of the cell changed over, predicted .81 and actual .43, it also fits the paper's text, which says that there, and there alone, "+
			"the guarantees break down.")
	}
	section.Text = append(section.Text, s.counts()...)
	section.Text = append(section.Text,
		fmt.Sprintf("The paper calls VARQ benign because all its simulations take about the same time. That time is the length of the trace, whatever VARQ does (here %.1f days). "+
			"What the others pay is seen where the waits of the very same jobs are compared, with and without VARQ, below.", s.Result.Base.Span/86400))
	return section
}

// counts says why the paper's counts of reservations are not ours.
func (s *Study) counts() []string {
	f := s.firstFraction()
	var ours, papers []string
	for _, q := range s.Result.Study.Requests {
		p, ok := paperCell(f, q)
		if !ok {
			continue
		}
		r := s.row(s.variants()[0], f, q)
		papers = append(papers, fmt.Sprint(p.count))
		ours = append(ours, fmt.Sprintf(whole, r.cells.Mean(accepted)))
	}
	if len(ours) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Counts do not compare: the paper does not say how long its trace was, and here there are %d jobs after training. At %s %% it accepts %s "+
		"reservations of these odds, here it is %s. Where the paper's fall faster with the odds, its machine was busier than this one.",
		s.Result.Base.Jobs, percent(f), strings.Join(papers, ", "), strings.Join(ours, ", "))}
}

// sharedDeadline says what deadlines have to do with it, where both kinds were studied.
func (s *Study) sharedDeadline() []string {
	waiting := s.Result.Study.Waiting[0]
	var kept [2][]string
	for i, d := range []varq.Deadlines{varq.Grid, varq.Ahead} {
		if !slices.Contains(s.Result.Study.Deadlines, d) {
			return nil
		}
		for _, f := range s.Result.Study.Fractions {
			var rows []row
			for _, r := range s.enough(variant{d, waiting}) {
				if r.fraction == f {
					rows = append(rows, r)
				}
			}
			kept[i] = append(kept[i], fmt.Sprintf("%s at %s %%", list(rows, share, (*row).success), percent(f)))
		}
	}
	return []string{fmt.Sprintf("Most of what goes wrong is the shared deadline. Everyone who asks within the same period has the same deadline, sees the same odds, plans the "+
		"same moment, and queues behind the others; the history knows of no such rush. Kept of those who ask for %s: %s. With a deadline for each job, a period after its own "+
		"request as in the paper's live experiment, it is %s.",
		requestsInWords(s.Result.Study.Requests), strings.Join(kept[0], ", "), strings.Join(kept[1], ", "))}
}

func requestsInWords(requests []float64) string {
	var words []string
	for _, q := range requests {
		words = append(words, fmt.Sprintf(share, q))
	}
	return strings.Join(words, ", ")
}

// overview shows for each variant and fraction the shares kept, in the order of the requests, the
// paper's first.
func (s *Study) overview() *report.Table {
	requests := requestsInWords(s.Result.Study.Requests)
	t := &report.Table{
		ID: "overview", Title: "Share of reservations kept, for requests of " + requests,
		Columns: []report.Column{{Heading: "deadlines, waiting", Key: "variant"}},
		Missing: "not in the paper, or too few reservations",
	}
	paper := []report.Cell{report.Words("paper")}
	for _, f := range s.Result.Study.Fractions {
		t.Columns = append(t.Columns, report.Column{Heading: percent(f) + " % of the jobs", Key: "percent_" + percent(f)})
		paper = append(paper, s.shares(func(q float64) (float64, bool) {
			p, ok := paperCell(f, q)
			return p.actual, ok
		}))
	}
	t.Rows = append(t.Rows, paper)
	for _, v := range s.variants() {
		line := []report.Cell{report.Words(v.name())}
		for _, f := range s.Result.Study.Fractions {
			line = append(line, s.shares(func(q float64) (float64, bool) {
				r := s.row(v, f, q)
				return r.success(), !r.few()
			}))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// shares is a cell of shares for each of the requests.
func (s *Study) shares(kept func(request float64) (x float64, ok bool)) report.Cell {
	text, some := "", false
	for i, q := range s.Result.Study.Requests {
		if i > 0 {
			text += " / "
		}
		if x, ok := kept(q); ok {
			text += fmt.Sprintf(share, x)
			some = true
		} else {
			text += "-"
		}
	}
	if !some {
		return report.Absent()
	}
	return report.Words(text)
}

// agreement is how far each variant is from the paper's table 4.
func (s *Study) agreement() *report.Table {
	t := &report.Table{
		ID: "agreement", Title: "Distance of the share kept from the paper's table 4",
		Columns: []report.Column{{Heading: "deadlines, waiting", Key: "variant"}, right("cells", "", "cells"), right("root mean square", "", "rms"),
			right("without 95 % / .75", "", "rms_possible"), right("mean difference", "", "mean_difference"), right("largest", "", "largest")},
		Missing: "no cell of the paper was studied",
		Notes:   []string{"the cell for 95 % and .75 cannot be as printed, see there; mean difference and largest are without it"},
	}
	for _, v := range s.variants() {
		var all, possible []float64
		for _, r := range s.enough(v) {
			p, ok := paperCell(r.fraction, r.request)
			if !ok {
				continue
			}
			d := r.success() - p.actual
			all = append(all, d)
			if !p.swapped(r.request) {
				possible = append(possible, d)
			}
		}
		t.Rows = append(t.Rows, []report.Cell{report.Words(v.name()), report.Count(len(all)), report.Number(rms(all), "%.3f"),
			report.Number(rms(possible), "%.3f"), report.Number(average(possible), "%+.3f"), report.Number(largest(possible), "%+.2f")})
	}
	return t
}

func rms(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v * v)
	}
	return math.Sqrt(sum / float64(len(x)))
}

func average(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// largest is the number farthest from 0, NaN for none.
func largest(x []float64) float64 {
	most := math.NaN()
	for _, v := range x {
		if !(math.Abs(v) <= math.Abs(most)) {
			most = v
		}
	}
	return most
}

// settings is what makes the results again.
func (s *Study) settings() study.Section {
	t := &report.Table{ID: "settings", Title: "What makes these results again", Columns: []report.Column{{Heading: "setting"}, {Heading: "value"}}}
	for _, line := range append([]Setting{{"log", s.Log}, {"SHA-256 of the log", s.SHA256}, {"queue", s.Queue}}, s.Settings...) {
		t.Rows = append(t.Rows, []report.Cell{report.Words(line.Name), report.Words(line.Value)})
	}
	return study.Section{Heading: "Settings", Tables: []*report.Table{t}}
}
