package swf

import (
	"strings"
	"testing"

	"waitbench/swf/swftest"
)

// realLogs are logs of the archive. The numbers of jobs follow from their
// headers: MaxRecords, less the jobs that filters removed if it still counts
// them. The first job is the lowest number that the filters leave.
var realLogs = []struct {
	name         string
	jobs         int
	firstJob     int64
	procs, nodes int64
	queue        int64
	queueName    string
	zone         string
	sum          string // start of the SHA-256
}{
	{"CEA-Curie-2011-2.1-cln", 312826, 272393, 93312, 5544, 1, "1", "Europe/Paris", "2a0fdbd4"},
	{"CTC-SP2-1996-3.1-cln", 77222, 1, 338, 338, 1, "DSI", "US/Eastern", "9fa28ac1"},
	{"HPC2N-2002-2.2-cln", 202871, 11, 240, 240, 1, "[fque:1]", "Europe/Stockholm", "3c534857"},
	{"KTH-SP2-1996-2.1-cln", 28476, 15, 100, 100, -1, "-1", "Europe/Stockholm", "3e152f20"},
	{"LANL-CM5-1994-4.1-cln", 122060, 1, 1024, 1024, 13, "development~", "US/Mountain", "71ff3dfa"},
	{"LLNL-Thunder-2007-1.1-cln", 121039, 1, 4008, 1002, 1, "1", "US/Pacific", "00d9bce5"},
	{"RICC-2010-2", 447794, 1, 8192, 1024, 2, "0", "Asia/Tokyo", "38b7c5c9"},
	{"SDSC-BLUE-2000-4.2-cln", 243306, 9, 1152, 144, 10, "No_Class", "US/Pacific", "9aab21f3"},
	{"SDSC-DS-2004-2.1-cln", 96069, 21, 1664, 184, 3, "normal", "US/Pacific", "0ddb885a"},
	{"SDSC-Par-1996-3.1-cln", 32135, 1, 400, 400, 28, "standby", "US/Pacific", "cb1aab02"},
	{"SDSC-SP2-1998-4.2-cln", 59715, 11, 128, 128, 3, "normal", "US/Pacific", "e03fe48b"},
}

func TestRealLogs(t *testing.T) {
	for _, test := range realLogs {
		t.Run(test.name, func(t *testing.T) {
			f, err := Open(swftest.RealLog(t, test.name))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			jobs, err := readAll(f.Reader)
			if err != nil {
				t.Fatal(err)
			}
			h := f.Header()
			if len(jobs) != test.jobs || jobs[0].ID != test.firstJob {
				t.Errorf("%d jobs, the first has number %d", len(jobs), jobs[0].ID)
			}
			procs, _ := h.Int("MaxProcs")
			nodes, _ := h.Int("MaxNodes")
			if procs != test.procs || nodes != test.nodes {
				t.Errorf("%d processors, %d nodes", procs, nodes)
			}
			if zone, _ := h.Value("TimeZoneString"); h.QueueName(test.queue) != test.queueName || zone != test.zone {
				t.Errorf("queue %d is %q, time zone %q", test.queue, h.QueueName(test.queue), zone)
			}
			if f.Extra != 0 || !strings.HasPrefix(f.SHA256(), test.sum) {
				t.Errorf("%d lines with extra fields, SHA-256 %s", f.Extra, f.SHA256())
			}
			if start, ok := h.Int("UnixStartTime"); !ok || start < 7e8 {
				t.Errorf("UnixStartTime %d", start)
			}
			roundTrip(t, jobs)
		})
	}
}

// TestRealSelection checks the counts of the replay rules for SDSC-SP2.
func TestRealSelection(t *testing.T) {
	f, err := Open(swftest.RealLog(t, "SDSC-SP2-1998-4.2-cln"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	counts := map[string]int{}
	for j, err := range f.All() {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []Selection{Started, Paper, All} {
			if s.Rule(&j) == Selected {
				counts[f.Header().QueueName(j.Queue)+" "+string(s)]++
			}
		}
	}
	for name, want := range map[string]int{"express started": 5038, "express paper": 4976, "high paper": 8784,
		"normal started": 27070} {
		if counts[name] != want {
			t.Errorf("%s: %d jobs, want %d", name, counts[name], want)
		}
	}
}
