package swf

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestReadCSV(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\ufeffa,b\r\n1,2\n\n\"3\n4\",5", "2:1 4:3\n4 <nil>"},
		{"a,b\n", "<nil>"},
		{"", "f: the file is empty"},
		{"b\n1\n", "f:1: no column a"},
		{"a,b\n1,2\n3\n", "2:1 f:3: 1 fields, but the header line has 2"},
		{"a\n1\n\"2\n", "2:1 f:3: extraneous or missing \" in quoted-field"},
		{"a\n1\nx\n", "2:1 f:3: column a: not a number"},
		{"a\n" + strings.Repeat("1", longestLine+5000), "f: record too long: more than 1 MB"},
	} {
		got := ""
		err := ReadCSV(strings.NewReader(c.text), "f", func(names []string) error {
			if names[0] != "a" {
				return errors.New("no column a")
			}
			return nil
		}, func(row *Row) error {
			if row.Cell("a") == "x" {
				return &RowError{Column: "a", Err: errors.New("not a number")}
			}
			got += fmt.Sprintf("%d:%s ", row.Line, row.Cell("a"))
			return nil
		})
		if got += fmt.Sprint(err); got != c.want {
			t.Errorf("%.40q: %s, want %s", c.text, got, c.want)
		}
	}
}
