package wait

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// eachOf asks one question after the other: the next is written when the answer
// to the one before is read. It returns the answers, and the error of AskEach.
func eachOf(tb testing.TB, log *Log, q Question, lines ...string) (answers []map[string]any, err error) {
	tb.Helper()
	in, ask := io.Pipe()
	answer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := log.AskEach(tb.Context(), q, in, out)
		out.Close()
		in.Close()
		ended <- err
	}()
	read := bufio.NewScanner(answer)
	for _, line := range lines {
		fmt.Fprintln(ask, line)
		if strings.HasPrefix(line, "id,") || strings.TrimSpace(line) == "" {
			continue // no question
		}
		if !read.Scan() {
			break
		}
		row := map[string]any{}
		if err := json.Unmarshal(read.Bytes(), &row); err != nil {
			tb.Fatal(err)
		}
		answers = append(answers, row)
	}
	ask.Close()
	return answers, <-ended
}

// TestAskEach: each line has the answer as it is alone, when it is read, or an
// error.
func TestAskEach(t *testing.T) {
	log := loaded(t, floods(), by("bmbp,historical+cal", "0.95", "0.5"))
	log.KeepQueues(replay.AllRanges)
	q := Question{Now: 20300, Within: []float64{60}}
	job := func(procs int64) replay.Job { j := anyJob; j.Procs = procs; return j }
	alone := func(queue string, procs int64) map[string]any {
		q := q
		q.Job = job(procs)
		return ask(t, kept(t, floods(), queue, by("bmbp,historical+cal")), q).fill(&table.Table{}, keptColumns).Data().Rows[0]
	}
	waits := func(id string) map[string]any {
		log := loaded(t, floods(), by("bmbp,historical+cal"))
		log.KeepQueues(replay.AllRanges)
		return ask(t, log, Question{Now: q.Now, ID: id}).fill(&table.Table{}, keptColumns).Data().Rows[0]
	}
	failed := func(why string) map[string]any { return map[string]any{"error": why} }
	for _, c := range []struct {
		header, line string
		want         map[string]any
	}{
		{"", `{"id":"a"}`, alone("day", -1)},
		{"", `{"id":7,"queue":"night","procs":2}`, alone("night", 2)},
		{"", `{"id":"a","queue":2,"procs":2,"user":null}`, alone("night", 2)},
		{"", `{"job":2002,"id":"b"}`, waits("2002")},
		{"id,queue,procs", "a,day,20", alone("day", 20)},
		{"id,queue,procs", `"x,y",,`, alone("day", -1)},
		{"id,job", "a,2004", waits("2004")},
		{"", `{"id":"a"`, failed("no object of JSON: unexpected EOF")},
		{"id,size", "a,2", failed(`unknown field "size"; known are id, queue, procs, estimate, user, executable, job`)},
		{"", `{"size":3}`, failed(`unknown field "size"; known are id, queue, procs, estimate, user, executable, job`)},
		{"", `{"procs":0}`, failed(`procs: "0" is no such number`)},
		{"", `{"estimate":"soon"}`, failed(`estimate: "soon" is neither seconds nor a duration such as 4h`)},
		{"", `{"procs":65}`, failed("65 processors are more than the machine of steps has: 64")},
		{"", `{"queue":"idle"}`, failed(`steps: unknown queue "idle"; known are day, night`)},
		{"", `{"job":9}`, failed("job 9 does not wait at 2001-01-01 13:38:20 UTC: it left the queue at " +
			"2001-01-01 08:30:34 UTC; choose an earlier --at")},
		{"", `{"job":2003}`, failed("no job of the queue of job 2003 has started by " +
			"2001-01-01 13:38:20 UTC, so nothing is known of it")},
		{"", `{"job":2002,"procs":2}`, failed("a question about a job of the log has no other field than id")},
		{"id,queue,procs", "a,day", failed("2 fields, but the header line has 3")},
	} {
		answers, err := eachOf(t, log, q, c.header, c.line, c.line)
		if err != nil || len(answers) != 2 {
			t.Fatalf("%s: %d answers, error %v", c.line, len(answers), err)
		}
		for _, got := range answers {
			if got["line"] == nil || got["error"] == nil && got["moment"] != 978336000+q.Now {
				t.Errorf("%s: %v", c.line, got)
			}
			delete(got, "line")
			delete(got, "id")
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(c.want)
			if !bytes.Equal(a, b) {
				t.Errorf("%s:\n%s, want\n%s", c.line, a, b)
			}
		}
	}
}

// BenchmarkAskEach is a question to the default methods, after the replay, and
// the 99th percentile.
func BenchmarkAskEach(b *testing.B) {
	s := run.Defaults()
	s.Quantiles = []string{"0.95", "0.5"}
	log := loaded(b, realText(b, "KTH-SP2-1996-2.1-cln"), s)
	log.KeepQueues(replay.AllRanges)
	r, err := log.ready(b.Context(), Question{Now: log.End()})
	if err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		begun := time.Now()
		_, err := r.one(b.Context(), map[string]string{"procs": fmt.Sprint(1 + i%64), "estimate": "4h"})
		if err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)*99/100].Seconds()*1e3, "p99-ms")
}
