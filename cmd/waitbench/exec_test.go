//go:build unix

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"waitbench/replay/run"
	"waitbench/report/board"
)

// asClient in the environment makes the test binary a program that is a method.
// Its value is the hello, a blank, and the beginning of names of files. Each
// process writes one: messages to the program (>), answers (<), and the end of
// a batch (-).
const asClient = "WAITBENCH_TEST_CLIENT"

func init() {
	if flags := os.Getenv(asClient); flags != "" {
		client(flags)
		os.Exit(0)
	}
}

// client is the program. It bounds by 60 s and the number of the answer.
func client(flags string) {
	hello, path, _ := strings.Cut(flags, " ")
	transcript, err := os.Create(fmt.Sprintf("%s%d", path, os.Getpid()))
	if err != nil {
		panic(err)
	}
	syscall.SetNonblock(0, true)
	in := os.NewFile(0, "stdin")
	say := func(line string) {
		fmt.Fprintln(transcript, "<", line)
		fmt.Println(line)
	}
	say(hello)
	var site struct{ Queues, Levels []any }
	answers := 0
	list := func() string {
		answers++
		return "[" + strings.TrimSuffix(strings.Repeat(fmt.Sprint(60+answers)+",", len(site.Levels)), ",") + "]"
	}
	batch := make([]byte, 1<<20)
	for {
		n, err := in.Read(batch)
		if err != nil {
			return
		}
		fmt.Fprintln(transcript, "-")
		rest := string(batch[:n])
		for line := range strings.Lines(rest) {
			rest = rest[len(line):]
			fmt.Fprint(transcript, "> ", line)
			var told struct {
				Hello, Submitted *int
				Tick             *json.Number
			}
			json.Unmarshal([]byte(line), &told)
			answer := ""
			switch {
			case told.Hello != nil:
				json.Unmarshal([]byte(line), &site)
			case told.Submitted != nil && strings.Contains(hello, "jobs"):
				answer = fmt.Sprintf(`{"job":%d,"bounds":%s}`, *told.Submitted, list())
				if strings.Contains(hello, "log") {
					answer = fmt.Sprintf(`{"job":%d,"wait":%d,"turnaround":%d.5,"bounds":[null]}`, *told.Submitted,
						10*answers, 20*answers)
				}
			case told.Tick != nil && strings.Contains(hello, "ticks"):
				answer = fmt.Sprintf(`{"tick":%s,"bounds":[%s]}`, *told.Tick,
					strings.TrimSuffix(strings.Repeat(list()+",", len(site.Queues)), ","))
			}
			if answer == "" {
				continue
			}
			in.SetReadDeadline(time.Now().Add(time.Millisecond)) // nothing may come before the answer
			if n, _ := in.Read(make([]byte, 1)); n > 0 || rest != "" {
				fmt.Fprintln(transcript, "early")
			}
			in.SetReadDeadline(time.Time{})
			say(answer)
		}
	}
}

// clientMethod is the test binary as method mine, for --exec.
func clientMethod(scope, answers, path string) string {
	return fmt.Sprintf(`mine=%s="{\"hello\":1,\"scope\":\"%s\",\"answers\":\"%s\"} %s" exec %s`, asClient, scope,
		answers, path, os.Args[0])
}

// told replays a log through the client, and returns the transcripts of its
// processes, except the one that only sends a hello.
func told(t *testing.T, log, scope, answers string, flags ...string) []string {
	t.Helper()
	dir := t.TempDir()
	replayed(t, filepath.Join(dir, "run"),
		append([]string{log, "--methods", "mine", "--exec", clientMethod(scope, answers, dir+"/told"), "--ranges",
			"none",
			"--figures", "none", "--quiet"}, flags...)...)
	var texts []string
	names, _ := filepath.Glob(dir + "/told*")
	for _, name := range names {
		if text := readFile(t, name); strings.Contains(text, ">") {
			texts = append(texts, text)
		}
	}
	return texts
}

// toldJob has the fields of a job that a program may receive.
type toldJob struct {
	submit, wait, run                 float64
	procs, estimate, user, exe, queue int64
}

