//go:build unix

package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// limit is for answers of programs in tests: short, but long enough for a
// machine that is busy.
const limit = 2 * time.Second

// words of the programs in tests: ME marks the processes of this test, hi sends
// and reads the hello, owed reads up to the next job that needs an answer, say
// answers.
var words = fmt.Sprintf("ME=%07d\n", os.Getpid()) + `hello='{"hello":1,"scope":"series","answers":"jobs"}'
hi() { echo "$hello"; read site; }
owed() { while read line; do case $line in *submitted*) return;; esac; done; exit; }
say() { echo "{\"job\":$1,\"bounds\":[5]}"; }
`

// session shows a program two jobs, as a method does.
func session(ctx context.Context, p *Program) (bounds []float64, err error) {
	hello, err := p.Greet(ctx)
	if err != nil {
		return nil, err
	}
	q, err := p.Begin(LogInfo{Log: "small", Queues: []string{"q"}, Range: "all",
		Levels: []RequestedLevel{{.95, .95, "upper"}}})
	if err != nil {
		return nil, err
	}
	started, procs := false, int64(4)
	for i, submit := range []float64{7, 310.5} {
		q.Send(Tick{300 * float64(i)})
		if hello.Answers == Ticks {
			if _, err := q.Bounds(300 * float64(i)); err != nil {
				return bounds, err
			}
		}
		q.Send(Submission{Index: i, Submit: submit, Procs: &procs})
		if hello.Answers == Jobs {
			a, err := q.Job(i)
			if err != nil {
				return bounds, err
			}
			bounds = append(bounds, a.Bounds...)
		}
		q.Send(Started{i, submit + 60, 60, &started})
	}
	return bounds, q.End()
}

const curved = `hello='{"hello":1,"scope":"log","answers":"jobs","curve":[0.5,0.95]}'; `

