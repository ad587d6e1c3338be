//go:build unix && !linux

package main

// moreMemory and limitMemory are for Linux alone.
const moreMemory = ""

func limitMemory() {}