// randomLog is a log of jobs in two queues, in order of submission.
func randomLog(t *testing.T, n int) (path string, jobs []toldJob) {
	random := rand.New(rand.NewPCG(15, 1))
	text, now := "; MaxProcs: 64\n; Queue: 1 day\n; Queue: 2 night\n", 0.0
	for i := range n {
		now += math.Floor(random.ExpFloat64()*100) / 4
		j := toldJob{
			submit: now, wait: math.Floor(random.ExpFloat64()*2000) / 8, run: 1 + math.Floor(random.ExpFloat64()*600),
			procs: 1 + random.Int64N(8), estimate: random.Int64N(5)*300 - 1, user: random.Int64N(4) - 1,
			exe: random.Int64N(4) - 1, queue: 1 + random.Int64N(2),
		}
		jobs = append(jobs, j)
		text += fmt.Sprintf("%d %v %v %v %d -1 -1 %d %d -1 1 %d 1 %d %d -1 -1 -1\n", i+1, j.submit, j.wait, j.run,
			j.procs, j.procs, j.estimate, j.user, j.exe, j.queue)
	}
	return writeFile(t, filepath.Join(t.TempDir(), "random.swf"), text), jobs
}

// toldLine is a message as it is told.
type toldLine struct {
	Hello, Submitted, Started, Ended *int
	Queues                           []string
	Time, Wait, Run, Tick            *float64
	Counts, Trained                  *bool
	Procs, User, Executable, Queue   *int64
	Estimate                         *float64
}

// TestExecTellsNoFuture compares the messages to programs with the log, batch
// by batch: each has everything that had happened by the moment of the
// question, at the time at which it happened, and nothing else.
func TestExecTellsNoFuture(t *testing.T) {
	t.Parallel()
	path, jobs := randomLog(t, 100)
	for _, scope := range []string{"series", "log"} {
		for _, answers := range []string{"jobs", "ticks"} {
			for _, epoch := range []float64{0, 300} {
				what := fmt.Sprintf("%s, %s, epoch %v", scope, answers, epoch)
				texts := told(t, path, scope, answers, "--epoch", fmt.Sprint(epoch, "s"), "--min-jobs", "1")
				if want := map[string]int{"series": 2, "log": 1}[scope]; len(texts) != want {
					t.Fatalf("%s: %d processes, want %d", what, len(texts), want)
				}
				for _, text := range texts {
					checkTold(t, what, text, jobs, scope == "log", answers == "ticks", epoch)
				}
			}
		}
	}
}

