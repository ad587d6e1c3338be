package arrowio

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestJoinOfPartsIsTheWhole(t *testing.T) {
	results := twoTraces()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	write(t, at("sdsc"), Metadata{{"part", "1"}}, results[:5], 8)
	write(t, at("ctc"), Metadata{{"part", "2"}}, results[5:], 8)
	write(t, at("both"), nil, results, 8)
	metadata := Metadata{{"version", "1.0"}}
	for _, c := range []struct {
		name    string
		sources []Source
		want    []line
	}{
		{"parts", []Source{{at("sdsc"), "sdsc"}, {at("ctc"), "ctc"}}, linesOf(results)},
		{"other order", []Source{{at("ctc"), ""}, {at("sdsc"), ""}}, append(linesOf(results[5:]), linesOf(results[:5])...)},
		{"whole", []Source{{at("both"), ""}}, linesOf(results)},
		{"out of many", []Source{{at("both"), "ctc"}, {at("sdsc"), ""}}, append(linesOf(results[5:]), linesOf(results[:5])...)},
		{"none", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := tempFile(t)
			if err := Join(path, c.sources, metadata); err != nil {
				t.Fatal(err)
			}
			r := open(t, path)
			if !slices.Equal(metadataOf(r), metadata) {
				t.Errorf("metadata is %v, want %v", metadataOf(r), metadata)
			}
			wantLines(t, read(t, r, Filter{}), c.want)
		})
	}
}

func TestJoinUnitesNames(t *testing.T) {
	results := twoTraces()
	folder := t.TempDir()
	one, two, path := filepath.Join(folder, "1"), filepath.Join(folder, "2"), tempFile(t)
	write(t, one, nil, results[:5], 8)
	write(t, two, nil, results[5:], 8)
	if err := Join(path, []Source{{Path: one}, {Path: two}}, nil); err != nil {
		t.Fatal(err)
	}
	wantNames(t, open(t, path), namesOf(results))
}

func TestJoinErrors(t *testing.T) {
	source, path := tempFile(t), tempFile(t)
	write(t, source, nil, twoTraces(), 8)
	absent := filepath.Join(filepath.Dir(source), "absent")
	for _, c := range []struct {
		sources []Source
		want    string
	}{
		{[]Source{{source, "sdsc"}, {source, ""}}, source + ": trace sdsc comes from another source already"},
		{[]Source{{source, "nasa"}}, source + `: no trace "nasa"; there are sdsc, ctc`},
		{[]Source{{absent, ""}}, "cannot read " + absent + ": no such file or directory"},
	} {
		wantError(t, Join(path, c.sources, nil), c.want)
		wantEmpty(t, path)
	}
}
