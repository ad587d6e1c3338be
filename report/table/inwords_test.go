package table

import "testing"

func TestReadable(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0 s", 0.04: "0.0 s", -0.04: "0.0 s", 1: "1 s", 9.94: "9.9 s", 90: "90 s", 720: "12 min", -300: "-5 min",
		7253: "2.01 h", 7201: "2.00 h", 12960: "3.60 h", 168480: "46.8 h",
		60: "1 min", 61: "61 s", 86400: "1 d", 86401: "24.0 h", 172800: "2 d", 36e4: "4.17 d", 1e8: "1157 d",
		99.5 * 3600: "99.5 h", 99.96 * 3600: "100 h",
	} {
		if got := Duration(seconds); got != want {
			t.Errorf("%v s is %q, want %q", seconds, got, want)
		}
	}
	for seconds, want := range map[float64]string{119.5: "120 s", 121: "3 min", 3590: "1 h", 3600: "1 h",
		3601: "61 min", 7201: "3 h", 86400: "1 day", 172801: "3 days"} {
		if got := Span(seconds); got != want {
			t.Errorf("a bound of %v s is %q, want %q", seconds, got, want)
		}
	}
	table := &Table{Columns: Columns("column", "#x_s=x|s"), Notes: []string{"mean_wait_s: one"},
		Rows: [][]Cell{{Text("no_run_time: x (0.935, 12340 s), y (0.9, 5.0 s), 1e+06 s"), Signed(720, "%.0f")}}}
	got := table.Readable()
	if row := got.Rows[0]; row[0].Text != "no run time: x (0.935, 3.43 h), y (0.9, 5 s), 1e+06 s" ||
		row[1].Text != "+12 min" || got.Columns[1].title() != "x" || got.Notes[0] != "mean wait (s): one" {
		t.Errorf("readable: %+v", got)
	}
	if table.Rows[0][1].Text != "+720" || table.Columns[1].Unit != "s" {
		t.Errorf("the table itself changed: %+v", table)
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		Percent(0.9634): "96.3\u00a0%", Percent(0.95): "95.0\u00a0%",
		Rarely(1 - 0.95): "1 of 20", Rarely(0.25): "1 of 4", Rarely(0.03): "3 of 100",
		NameSome([]string{"a", "b", "c", "d", "e"}): "a, b, c and 2 others",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSixDigits(t *testing.T) {
	for x, want := range map[float64]float64{.1 + .2: .3, 1234567: 1234570, -2e-9 / 3: -6.66667e-10} {
		if got := SixDigits(x); got != want {
			t.Errorf("%v: %v, want %v", x, got, want)
		}
	}
}
