package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"waitbench/swf/accounting/slurmtest"
)

// shardProcess waits for a shard of an array to begin, and returns its process.
func shardProcess(s *slurmtest.Slurm, array string, shard int) (pid int) {
	s.Until(fmt.Sprintf("shard %d runs", shard), func() bool {
		all, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, file := range all {
			env, _ := os.ReadFile(file)
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
			if strings.Contains(string(env), "SLURM_ARRAY_JOB_ID="+array+"\x00") && strings.Contains(string(line), fmt.Sprintf("--shard\x00%d/", shard)) {
				pid, _ = strconv.Atoi(strings.Split(file, "/")[2])
			}
		}
		return pid > 0
	})
	return pid
}

// TestSlurmArray replays four logs through all methods as an array of a Slurm
// that it starts. One shard is killed, one requeued and one cancelled, so that
// the merge job fails; submitted once more, only the missing shards run, and
// the run is the run of one machine.
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
	settings := []string{"--methods", "all", "--out", "it's many", "--slurm", "--shards", "6", "--sbatch", "-t 30"}
	o := waitbench(settings...)
	submitted := regexp.MustCompile(`^array (\d+): (\d) shards of 6\njob (\d+): merges them\n$`)
	ids := submitted.FindStringSubmatch(o.out)
	if ids == nil || ids[2] != "6" {
		t.Fatalf("%+v", o)
	}
	if err := syscall.Kill(shardProcess(s, ids[1], 1), syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	shardProcess(s, ids[1], 2)
	s.Run("scontrol", "requeue", ids[1]+"_2")
	shardProcess(s, ids[1], 3)
	s.Run("scancel", ids[1]+"_3")
	if one := waitbench("--methods", "all", "--out", "one", "--quiet"); one.code != exitDone {
		t.Fatalf("%+v", one)
	}
	s.Await(ids[3], "FAILED")
	dir := filepath.Join(s.Dir, "it's many")
	if said := readFile(t, dir, "slurm", "merge.log"); !strings.HasSuffix(said, " has not all 6 shards; missing: 1 and 3\n") {
		t.Errorf("the merge job says %q", said)
	}
	o = waitbench(settings...)
	if ids = submitted.FindStringSubmatch(o.out); ids == nil || ids[2] != "2" {
		t.Fatalf("%+v", o)
	}
	s.Await(ids[3], "COMPLETED")
	for shard := 1; shard <= 6; shard++ {
		said := readFile(t, dir, "slurm", fmt.Sprintf("shard-%d.log", shard))
		if strings.Count(said, "is finished; --merge merges all") != 1 || strings.Contains(said, "earlier call") || strings.Contains(said, "CANCELLED") != (shard == 2 || shard == 3) {
			t.Errorf("shard %d: %s", shard, said)
		}
	}
	if o := waitbench(settings...); o.code != exitDone || o.out != "" || !strings.Contains(o.err, "holds the whole run") {
		t.Errorf("submitted when all is done: %+v", o)
	}
	if err := os.RemoveAll(filepath.Join(dir, "slurm")); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "the run of the array", filesOf(t, dir), filesOf(t, filepath.Join(s.Dir, "one")))
}
