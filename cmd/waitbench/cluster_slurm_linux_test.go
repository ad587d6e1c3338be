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
)

// shardProcess waits for a task of an array to begin, and returns its process.
func shardProcess(s *slurm, array string, task int) (pid int) {
	s.Until(fmt.Sprintf("task %d runs", task), func() bool {
		all, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, file := range all {
			env, _ := os.ReadFile(file)
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
			if strings.Contains(string(env), "SLURM_ARRAY_JOB_ID="+array+"\x00") &&
				strings.Contains(string(line), fmt.Sprintf("--shard\x00%d/", task)) {
				pid, _ = strconv.Atoi(strings.Split(file, "/")[2])
			}
		}
		return pid > 0
	})
	return pid
}

// TestSlurmArray submits the script of waitbench help cluster to a Slurm that it
// starts, for four logs and all methods. One share is killed, one requeued and
// one cancelled. The last job makes the run that one call makes.
func TestSlurmArray(t *testing.T) {
	t.Parallel()
	realLog(t, "KTH-SP2-1996-2.1-cln")
	s := startSlurm(t)
	logs := filepath.Join(s.Dir, "logs")
	for _, name := range []string{"KTH-SP2-1996-2.1-cln", "SDSC-Par-1996-3.1-cln", "SDSC-SP2-1998-4.2-cln",
		"CTC-SP2-1996-3.1-cln"} {
		firstJobs(t, realLog(t, name), 10000, filepath.Join(logs, name+".swf"))
	}
	help := strings.NewReplacer("1-8", "1-4", "/8", "/4").Replace(succeed(t, "help", "cluster").out)
	script := regexp.MustCompile(`(?s)  #!/bin/sh.*?exec "\$@"\n`).FindString(help)
	submit := regexp.MustCompile(`(?s)  array=\$\(sbatch .*?\n\n`).FindString(help)
	bin := filepath.Join(s.Dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.Args[0], filepath.Join(bin, "waitbench")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(s.Dir, "run.sh"), strings.ReplaceAll(strings.ReplaceAll(script, "\n  ", "\n")[2:],
		"logs/*.swf.gz", "logs/*.swf"))
	shell := func(text string) outcome {
		cmd := s.Command("sh", "-c", text)
		cmd.Env = append(cmd.Env, asProgram+"=1", "PATH="+bin+":"+os.Getenv("PATH"))
		return outcomeOf(t, cmd)
	}
	o := shell(submit + "echo $array")
	ids := regexp.MustCompile(`^Submitted batch job (\d+)\n(\d+)\n$`).FindStringSubmatch(o.out)
	if ids == nil {
		t.Fatalf("%+v", o)
	}
	array := ids[2]
	if err := syscall.Kill(shardProcess(s, array, 1), syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	shardProcess(s, array, 2)
	s.Run("scontrol", "requeue", array+"_2")
	shardProcess(s, array, 3)
	s.Run("scancel", array+"_3")
	if one := shell("waitbench replay logs/*.swf --methods all --out one --quiet"); one.code != exitDone {
		t.Fatalf("%+v", one)
	}
	s.Await(ids[1], "COMPLETED")
	wantSame(t, "the run of the array", filesOf(t, filepath.Join(s.Dir, "runs", "all")),
		filesOf(t, filepath.Join(s.Dir, "one")))
}
