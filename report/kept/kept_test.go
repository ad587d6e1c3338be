package kept

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/swf"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "answers")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func loaded(t *testing.T, text string) *replay.Log {
	t.Helper()
	log, err := replay.Load("later", swf.NewReader(strings.NewReader(text), "later.swf"), swf.Started, nil)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

const header = "; UnixStartTime: 1700000000\n; SnapshotTime: 1700010000\n; Queue: 1 day\n"

const columns = "job,job_id,queue,trusted,moment,submit,bound_0.95_s\n"

// TestFates has an answer of each fate. Job 1 starts at second 200, 2 is
// cancelled then, 3 waits at the end, 4 ran for 0 s and failed.
func TestFates(t *testing.T) {
	log := loaded(t, header+`1 100 100 50 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1
2 100 100 -1 1 -1 -1 1 60 -1 5 1 1 1 1 1 -1 -1
3 100 -1 -1 1 -1 -1 1 60 -1 -1 1 1 1 1 1 -1 -1
4 100 100 0 1 -1 -1 1 60 -1 0 1 1 1 1 1 -1 -1
`)
	ids := map[int64]string{1: "a", 2: "b", 3: "c", 4: "a"}
	for _, c := range []struct {
		job, id               string
		moment, submit, bound float64 // after second 0 of the log
		want                  fate
	}{
		{"1", "", 150, 100, 50, held},
		{"1", "", 150, 100, 49, missed},
		{"1", "", 150, 100, math.NaN(), unbounded},
		{"1", "", 150, 120, 50, absent}, // another job had the number
		{"7", "", 150, 100, 50, absent},
		{"2", "", 150, 100, 50, cancelled},
		{"2", "", 150, 100, 49, missed}, // it had waited for longer
		{"3", "", 150, 100, 9849, missed},
		{"3", "", 150, 100, 9851, unknown},
		{"4", "", 150, 100, 50, held},
		{"9", "b", 150, 100, 49, missed}, // by its ID
		{"1", "d", 150, 100, 50, absent},
	} {
		bound := strings.TrimPrefix(fmt.Sprint(c.bound), "NaN")
		row := fmt.Sprintf("%s,%s,day,true,%.0f,%.0f,%s\n", c.job, c.id, 1.7e9+c.moment, 1.7e9+c.submit, bound)
		answers, err := Read(write(t, columns+row))
		if err != nil {
			t.Fatal(err)
		}
		s := New("answers", answers, log, ids)
		for f, n := range s.counts {
			if want := fate(f) == c.want; n == 1 != want {
				t.Errorf("%s%d of fate %d, want %d", row, n, f, c.want)
			}
		}
	}
}

// TestShare compares shares with those that are counted on the texts, with
// answers every 100 s in both formats.
func TestShare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text, csv, lines := header, "", ""
	answers, within := map[bool]int{}, map[bool]int{}
	for job := 1; job <= 200; job++ {
		wait := r.IntN(500)
		text += fmt.Sprintf("%d %d %d 5 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1\n", job, 10*job, wait)
		for age := 0; age < wait; age += 100 {
			bound, trusted := r.IntN(400), r.IntN(2) == 0
			at := 1700000000 + 10*job + age
			csv += columns + fmt.Sprintf("%d,,day,%t,%d,%d,%d\n", job, trusted, at, at-age, bound)
			lines += fmt.Sprintf(`{"job":%d,"queue":"day","trusted":%t,"moment":%d,"submit":%d,"bound_0.95_s":%d}`+"\n",
				job, trusted, at, at-age, bound)
			if answers[trusted]++; age+bound >= wait {
				within[trusted]++
			}
		}
	}
	log := loaded(t, text)
	for _, kept := range []string{csv, lines} {
		read, err := Read(write(t, kept))
		if err != nil {
			t.Fatal(err)
		}
		s := New("answers", read, log, nil)
		for g, n := range s.groups {
			if n[missed]+n[held] != answers[g.trusted] || n[held] != within[g.trusted] {
				t.Errorf("%+v: missed and held are %d, want %d of %d held", g, n, within[g.trusted], answers[g.trusted])
			}
		}
		if len(s.groups) != 4 || len(s.Table().Rows) != 4 {
			t.Errorf("groups %v", s.groups)
		}
	}
}

// TestRead has other files and bad rows, also below the header line of a later
// call.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"job_id,bound\n1,5\n":          "",
		columns + "1,,day,yes,1,1,5\n": `2: column trusted: "yes" is neither true nor false`,
		columns + "1,,day,true,1,1,5\n" + columns + "1,,d,true,x,1,5\n":      `4: column moment: "x" is not a number`,
		columns + "1,,day,true,,1,5\n":                                       `2: column moment: "" is not a number`,
		columns + "1,,day,true,1\n":                                          `2: 5 fields, but the header line has 7`,
		`{"moment":1,"submit":1,"bound_0.95_s":null,"trusted":true}` + "\n{": `2: no object of JSON: unexpected EOF`,
		`{"moment":1,"trusted":true}`:                                        `1: column `,
		`{"moment":1,"submit":1,"trusted":true}`:                             `1: no column such as bound_0.95_s`,
	} {
		answers, err := Read(write(t, text))
		if got := fmt.Sprint(err); want == "" && (err != nil || answers != nil) || want != "" && !strings.Contains(got, "answers:"+want) {
			t.Errorf("%q: %v, %s, want %s", text, answers, got, want)
		}
	}
}

// TestQuantiles: a row has an answer for each quantile, one of null without a
// bound.
func TestQuantiles(t *testing.T) {
	const row = `{"job":1,"queue":"day","trusted":true,"moment":9,"submit":8,"bound_0.95_s":null,"bound_0.5_s":60}`
	answers, err := Read(write(t, row))
	if err != nil {
		t.Fatal(err)
	}
	const want = "[{1  day 9 8 0.5 60 true} {1  day 9 8 0.95 NaN true}]"
	if got := fmt.Sprint(answers); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestNoQueue: an answer that names no queue counts once.
func TestNoQueue(t *testing.T) {
	log := loaded(t, header+"1 100 100 50 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1\n")
	answers, err := Read(write(t, columns+"1,,,true,1700000150,1700000100,50\n"))
	if err != nil {
		t.Fatal(err)
	}
	rows := New("answers", answers, log, nil).Table().Rows
	if len(rows) != 1 || rows[0][0].Text != "all queues" || rows[0][3].Text != "1" {
		t.Errorf("rows %v, want one answer of all queues", rows)
	}
}
