//go:build unix

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// torture has what the torments are about: a run of two logs, and what they did
// to it.
type torture struct {
	random       *rand.Rand
	args         []string // of the run, without its folder
	earlier      string   // a folder with a run of other settings
	before, want map[string]string
	takes        time.Duration // a run
	seen         map[string]int
}

// TestTorture torments the program for the time in WAITBENCH_TORTURE, each way
// at least once. The ways and their measures are the same at every call; where
// a kill meets the program is not.
func TestTorture(t *testing.T) {
	length := os.Getenv("WAITBENCH_TORTURE")
	if length == "" {
		t.Skip("WAITBENCH_TORTURE is not set; see make torture")
	}
	lasts, err := time.ParseDuration(length)
	if err != nil {
		t.Fatal(err)
	}
	a, b := twoLogs(t)
	s := &torture{random: rand.New(rand.NewPCG(11, 1)), args: append([]string{a, b}, quick...),
		earlier: filepath.Join(t.TempDir(), "earlier"), seen: map[string]int{}}
	replayed(t, s.earlier, append(s.args, "--quantiles", "0.9")...)
	s.before = filesOf(t, s.earlier)
	dir := filepath.Join(t.TempDir(), "want")
	begin := time.Now()
	if o := outcomeOf(t, program(t.Context(), append([]string{"replay", "--out", dir},
		s.args...)...)); o.code != exitDone {
		t.Fatal(o.err)
	}
	s.takes, s.want = time.Since(begin), filesOf(t, dir)

	for round := 0; (round == 0 || time.Since(begin) < lasts) && !t.Failed(); round++ {
		for _, way := range []struct {
			name string
			do   func(*torture, *testing.T)
		}{
			{"kill", (*torture).kill}, {"cut off", (*torture).cutOff}, {"writers", (*torture).twoWriters},
			{"disk", (*torture).fullDisk},
			{"files", (*torture).fewFiles}, {"memory", (*torture).littleMemory}, {"rewrite", (*torture).rewrite},
			{"interrupt", (*torture).interrupt},
		} {
			t.Run(fmt.Sprint(way.name, round), func(t *testing.T) { way.do(s, t) })
		}
	}
	for _, what := range slices.Sorted(maps.Keys(s.seen)) {
		t.Logf("%5d %s", s.seen[what], what)
	}
}

// folder returns a new folder for a run, or every other time one with the
// earlier run.
func (s *torture) folder(t *testing.T) (dir string, before map[string]string) {
	if s.random.IntN(2) == 0 {
		return filepath.Join(t.TempDir(), "run"), nil
	}
	return copyOf(t, s.earlier), s.before
}

// run is the run into a folder as a process; limits are settings of its
// environment.
func (s *torture) run(t *testing.T, dir string, limits ...string) *exec.Cmd {
	cmd := program(t.Context(), append([]string{"replay", "--resume", "--force", "--out", dir}, s.args...)...)
	cmd.Env = append(cmd.Env, limits...)
	return cmd
}

// kill kills a run, and those that go on with it, at random moments, of which
// every other one is soon after it has begun to put the files into their
// places.
func (s *torture) kill(t *testing.T) {
	dir, before := s.folder(t)
	for range 1 + s.random.IntN(4) {
		s.killAtRandom(t, "run", s.run(t, dir), filepath.Join(dir,
			[]string{"a/.waitbench/new/report.html", "b/.waitbench/new/report.html",
				".waitbench/new/index.html"}[s.random.IntN(3)]), s.takes)
		s.wantOneState(t, dir, before)
	}
	s.goOn(t, dir)
}

// killAtRandom kills a call at a random moment before longest or, every other
// time, soon after a file has appeared.
func (s *torture) killAtRandom(t *testing.T, what string, cmd *exec.Cmd, file string, longest time.Duration) {
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	wait := longest
	if s.random.IntN(2) == 0 {
		for _, err := os.Stat(file); err != nil && len(ended) == 0; {
			_, err = os.Stat(file)
		}
		wait = min(longest, 10*time.Millisecond)
	}
	time.Sleep(time.Duration(s.random.Int64N(int64(wait) + 1)))
	_ = cmd.Process.Kill() // it may have ended
	if <-ended == nil {
		what += "s that ended before they were killed"
	} else {
		what += "s killed"
	}
	s.seen[what]++
}