// misbehaving are programs and their errors.
var misbehaving = map[string][2]string{
	"there is none": {`exec ./none`, `the program ended (exit status 127) before its hello`},
	"ends at once": {`echo no model >&2`,
		`the program ended (exit status 0) before its hello; its standard error ends with "no model"`},
	"says no hello":  {`sleep 9$ME`, `no hello within 2s`},
	"waits for ours": {`read site; hi`, `no hello within 2s`},
	"hello is no JSON": {`echo hello`, `invalid hello message: it is not JSON: invalid character 'h' looking for ` +
		`beginning of value: "hello"`},
	"another version": {`hello='{"hello":2}'; hi`, `the program speaks protocol version 2, want 1`},
	"another scope": {`hello='{"hello":1,"scope":"queue"}'; hi`,
		`invalid scope "queue" in the hello: want series or log`},
	"answers otherwise": {`hello='{"hello":1,"scope":"log","answers":"days"}'; hi`,
		`invalid answers "days" in the hello: want jobs or ticks`},
	"another hello": {`test -e $DIR/again && hello='{"hello":1,"scope":"log","answers":"jobs"}'; touch ` +
		`$DIR/again; hi`, `the hello has changed from {Protocol:1 Scope:series Answers:jobs Curve:[]} to {Protocol:1 ` +
		`Scope:log Answers:jobs Curve:[]}`},
	"two hellos": {`printf '%s\n%s\n' "$hello" "$hello"; read site; owed; say 0`,
		`the program printed more than its answers: "{\"hello\":1,\"scope\":\"series\",\"answers\":\"jobs\"}"`},
	"hangs":           {`hi; owed; say 0; owed; sleep 9$ME`, `no answer for job 1 within 2s`},
	"is late":         {`hi; owed; sleep 3; say 0`, `no answer for job 0 within 2s`},
	"ignores signals": {`trap '' INT TERM HUP; hi; owed; sleep 9$ME`, `no answer for job 0 within 2s`},
	"stops reading":   {`hi; sleep 9$ME`, `no answer for job 0 within 2s`},
	"says half": {`hi; owed; printf '{"job":'; sleep 9$ME`,
		`no answer for job 0 within 2s; it printed only "{\"job\":"`},
	"ends in half": {`hi; owed; printf '{"job":'`,
		`the program ended (exit status 0) before its answer for job 0; it printed only "{\"job\":"`},
	"dies": {`hi; owed; say 0; owed; printf 'one\nIndexError: 3\n\n' >&2; exit 3`,
		`the program ended (exit status 3) before its answer for job 1; its standard error ends with "IndexError: 3"`},
	"is killed": {`hi; owed; kill -9 $$`, `the program ended (signal: killed) before its answer for job 0`},
	"closes its output": {`hi; owed; exec >&-; sleep 9$ME`,
		"the program closed its output before its answer for job 0"},
	"answers twice": {`hi; owed; printf '%s\n' '{"job":0,"bounds":[5]}' '{"job":1,"bounds":[6]}'; owed`,
		`the program printed more than its answers: "{\"job\":1,\"bounds\":[6]}"`},
	"answers another": {`hi; owed; say 3`,
		`invalid answer for job 0: it is for job 3: "{\"job\":3,\"bounds\":[5]}"`},
	"answers no job": {`hi; owed; echo '{"bounds":[5]}'`,
		`invalid answer for job 0: the field job is missing: "{\"bounds\":[5]}"`},
	"has no bounds": {`hi; owed; echo '{"job":0,"wait":3}'`,
		`invalid answer for job 0: the field bounds is missing: "{\"job\":0,\"wait\":3}"`},
	"too many bounds": {`hi; owed; echo '{"job":0,"bounds":[5,6]}'`,
		`invalid answer for job 0: 2 bounds, want 1: "{\"job\":0,\"bounds\":[5,6]}"`},
	"too few bounds": {`hi; owed; echo '{"job":0,"bounds":[]}'`,
		`invalid answer for job 0: 0 bounds, want 1: "{\"job\":0,\"bounds\":[]}"`},
	"nonsense": {`hi; owed; echo five`,
		`invalid answer for job 0: it is not JSON: invalid character 'i' in literal false (expecting 'a'): "five"`},
	"not a number": {`hi; owed; echo '{"job":0,"bounds":["5"]}'`,
		`invalid answer for job 0: bounds is string: want a number up to 1e+100: "{\"job\":0,\"bounds\":[\"5\"]}"`},
	"not an integer": {`hi; owed; echo '{"job":19.5,"bounds":[5]}'`,
		`invalid answer for job 0: job is 19.5: want an integer: "{\"job\":19.5,\"bounds\":[5]}"`},
	"no object": {`hi; owed; echo '[5]'`, `invalid answer for job 0: it is array: want an object: "[5]"`},
	"NaN": {`hi; owed; echo '{"job":0,"bounds":[NaN]}'`,
		`invalid answer for job 0: it is not JSON: invalid character 'N' looking for beginning of value: ` +
			`"{\"job\":0,\"bounds\":[NaN]}"`},
	"below 0": {`hi; owed; echo '{"job":0,"bounds":[-5]}'`,
		`invalid answer for job 0: -5 s is not a time from 0 to 1e+100 s: "{\"job\":0,\"bounds\":[-5]}"`},
	"beyond all": {`hi; owed; echo '{"job":0,"bounds":[1e999]}'`,
		`invalid answer for job 0: bounds is 1e999: want a number up to 1e+100: "{\"job\":0,\"bounds\":[1e999]}"`},
	"ages": {`hi; owed; echo '{"job":0,"bounds":[1e101]}'`,
		`invalid answer for job 0: 1e+101 s is not a time from 0 to 1e+100 s: "{\"job\":0,\"bounds\":[1e101]}"`},
	"two on a line": {`hi; owed; echo '{"job":0,"bounds":[5]} 6'`,
		`invalid answer for job 0: it is not JSON: invalid character '6' after top-level value: ` +
			`"{\"job\":0,\"bounds\":[5]} 6"`},
	"floods": {`hi; owed; yes | tr -d '\n'`, `the program printed a line of more than 262144 bytes: "` +
		strings.Repeat("y", 80) + `"...`},
	"talks at the end": {`hi; owed; say 0; owed; say 1; cat >$DIR/rest; echo bye`,
		`the program printed more than its answers: "bye"`},
	"does not end": {`hi; owed; say 0; owed; say 1; exec sleep 9$ME`,
		`the program did not end within 2s after its input`},
	"leaves others behind": {`sleep 9$ME >/dev/null & hi; owed; say 0; owed; say 1; cat >/dev/null`, ``},
	"others hold on": {`sleep 9$ME & hi; owed; say 0; owed; say 1`,
		`the program did not end within 2s after its input`},
	"talks much to itself": {`hi; owed; say 0; owed; yes | head -c 1000000 >&2; say 1; cat >/dev/null`, ``},
	"another tick": {`hello='{"hello":1,"scope":"log","answers":"ticks"}'; hi; read tick; echo ` +
		`'{"tick":300,"bounds":[[5]]}'`, `invalid answer at tick 0: it is for tick 300: ` +
		`"{\"tick\":300,\"bounds\":[[5]]}"`},
	"too many queues": {`hello='{"hello":1,"scope":"log","answers":"ticks"}'; hi; read tick; echo ` +
		`'{"tick":0,"bounds":[[5],[6]]}'`, `invalid answer at tick 0: bounds for 2 queues, want 1: ` +
		`"{\"tick\":0,\"bounds\":[[5],[6]]}"`},
	"curve of a series": {`hello='{"hello":1,"scope":"series","answers":"jobs","curve":[0.5]}'; hi`,
		`a hello with a curve needs scope "log" and answers "jobs"`},
	"curve of ticks": {`hello='{"hello":1,"scope":"log","answers":"ticks","curve":[0.5]}'; hi`,
		`a hello with a curve needs scope "log" and answers "jobs"`},
	"no levels": {`hello='{"hello":1,"scope":"log","answers":"jobs","curve":[]}'; hi`,
		`invalid curve [] in the hello: want ascending levels between 0 and 1`},
	"a level of 1": {`hello='{"hello":1,"scope":"log","answers":"jobs","curve":[0.5,1]}'; hi`,
		`invalid curve [0.5 1] in the hello: want ascending levels between 0 and 1`},
	"a level of 0": {`hello='{"hello":1,"scope":"log","answers":"jobs","curve":[0,0.5]}'; hi`,
		`invalid curve [0 0.5] in the hello: want ascending levels between 0 and 1`},
	"levels that fall": {`hello='{"hello":1,"scope":"log","answers":"jobs","curve":[0.9,0.5]}'; hi`,
		`invalid curve [0.9 0.5] in the hello: want ascending levels between 0 and 1`},
	"a level twice": {`hello='{"hello":1,"scope":"log","answers":"jobs","curve":[0.5,0.5]}'; hi`,
		`invalid curve [0.5 0.5] in the hello: want ascending levels between 0 and 1`},
	"levels too near": {`hello='{"hello":1,"scope":"log","answers":"jobs","curve":[1e-17,0.5]}'; hi`,
		`invalid curve [1e-17 0.5] in the hello: want ascending levels between 0 and 1`},
	"a curve unasked": {`hi; owed; echo '{"job":0,"bounds":[5],"curve":[1,2]}'; owed; say 1; cat >/dev/null`, ``},
	"no curve": {curved + `hi; owed; say 0`,
		`invalid answer for job 0: the field curve is missing or null: "{\"job\":0,\"bounds\":[5]}"`},
	"a short curve": {curved + `hi; owed; echo '{"job":0,"curve":[5]}'`,
		`invalid answer for job 0: 1 quantiles, want 2: "{\"job\":0,\"curve\":[5]}"`},
	"null in a curve": {curved + `hi; owed; echo '{"job":0,"curve":[5,null]}'`,
		`invalid answer for job 0: a quantile of the curve is null: "{\"job\":0,\"curve\":[5,null]}"`},
	"below 0 in a curve": {curved + `hi; owed; echo '{"job":0,"curve":[-5,5]}'`,
		`invalid answer for job 0: -5 s is not a time from 0 to 1e+100 s: "{\"job\":0,\"curve\":[-5,5]}"`},
	"no tick": {`hello='{"hello":1,"scope":"log","answers":"ticks"}'; hi; read tick; echo '{"bounds":[[5]]}'`,
		`invalid answer at tick 0: the field tick is missing: "{\"bounds\":[[5]]}"`},
}

