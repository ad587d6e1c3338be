package methods

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"bmbp", "lognormal", "qbets", "forest"}
	for text, want := range map[string]string{
		"bmpb": "bmbp", "forst": "forest", "lognromals": "lognormal", "x": "", "": "", "historical": "",
	} {
		if got := Nearest(text, names); got != want {
			t.Errorf("near %q is %q, want %q", text, got, want)
		}
	}
}