// cutOff kills each command that changes folders 30 times.
func (s *torture) cutOff(t *testing.T) {
	for _, c := range cutOffs(t) {
		dir := c.folder(t)
		begin := time.Now()
		if o := outcomeOf(t, program(t.Context(), c.args(dir)...)); o.code != exitDone {
			t.Fatal(o.err)
		}
		takes, after := time.Since(begin), c.visible(t, dir)
		moment := filepath.Join(".waitbench", "new", cmp.Or(map[string]string{"run.json": "report.html"}[c.record],
			c.record)) // the last file
		first := ""
		if c.earlier != nil {
			first = c.folder(t)
		}
		for range 30 {
			left := filepath.Join(t.TempDir(), "copy")
			if first != "" {
				left = copyOf(t, first)
			}
			before := c.visible(t, left)
			s.killAtRandom(t, c.name, program(t.Context(), c.args(left)...), filepath.Join(left, moment), takes)
			if c.wantOneOf(t, left, before, after) {
				s.seen[c.name+"s cut off while files changed"]++
			}
			if !t.Failed() {
				c.repeat(t, left, after)
			}
		}
	}
}

// wantOneState fails if a run directory or the collection of a folder has
// neither the files of before nor the wanted ones. Without a record it passes.
func (s *torture) wantOneState(t *testing.T, dir string, before map[string]string) {
	t.Helper()
	if _, err := os.Stat(dir); err != nil && before == nil {
		return
	}
	files := filesOf(t, dir)
	for _, part := range []string{"a/", "b/", ""} {
		record := part + "run.json"
		if part == "" {
			record = "index.html"
		}
		switch sum := files[record]; sum {
		case "":
			s.seen["changes of a folder cut off"]++
		case s.want[record]:
			wantSame(t, "a folder with its record", visibleIn(files, part), visibleIn(s.want, part))
		default:
			wantSame(t, "a folder as before", visibleIn(files, part), visibleIn(before, part))
		}
	}
}

// visibleIn returns the files of the runs a/ or b/, or of their collection. A
// manifest may be of both states.
func visibleIn(files map[string]string, part string) map[string]string {
	files = maps.Clone(files)
	maps.DeleteFunc(files, func(name, _ string) bool {
		of := ""
		if strings.HasPrefix(name, "a/") || strings.HasPrefix(name, "b/") {
			of = name[:2]
		}
		return of != part || strings.Contains(name, ".waitbench/") || strings.HasSuffix(name, "MANIFEST")
	})
	return files
}

// goOn ends a run that was cut off: its files are those of one that was not.
func (s *torture) goOn(t *testing.T, dir string) {
	t.Helper()
	o := outcomeOf(t, s.run(t, dir))
	if o.code != exitDone {
		t.Fatalf("exit code %d, message %q", o.code, o.err)
	}
	wantSame(t, "the run that goes on", filesOf(t, dir), s.want)
}

// twoWriters lets runs of two settings of one log go into one folder at nearly
// the same time: it has the files of one of them.
func (s *torture) twoWriters(t *testing.T) {
	dir, before := s.folder(t)
	dir = filepath.Join(dir, "a")
	force := "--force=" + fmt.Sprint(before != nil || s.random.IntN(2) == 0)
	var cmds [2]*exec.Cmd
	var messages [2]bytes.Buffer
	for i, other := range []string{"0.95", "0.9"} {
		cmds[i] = program(t.Context(), slices.Concat([]string{"replay", "--out", dir, s.args[0], force, "--quantiles",
			other}, s.args[2:])...)
		cmds[i].Stderr = &messages[i]
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			time.Sleep(time.Duration(s.random.Int64N(int64(s.takes)*5/4 + 1)))
		}
	}
	done := 0
	for i, cmd := range cmds {
		_ = cmd.Wait() // the exit code says it
		message := messages[i].String()
		switch code := cmd.ProcessState.ExitCode(); {
		case code == exitDone:
			done++
		case code != exitFailed || strings.Count(message, "\n") != 1 ||
			!strings.Contains(message, "another program is writing it") && !strings.Contains(message, "--force replaces it"):
			t.Errorf("exit code %d, message %q", code, message)
		}
	}
	s.seen[fmt.Sprint("pairs of writers of which ", done, " finished")]++
	files := visibleIn(filesOf(t, filepath.Dir(dir)), "a/")
	switch {
	case done == 0:
		t.Error("none of two runs finished")
	case files["a/run.json"] == s.want["a/run.json"]:
		wantSame(t, "the first of two runs", files, visibleIn(s.want, "a/"))
	default:
		wantSame(t, "the second of two runs", files, visibleIn(s.before, "a/"))
	}
}

