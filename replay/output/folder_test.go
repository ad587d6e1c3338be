package output

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/swf/swftest"
)

// put writes a file into a folder.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	swftest.WriteFile(t, filepath.Join(dir, name), text)
}

// state writes files with the same text.
func state(t *testing.T, f *Folder, text string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := f.Write(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t *testing.T, dir string) *Folder {
	t.Helper()
	f, err := Begin(dir, false, Run)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// commit makes a state of a folder.
func commit(t *testing.T, dir, text string, names ...string) {
	t.Helper()
	f := open(t, dir)
	defer f.Close()
	state(t, f, text, names...)
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
}

func wantTexts(t *testing.T, what, dir string, want map[string]string) {
	t.Helper()
	if got := swftest.Files(t, dir); !maps.Equal(got, want) {
		t.Errorf("%s: files\n%v\nwant\n%v", what, got, want)
	}
}

func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "run")
	commit(t, dir, "1", "run.json", "tables/old.md", "tables/both.md", "only/here.svg")
	earlier := map[string]string{"run.json": "1", "tables/old.md": "1", "tables/both.md": "1", "only/here.svg": "1",
		Manifest: "waitbench run 1\nonly/here.svg\nrun.json\ntables/both.md\ntables/old.md\n"}
	wantTexts(t, "first state", dir, earlier)

	mine := map[string]string{"notes.txt": "mine", "tables/table-of-mine.tex": "mine", "only/mine.svg": "mine"}
	for name, text := range mine {
		put(t, dir, name, text)
	}
	commit(t, dir, "2", "run.json", "tables/both.md", "tables/new.md")
	second := map[string]string{"run.json": "2", "tables/both.md": "2", "tables/new.md": "2",
		Manifest: "waitbench run 1\nrun.json\ntables/both.md\ntables/new.md\n"}
	maps.Copy(second, mine)
	wantTexts(t, "second state next to files of others", dir, second)

	// A state that is not committed leaves nothing.
	f := open(t, dir)
	state(t, f, "3", "run.json", "tables/half.md")
	f.Close()
	wantTexts(t, "a state that was not committed", dir, second)

	// Some files of the present state are kept.
	f = open(t, dir)
	state(t, f, "4", "tables/new.md")
	if err := f.Keep(func(name string) bool { return name == "run.json" }); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	third := map[string]string{"run.json": "2", "tables/new.md": "4",
		Manifest: "waitbench run 1\nrun.json\ntables/new.md\n"}
	maps.Copy(third, mine)
	wantTexts(t, "a state that keeps a file", dir, third)
}

func TestFolderOfOthers(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "thesis.tex", "mine")
	if _, err := Begin(dir, false, Run); err == nil ||
		!strings.Contains(err.Error(), "has files and is no folder of results of this program") {
		t.Errorf("error %v", err)
	}
	wantTexts(t, "a folder of others", dir, map[string]string{"thesis.tex": "mine"})

	run := filepath.Join(t.TempDir(), "run")
	commit(t, run, "1", "run.json")
	put(t, run, "tables/table1.md", "mine")
	f := open(t, run)
	state(t, f, "2", "run.json", "tables/table1.md")
	if err := f.Commit(); err == nil || !strings.Contains(err.Error(), "table1.md is in the way and was not made by "+
		"this program") {
		t.Errorf("error %v", err)
	}
	f.Close()
	wantTexts(t, "a file in the way", run, map[string]string{"run.json": "1", "tables/table1.md": "mine",
		Manifest: "waitbench run 1\nrun.json\n"})

	file := filepath.Join(run, "run.json")
	if _, err := Begin(file, false, Run); err == nil || !strings.HasPrefix(err.Error(), "cannot use "+file) {
		t.Errorf("a file for a folder: error %v", err)
	}
	for _, name := range []string{"../up.md", "/etc/passwd", "a/../../b", ""} {
		f := open(t, run)
		if _, err := f.Add(name); err == nil {
			t.Errorf("%q is accepted", name)
		}
		f.Close()
	}
}

