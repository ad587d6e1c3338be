package figure

import (
	"bytes"
	"encoding/csv"
	"math"
	"strings"
	"testing"
	"time"
)

// wantData fails unless the data of a figure is exactly this.
func wantData(t *testing.T, f Figure, want string) {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, "csv"); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("data of a %T is\n%swant\n%s", f, b.String(), want)
	}
}

func TestData(t *testing.T) {
	wantData(t, &Dots{
		Categories: []string{"high", "low, late"}, Series: []string{"bmbp"},
		Panels: []Panel{{"1-4", [][]float64{{0.95, nan}}, [][]float64{{0.5, nan}}, [][]float64{{1, nan}}}, {Name: "empty"},
			{Name: "5+", Values: [][]float64{{math.Inf(1), math.Inf(-1)}}}},
	}, "panel,category,series,value,low,high\n1-4,high,bmbp,0.95,0.5,1\n1-4,\"low, late\",bmbp,,,\n5+,high,bmbp,Infinity,,\n5+,\"low, late\",bmbp,-Infinity,,\n")
	wantData(t, &Heat{Rows: []string{"high"}, Columns: []string{"all", "1-4"}, Target: 0.95, Spread: 0.05,
		Panels: []HeatPanel{{"a", [][]float64{{0.5, nan}}}, {"b", [][]float64{{1, 1}}}}},
		"panel,row,column,value\na,high,all,0.5\na,high,1-4,\nb,high,all,1\nb,high,1-4,1\n")
	wantData(t, &Curves{Series: []Curve{{Name: "a", X: []float64{1, 2}, Y: []float64{nan, 3}}}}, "series,x,y\na,1,\na,2,3\n")
	x, y := Shares([]float64{3, nan, 1, 3, 1})
	wantData(t, &Curves{Series: []Curve{{Name: "a", X: x, Y: y}}}, "series,x,y\na,1,0\na,1,0.5\na,3,0.5\na,3,1\n")
}

// A bound that does not change is one line, a gap begins with an empty one, and what lies outside
// the window is not there.
func TestDataOfBounds(t *testing.T) {
	b := &Bounds{
		Lines: []Line{{"high", []float64{0, 10, 20, 30, 40, 90}, []float64{5, 5, 6, nan, 7, 8}}},
		Waits: []Points{{"high", []float64{1, 55, 2.5}, []float64{4, 4, 0}}},
		From:  0, To: 50, Elapsed: true,
	}
	wantData(t, b, "series,kind,seconds_of_log,value_s\nhigh,bound,0,5\nhigh,bound,20,6\nhigh,bound,30,\nhigh,bound,40,7\nhigh,wait,1,4\nhigh,wait,2.5,0\n")
	b.Elapsed, b.Location = false, time.UTC
	if lines := dataOf(t, b); lines[0][2] != "unix_s" {
		t.Errorf("columns %v", lines[0])
	}
}

// 2400 s are cut into steps of 10 s.
func TestDataOfCoverage(t *testing.T) {
	wantData(t, &Coverage{
		Series: []string{"a"}, Target: 0.95, Low: 0.9, High: 1, Elapsed: true,
		Panels: []CoveragePanel{{Name: "high", Shares: []Covered{{[]float64{0, 4, 9, 2400}, []float64{1, 0.5, 0.75, 1}}}, Misses: [][]float64{{3, 4, 1205}}}},
	}, "panel,series,seconds_of_log,share,least_share,misses\nhigh,a,10,0.75,0.5,2\nhigh,a,1210,,,1\nhigh,a,2400,1,1,0\n")
}

// Cells lie within their edges, and hold all jobs.
func TestDataOfDensity(t *testing.T) {
	d := &Density{Panels: []DensityPanel{{Name: "a", X: []float64{0, 0.5, 10, 10, 1000, nan}, Y: []float64{0, 20, 10, 11, 1e5, 1}}}}
	lines := dataOf(t, d)
	want := "a,0,1,0,1,1"
	if got := strings.Join(lines[1], ","); got != want {
		t.Errorf("first cell %s, want %s", got, want)
	}
	if got := strings.Join(lines[0], ","); got != "panel,x_from_s,x_to_s,y_from_s,y_to_s,jobs" {
		t.Errorf("columns %s", got)
	}
	// 10 s by 10 s and 11 s lie in the cell that begins at 10 s on both axes.
	if got := strings.Join(lines[3], ","); !strings.HasPrefix(got, "a,10,") || lines[3][3] != "10" || lines[3][5] != "2" {
		t.Errorf("third cell %s", got)
	}
	if len(lines) != 5 {
		t.Errorf("%d cells, want 4", len(lines)-1)
	}
}

// Every figure has data as wide as its columns, and not much of it.
func TestDataOfSamples(t *testing.T) {
	for name, f := range samples() {
		for i, line := range dataOf(t, f) {
			if i > 40_000 {
				t.Errorf("%s: more than %d lines", name, i)
				break
			}
			if len(line) < 3 {
				t.Errorf("%s: line %v", name, line)
			}
		}
	}
}

func dataOf(t *testing.T, f Figure) [][]string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, "csv"); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}
