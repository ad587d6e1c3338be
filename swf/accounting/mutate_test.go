package accounting

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"waitbench/swf"
)

// mutable is a text whose lines are changed before an import.
type mutable struct {
	open   opener
	o      Options // with a time for Now
	header string  // a line, or empty
	lines  []string
	jobs   []string // IDs by line, as in --extra; empty for a line that is of no job
}

// mutate cuts a line, joins it with the next, doubles it or swaps both. It
// returns the text, the jobs that are not whole any more, and the line of the
// text from which on they are so. Two lines of one job in another order are not
// whole.
func (m mutable) mutate(kind string, r *rand.Rand) (text string, broken []string, line int) {
	lines := slices.Clone(m.lines)
	i := r.IntN(len(lines) - 1)
	a, b := m.jobs[i], m.jobs[i+1]
	switch kind {
	case "cut":
		lines[i], broken = lines[i][:r.IntN(len(lines[i]))], []string{a}
	case "join":
		cut := r.IntN(2) * r.IntN(len(lines[i])) // of half of the lines nothing
		lines[i], broken = lines[i][:len(lines[i])-cut]+lines[i+1], []string{a, b}
		lines = slices.Delete(lines, i+1, i+2)
	case "double":
		lines = slices.Insert(lines, i, lines[i])
	case "swap":
		if lines[i], lines[i+1] = lines[i+1], lines[i]; a == b {
			broken = []string{a}
		}
	}
	return m.header + strings.Join(lines, "\n") + "\n", broken, strings.Count(m.header, "\n") + i + 1
}

// rows returns what a log has of each job, by its ID.
func (m mutable) rows(l *Log) map[string][]string {
	rows := map[string][]string{}
	for _, r := range l.records {
		for _, id := range r.ids() {
			rows[id] = append(rows[id], fmt.Sprintf("%v %v %v %v %v %s %v %v %v %v %s %s %s %s", r.submit, r.eligible,
				r.start, r.end, r.wait,
				r.state, r.asked, r.procs, r.alloc, r.limit, r.queue, r.user, r.group, r.name))
		}
	}
	return rows
}

// check imports n mutations of a text. The rows of jobs whose lines are whole
// stay as they are. Counts add up to the lines. A strict import may stop, at a
// line that is not whole.
func (m mutable) check(t *testing.T, n int) {
	t.Helper()
	l, _, _, _ := imported(t, m.header+strings.Join(m.lines, "\n")+"\n", m.open, m.o)
	want := m.rows(l)
	r := rand.New(rand.NewPCG(47, 1))
	for i := range n {
		kind := []string{"cut", "join", "double", "swap"}[i%4]
		o := m.o
		o.Lenient = i/4%2 == 1
		text, broken, line := m.mutate(kind, r)
		src, err := m.open(strings.NewReader(text), o)
		var l *Log
		if err == nil {
			l, err = Import(src, o)
		}
		if err != nil {
			row, _ := errors.AsType[*swf.RowError](err)
			if o.Lenient || row == nil || broken == nil || row.Line < line {
				t.Errorf("mutation %d (%s of %v, lenient %v): %v", i, kind, broken, o.Lenient, err)
			}
			continue
		}
		got := m.rows(l)
		for _, id := range slices.Sorted(maps.Keys(want)) {
			if !slices.Contains(broken, id) && !slices.Equal(got[id], want[id]) {
				t.Errorf("mutation %d (%s of %v): job %s\n%q, want\n%q", i, kind, broken, id, got[id], want[id])
			}
		}
		lines, counted := 0, 0
		for line := range strings.Lines(strings.TrimPrefix(text, m.header)) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		for _, c := range l.Counts() {
			if c.Adds {
				counted += c.Jobs
			}
		}
		if counted-l.Tasks != lines {
			t.Errorf("mutation %d (%s of %v): %d counted, %d further tasks, %d lines: %s", i, kind, broken, counted,
				l.Tasks, lines, l.summary())
		}
	}
}

// pbsLives are the records of jobs with their times, without IDs. KEYS has most
// keys of S and E.
var pbsLives = []string{
	"Q A0 ctime=A0 etime=A0 queue=q R.ncpus=8\nS A1 KEYS start=A1\na A2 R.walltime=20:00:00\n" +
		"E A3 KEYS start=A1 end=A3 Exit_status=0",
	"Q A0 queue=q\nS A1 KEYS start=A1\nR A2\nS A3 KEYS start=A3\nE A4 KEYS start=A3 end=A4 Exit_status=1",
	"Q A0 ctime=A0 qtime=A0 etime=A0 queue=q R.select=2:ncpus=4",
	"S A1 KEYS start=A1\nz A2\nr A3",
	"Q A0 ctime=A0 qtime=A0 etime=A0 queue=q R.ncpus=2\nD A1 requestor=u@h",
	"S A1 KEYS start=A1\nA A2",
	"Q A0 queue=q\nS A1 R.nodes=2:ppn=4\nE A2 R.nodes=2:ppn=4",
	"S A1 KEYS start=A1\nC A2 Checkpointed and held\nT A3\nE A4 KEYS start=A1 end=A4",
}

// TestMutatedPBS has jobs of all kinds, whose records are mixed.
func TestMutatedPBS(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 2))
	text := ""
	for i := range 60 {
		life := strings.NewReplacer("KEYS", "user=u group=g queue=q ctime=A0 qtime=A0 etime=A0 exec_host=n1/0*8 "+
			"R.ncpus=8 R.walltime=10:00:00").
			Replace(pbsLives[i%len(pbsLives)])
		from := r.IntN(20000)
		for k := range 5 {
			life = strings.ReplaceAll(life, fmt.Sprint("A", k), fmt.Sprintf("%05d", 10000+from+100*k))
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(life, "R.", "Resource_List."), "\n") {
			text += pbsText(strings.Replace(line, " ", fmt.Sprintf(" %d ", 100+i), 1))
		}
	}
	m := mutable{open: NewPBS, o: utc(), lines: strings.Split(strings.TrimSpace(text), "\n")}
	slices.SortStableFunc(m.lines, func(a, b string) int {
		return strings.Compare(a[6:10]+a[:5]+a[11:19],
			b[6:10]+b[:5]+b[11:19])
	})
	for _, line := range m.lines {
		m.jobs = append(m.jobs, strings.Split(line, ";")[2])
	}
	m.o.Now = 1600100000
	m.check(t, 300)
}
