package main

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// moreMemory in the environment is how many bytes the program may map beyond
// those it begins with.
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
