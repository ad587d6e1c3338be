package methods

import (
	"reflect"
	"testing"
)

func TestParseName(t *testing.T) {
	for text, want := range map[string]name{
		"bmbp":                       {"bmbp", nil, []string{}},
		"bmbp+aci+cal":               {"bmbp", nil, []string{"aci", "cal"}},
		"m:a=1:b-c=x=y+aci":          {"m", []param{{"a", "1"}, {"b-c", "x=y"}}, []string{"aci"}},
		"lognormal-trim:k=é:l=1.5e3": {"lognormal-trim", []param{{"k", "é"}, {"l", "1.5e3"}}, []string{}},
	} {
		got, err := parseName(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", ":a=1", "m=1", "m 1", "m\u00a0:a=1", "m:", "m:a", "m:=1", "m:a=", "m:'1'", "m:a='1'",
		"m:a=1,2", "m:a=1 2", "m+", "m+aci,n", "m:a=1+aci+cal=2", "m+aci:a=1", "m:a=1:a=2",
	} {
		if n, err := parseName(text); err == nil {
			t.Errorf("%q is read as %+v", text, n)
		}
	}
}
