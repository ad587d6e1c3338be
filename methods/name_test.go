package methods

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseName(t *testing.T) {
	for text, want := range map[string]name{
		"bmbp":                       {method: "bmbp"},
		"bmbp+aci+cal":               {method: "bmbp", suffixes: []string{"aci", "cal"}},
		"m:a=1:b-c=x=y+aci":          {"m", []param{{"a", "1"}, {"b-c", "x=y"}}, []string{"aci"}},
		"m:a='1,2:3+4 it''s'+s":      {"m", []param{{"a", "1,2:3+4 it's"}}, []string{"s"}},
		"m:a='':b='''':c='plain'":    {method: "m", params: []param{{"a", ""}, {"b", "'"}, {"c", "plain"}}},
		"lognormal-trim:k=é:l=1.5e3": {method: "lognormal-trim", params: []param{{"k", "é"}, {"l", "1.5e3"}}},
	} {
		got, err := parseName(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
		if again := got.String(); again != strings.ReplaceAll(text, "'plain'", "plain") {
			t.Errorf("%s is written as %s", text, again)
		}
	}
	for text, want := range map[string]string{
		"":                "does not begin with a name",
		":a=1":            "does not begin with a name",
		"m=1":             "does not begin with a name",
		"m 1":             "does not begin with a name",
		"m\u00a0:a=1":     "does not begin with a name",
		"m:":              "not a parameter",
		"m:a":             "not a parameter",
		"m:=1":            "not a parameter",
		"m:a=":            "a has no value",
		"m:a=1:a=2":       "a is given twice",
		"m:a='1":          "does not end",
		"m:a='1'2":        "does not end",
		"m:a='1'2'":       "does not end",
		"m:a='it''s+aci":  "does not end",
		"m:a=1'2'":        `"1'2'" of parameter a needs quotes`,
		"m:a=1,2":         `"1,2" of parameter a needs quotes`,
		"m:a=1 2":         `"1 2" of parameter a needs quotes`,
		"m:a=1:'2'":       "must be the first parameter",
		"m+":              `"+" is not a suffix`,
		"m+aci,n":         `"+aci,n" is not a suffix`,
		"m:a=1+aci+cal=2": `"+cal=2" is not a suffix`,
		"m+aci:a=1":       "must be before its suffixes",
	} {
		if _, err := parseName(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func FuzzParseName(f *testing.F) {
	f.Add("m:a='1,2:3+4 it''s':b=2+s+t")
	f.Add("qbets:clusters=none+aci")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := parseName(text)
		if err != nil {
			return
		}
		written := n.String()
		again, err := parseName(written)
		if err != nil || !reflect.DeepEqual(n, again) {
			t.Fatalf("%q is %+v, written %q, which is %+v, %v", text, n, written, again, err)
		}
		if list, err := SplitNames(written + ", bmbp"); err != nil || !slices.Equal(list, []string{written, "bmbp"}) {
			t.Fatalf("%q in a list: %q, %v", written, list, err)
		}
		id := Method{Name: written}.ID()
		if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789.+-_") != "" || id == "" {
			t.Fatalf("ID %q of %q", id, written)
		}
	})
}

func TestSplitNames(t *testing.T) {
	for text, want := range map[string][]string{
		"":                         nil,
		" bmbp , lognormal,":       {"bmbp", "lognormal"},
		"m:a='1,2':b='it''s',bmbp": {"m:a='1,2':b='it''s'", "bmbp"},
		"m:a=' x ', n":             {"m:a=' x '", "n"},
	} {
		if got, err := SplitNames(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	if _, err := SplitNames("m:a='1,2"); err == nil {
		t.Error("a quote that does not end is taken")
	}
}

// TestCanonicalNames: parameters at their defaults are not part of the name.
func TestCanonicalNames(t *testing.T) {
	for text, want := range map[string]string{
		"qbets:clusters=product":       "qbets",
		"qbets:clusters='product'+aci": "qbets+aci",
		"qbets:clusters='none'+aci":    "qbets:clusters=none+aci",
		"downey+cal+aci":               "downey+cal+aci",
	} {
		m, err := Named(text)
		if err != nil || m.Name != want {
			t.Errorf("%s is %s, %v, want %s", text, m.Name, err, want)
		}
	}
}

// TestID: fit for a file's name, and another one for another name.
func TestID(t *testing.T) {
	for name, want := range map[string]string{
		"bmbp": "bmbp", "lognormal-trim+aci": "lognormal-trim+aci",
		"qbets:clusters=none+aci": "qbets_clusters_none+aci-",
		"qbets:clusters:none+aci": "qbets_clusters_none+aci-",
	} {
		got := Method{Name: name}.ID()
		if !strings.HasPrefix(got, want) || (got == name) == strings.HasSuffix(want, "-") {
			t.Errorf("%s has the ID %s, want %s", name, got, want)
		}
	}
	if a, b := (Method{Name: "m:a=1"}).ID(), (Method{Name: "m:a:1"}).ID(); a == b {
		t.Errorf("two names with the ID %s", a)
	}
}
