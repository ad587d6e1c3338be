//go:build unix

package program

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// limit is for answers of programs in tests: short, but long enough for a machine that is busy.
const limit = 2 * time.Second

// words of the programs in tests: ME tells those of this test from others, hi greets and reads the
// hello, owed reads up to the next job that an answer is owed for, say answers.
var words = fmt.Sprintf("ME=%07d\n", os.Getpid()) + `hello='{"hello":1,"scope":"series","answers":"jobs"}'
hi() { echo "$hello"; read site; }
owed() { while read line; do case $line in *submitted*) return;; esac; done; exit; }
say() { echo "{\"job\":$1,\"bounds\":[5]}"; }
`

// session asks a program about two jobs, as a method does.
func session(ctx context.Context, p *Program) (bounds []float64, err error) {
	hello, err := p.Greet(ctx)
	if err != nil {
		return nil, err
	}
	q, err := p.Begin(Site{Log: "small", Queues: []string{"q"}, Range: "all", Levels: []Level{{.95, .95, "upper"}}})
	if err != nil {
		return nil, err
	}
	started := false
	for at, submit := range []float64{7, 310.5} {
		q.Tick(300 * float64(at))
		if hello.Answers == Ticks {
			if _, err := q.Bounds(300 * float64(at)); err != nil {
				return bounds, err
			}
		}
		q.Submitted(Job{At: at, Submit: submit, Queue: -1, Procs: 4, Estimate: -1, User: -1, Executable: -1, Planned: math.NaN()})
		if hello.Answers == Jobs {
			a, err := q.Job(at)
			if err != nil {
				return bounds, err
			}
			bounds = append(bounds, a.Bounds...)
		}
		q.Started(at, submit+60, 60, &started)
	}
	return bounds, q.End()
}

