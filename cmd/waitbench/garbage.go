package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// What is dead may take this much, and a part of what lives besides.
const (
	garbageBytes = 32 << 20
	garbagePart  = 1. / 8
)

// paceGarbage makes the collector run when so much garbage has gathered: less often than it would
// where little lives, as of a log of usual size, and before the memory of a log of millions of jobs
// has doubled. That costs little, as what lives then is long lists without pointers. Where GOGC is
// set it does nothing.
func paceGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(int(100 * (garbagePart + garbageBytes/float64(max(live[0].Value.Uint64(), 4<<20)))))
	// once more after the next collection, which finds this dead
	runtime.AddCleanup(new([64]byte), func(struct{}) { paceGarbage() }, struct{}{})
}
