package main

import (
	"path/filepath"
	"strings"
	"testing"

	"waitbench/methods"
)

func TestCompletion(t *testing.T) {
	dir := t.TempDir()
	log := writeFile(t, filepath.Join(dir, "a.swf"), "; Queue: 1 short\n; Queue: 2 long\n1 0"+
		strings.Repeat(" 1", 16)+"\n")
	out := filepath.Join(dir, "runs", "one")
	succeed(t, "replay", log, "--methods", "bmbp,last", "--figures", "none", "--out", out)
	for args, want := range map[string]string{
		"replay --format m":                                "markdown :4",
		"replay --select ":                                 "started paper all :4",
		"replay --methods bmbp,hanz":                       "bmbp,hanzich bmbp,hanzich+cal :4",
		"wait --methods al":                                "all :4",
		"report --figure-formats svg,p":                    "svg,png svg,pdf :4",
		"methods qb":                                       "qbets :4",
		"bench syn":                                        "synth-2 synth-levels-1 :4",
		"traces get SDSC-SP2-1998-4.":                      "SDSC-SP2-1998-4.2-cln :4",
		"replay SDSC-SP2-1998-4.":                          "SDSC-SP2-1998-4.2-cln :0",
		"replay ":                                          ":0",
		"cat ":                                             ":0",
		"report " + dir + "/ru":                            out + " :4",
		"report " + out + "/no":                            ":16",
		"report " + out + " --tables table1-":              "table1-logs :4",
		"compare " + out + " --methods bmbp,":              "bmbp,last :4",
		"plot bounds " + out + " --queues ":                "short :4",
		"replay " + log + " --queues long,":                "long,short :4",
		"replay - --queues ":                               ":4",
		"cat " + out + "/scores.arrow --columns log,procs": "log,procs_range :4",
		"demo ": ":4",
	} {
		words := append([]string{"__complete"}, strings.Split(args, " ")...)
		if got := strings.Join(strings.Fields(succeed(t, words...).out), " "); got != want {
			t.Errorf("%s<TAB>: %s, want %s", args, got, want)
		}
	}
	if _, err := methods.Find(methods.Groups, false); err != nil {
		t.Error(err)
	}
}