// checkTold checks one transcript.
func checkTold(t *testing.T, what, text string, jobs []toldJob, whole, ticks bool, epoch float64) {
	t.Helper()
	asked, tick, trainedAt := 0, 0., math.Inf(1)
	known, gone := map[int]bool{}, map[int]bool{} // jobs that have started, and ended
	wrong := func(format string, values ...any) {
		t.Fatalf("%s: %s in\n%s", what, fmt.Sprintf(format, values...), text)
	}
	var batch []toldLine
	for line := range strings.Lines(text) {
		body, isTold := strings.CutPrefix(line, "> ")
		if !isTold {
			if line == "early\n" {
				wrong("told before the answer")
			}
			if !strings.HasPrefix(line, "<") || len(batch) == 0 {
				continue
			}
			// The batch ends with the question, and all of it has happened by
			// then.
			last := batch[len(batch)-1]
			if ticks && last.Tick == nil || !ticks && last.Submitted == nil {
				wrong("an answer to nothing")
			}
			now := *cmp.Or(last.Tick, last.Time)
			for _, l := range batch {
				if *cmp.Or(l.Time, l.Tick, &now) > now {
					wrong("told at %v of %+v", now, l)
				}
			}
			batch = nil
			continue
		}
		var l toldLine
		d := json.NewDecoder(strings.NewReader(body))
		if err := d.Decode(&l); err != nil {
			wrong("%v", err)
		}
		if l.Hello != nil {
			if !whole {
				queue := map[string]int64{"day": 1, "night": 2}[l.Queues[0]]
				jobs = slices.DeleteFunc(slices.Clone(jobs), func(j toldJob) bool { return j.queue != queue })
			}
			continue
		}
		batch = append(batch, l)
		switch {
		case l.Tick != nil:
			next := jobs[asked].submit // it is of the last tick before the next job, and all is known by then
			if want := math.Floor(next/max(epoch, 1)) * epoch; epoch > 0 && *l.Tick != want || epoch == 0 &&
				*l.Tick != next {
				wrong("tick %v before a job at %v", *l.Tick, next)
			}
			tick = *l.Tick
			for i, j := range jobs[:asked] {
				if start := j.submit + j.wait; start <= tick && !known[i] || whole && start+j.run <= tick && !gone[i] {
					wrong("at tick %v it is not known what job %d has done", tick, i)
				}
			}
		case l.Submitted != nil:
			i := *l.Submitted
			j := jobs[i]
			if i != asked || *l.Time != j.submit || *l.Procs != j.procs || whole && *l.Queue != j.queue-1 || !whole &&
				l.Queue != nil ||
				(j.user >= 0) != (l.User != nil) || l.User != nil && *l.User != j.user ||
				(j.exe >= 0) != (l.Executable != nil) ||
				(j.estimate >= 0) != (l.Estimate != nil) || l.Estimate != nil && *l.Estimate != float64(j.estimate) ||
				l.Wait != nil || l.Run != nil {
				wrong("job %d is not %+v", i, j)
			}
			asked++
		case l.Started != nil:
			j := jobs[*l.Started]
			if *l.Started >= asked || known[*l.Started] || *l.Time != j.submit+j.wait || *l.Wait != j.wait || !whole &&
				*l.Counts != (*l.Time > trainedAt) {
				wrong("start %s is not of %+v", body, j)
			}
			known[*l.Started] = true
		case l.Ended != nil:
			j := jobs[*l.Ended]
			if !whole || !known[*l.Ended] || gone[*l.Ended] || *l.Time != j.submit+j.wait+j.run || *l.Run != j.run {
				wrong("end %s is not of %+v", body, j)
			}
			gone[*l.Ended] = true
		case l.Trained != nil:
			if whole || asked != len(jobs)/10 || !math.IsInf(trainedAt, 1) {
				wrong("trained before job %d", asked)
			}
			trainedAt = jobs[asked].submit
		}
	}
	if asked != len(jobs) && (!ticks || jobs[asked].submit < tick) { // of jobs behind the last tick nothing is owed
		wrong("%d jobs of %d", asked, len(jobs))
	}
}

// TestExecPage compares the sessions on the page of the protocol with a replay
// of the log on it.
func TestExecPage(t *testing.T) {
	t.Parallel()
	page := succeed(t, "help", "exec").out
	var log string
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "  ; ") || strings.HasSuffix(line, " -1 -1 -1\n") {
			log += line[2:]
		}
	}
	path := writeFile(t, filepath.Join(t.TempDir(), "small.swf"), log)
	for _, s := range []struct{ scope, answers, from string }{{"series", "jobs", "<"}, {"log", "ticks", "<"},
		{"log", "jobs", "< {\"job\":2"}} {
		texts := told(t, path, s.scope, s.answers, "--min-jobs", "1", "--train", "0.5")
		text := texts[slices.IndexFunc(texts, func(text string) bool { return strings.Contains(text, `["day"`) })]
		text = strings.ReplaceAll(strings.TrimSpace(text[strings.Index(text, s.from):]), "\n-", "")
		if text = "\n\n  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"; !strings.Contains(page, text) {
			t.Errorf("the page has not what %s and %s are%s", s.scope, s.answers, text)
		}
	}
}

// python is the command line of the example in Python, or skips the test.
func python(t *testing.T, example string) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	path, err := filepath.Abs(filepath.Join(testdata, "../../../methods/examples", example))
	if err != nil {
		t.Fatal(err)
	}
	return "python3 " + path
}

