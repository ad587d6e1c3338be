package main

import (
	"bufio"
	_ "embed" // slurm.sh
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

//go:embed testdata/slurm.sh
var slurmScript string

// slurm is a whole Slurm with accounting: two nodes of 2 CPUs each on this
// machine, with partitions main and short. The script slurm.sh, which also works
// in a shell, starts and stops it.
type slurm struct {
	Dir   string // has all its files; Command runs there
	tb    testing.TB
	up    *exec.Cmd
	stdin io.Closer
}

// startSlurm starts a Slurm, in about ten seconds, and stops it when the test ends
// or is killed. It skips the test if WAITBENCH_SLURM is not set, Slurm is not
// installed, or the user is not root.
func startSlurm(tb testing.TB) *slurm {
	tb.Helper()
	if os.Getenv("WAITBENCH_SLURM") == "" {
		tb.Skip("WAITBENCH_SLURM is not set; see make slurm-test")
	}
	s := &slurm{Dir: tb.TempDir(), tb: tb}
	s.up = exec.Command("bash", "-c", slurmScript, "slurm.sh", s.Dir)
	s.up.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the script cleans up after a kill
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
		tb.Fatalf("Slurm did not start: %q %v\n%s", line, err, messages.String())
	}
	return s
}

// Stop stops Slurm and its jobs. A second call does nothing.
func (s *slurm) Stop() {
	if s.up == nil {
		return
	}
	s.stdin.Close()
	_ = s.up.Wait() // its exit code does not matter
	s.up = nil
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range all {
		if env, _ := os.ReadFile(file); strings.Contains(string(env), s.Env()+"\x00") {
			s.tb.Errorf("a process of Slurm still runs: %s", file)
		}
	}
}

// Env returns the environment variable of programs that use this Slurm, as
// NAME=value.
func (s *slurm) Env() string { return "SLURM_CONF=" + filepath.Join(s.Dir, "slurm.conf") }

// Command prepares a program that uses this Slurm.
func (s *slurm) Command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(s.tb.Context(), name, args...)
	cmd.Dir, cmd.Env = s.Dir, append(os.Environ(), s.Env())
	return cmd
}

// Run runs a program, which must succeed, and returns its output without the
// last line feed.
func (s *slurm) Run(name string, args ...string) string {
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

// Submit submits a batch job and returns its ID.
func (s *slurm) Submit(name string, args ...string) string {
	s.tb.Helper()
	return s.Run("sbatch",
		append([]string{"--parsable", "--output=/dev/null", "--job-name=" + name}, args...)...)
}

// Await waits until a job is in a state such as RUNNING. Slurm keeps jobs that
// have ended for minutes.
func (s *slurm) Await(id, state string) {
	s.tb.Helper()
	s.Until("job "+id+" is "+state, func() bool {
		return s.Run("squeue", "-h", "-t", "all", "-o", "%T", "-j", id) == state
	})
}

// Until waits until a condition holds. The test fails after a minute.
func (s *slurm) Until(what string, holds func() bool) {
	s.tb.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			s.tb.Fatalf("not within a minute: %s\n%s", what, s.Run("squeue"))
		}
	}
}
