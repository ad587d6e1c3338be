//go:build unix && !linux

package main

import "testing"

// mount skips the test: there is no small file system to be had.
func mount(t *testing.T) string {
	t.Helper()
	t.Skip("cannot mount a small file system here")
	return ""
}

// moreMemory and limitMemory are for Linux alone.
const moreMemory = ""

func limitMemory() {}