// A folder may be a link. A link inside that leads out is not written through.
func TestFolderBehindALink(t *testing.T) {
	real, outside, link := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(real, link); err != nil {
		t.Skip("no links here:", err)
	}
	commit(t, link, "1", "run.json", "tables/a.md")
	commit(t, link, "2", "run.json", "tables/a.md")
	wantTexts(t, "behind a link", real, map[string]string{"run.json": "2", "tables/a.md": "2",
		Manifest: "waitbench run 1\nrun.json\ntables/a.md\n"})
	if err := errors.Join(os.RemoveAll(filepath.Join(real, "tables")),
		os.Symlink(outside, filepath.Join(real, "tables"))); err != nil {
		t.Fatal(err)
	}
	f := open(t, link)
	state(t, f, "3", "run.json", "tables/b.md")
	if err := f.Commit(); err == nil || !strings.Contains(err.Error(), "tables is in the way") {
		t.Errorf("a link that leads out: error %v", err)
	}
	f.Close()
	if text, err := os.ReadFile(filepath.Join(real, "run.json")); string(text) != "2" ||
		len(swftest.Files(t, outside)) > 0 {
		t.Errorf("the record is %q, error %v; outside there is %v", text, err, swftest.Files(t, outside))
	}
}

// Begin does not follow links in the hidden folder.
func TestLinksInTheHiddenFolder(t *testing.T) {
	for _, name := range []string{hidden, lockFile, newFolder, recordFolder} {
		dir, outside := filepath.Join(t.TempDir(), "run"), t.TempDir()
		commit(t, dir, "1", "run.json")
		put(t, outside, "new/mine", "mine")
		link := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o777), os.Symlink(outside, link)); err != nil {
			t.Skip("no links here:", err)
		}
		if _, err := Begin(dir, false, Run); err == nil {
			t.Errorf("%s: no error", name)
		}
		wantTexts(t, "behind "+name, outside, map[string]string{"new/mine": "mine"})
	}
}

// A link that is swapped in while a state is made leads nowhere outside: for
// files of the next state, and before each change of Commit.
func TestSwappedLinks(t *testing.T) {
	defer func() { Step = func() {} }()
	swap := func(dir, name, outside string) {
		link := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.RemoveAll(link), os.Symlink(outside, link)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	mine := map[string]string{"tables/a.md": "mine", "a.md": "mine", "run.json": "mine"}
	refused := 0
	for _, name := range []string{
		"tables", newFolder, newFolder + "/tables", newFolder + "/run.json", hidden, recordFolder,
	} {
		for at := range 9 {
			dir, outside := filepath.Join(t.TempDir(), "run"), t.TempDir()
			for name, text := range mine {
				put(t, outside, name, text)
			}
			commit(t, dir, "1", "run.json", "tables/a.md", "tables/b.md")
			f, steps := open(t, dir), 0
			Step = func() {
				if steps++; steps == at && strings.HasSuffix(name, ".json") {
					swap(dir, name, filepath.Join(outside, "run.json"))
				} else if steps == at {
					swap(dir, name, outside)
				}
			}
			if steps == at {
				swap(dir, name, outside)
			}
			write := func(w io.Writer) error { _, err := io.WriteString(w, "2"); return err }
			err := errors.Join(f.Write("tables/a.md", write), f.Write("run.json", write))
			if err == nil {
				err = f.Commit()
			}
			if err != nil {
				refused++
			}
			f.Close()
			wantTexts(t, fmt.Sprintf("outside of %s, swapped at change %d", name, at), outside, mine)
		}
	}
	if refused < 20 {
		t.Errorf("only %d swaps were met", refused)
	}
}

func TestFolderHasOneWriter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	writer := open(t, dir)
	if _, err := Begin(dir, false, Run); !errors.Is(err, errLocked) {
		t.Errorf("a second writer: error %v", err)
	}
	writer.Close()
	second := open(t, dir)
	writer.Close() // does not give the lock of the second back
	if _, err := Begin(dir, false, Run); !errors.Is(err, errLocked) {
		t.Errorf("after a second Close: error %v", err)
	}
	second.Close()
}

