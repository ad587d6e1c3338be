package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"waitbench/swf/accounting/slurmtest"
)

// firstJobs writes the first jobs of a log.
func firstJobs(t *testing.T, log string, jobs int, to string) string {
	t.Helper()
	f, err := os.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, ";") {
			jobs--
		}
		if jobs >= 0 {
			kept.WriteString(line)
		}
	}
	return writeFile(t, to, kept.String())
}

// unitProcess gives the process of a unit of an array, once there is one that has begun to work.
func unitProcess(s *slurmtest.Slurm, array string, unit int) (pid int) {
	s.Until(fmt.Sprintf("unit %d runs", unit), func() bool {
		all, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, file := range all {
			env, _ := os.ReadFile(file)
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
			if strings.Contains(string(env), "SLURM_ARRAY_JOB_ID="+array+"\x00") && strings.Contains(string(line), fmt.Sprintf("--unit\x00%d/", unit)) {
				pid, _ = strconv.Atoi(strings.Split(file, "/")[2])
			}
		}
		return pid > 0
	})
	return pid
}

// TestSlurmArray replays four logs through all methods as an array of a Slurm that it starts. One unit
// is killed, one requeued and one cancelled, so that what was to put them together cannot; submitted
// once more, only those are done that are missing, and the run is that of one machine.
func TestSlurmArray(t *testing.T) {
	t.Parallel()
	realLog(t, "KTH-SP2-1996-2.1-cln")
	s := slurmtest.Start(t)
	logs := []string{
		realLog(t, "KTH-SP2-1996-2.1-cln"), realLog(t, "SDSC-Par-1996-3.1-cln"),
		firstJobs(t, realLog(t, "SDSC-SP2-1998-4.2-cln"), 10000, filepath.Join(s.Dir, "sp2.swf")),
		firstJobs(t, realLog(t, "CTC-SP2-1996-3.1-cln"), 10000, filepath.Join(s.Dir, "ctc.swf")),
	}
	waitbench := func(args ...string) outcome {
		cmd := s.Command(os.Args[0], append(append([]string{"replay"}, logs...), args...)...)
		cmd.Env = append(cmd.Env, asProgram+"=1")
		return outcomeOf(t, cmd)
	}
	settings := []string{"--methods", "all", "--out", "it's many", "--slurm=6", "--sbatch", "-t 30"}
	o := waitbench(settings...)
	ids := regexp.MustCompile(`^array (\d+): 6 units of 6\njob (\d+): puts them together\n$`).FindStringSubmatch(o.out)
	if ids == nil {
		t.Fatalf("%+v", o)
	}
	if again := waitbench(settings...); again.code != exitFailed || !strings.Contains(again.err, "of this run has not ended") {
		t.Errorf("submitted while the jobs are there: %+v", again)
	}
	if err := syscall.Kill(unitProcess(s, ids[1], 1), syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	unitProcess(s, ids[1], 2)
	s.Run("scontrol", "requeue", ids[1]+"_2")
	unitProcess(s, ids[1], 3)
	s.Run("scancel", ids[1]+"_3")
	if one := waitbench("--methods", "all", "--out", "one", "--quiet"); one.code != exitDone {
		t.Fatalf("%+v", one)
	}
	s.Await(ids[2], "FAILED")
	dir := filepath.Join(s.Dir, "it's many")
	if said := readFile(t, dir, "slurm", "merge.log"); !strings.HasSuffix(said, " lacks units 1 and 3 of 6\n") {
		t.Errorf("what was to put the units together says %q", said)
	}
	o = waitbench(append(settings, "--wait")...)
	if o.code != exitDone || !regexp.MustCompile(`^array \d+: 2 units of 6\n`).MatchString(o.out) {
		t.Fatalf("%+v\n%s", o, readFile(t, dir, "slurm", "merge.log"))
	}
	for unit := 1; unit <= 6; unit++ {
		said := readFile(t, dir, "slurm", fmt.Sprintf("unit-%d.log", unit))
		if strings.Count(said, "is done, of 6 units") != 1 || strings.Contains(said, "earlier call") || strings.Contains(said, "CANCELLED") != (unit == 2 || unit == 3) {
			t.Errorf("unit %d: %s", unit, said)
		}
	}
	if o := waitbench(settings...); o.code != exitDone || o.out != "" || !strings.Contains(o.err, "holds the whole run: nothing is submitted") {
		t.Errorf("submitted when all is done: %+v", o)
	}
	if err := os.RemoveAll(filepath.Join(dir, "slurm")); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "the run of the array", filesOf(t, dir), filesOf(t, filepath.Join(s.Dir, "one")))
}
