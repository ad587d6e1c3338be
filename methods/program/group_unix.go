//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// ownGroup has a command run in a process group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what there is of the group. The process must not have been waited for: until then
// nobody else has its number.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