// TestFolderIsCutOff stops a Commit before each of its changes, as a kill
// would. No mixture of two states has a record, files of others stay, and the
// next Commit completes its state.
func TestFolderIsCutOff(t *testing.T) {
	defer func() { Step = func() {} }()
	cuts := 0
	for done := false; !done; cuts++ {
		dir := filepath.Join(t.TempDir(), "run")
		commit(t, dir, "1", "run.json", "tables/a.md", "tables/b.md")
		put(t, dir, "tables/mine.md", "mine")
		f := open(t, dir)
		state(t, f, "2", "run.json", "tables/a.md", "tables/c.md")
		steps := 0
		Step = func() {
			if steps == cuts {
				panic("killed")
			}
			steps++
		}
		func() {
			defer func() { done = recover() == nil }()
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
		}()
		Step = func() {}
		f.unlock() // as the system does
		texts := swftest.Files(t, dir)
		delete(texts, Manifest)
		maps.DeleteFunc(texts, func(name, _ string) bool { return strings.HasPrefix(name, hidden) })
		states := map[string]map[string]string{
			"1": {"run.json": "1", "tables/a.md": "1", "tables/b.md": "1", "tables/mine.md": "mine"},
			"2": {"run.json": "2", "tables/a.md": "2", "tables/c.md": "2", "tables/mine.md": "mine"},
		}
		record := texts["run.json"]
		if want := states[record]; record != "" && !maps.Equal(texts, want) || done && record != "2" || cuts == 0 &&
			record != "1" {
			t.Errorf("cut before change %d: files\n%v", cuts, texts)
		}
		commit(t, dir, "3", "run.json", "tables/b.md", "tables/d.md")
		wantTexts(t, "the next state", dir, map[string]string{"run.json": "3", "tables/b.md": "3", "tables/d.md": "3",
			"tables/mine.md": "mine",
			Manifest:         "waitbench run 1\nrun.json\ntables/b.md\ntables/d.md\n"})
	}
	if cuts < 8 {
		t.Errorf("cut off before %d changes only", cuts)
	}
}

// TestFailedCommit has no file to rename at each change of a Commit. Until the
// first of the files has its name, an error leaves the folder as it was, and what
// a folder around says about it.
func TestFailedCommit(t *testing.T) {
	defer func() { Step = func() {} }()
	restored := 0
	for at := 1; ; at++ {
		out := t.TempDir()
		around, dir := filepath.Join(out, "all"), filepath.Join(out, "all", "run")
		commit(t, dir, "1", "run.json", "tables/a.md", "tables/b.md")
		outer, err := Begin(around, false, Collection)
		if err != nil {
			t.Fatal(err)
		}
		state(t, outer, "1", "index.html", "scores.csv", "methods.md")
		if err := outer.Commit(); err != nil {
			t.Fatal(err)
		}
		outer.Close()
		before := swftest.Files(t, out)
		f, steps := open(t, dir), 0
		state(t, f, "2", "run.json", "tables/a.md", "tables/c.md")
		if err := f.HideOf(around, Collection); err != nil {
			t.Fatal(err)
		}
		Step = func() {
			if steps++; steps == at {
				files, _ := filepath.Glob(f.Path("*"))
				for _, file := range files {
					os.RemoveAll(file)
				}
			}
		}
		err = f.Commit()
		Step = func() {}
		f.Close()
		after := swftest.Files(t, out)
		if err == nil {
			if steps >= at {
				t.Errorf("no error at change %d", at)
			}
			for _, hidden := range []string{"all/index.html", "all/scores.csv"} {
				if after[hidden] != "" {
					t.Errorf("%s of the earlier run is there", hidden)
				}
			}
			break
		}
		if !strings.HasPrefix(err.Error(), "cannot write "+dir+": ") {
			t.Errorf("change %d: error %v", at, err)
		}
		switch {
		case after["all/run/run.json"] == "1":
			restored++
			if !maps.Equal(after, before) || exists(around, hidden) {
				t.Errorf("error at change %d: files\n%v\nwant\n%v", at, after, before)
			}
		case after["all/run/run.json"] != "" || after["all/index.html"] != "" || after["all/scores.csv"] != "" ||
			!exists(dir, hidden):
			t.Errorf("error at change %d: files\n%v", at, after)
		}
	}
	if restored < 4 {
		t.Errorf("restored after %d errors only", restored)
	}
}

