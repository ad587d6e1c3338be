package arrowio

import (
	"errors"
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
	var mixed []Source // series of all traces, from files of one trace
	for _, r := range results {
		s := r.Series
		if s.Len() > 0 {
			mixed = append(mixed, Source{at(s.Trace.Name), Filter{s.Trace.Name, s.Queue, s.Range, r.Score.Method, r.Score.Level().String(), 0}})
		}
	}
	metadata := Metadata{{"version", "1.0"}}
	for _, c := range []struct {
		name    string
		sources []Source
		first   int // the result that comes first
	}{
		{"parts", []Source{{Path: at("sdsc")}, {Path: at("ctc")}}, 0},
		{"other order", []Source{{Path: at("ctc")}, {Path: at("sdsc")}}, 5},
		{"whole", []Source{{Path: at("both")}}, 0},
		{"out of many", []Source{{at("both"), Filter{Trace: "ctc"}}, {Path: at("sdsc")}}, 5},
		{"series by series", mixed, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, once := tempFile(t), tempFile(t)
			want := slices.Concat(results[c.first:], results[:c.first])
			rows := 0
			err := Join(path, metadata, namesOf(want), c.sources, func(n int) error {
				rows += n
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := metadataOf(t, path); !slices.Equal(got, metadata) {
				t.Errorf("metadata is %v, want %v", got, metadata)
			}
			wantLines(t, read(t, open(t, path), Filter{}), linesOf(want))
			if rows != len(linesOf(want)) {
				t.Errorf("progress counts %d rows of %d", rows, len(linesOf(want)))
			}
			write(t, once, metadata, want, batchRows)
			if !slices.Equal(readBytes(t, path), readBytes(t, once)) {
				t.Error("the file differs from one written at once")
			}
		})
	}
}

func TestJoinErrors(t *testing.T) {
	source, path := tempFile(t), tempFile(t)
	write(t, source, nil, twoTraces(), 8)
	absent := filepath.Join(filepath.Dir(source), "absent")
	names, proceed := namesOf(twoTraces()), func(int) error { return nil }
	wantError(t, Join(path, nil, names, []Source{{Path: absent}}, proceed), "cannot read "+absent+": no such file or directory")
	stop := errors.New("stop")
	if err := Join(path, nil, names, []Source{{Path: source}}, func(int) error { return stop }); err != stop {
		t.Errorf("error is %v, want %v", err, stop)
	}
	wantEmpty(t, path)
}
