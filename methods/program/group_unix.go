//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command run in its own process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the group. The process must not have been waited for: until
// then no other process has its number.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
