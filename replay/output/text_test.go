package output

import (
	"math"
	"strings"
	"testing"
)

func TestCSVFields(t *testing.T) {
	for want, value := range map[string]any{
		"1000000": 1e6, "0.000001": 1e-6, "1e-07": 1e-7, "1e+21": 1e21, "-0.25": -.25,
		"-Infinity": math.Inf(-1), "": math.NaN(), "-3": -3, "true": true, "0": math.Copysign(0, -1),
		"'=a b": "=a\nb", "-": "-", "-1e3": "-1e3",
	} {
		if got := strings.Join(CSVFields(value), "|"); got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
}

func TestDecodeJSON(t *testing.T) {
	for text, want := range map[string]string{
		` {"A": 1}` + "\n": "", `{"A": 1, "B": 2}`: `unknown field "B"`, `{"A": "1"}`: "cannot unmarshal string",
		`{"A": 1} {"A": 2}`: "text after the end", `{"A": 1}]`: "text after the end", `{"A": 1`: "unexpected EOF",
	} {
		var value struct{ A int }
		err := DecodeJSON([]byte(text), &value)
		if want == "" && (err != nil || value.A != 1) || want != "" &&
			(err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, error %v, want %q", text, value, err, want)
		}
	}
}
