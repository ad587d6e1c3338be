package methods

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseName(t *testing.T) {
	for text, want := range map[string]name{
		"bmbp":                       {"bmbp", nil, []string{}},
		"bmbp+aci+cal":               {"bmbp", nil, []string{"aci", "cal"}},
		"m:a=1:b-c=x=y+aci":          {"m", []param{{"a", "1"}, {"b-c", "x=y"}}, []string{"aci"}},
		"m:'1,2:3+4 it''s'+s":        {"m", []param{{"", "1,2:3+4 it's"}}, []string{"s"}},
		"m:a='':b='''':c='plain'":    {"m", []param{{"a", ""}, {"b", "'"}, {"c", "plain"}}, []string{}},
		"lognormal-trim:k=é:l=1.5e3": {"lognormal-trim", []param{{"k", "é"}, {"l", "1.5e3"}}, []string{}},
	} {
		got, err := parseName(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
		if again := got.String(); again != strings.ReplaceAll(text, "'plain'", "plain") {
			t.Errorf("%s is written as %s", text, again)
		}
	}
	for _, text := range []string{
		"", ":a=1", "m=1", "m 1", "m\u00a0:a=1", "m:", "m:a", "m:=1", "m:a=", "m:a='1", "m:a='1'2", "m:a='1'2'",
		"m:a='it''s+aci", "m:a=1'2'", "m:a=1,2", "m:a=1 2", "m+", "m+aci,n", "m:a=1+aci+cal=2", "m+aci:a=1", "m:a=1:a=2",
	} {
		if n, err := parseName(text); err == nil {
			t.Errorf("%q is read as %+v", text, n)
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
		t.Error("a quote that does not end is accepted")
	}
}

// TestID: IDs are fit for file names, and differ where names differ.
func TestID(t *testing.T) {
	for name, want := range map[string]string{
		"bmbp": "bmbp", "lognormal-trim+aci": "lognormal-trim+aci", "qbets:clusters=none+aci": "qbets_clusters_none+aci-",
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
