package main

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
)

// mount gives a folder that is a file system of three megabytes, or skips the test.
func mount(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// moreMemory in the environment is how many bytes the program may map beyond those it begins with.
const moreMemory = "WAITBENCH_TEST_MORE_MEMORY"

// limitMemory sets that limit.
func limitMemory() {
	more, err := strconv.ParseUint(os.Getenv(moreMemory), 10, 63)
	if err != nil {
		return
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		panic(err)
	}
	pages := uint64(0)
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		panic(err)
	}
	limitTo(fmt.Sprint(pages*uint64(os.Getpagesize())+more), syscall.RLIMIT_AS)
}