// misbehaving are programs, and the sentence on each; what stands in it for the folder of the test
// and process numbers is cut out.
var misbehaving = map[string][2]string{
	"there is none":        {`exec ./none`, `it ended (exit status 127) before its hello`},
	"ends at once":         {`echo no model >&2`, `it ended (exit status 0) before its hello; its last words: "no model"`},
	"says no hello":        {`sleep 9$ME`, `it has not said its hello within 2s`},
	"waits for ours":       {`read site; hi`, `it has not said its hello within 2s`},
	"hello is no JSON":     {`echo hello`, `its hello is no hello: "hello" (invalid character 'h' looking for beginning of value)`},
	"hello says more":      {`echo '{"hello":1,"kind":2}'`, `its hello is no hello: "{\"hello\":1,\"kind\":2}" (json: unknown field "kind")`},
	"another version":      {`hello='{"hello":2}'; hi`, `it speaks version 2 of the protocol, not 1`},
	"another scope":        {`hello='{"hello":1,"scope":"queue"}'; hi`, `the scope in its hello is "queue", not series or log`},
	"answers otherwise":    {`hello='{"hello":1,"scope":"log","answers":"days"}'; hi`, `its hello says that it answers "days", not jobs or ticks`},
	"another hello":        {`test -e $DIR/again && hello='{"hello":1,"scope":"log","answers":"jobs"}'; touch $DIR/again; hi`, `its hello is another one than at first: {Protocol:1 Scope:log Answers:jobs}, not {Protocol:1 Scope:series Answers:jobs}`},
	"two hellos":           {`printf '%s\n%s\n' "$hello" "$hello"; read site; owed; say 0`, `it says more than it is asked for: "{\"hello\":1,\"scope\":\"series\",\"answers\":\"jobs\"}"`},
	"hangs":                {`hi; owed; say 0; owed; sleep 9$ME`, `it has not said its answer for job 1 within 2s`},
	"is late":              {`hi; owed; sleep 3; say 0`, `it has not said its answer for job 0 within 2s`},
	"ignores signals":      {`trap '' INT TERM HUP; hi; owed; sleep 9$ME`, `it has not said its answer for job 0 within 2s`},
	"stops reading":        {`hi; sleep 9$ME`, `it has not said its answer for job 0 within 2s`},
	"says half":            {`hi; owed; printf '{"job":'; sleep 9$ME`, `it has said half of its answer for job 0 within 2s: "{\"job\":"`},
	"ends in half":         {`hi; owed; printf '{"job":'`, `it ended (exit status 0) within its answer for job 0: "{\"job\":"`},
	"dies":                 {`hi; owed; say 0; owed; printf 'one\nIndexError: 3\n\n' >&2; exit 3`, `it ended (exit status 3) before its answer for job 1; its last words: "IndexError: 3"`},
	"is killed":            {`hi; owed; kill -9 $$`, `it was killed or closed its output (signal: killed) before its answer for job 0`},
	"closes its output":    {`hi; owed; exec >&-; sleep 9$ME`, `it was killed or closed its output (signal: killed) before its answer for job 0`},
	"answers twice":        {`hi; owed; printf '%s\n' '{"job":0,"bounds":[5]}' '{"job":1,"bounds":[6]}'; owed`, `it says more than it is asked for: "{\"job\":1,\"bounds\":[6]}"`},
	"answers another":      {`hi; owed; say 3`, `its answer for job 0 is wrong: it is for job 3: "{\"job\":3,\"bounds\":[5]}"`},
	"answers nobody":       {`hi; owed; echo '{"bounds":[5]}'`, `its answer for job 0 is wrong: it does not say for which job: "{\"bounds\":[5]}"`},
	"has no bounds":        {`hi; owed; echo '{"job":0,"wait":3}'`, `its answer for job 0 is wrong: it has no bounds: "{\"job\":0,\"wait\":3}"`},
	"too many bounds":      {`hi; owed; echo '{"job":0,"bounds":[5,6]}'`, `its answer for job 0 is wrong: it has 2 bounds, not 1: "{\"job\":0,\"bounds\":[5,6]}"`},
	"too few bounds":       {`hi; owed; echo '{"job":0,"bounds":[]}'`, `its answer for job 0 is wrong: it has 0 bounds, not 1: "{\"job\":0,\"bounds\":[]}"`},
	"nonsense":             {`hi; owed; echo five`, `its answer for job 0 is wrong: invalid character 'i' in literal false (expecting 'a'): "five"`},
	"not a number":         {`hi; owed; echo '{"job":0,"bounds":["5"]}'`, `its answer for job 0 is wrong: "5" is not a number: "{\"job\":0,\"bounds\":[\"5\"]}"`},
	"NaN":                  {`hi; owed; echo '{"job":0,"bounds":[NaN]}'`, `its answer for job 0 is wrong: invalid character 'N' looking for beginning of value: "{\"job\":0,\"bounds\":[NaN]}"`},
	"below 0":              {`hi; owed; echo '{"job":0,"bounds":[-5]}'`, `its answer for job 0 is wrong: -5 s is less than no time: "{\"job\":0,\"bounds\":[-5]}"`},
	"beyond all":           {`hi; owed; echo '{"job":0,"bounds":[1e999]}'`, `its answer for job 0 is wrong: 1e999 is not a number: "{\"job\":0,\"bounds\":[1e999]}"`},
	"another word":         {`hi; owed; echo '{"job":0,"bound":5}'`, `its answer for job 0 is wrong: json: unknown field "bound": "{\"job\":0,\"bound\":5}"`},
	"two on a line":        {`hi; owed; echo '{"job":0,"bounds":[5]} 6'`, `its answer for job 0 is wrong: more than one value: "{\"job\":0,\"bounds\":[5]} 6"`},
	"floods":               {`hi; owed; yes | tr -d '\n'`, `it writes a line of more than 262144 bytes: "` + strings.Repeat("y", 100) + `"...`},
	"talks at the end":     {`hi; owed; say 0; owed; say 1; cat >$DIR/rest; echo bye`, `it says more than it is asked for: "bye"`},
	"does not end":         {`hi; owed; say 0; owed; say 1; exec sleep 9$ME`, `it does not end when its input does, for 2s`},
	"leaves others behind": {`sleep 9$ME >/dev/null & hi; owed; say 0; owed; say 1; cat >/dev/null`, ``},
	"others hold on":       {`sleep 9$ME & hi; owed; say 0; owed; say 1`, `it does not end when its input does, for 2s`},
	"talks much to itself": {`hi; owed; say 0; owed; yes | head -c 1000000 >&2; say 1; cat >/dev/null`, ``},
	"two minds":            {`hi; owed; echo "{\"job\":0,\"bounds\":[$$]}"`, `asked twice, its answer for job 0 is once "{\"job\":0,\"bounds\":[N]}" and once "{\"job\":0,\"bounds\":[N]}"`},
	"of one mind":          {`hi; owed; say 0; owed; say 1; owed`, ``},
	"another tick":         {`hello='{"hello":1,"scope":"log","answers":"ticks"}'; hi; read tick; echo '{"tick":300,"bounds":[[5]]}'`, `its answer at tick 0 is wrong: it is of tick 300: "{\"tick\":300,\"bounds\":[[5]]}"`},
	"too many queues":      {`hello='{"hello":1,"scope":"log","answers":"ticks"}'; hi; read tick; echo '{"tick":0,"bounds":[[5],[6]]}'`, `its answer at tick 0 is wrong: it has bounds for 2 queues, not 1: "{\"tick\":0,\"bounds\":[[5],[6]]}"`},
	"no tick":              {`hello='{"hello":1,"scope":"log","answers":"ticks"}'; hi; read tick; echo '{"bounds":[[5]]}'`, `its answer at tick 0 is wrong: it does not say at which tick: "{\"bounds\":[[5]]}"`},
}

// TestMisbehaving: whatever a program does, it ends with a sentence, or without where that is fine,
// and nothing of it is left.
func TestMisbehaving(t *testing.T) {
	var all sync.WaitGroup // side by side, as most of them wait
	for name, c := range misbehaving {
		dir := t.TempDir()
		all.Go(func() {
			p := &Program{Command: "DIR=" + dir + "\n" + words + c[0], Limit: limit, Twice: strings.Contains(name, " mind")}
			bounds, err := session(t.Context(), p)
			got := ""
			if err != nil {
				got = regexp.MustCompile(`\[[1-9][0-9]+\]`).ReplaceAllString(err.Error(), "[N]")
			}
			if name == "there is none" { // shells have different words for it
				got, _, _ = strings.Cut(got, "; ")
			}
			if got != c[1] {
				t.Errorf("%s: it says\n%s\nwant\n%s", name, got, c[1])
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
	if _, err := session(ctx, p); err == nil || !strings.Contains(err.Error(), "(signal: killed) before its answer for job 0") {
		t.Errorf("error %v", err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	if _, err := p.Begin(Site{}); err == nil {
		t.Error("started behind the end of the context")
	}
	nothingLeft(t)
	if _, err := (&Program{Command: "touch " + filepath.Join(t.TempDir(), "x")}).Begin(Site{}); err == nil {
		t.Error("started without a command line")
	}
}

// nothingLeft looks for processes that sleep, and for dead children that were not waited for.
func nothingLeft(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	var left []string
	for deadline := time.Now().Add(time.Second); ; time.Sleep(10 * time.Millisecond) { // who is killed dies soon
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