// boundsOf returns the bounds of a method in a run, job by job.
func boundsOf(t *testing.T, dir, method string) string {
	t.Helper()
	return succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--where", "method="+method, "--columns",
		"queue,procs_range,job_id,bound").out
}

// TestExecPython: the example in Python has the same bounds as the built-in
// method, to the last bit, on a generated log and on a real one with change
// points.
func TestExecPython(t *testing.T) {
	t.Parallel()
	command := python(t, "bmbp.py")
	for _, c := range [][]string{{dayLog(t), "--epoch", "0"}, {"KTH-SP2-1996-2.1-cln"}} {
		t.Run(filepath.Base(c[0]), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if !filepath.IsAbs(c[0]) {
				c[0] = realLog(t, c[0])
			}
			o := replayed(t, dir, append(c, "--methods", "bmbp", "--exec", "py="+command, "--ranges", "none",
				"--figures", "none", "--min-jobs", "1")...)
			want := boundsOf(t, dir, "bmbp")
			if got := boundsOf(t, dir, "py"); got != want || strings.Count(got, "\n") < 700 {
				t.Errorf("%d bytes of bounds differ from %d of the built-in method", len(got), len(want))
			}
			if !strings.Contains(o.err, " answers, ") || !strings.Contains(o.out, "program of its own, which could have read the log itself: py") {
				t.Errorf("no cost or mark in\n%s%s", o.err, o.out)
			}
			scores := succeed(t, "cat", filepath.Join(dir, "scores.arrow"), "--where", "method=bmbp", "--columns",
				"change_points").out
			if strings.Trim(strings.TrimPrefix(scores, "change_points\n"), "0\n") == "" {
				t.Error("there is no change point to be found")
			}
		})
	}
	broken := strings.Replace(command, "python3", "py=python3 -c \"import nothing\"", 1)
	call("replay", logOf(t, 1), "--exec", broken, "--out", filepath.Join(t.TempDir(), "run")).
		wantRefused(t, exitFailed, "cannot be used: the program ended (exit status 1) before its hello; its standard "+
			"error ends with \"ModuleNotFoundError: ")
}

// TestExecCurve: the example with curves has bounds that hold, at submission and
// at an age, and at most 40 lines.
func TestExecCurve(t *testing.T) {
	t.Parallel()
	command, dir := python(t, "similar.py"), t.TempDir()
	replayed(t, dir, realLog(t, "KTH-SP2-1996-2.1-cln"), "--methods", "similar", "--exec", "similar="+command, "--age",
		"10m", "--ranges", "none", "--figures", "none")
	rows := csvRows(t, succeed(t, "cat", filepath.Join(dir, "scores.arrow"), "--columns",
		"age_s,bounded,correct").out)[1:]
	for _, row := range rows {
		jobs, _ := strconv.Atoi(row[1])
		if share, _ := strconv.ParseFloat(row[2], 64); share < .95 || jobs < 10_000 {
			t.Errorf("at age %s s the bounds of %d jobs cover %v", row[0], jobs, share)
		}
	}
	if len(rows) != 2 {
		t.Errorf("%d ages", len(rows))
	}
	if lines := strings.Count(readFile(t, strings.Fields(command)[1]), "\n"); lines > 40 {
		t.Errorf("the example has %d lines", lines)
	}
}

// goExample builds the example in Go.
func goExample(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "longest")
	cmd := exec.Command("go", "build", "-o", path, "waitbench/methods/examples/longest")
	cmd.Env = append(os.Environ(), "GOCACHE="+cmp.Or(os.Getenv("GOCACHE"), filepath.Join(userCache, "go-build")))
	if text, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("%v: %s", err, text)
	}
	return path
}

