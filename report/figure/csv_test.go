package figure

import (
	"strings"
	"testing"
)

// The data of a figure are the numbers it shows. A bound that does not change is one line, a gap
// begins with an empty one, and what lies outside the window is not there; 2400 s of coverage are cut
// into steps of 10 s.
func TestData(t *testing.T) {
	x, y := Shares([]float64{3, nan, 1, 3, 1})
	for want, f := range map[string]Figure{
		"category,series,value,low,high\nhigh,bmbp,0.95,0.5,1\n\"low, late\",bmbp,,,\ninf,bmbp,-Infinity,,\n": &Dots{
			Categories: []string{"high", "low, late", "inf"}, Series: []string{"bmbp"},
			Values: [][]float64{{0.95, nan, -inf}}, Low: [][]float64{{0.5, nan, nan}}, High: [][]float64{{1, nan, nan}}},
		"panel,row,column,value\na,high,all,0.5\na,high,1-4,\nb,high,all,1\nb,high,1-4,1\n": &Heat{
			Rows: []string{"high"}, Columns: []string{"all", "1-4"}, Target: 0.95, Panels: []Panel{{Name: "a", Values: [][]float64{{0.5, nan}}}, {Name: "b", Values: [][]float64{{1, 1}}}}},
		"series,x,y\na,1,\na,2,3\n": &Curves{Series: []Curve{{Name: "a", X: []float64{1, 2}, Y: []float64{nan, 3}}}},
		"series,x,y\na,1,0\na,1,0.25\na,1,0.25\na,1,0.5\na,3,0.5\na,3,0.75\na,3,0.75\na,3,1\n": &Curves{Series: []Curve{{Name: "a", X: x, Y: y}}},
		"series,kind,seconds_of_log,value_s\nhigh,bound,0,5\nhigh,bound,20,6\nhigh,bound,30,\nhigh,bound,40,7\nhigh,wait,0,4\nhigh,wait,20,0\n": &Bounds{
			Lines: []Line{{"high", []float64{0, 10, 20, 30, 40, 90}, []float64{5, 5, 6, nan, 7, 8}, []float64{4, nan, 0, nan, nan, 4}}}, To: 50, Elapsed: true},
		"panel,series,seconds_of_log,share,least_share,misses\nhigh,a,10,0.75,0.5,2\nhigh,a,1210,,,1\nhigh,a,2400,1,1,0\n": &Coverage{
			Series: []string{"a"}, Target: 0.95, Low: 0.9, High: 1, Elapsed: true,
			Panels: []CoveragePanel{{"high", []Covered{{[]float64{0, 4, 9, 2400}, []float64{1, 0.5, 0.75, 1}, []float64{3, 4, 1205}}}}}},
		"panel,x_from_s,x_to_s,y_from_s,y_to_s,jobs\na,1,1.58489,1,1.58489,1\na,1,1.58489,15.8489,25.1189,1\na,10,15.8489,10,15.8489,2\na,1000,1584.89,100000,158489,1\n": &Density{
			Panels: []DensityPanel{{Name: "a", X: []float64{0, 0.5, 10, 10, 1000, nan}, Y: []float64{0, 20, 10, 11, 1e5, 1}}}},
	} {
		var b strings.Builder
		if err := f.draw().write(&b, "csv"); err != nil || b.String() != want {
			t.Errorf("data of a %T is\n%swant\n%s%v", f, b.String(), want, err)
		}
	}
}
