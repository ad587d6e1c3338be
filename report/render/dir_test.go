package render

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/experiment"
	"waitbench/replay/experiment/experimenttest"
	"waitbench/replay/output"
	"waitbench/report/figure"
)

// smallRun gives a run of one log without tables and figures.
func smallRun(t *testing.T) *Dir {
	t.Helper()
	plan := experimenttest.Plan(t, "bmbp,lognormal", "0.95")
	e := experimenttest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, false, "a")
	log := experimenttest.Load(t, plan, "a", 1, 1)
	log.AddTo(t, e)
	return &Dir{Dir: experimenttest.Finish(t, e)}
}

// finish makes everything of a run, commits it and reads it again.
func finish(t *testing.T, e *experiment.Experiment) *Dir {
	t.Helper()
	d := &Dir{Dir: experimenttest.Finish(t, e)}
	if _, err := d.Render(e.Folder, allFigures); err != nil {
		t.Fatal(err)
	}
	return &Dir{Dir: experimenttest.Commit(t, e)}
}

// allFigures are all in both formats.
var allFigures = Figures{Which: AllFigures, Formats: []string{"svg", "png"}}

func plotted(t *testing.T, d *Dir, q BoundsQuery) *figure.Bounds {
	t.Helper()
	f, err := d.Bounds(q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestBoundsWindow plots a part of a run: the bound in force when the window opens is there, and a
// window without jobs says so.
func TestBoundsWindow(t *testing.T) {
	d := smallRun(t)
	unix0 := float64(*d.Run.Traces[0].Header.UnixStartTime)
	q := BoundsQuery{Method: "bmbp", Queues: []string{"normal"}, Ranges: []string{replay.AllRanges}, From: 20000, To: 30000, Waits: true}
	f := plotted(t, d, q)
	line, points := f.Lines[0], f.Waits[0]
	if len(points.Times) < 10 || len(line.Times) != len(points.Times)+1 || line.Times[0] >= unix0+q.From || points.Times[0] < unix0+q.From || f.Note != "" {
		t.Errorf("%d points, %d of the line, from %v and %v, note %q", len(points.Times), len(line.Times), points.Times[0]-unix0, line.Times[0]-unix0, f.Note)
	}
	q.From, q.To = 1e6, 2e6
	f = plotted(t, d, q)
	if len(f.Lines[0].Times) != 1 || len(f.Waits[0].Times) != 0 || f.Note != "No job was submitted in this time." {
		t.Errorf("behind the log: %+v", f)
	}
	if _, err := d.Bounds(BoundsQuery{Trace: "b"}); err == nil {
		t.Error("bounds of a trace that is not there")
	}
}

// TestSaveBounds names its files, and says what could not be written.
func TestSaveBounds(t *testing.T) {
	f := plotted(t, smallRun(t), BoundsQuery{Method: "bmbp", Queues: []string{"normal"}, Ranges: []string{"all"}, To: 43200})
	dir := t.TempDir()
	missing := filepath.Join(dir, "sub", "plot")
	if files, err := SaveBounds(f, missing, allFigures.Formats); files != nil || err == nil || err.Error() != "cannot write "+missing+".svg: no such file or directory" {
		t.Errorf("a folder that is not there: files %v, error %v", files, err)
	}
	files, err := SaveBounds(f, dir+"/./plot", allFigures.Formats)
	if want := []string{filepath.Join(dir, "plot.svg"), filepath.Join(dir, "plot.png")}; err != nil || !slices.Equal(files, want) {
		t.Errorf("files %v, error %v, want %v", files, err, want)
	}
	for _, file := range files {
		if info, err := fs.Stat(os.DirFS(dir), filepath.Base(file)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestFigureSets makes the figures that are asked for, as SVG and their numbers where nothing else
// is said, and the page has no others.
func TestFigureSets(t *testing.T) {
	d := smallRun(t)
	few := []string{"bounds-month-a", "correct-by-queue-a", "coverage-a"} // the run has no ranges to map
	for _, c := range []struct {
		figures    Figures
		names      []string
		extensions []string
	}{
		{Figures{Which: NoFigures}, nil, nil},
		{Figures{}, few, []string{".csv", ".svg"}},
		{Figures{Which: AllFigures, Formats: []string{"png"}}, append([]string{"bounds-day-a", "median-ratio-by-queue-a"}, few...), []string{".csv", ".png"}},
	} {
		var want []string
		for _, name := range c.names {
			for _, extension := range c.extensions {
				want = append(want, figuresFolder+name+extension)
			}
		}
		slices.Sort(want)
		dir := filepath.Join(t.TempDir(), "run")
		folder, err := output.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Close()
		if _, err := d.Render(folder, c.figures); err != nil {
			t.Fatal(err)
		}
		if err := folder.Commit(); err != nil {
			t.Fatal(err)
		}
		files := experimenttest.Files(t, dir)
		got := slices.Sorted(maps.Keys(files))
		got = slices.DeleteFunc(got, func(name string) bool { return !strings.HasPrefix(name, figuresFolder) })
		if !slices.Equal(got, want) {
			t.Errorf("%+v: files %v, want %v", c.figures, got, want)
		}
		if n := strings.Count(files[pageFile], "<figure"); n != len(c.names) {
			t.Errorf("%+v: %d figures on the page, want %d", c.figures, n, len(c.names))
		}
	}
}

// TestLooks gives methods the same colours in all figures of a run, and none twice to those that
// stand together.
func TestLooks(t *testing.T) {
	var scores []replay.Score
	for _, m := range []string{"downey", "bmbp", "bmbp+cal", "lognormal", "smith"} {
		scores = append(scores, replay.Score{Method: m})
	}
	v := &view{scores: scores}
	if got := v.looksOf([]string{"lognormal", "smith"}); !slices.Equal(got, []int{3, 4}) {
		t.Errorf("looks %v", got)
	}
	for _, m := range []string{"li", "historical", "qbets"} {
		v.scores = append(v.scores, replay.Score{Method: m})
	}
	for _, g := range groups(methodsIn(v.scores)) {
		looks := v.looksOf(g.names)
		slices.Sort(looks)
		if len(looks) > 0 && looks[len(looks)-1]-looks[0] != len(looks)-1 {
			t.Errorf("%v have looks %v, want some side by side", g.names, looks)
		}
	}
}