// TestExecGo: the example in Go has the same bounds in each of its four modes.
// Calibrated it is another method, and a bound alone cannot be calibrated.
func TestExecGo(t *testing.T) {
	t.Parallel()
	program, dir := goExample(t), t.TempDir()
	log := writeFile(t, filepath.Join(t.TempDir(), "log.swf"), logText(lines(400)))
	names := []string{"jobs", "ticks", "log", "log-ticks", "log+cal", "log+cal+aci"}
	programs := []string{"--exec", "jobs=" + program, "--exec", "ticks=" + program + " -ticks",
		"--exec", "log=" + program + " -log", "--exec", "log-ticks=" + program + " -log -ticks"}
	replayed(t, dir, append(programs, log, "--methods", strings.Join(names, ","), "--quantiles", "0.95,0.5", "--ranges",
		"none", "--figures", "none", "--min-jobs", "1")...)
	want := boundsOf(t, dir, names[0])
	for i, name := range names {
		if got := boundsOf(t, dir, name); i < 4 && got != want || strings.Count(got, "\n") < 800 {
			t.Errorf("%s: other bounds than %s", name, names[0])
		}
	}
	for method, want := range map[string]string{
		"jobs+aci": "cannot bound other quantiles than its own",
		"jobs+cal": "forecasts no waits that could be calibrated",
		"jobs+x":   `no method "jobs+x": unknown suffix "x"; known are aci, cal`,
		"job":      `--methods: unknown method "job"; did you mean jobs? see waitbench methods`,
	} {
		call("replay", log, "--methods", method, "--exec", programs[1]).wantRefused(t, exitUsage, want)
	}
}

// shell is the command line of a shell script.
func shell(t *testing.T, name, script string) string {
	t.Helper()
	return "sh " + writeFile(t, filepath.Join(t.TempDir(), name), script)
}

// answering is the hello of a script of a scope, and answers of 7 s.
const answering = `echo '{"hello":1,"scope":"SCOPE","answers":"jobs"}'
while read line; do case $line in
	*submitted*) at=${line#*:}; MORE; echo "{\"job\":${at%%,*},\"bounds\":[7]}";;
esac; done
`

// TestExecNamed: results and later commands have the name of a program, the
// record has its command line. A series with fewer jobs than --min-jobs has no
// process.
func TestExecNamed(t *testing.T) {
	t.Parallel()
	path, _ := randomLog(t, 200)
	told, dir := t.TempDir()+"/told", filepath.Join(t.TempDir(), "run")
	program := clientMethod("series", "jobs", told)
	o := replayed(t, dir, path, "--methods", "bmbp", "--exec", program, "--figures", "none", "--min-jobs", "80",
		"--force")
	if !strings.Contains(o.out, "read the log itself: mine.\n") || strings.Contains(o.out+o.err, "TEST_CLIENT") {
		t.Errorf("output\n%s%s", o.out, o.err)
	}
	long := 0
	for _, row := range csvRows(t, succeed(t, "cat", filepath.Join(dir, "scores.arrow"), "--where", "method=mine",
		"--columns", "jobs,bounded").out)[1:] {
		if jobs, _ := strconv.Atoi(row[0]); jobs >= 80 {
			long++
		} else if row[1] != "0" {
			t.Errorf("%s of %s jobs have bounds", row[1], row[0])
		}
	}
	processes, _ := filepath.Glob(told + "*")
	if long != 2 || len(processes) != long+1 ||
		!strings.Contains(o.err, "method mine has no bounds of 4 series of fewer than 80 jobs (--min-jobs)\n") {
		t.Errorf("%d series, %d processes, messages\n%s", long, len(processes), o.err)
	}
	if text := readFile(t, dir, "run.json"); !strings.Contains(text, "\"exec\": [\n") ||
		!strings.Contains(text, "\"mine="+asClient) {
		t.Error("run.json has no command line")
	}
	succeed(t, "compare", dir, "--methods", "bmbp,mine")
	for text, want := range map[string]string{
		"x": `invalid "x": want NAME='command'`, "a b=x": "and a name without spaces",
		"a+b=x": "and a name without spaces",
		"a= ":   "want NAME='command'", "bmbp=x": "bmbp is the name of another method",
		"all=x": "all is the name of another method",
	} {
		call("replay", path, "--exec", text).wantRefused(t, exitUsage, want)
	}
	call("replay", path, "--exec", "a=sleep 9", "--exec-limit", "0.1s").wantRefused(t, exitFailed,
		"method a cannot be used: no hello within 100ms")
	call("replay", path, "--exec", "a=x", "--exec", "a=y").wantRefused(t, exitUsage, "a is the name of two programs")
	call("replay", path, "--methods", "bmbp", "--exec", program+" x", "--resume", "--out", dir).
		wantRefused(t, exitFailed, "holds a run with --exec mine=")
	for _, jobs := range []string{"90", "0"} {
		call("replay", path, "--methods", "bmbp", "--exec", program, "--figures", "none", "--min-jobs", jobs,
			"--resume", "--out", dir).
			wantRefused(t, exitFailed, "holds a run with --min-jobs 80, not "+jobs)
	}
}

