package arrowio

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"waitbench/replay"
)

// wantCat fails unless Cat writes exactly this.
func wantCat(t *testing.T, path string, o Options, want string) {
	t.Helper()
	var b strings.Builder
	if err := Cat(&b, path, o); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("output is\n%swant\n%s", b.String(), want)
	}
}

// catFile is a predictions file with six rows in batches of four.
func catFile(t *testing.T) string {
	t.Helper()
	path := tempFile(t)
	high := newResult("sdsc", "high, \"low\"", "lognormal", 5, 2)
	high.Bounds[0], high.Bounds[1] = math.Inf(1), 1e-9
	write(t, path, nil, []*replay.Result{newResult("sdsc", "normal", "bmbp", 1, 4), high}, 4)
	return path
}

func conditions(t *testing.T, words ...string) []Condition {
	t.Helper()
	var where []Condition
	for _, w := range words {
		c, err := ParseCondition(w)
		if err != nil {
			t.Fatal(err)
		}
		where = append(where, c)
	}
	return where
}

func TestCatCSV(t *testing.T) {
	wantCat(t, catFile(t), Options{}, `log,queue,procs_range,method,job_id,submit,wait,procs,bound,scored,quantile,side,point,turnaround,estimate,submit_time,hit,user,run_time,age_s
sdsc,normal,all,bmbp,1,30.5,0.125,1,,false,0.95,upper,,,0,1998-04-25T01:11:34Z,,0,0,0
sdsc,normal,all,bmbp,2,61,0.5,2,,false,0.95,upper,,,1,1998-04-25T01:12:05Z,,1,1,0
sdsc,normal,all,bmbp,3,91.5,1.125,3,,true,0.95,upper,,,2,1998-04-25T01:12:35Z,,,2,0
sdsc,normal,all,bmbp,4,122,2,4,0.1,true,0.95,upper,,,,1998-04-25T01:13:06Z,false,0,3,0
sdsc,"high, ""low""",all,lognormal,5,152.5,3.125,,Infinity,false,0.95,upper,,,0,1998-04-25T01:13:36Z,true,1,4,0
sdsc,"high, ""low""",all,lognormal,6,183,4.5,6,1e-09,true,0.95,upper,1.5,2.5,1,1998-04-25T01:14:07Z,false,,,0
`)
}

// TestCatNullAlone: a null in the only column is no empty line, which readers
// of CSV skip.
func TestCatNullAlone(t *testing.T) {
	wantCat(t, catFile(t), Options{Columns: []string{"bound"}}, "bound\n\"\"\n\"\"\n\"\"\n0.1\nInfinity\n1e-09\n")
}

func TestCatJSONLines(t *testing.T) {
	wantCat(t, catFile(t), Options{Format: "jsonl", Columns: []string{"queue", "job_id", "procs", "bound", "scored"}},
		`{"queue":"normal","job_id":1,"procs":1,"bound":null,"scored":false}
{"queue":"normal","job_id":2,"procs":2,"bound":null,"scored":false}
{"queue":"normal","job_id":3,"procs":3,"bound":null,"scored":true}
{"queue":"normal","job_id":4,"procs":4,"bound":0.1,"scored":true}
{"queue":"high, \"low\"","job_id":5,"procs":null,"bound":"Infinity","scored":false}
{"queue":"high, \"low\"","job_id":6,"procs":6,"bound":1e-09,"scored":true}
`)
}

// wantIDs compares the numbers of the jobs shown.
func wantIDs(t *testing.T, path string, o Options, want string) {
	t.Helper()
	o.Columns = []string{"job_id"}
	var b strings.Builder
	if err := Cat(&b, path, o); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(b.String())[1:], " "); got != want {
		t.Errorf("%v with at most %d rows shows jobs %s, want %s", o.Where, o.Head, got, want)
	}
}

func TestCatWhere(t *testing.T) {
	path := catFile(t)
	for where, want := range map[string]string{
		"method=bmbp":                      "1 2 3 4",
		"method!=bmbp":                     "5 6",
		"method=bmbp;scored=true":          "3 4",
		"method=bmbp;method=lognormal":     "",
		"scored!=true":                     "1 2 5",
		"job_id=3":                         "3",
		"job_id!=3":                        "1 2 4 5 6",
		"job_id<3":                         "1 2",
		"job_id<=3":                        "1 2 3",
		"wait>1.125":                       "4 5 6",
		"wait>=1.125":                      "3 4 5 6",
		"wait=0.5":                         "2",
		"bound=":                           "1 2 3",
		"bound!=":                          "4 5 6",
		"bound=inf":                        "5",
		"bound=Infinity":                   "5",
		"bound<1":                          "4 6",
		"bound!=0.1":                       "5 6", // null differs from nothing
		"procs<9":                          "1 2 3 4 6",
		"procs=":                           "5",
		"point=":                           "1 2 3 4 5",
		"turnaround>=2.5":                  "6",
		"queue=":                           "",
		"hit=true":                         "5",
		"side=upper":                       "1 2 3 4 5 6",
		"quantile<0.95":                    "",
		"submit_time>1998-04-25T01:13:06Z": "5 6",
		"submit_time<1998-04-25":           "",
	} {
		t.Run(where, func(t *testing.T) {
			wantIDs(t, path, Options{Where: conditions(t, strings.Split(where, ";")...)}, want)
		})
	}
}