// TestManifests opens folders whose manifest was edited.
func TestManifests(t *testing.T) {
	for text, want := range map[string]string{
		"waitbench run 1\r\nrun.json\r\n": "", "waitbench run 1\n\nrun.json": "",
		"": "MANIFEST is empty", "\r\n\n": "MANIFEST is empty",
		"waitbench run 1\n../run.json\nrun.json\n": `MANIFEST has the path "../run.json", which leads out`,
	} {
		dir := t.TempDir()
		put(t, dir, Manifest, text)
		put(t, dir, "run.json", `{"jobs_selected": 1}`)
		f, err := Begin(dir, true, Run)
		if err == nil {
			state(t, f, "2", "run.json")
			err = f.Commit()
			f.Close()
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
		if want == "" {
			wantTexts(t, text, dir, map[string]string{"run.json": "2", Manifest: "waitbench run 1\nrun.json\n"})
		}
	}
}

// TestKinds opens folders of all kinds for a kind. A refusal changes nothing.
func TestKinds(t *testing.T) {
	const others, never, old = "has files and is no folder of results of this program", "never replaces",
		"of an earlier version; --force replaces it"
	perl := map[string]string{Manifest: "lib/A.pm   the module\n\nREADME.md\n", "lib/A.pm": "theirs",
		"README.md": "theirs"}
	earlier := func(k Kind) map[string]string {
		return map[string]string{Manifest: k.Record + "\n", k.Record: "{\"jobs_selected\": 1, " + k.mark}
	}
	manifest := func(line string) map[string]string {
		return map[string]string{Manifest: line + "\nrun.json\n", "run.json": "{}"}
	}
	runs := map[string]string{"a/MANIFEST": "waitbench run 1\nrun.json\n", "a/run.json": "{}",
		"b/.waitbench/new/x": "a begin"}
	mixed := maps.Clone(runs)
	mixed["c/mine"] = "mine"
	for i, c := range []struct {
		files map[string]string
		kind  Kind
		force bool
		want  string
	}{
		{nil, Run, false, ""}, {nil, Study, true, ""},
		{perl, Run, false, others}, {perl, Run, true, others}, {perl, Bench, true, others},
		{perl, Collection, true, others}, {perl, Study, true, others},
		{manifest("waitbench run 1"), Run, false, ""}, {manifest("waitbench run 1"), Bench, true, never},
		{manifest("waitbench run 1"), Collection, true, "holds a run, which a collection " + never},
		{manifest("waitbench collection 1"), Run, true, never}, {manifest("waitbench study 1"), Collection, true,
			never}, {manifest("waitbench collection 1"), Study, true, never},
		{manifest("waitbench bench 1"), Bench, false, ""}, {manifest("waitbench bench 1"), Run, true, never},
		{manifest("waitbench run 2"), Run, true, never},
		{earlier(Run), Run, false, old}, {earlier(Run), Run, true, ""}, {earlier(Run), Bench, true, never},
		{earlier(Run), Collection, true, never},
		{earlier(Bench), Bench, true, ""}, {earlier(Bench), Run, true, never}, {earlier(Collection), Collection, true,
			""}, {earlier(Collection), Run, true, never},
		{earlier(Study), Study, false, old}, {earlier(Study), Study, true, ""},
		{runs, Bench, false, ""}, {runs, Collection, false, ""},
		{runs, Run, true, "holds a folder of runs, which a run " + never}, {runs, Study, true, never},
		{mixed, Collection, true, others}, {map[string]string{"mine": "mine"}, Collection, true, others},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			put(t, dir, name, text)
		}
		f, err := Begin(dir, c.force, c.kind)
		switch {
		case (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("case %d, %s: error %v, want %q", i, c.kind.Name, err, c.want)
		case err == nil:
			f.Close()
		}
		wantTexts(t, c.kind.Name, dir, c.files)
	}
}