// TestExecFails: a program that dies ends its method on the log with one
// sentence in the record, and on standard error even with --quiet. Series before
// keep their bounds, for any number of workers. The other methods go on.
func TestExecFails(t *testing.T) {
	t.Parallel()
	dies := func(scope string) string {
		return shell(t, scope, strings.NewReplacer("SCOPE", scope, "MORE",
			`case ${at%%,*} in 700) echo no memory >&2; exit 4;; esac`).Replace(answering))
	}
	dir, ofSeries, ofLog := filepath.Join(t.TempDir(), "run"), dies("series"), dies("log")
	why := `the program ended (exit status 4) before its answer for job 700; its standard error ends with "no memory"`
	var files []map[string]string
	for _, more := range [][]string{{"--workers", "1"}, {"--workers", "4", "--quiet"}} {
		o := replayed(t, dir, append([]string{logOf(t, 1), "--methods", "bmbp", "--exec", "series=" + ofSeries,
			"--exec", "log=" + ofLog, "--ranges", "none", "--figures", "none", "--min-jobs", "1", "--force"},
			more...)...)
		if quiet := len(more) > 2; quiet && strings.Count(o.err, "\n") != 2 {
			t.Errorf("with --quiet: %q", o.err)
		}
		for _, want := range []string{
			"method series has no bounds from queue normal, processors all, at quantile 0.95 on: " + why,
			"method log is left out: " + why,
		} {
			if strings.Count(o.err, want) != 1 || !strings.Contains(readFile(t, dir, "run.json"),
				strings.ReplaceAll(want, `"`, `\"`)) {
				t.Errorf("no %q in\n%s", want, o.err)
			}
		}
		bounded := map[string]bool{}
		for _, row := range csvRows(t, succeed(t, "cat", filepath.Join(dir, "scores.arrow"), "--columns",
			"queue,method,bounded").out)[1:] {
			bounded[row[0]+" "+row[1]] = row[2] != "0"
		}
		for queue, want := range map[string]bool{"express": true, "high": true, "normal": false, "low": false} {
			if !bounded[queue+" bmbp"] || bounded[queue+" series"] != want || bounded[queue+" log"] {
				t.Errorf("with %s there are bounds of %v", more, bounded)
			}
		}
		files = append(files, filesOf(t, dir))
	}
	wantSame(t, "with more workers", files[1], files[0])
}

// TestExecInBench: a ranking has the rows of the added methods that have results;
// without any there is none.
func TestExecInBench(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "out")
	others := filepath.Join("..", "..", "report", "suite", "testdata", board.RankingFile)
	broken := "broken=" + shell(t, "broken", strings.NewReplacer("SCOPE", "log", "MORE", "exit").Replace(answering))
	o := call("bench", "synth", "--exec", broken, "--beside", others, "--out", out, "--quiet")
	if want := "broken: no results; the notes in " + filepath.Join(out, "synth-a", run.RecordFile) +
		" say why\n"; o.code != exitFailed || !strings.HasSuffix(o.err, want) {
		t.Errorf("exit code %d, messages %q, want %q", o.code, o.err, want)
	}
	if _, err := os.Stat(filepath.Join(out, board.RankingFile)); err == nil {
		t.Error("a ranking is left")
	}
	succeed(t, "bench", "synth", "--exec", broken, "--methods", "last", "--beside", others, "--out", out+"-2",
		"--quiet")
	if rows := readFile(t, out+"-2", board.RankingFile); !strings.Contains(rows, ",last,") ||
		strings.Contains(rows, ",broken,") {
		t.Errorf("one of two methods has results:\n%s", rows)
	}
}