// TestMisbehaving: whatever a program does, it ends with a sentence, or without
// where that is fine, and nothing of it is left.
func TestMisbehaving(t *testing.T) {
	var all sync.WaitGroup // side by side, as most of them wait
	for name, c := range misbehaving {
		dir := t.TempDir()
		all.Go(func() {
			p := &Program{Command: "DIR=" + dir + "\n" + words + c[0], Limit: limit}
			bounds, err := session(t.Context(), p)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if name == "there is none" { // shells have different words for it
				got, _, _ = strings.Cut(got, "; ")
			}
			if got != c[1] {
				t.Errorf("%s: error\n%s\nwant\n%s", name, got, c[1])
			}
			if c[1] == "" && !slices.Equal(bounds, []float64{5, 5}) {
				t.Errorf("%s: bounds %v", name, bounds)
			}
		})
	}
	begun := time.Now()
	all.Wait()
	if took := time.Since(begun); took > 5*limit {
		t.Errorf("it took %v", took)
	}
	nothingLeft(t)
}

// TestInterrupted: the end of the context ends a program that hangs at once.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := &Program{Command: words + `hi; owed; echo there >&2; sleep 9$ME`, Limit: time.Hour}
	time.AfterFunc(time.Second, cancel)
	begun := time.Now()
	if _, err := session(ctx, p); err == nil ||
		!strings.Contains(err.Error(), "(signal: killed) before its answer for job 0") {
		t.Errorf("error %v", err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	if _, err := p.Begin(LogInfo{}); err == nil {
		t.Error("started behind the end of the context")
	}
	nothingLeft(t)
}

// nothingLeft looks for processes that sleep, and for dead children that were
// not waited for.
func nothingLeft(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	var left []string
	for deadline := time.Now().Add(time.Second); ; time.Sleep(10 * time.Millisecond) { // killed processes die soon
		left = nil
		stats, _ := filepath.Glob("/proc/[0-9]*/stat")
		for _, path := range stats {
			stat, err1 := os.ReadFile(path)
			line, err2 := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
			if errors.Join(err1, err2) != nil {
				continue // it has ended
			}
			_, behind, _ := strings.Cut(string(stat), ") ")
			ours := strings.HasPrefix(behind, fmt.Sprintf("Z %d ", os.Getpid()))
			if ours || strings.Contains(string(line), fmt.Sprintf("sleep\x009%07d", os.Getpid())) {
				left = append(left, string(stat))
			}
		}
		if left == nil || time.Now().After(deadline) {
			break
		}
	}
	if left != nil {
		t.Errorf("left running: %s", strings.Join(left, ""))
	}
}
