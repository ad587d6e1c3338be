//go:build linux

// Package slurmtest starts a whole Slurm with accounting for a test: two nodes of 2 CPUs each on this
// machine, partitions main and short, everything in one folder and on the loopback.
//
//	s := slurmtest.Start(t) // skips the test where Slurm is not installed
//	id := s.Submit("name", "--array=1-4", "--wrap", "sleep 1")
//	s.Until("the array has ended", func() bool { return s.Run("squeue", "-h") == "" })
//
// What comes up is in slurm.sh, which serves at a shell too.
package slurmtest

import (
	"bufio"
	_ "embed" // slurm.sh
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

//go:embed slurm.sh
var script string

// Slurm is one that is up.
type Slurm struct {
	Dir   string // where all of it is, and where Command runs
	tb    testing.TB
	up    *exec.Cmd
	stdin io.Closer
}

// Start starts one, in about ten seconds, and stops it when the test ends. It skips the test where
// Slurm is not installed or there are no rights to start it, and where WAITBENCH_SLURM is not set,
// as a minute of waiting for jobs is too long for every run of the tests. The script also stops
// everything when the test is killed: its standard input ends then.
func Start(tb testing.TB) *Slurm {
	tb.Helper()
	if os.Getenv("WAITBENCH_SLURM") == "" {
		tb.Skip("WAITBENCH_SLURM is not set; see make slurm-test")
	}
	s := &Slurm{Dir: tb.TempDir(), tb: tb}
	s.up = exec.Command("bash", "-c", script, "slurm.sh", s.Dir)
	s.up.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what kills the group of the test leaves the script to clean up
	var messages strings.Builder
	s.up.Stderr = &messages
	in, err := s.up.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	s.stdin = in
	out, err := s.up.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := s.up.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.Stop)
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		up := s.up
		if s.Stop(); up.ProcessState.ExitCode() == 3 {
			tb.Skip(messages.String())
		}
		tb.Fatalf("no Slurm came up: %q %v\n%s", line, err, messages.String())
	}
	return s
}

// Stop ends all of it, jobs too. A second call does nothing.
func (s *Slurm) Stop() {
	if s.up == nil {
		return
	}
	s.stdin.Close()
	_ = s.up.Wait() // how it ends is no matter
	s.up = nil
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range all {
		if env, err := os.ReadFile(file); err == nil && slices.Contains(strings.Split(string(env), "\x00"), s.Env()) {
			pid, _ := strconv.Atoi(strings.Split(file, "/")[2])
			s.tb.Errorf("a process of Slurm was left: %d: %v", pid, syscall.Kill(pid, syscall.SIGKILL))
		}
	}
}

// Env is what makes a program use this Slurm, as NAME=value.
func (s *Slurm) Env() string { return "SLURM_CONF=" + filepath.Join(s.Dir, "slurm.conf") }

// Command prepares a program that uses this Slurm.
func (s *Slurm) Command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(s.tb.Context(), name, args...)
	cmd.Dir, cmd.Env = s.Dir, append(os.Environ(), s.Env())
	return cmd
}

// Run runs a program that may not fail and gives what it prints, without the last line feed.
func (s *Slurm) Run(name string, args ...string) string {
	s.tb.Helper()
	cmd := s.Command(name, args...)
	var messages strings.Builder
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		s.tb.Fatalf("%q: %v\n%s%s", cmd.Args, err, out, messages.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

// Submit submits a batch job and gives its number.
func (s *Slurm) Submit(name string, args ...string) string {
	s.tb.Helper()
	return s.Run("sbatch", append([]string{"--parsable", "--output=/dev/null", "--job-name=" + name}, args...)...)
}

// Await waits until a job is in a state, such as RUNNING. Jobs that have ended are known for minutes.
func (s *Slurm) Await(id, state string) {
	s.tb.Helper()
	s.Until("job "+id+" is "+state, func() bool { return s.Run("squeue", "-h", "-t", "all", "-o", "%T", "-j", id) == state })
}

// Until waits until something is so, and fails the test where that takes more than a minute.
func (s *Slurm) Until(what string, is func() bool) {
	s.tb.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			s.tb.Fatalf("not within a minute: %s\n%s", what, s.Run("squeue"))
		}
	}
}