// TestExecStartsNothing: only replay starts the program of a method. The record
// of a run does not make another command start it.
func TestExecStartsNothing(t *testing.T) {
	t.Parallel()
	mark := filepath.Join(t.TempDir(), "started")
	program := "marks=" + shell(t, "marks", "touch "+mark+"\n"+strings.NewReplacer("SCOPE", "series", "MORE",
		":").Replace(answering))
	dir, log := filepath.Join(t.TempDir(), "run"), writeFile(t, filepath.Join(t.TempDir(), "log.swf"),
		logText(lines(300)))
	replayed(t, dir, append(append([]string{log}, quick...), "--methods", "bmbp", "--exec", program)...)
	for _, args := range [][]string{
		{"report", dir, "--figures", "all"}, {"collect", dir, "--out", filepath.Join(t.TempDir(), "collected")},
		{"compare", dir, "--methods", "bmbp,marks"}, {"plot", "bounds", dir, "--methods", "marks", "--out",
			filepath.Join(t.TempDir(), "plot")},
		{"replay", log, "--resume", "--out", dir}, {"wait", log, "--methods", "marks"},
	} {
		if err := os.Remove(mark); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if o := call(args...); (o.code != exitDone) != (args[0] == "replay" || args[0] == "wait") {
			t.Errorf("%q: exit code %d, message %q", args, o.code, o.err)
		}
		if _, err := os.Stat(mark); err == nil {
			t.Errorf("%q starts the program", args)
		}
	}
}

// TestExecInterrupt: a signal ends a program that hangs within a second, as it
// starts or as it answers, and with it its children. This includes the signal
// that waitbench cannot catch.
func TestExecInterrupt(t *testing.T) {
	t.Parallel()
	signals := maps.Clone(theSignals)
	signals[syscall.SIGKILL] = -1
	for sig, code := range signals {
		for _, when := range []string{"starts", "answers"} {
			mark := filepath.Join(t.TempDir(), "pid")
			script, hangs := strings.NewReplacer("SCOPE", "log", "MORE", "hang"), "hang() { echo $$ >"+mark+
				"; sleep 97532; }\n"
			if when == "starts" {
				hangs += "hang\n"
			}
			program := "hangs=" + shell(t, "hangs", hangs+script.Replace(answering))
			group := 0
			ready := func(io.Writer, io.Reader, io.Reader) {
				for deadline := time.Now().Add(8 * time.Second); group == 0 &&
					time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
					text, _ := os.ReadFile(mark)
					if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
						group, _ = syscall.Getpgid(pid)
					}
				}
			}
			message, got := interrupt(t, t.TempDir(), sig, ready, "replay", logOf(t, 1), "--methods", "bmbp", "--exec",
				program, "--out", "run")
			if got != code || (code > 0) != strings.Contains(message, ": interrupted\n") || group == 0 {
				t.Fatalf("%v while it %s: exit code %d, message %q, process group %d", sig, when, got, message, group)
			}
			for deadline := time.Now().Add(time.Second); runs(group); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Errorf("%v while it %s: the program's processes go on", sig, when)
					_ = syscall.Kill(-group, syscall.SIGKILL)
					break
				}
			}
		}
	}
}

// runs reports whether a group has a process, apart from zombies where the
// system shows them.
func runs(group int) bool {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	if stats == nil {
		return syscall.Kill(-group, 0) == nil
	}
	return slices.ContainsFunc(stats, func(path string) bool {
		text, _ := os.ReadFile(path)
		_, stat, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(stat) // state, parent, group
		return len(fields) > 2 && fields[0] != "Z" && fields[2] == strconv.Itoa(group)
	})
}
