package methods

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"bmbp", "lognormal", "qbets", "forest", "pdf", "a"}
	for text, want := range map[string]string{
		"bmpb": "bmbp", "forst": "forest", "lognromals": "lognormal", "x": "", "": "", "historical": "",
		"qbts": "qbets", "gif": "", "b": "",
	} {
		if got := Nearest(text, names); got != want {
			t.Errorf("near %q is %q, want %q", text, got, want)
		}
	}
}

func TestCheckNames(t *testing.T) {
	known := schedulers
	if err := CheckNames("scheduler", known, known...); err != nil {
		t.Error(err)
	}
	for name, want := range map[Scheduler]string{
		"eays": `unknown scheduler "eays"; did you mean easy? known are easy, fcfs`,
		"":     `unknown scheduler ""; known are easy, fcfs`,
	} {
		if err := CheckNames("scheduler", known, EASYScheduler, name); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if err := Unknown("key", "a", []string(nil)); err.Error() != `unknown key "a"; known are none` {
		t.Error(err)
	}
}