func TestCatErrors(t *testing.T) {
	path := catFile(t)
	known := "log, queue, procs_range, method, job_id, submit, wait, procs, bound, scored, quantile, side, point, turnaround, estimate, " +
		"submit_time, hit, user, run_time, age_s"
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Columns: []string{"log", "que"}}, `unknown column "que"; known are ` + known},
		{Options{Where: conditions(t, "range=all")}, `unknown column "range"; known are ` + known},
		{Options{Where: conditions(t, "method=bmpb")}, `unknown method "bmpb"; did you mean bmbp? known are bmbp, lognormal`},
		{Options{Where: conditions(t, "scored=1.5")}, `invalid value "1.5" for column scored: want true or false`},
		{Options{Where: conditions(t, "wait<1h")}, `invalid value "1h" for column wait: want a number`},
		{Options{Where: conditions(t, "submit_time<May")}, `invalid value "May" for column submit_time: want a date such as 2000-04-01 or 2000-04-01T13:00:00Z`},
		{Options{Where: conditions(t, "wait<")}, `invalid value "" for column wait: want a number`},
		{Options{Format: "xml"}, `unknown format "xml"; known are csv, jsonl, arrow, parquet`},
	} {
		wantError(t, Cat(&strings.Builder{}, path, c.o), path+": "+c.want)
	}
}

func TestParseConditionErrors(t *testing.T) {
	for _, word := range []string{"", "method", "=bmbp", "method!bmbp"} {
		_, err := ParseCondition(word)
		wantError(t, err, fmt.Sprintf("condition %q is not of the form column=value; operators are = != < <= > >=", word))
	}
	got, err := ParseCondition("queue=a=b")
	if err != nil || got != (Condition{"queue", "=", "a=b"}) {
		t.Errorf("queue=a=b is %v (%v)", got, err)
	}
}

func TestTextsReadBack(t *testing.T) {
	for _, s := range []string{"", "a", " a", "a b", "a,b", `"`, "a\nb", "a\r", "<&>", "é\u2028", "\\."} {
		var b strings.Builder
		path := tempFile(t)
		if err := (table{{Name: "x", values: &texts{"x"}}, {Name: "text", values: &texts{s}}}).write(path, nil,
			1); err != nil {
			t.Fatal(err)
		}
		if err := Cat(&b, path, Options{}); err != nil {
			t.Fatal(err)
		}
		got, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
		want := strings.NewReplacer("\n", " ", "\r", " ", "\u2028",
			" ").Replace(s) // what does not print does not get into CSV
		if err != nil || got[1][1] != want {
			t.Errorf("%q reads back from CSV as %q (%v)", s, got, err)
		}
		var back string
		if err := json.Unmarshal([]byte(jsonText(s)), &back); err != nil || back != s {
			t.Errorf("%q reads back from JSON as %q (%v)", s, back, err)
		}
	}
}

// TestCatOthers shows files with the types that other programs write.
func TestCatOthers(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "log", Type: arrow.BinaryTypes.String, Nullable: true}, {Name: "method", Type: arrow.BinaryTypes.LargeString},
		{Name: "job_id", Type: arrow.PrimitiveTypes.Int32}, {Name: "user", Type: arrow.PrimitiveTypes.Uint32},
		{Name: "bound", Type: arrow.PrimitiveTypes.Float32, Nullable: true},
	}, nil)
	path := tempFile(t)
	file, err := createFile(path, schema, ipc.WithLZ4())
	if err != nil {
		t.Fatal(err)
	}
	file.rows.Field(0).(*array.StringBuilder).AppendValues([]string{"a", "", "b, c"}, []bool{true, false, true})
	file.rows.Field(1).(*array.LargeStringBuilder).AppendValues([]string{"x", "y", "x"}, nil)
	file.rows.Field(2).(*array.Int32Builder).AppendValues([]int32{1, -2, 3}, nil)
	file.rows.Field(3).(*array.Uint32Builder).AppendValues([]uint32{1, 1 << 31, 3}, nil)
	file.rows.Field(4).(*array.Float32Builder).AppendValues([]float32{0.5, 0, 7}, []bool{true, false, true})
	if err := file.close(); err != nil {
		t.Fatal(err)
	}
	wantCat(t, path, Options{}, "log,method,job_id,user,bound\na,x,1,1,0.5\n,y,-2,2147483648,\n\"b, c\",x,3,3,7\n")
	wantCat(t, path, Options{Columns: []string{"job_id"}, Where: conditions(t, "method=x", "bound>1")}, "job_id\n3\n")
}
