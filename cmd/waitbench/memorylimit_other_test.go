//go:build unix && !linux

package main

import "testing"

// moreMemory and limitMemory are for Linux alone.
const moreMemory = ""

func limitMemory() {}
