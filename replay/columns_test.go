package replay

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"waitbench/methods"
)

// Every field of a score has a column of its own, and is filled in where a
// column is.
func TestColumnsAreTheFields(t *testing.T) {
	columnOf := map[any]string{}
	var s Score
	for i := range Columns {
		c := &Columns[i]
		if other, ok := columnOf[c.At(&s)]; ok {
			t.Errorf("columns %s and %s are of the same field", c.Name, other)
		}
		columnOf[c.At(&s)] = c.Name
		if FindColumn(c.Name) != c {
			t.Errorf("two columns have the name %s", c.Name)
		}
		if c.Heading == "" || c.Doc == "" || !c.IsText() && c.Format == "" {
			t.Errorf("column %s is without heading, format or description", c.Name)
		}
	}
	var visit func(v reflect.Value, name string)
	visit = func(v reflect.Value, name string) {
		if v.Kind() == reflect.Struct {
			for i := range v.NumField() {
				visit(v.Field(i), name+"."+v.Type().Field(i).Name)
			}
			return
		}
		if _, ok := columnOf[v.Addr().Interface()]; !ok {
			t.Errorf("field %s has no column", name)
		}
	}
	visit(reflect.ValueOf(&s).Elem(), "Score")
}

// What nobody filled in is missing, in whatever column it is.
func TestNewScoreIsNull(t *testing.T) {
	s := NewScore()
	for i := range Columns {
		c := &Columns[i]
		if c.Null != "" && c.Name != "side" && (!c.IsNull(&s) || c.Text(&s) != "" || c.Number(&s) == c.Number(&s)) {
			t.Errorf("%s of a new score is %q", c.Name, c.Text(&s))
		}
		if c.Null == "" && c.IsNull(&s) {
			t.Errorf("%s, which is never missing, is", c.Name)
		}
	}
	zero := Score{}
	for i := range Columns {
		if c := &Columns[i]; c.IsNull(&zero) && !c.IsText() {
			t.Errorf("%s takes 0 for a missing value", c.Name)
		}
	}
}

// TestNothingBounded: where nothing is bounded or forecast, only these columns have a
// value. A new column of bounds or forecasts is missing there, too.
func TestNothingBounded(t *testing.T) {
	none := func(int64) (float64, methods.Forecast) { return math.NaN(), methods.NoForecast }
	for _, task := range []Task{{External: none}, {Method: methods.Method{Forecaster: &methods.ForecasterSpec{}}}} {
		task.Series, task.Settings = seriesOf(0, 9, 1, 5, 2, 10), settings95
		r, err := task.Run(t.Context())
		if err != nil || r.Failed != nil {
			t.Fatal(err, r)
		}
		var known []string
		for i := range Columns {
			if c := &Columns[i]; !c.IsNull(&r.Score) {
				known = append(known, c.Name)
			}
		}
		const want = "log queue procs_range method quantile confidence epoch_s train jobs scored bounded side age_s"
		if got := strings.Join(known, " "); got != want {
			t.Errorf("columns %s have a value, want %s", got, want)
		}
	}
}