// starve runs the program within limits. It does the run or fails, with one
// sentence where it can still say one, and goes on without them.
func (s *torture) starve(t *testing.T, what, limit string, canSpeak bool, words ...string) {
	dir, before := s.folder(t)
	o := outcomeOf(t, s.run(t, dir, limit))
	s.wantOneState(t, dir, before)
	if o.code == exitDone {
		s.seen["runs with enough "+what]++
		wantSame(t, limit, filesOf(t, dir), s.want)
		return
	}
	s.seen["runs without enough "+what]++
	if canSpeak {
		o.wantRefused(t, exitFailed, words...)
	}
	s.goOn(t, dir)
}

func (s *torture) fullDisk(t *testing.T) {
	s.starve(t, "room", fmt.Sprintf("%s=%d", largestFile, s.random.IntN(400_000)), true, "cannot ", "file too large")
}

func (s *torture) fewFiles(t *testing.T) {
	s.starve(t, "files", fmt.Sprintf("%s=%d", openFiles, 5+s.random.IntN(20)), true, "too many open files")
}

// littleMemory ends Go as a kill does.
func (s *torture) littleMemory(t *testing.T) {
	if moreMemory == "" {
		t.Skip("memory is not limited here")
	}
	s.starve(t, "memory", fmt.Sprintf("%s=%d", moreMemory, s.random.IntN(800<<20)), false)
}

// rewrite writes a log in another way, which says the same: so do scores and
// predictions.
func (s *torture) rewrite(t *testing.T) {
	jobs := lines(150 + s.random.IntN(300))
	run := func(name, text string) (scores, predictions string) {
		dir := t.TempDir()
		replayed(t, filepath.Join(dir, "run"), append([]string{writeFile(t, filepath.Join(dir, name), text)}, quick...)...)
		return readFile(t, dir, "run", "scores.csv"), succeed(t, "cat", filepath.Join(dir, "run", "predictions.arrow")).out
	}
	scores, predictions := run("log.swf", logText(jobs))
	for _, i := range s.random.Perm(len(jobs))[:20] {
		jobs[i] = "  " + strings.ReplaceAll(jobs[i], " 60 4 ",
			[...]string{"\t60\t4\t", "   60.0 4.00 ", " 6e1 +4 "}[s.random.IntN(3)]) + " \t"
	}
	if s.random.IntN(2) == 0 { // no two are submitted at the same time
		s.random.Shuffle(len(jobs), func(i, k int) { jobs[i], jobs[k] = jobs[k], jobs[i] })
	}
	text, name := logText(jobs), "log.swf"
	if s.random.IntN(2) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n"+strings.Repeat("\r\n", s.random.IntN(2)))
	}
	if s.random.IntN(2) == 0 {
		text = strings.TrimRight(text, "\r\n")
	}
	if s.random.IntN(2) == 0 {
		text = "\ufeff" + text
	}
	switch s.random.IntN(3) {
	case 0:
		cut := s.random.IntN(len(text))
		text, name = gzipped(t, text[:cut])+gzipped(t, "")+gzipped(t, text[cut:]), "log.swf.gz"
	case 1:
		text, name = zstandard(t, text), "log.swf.zst"
	}
	if sc, p := run(name, text); sc != scores || p != predictions {
		t.Errorf("%.60q as %s: other scores or predictions", text, name)
	}
	s.seen["logs written in another way"]++
}
