package examples_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/swf/swftest"
)

// randomLog has jobs as submission, wait, run time, user and queue. With seed 1
// the script uses jobs 0, 3, 4, 5, 8, 9, 11, 13 and 14 of those it selects.
// It selects no job that never started, or without a user or submission.
const randomLog = `170 70 1 1 1
-1 900 1 1 1
0 10 1 1 1
10 5 1 1 1
15 900 1 -1 1
20 5 1 1 1
30 20 1 1 1
35 900 0 1 1
50 100 1 1 1
60 20 1 1 1
80 60 1 1 1
90 30 1 1 1
95 -1 1 1 1
110 40 1 1 1
115 50 1 1 1
150 80 1 1 1
160 90 1 1 1
171 900 1 1 2
172 900 1 2 1
`

// TestRandomSplit compares a table with one worked by hand. Four jobs have two
// that started before them, with waits of 60, 30, 80 and 70: their mean is 60,
// and the sum of squares around it 1400.
//
//	job  submission  nearest                        submitted before  started before
//	6    80          5, 4 (as near as 8): 60        4, 5: 60          3, 5: 20
//	7    90          8, 9: 45                       4, 5: 60          3, 5: 20
//	10   150         11, 9: 70                      8, 9: 45          5, 8: 30
//	12   170         11, 9: 70                      9, 11: 70         8, 9: 45
//	squares          325                            2125              4825
func TestRandomSplit(t *testing.T) {
	if out, err := exec.Command("python3", "--version").CombinedOutput(); err != nil {
		t.Skipf("no python3: %v: %.200s", err, out)
	}
	dir := t.TempDir()
	figure, log := filepath.Join(dir, "figure.svg"), filepath.Join(dir, "tiny.swf")
	write := func(jobs string) {
		text := "; Version: 2.2\n"
		for i, line := range strings.Split(strings.TrimSpace(jobs), "\n") {
			f := strings.Fields(line)
			text += fmt.Sprintf("%d %s %s %s 1 -1 -1 1 -1 -1 1 %s 1 -1 %s -1 -1 -1\n", i, f[0], f[1], f[2], f[3], f[4])
		}
		swftest.WriteFile(t, log, text)
	}

	write(strings.ReplaceAll(randomLog, " 1 1 1\n", " 1 -1 1\n"))
	out, err := exec.Command("python3", "random_split.py", figure, log).CombinedOutput()
	if _, none := os.Stat(figure); err == nil || none == nil || !strings.Contains(string(out), "are users known?") {
		t.Errorf("without users: %v, figure: %v\n%s", err, none, out)
	}

	write(randomLog)
	out, err = exec.Command("python3", "random_split.py", figure, log).CombinedOutput()
	want := "log,jobs,r2_random_split,r2_submitted_before,r2_started_before\ntiny,4,0.768,-0.518,-2.446\n"
	if got := strings.ReplaceAll(string(out), "\r\n", "\n"); err != nil || got != want {
		t.Fatalf("%v\n%s\nwant\n%s", err, got, want)
	}
	var drawn struct {
		Dots []struct {
			X float64 `xml:"cx,attr"`
		} `xml:"circle"`
	}
	if err := xml.Unmarshal([]byte(swftest.ReadFile(t, figure)), &drawn); err != nil {
		t.Fatal(err)
	}
	// The axis is from -2.6 at 150 to 1 at 490. Three dots are of the legend.
	for i, x := range []float64{468.1, 346.6, 164.5} {
		if len(drawn.Dots) != 6 || drawn.Dots[3+i].X != x {
			t.Fatalf("dots %v; want that of kind %d at %v", drawn.Dots, i, x)
		}
	}
}
