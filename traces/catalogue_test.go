package traces

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waitbench/swf/swftest"
)

func TestFind(t *testing.T) {
	for _, name := range []string{"KTH-SP2-1996-2.1-cln", "KTH-SP2-1996-2.1-CLN.swf.gz"} {
		e, err := Find(name)
		if err != nil || e.Name != "KTH-SP2-1996-2.1-cln" {
			t.Errorf("%q: %q, %v", name, e.Name, err)
		}
	}
	e, err := Find("SDSC-DS-2004-2.1-cln")
	if err != nil || e.Jobs != 96069 || e.URL != "https://www.cs.huji.ac.il/labs/parallel/workload/l_sdsc_ds/SDSC-DS-2004-2.1-cln.swf.gz" {
		t.Errorf("SDSC-DS: %+v, %v", e, err)
	}
	if e, err := Find("LANL-O2K-1999-2"); err != nil || e.Jobs != -1 || e.SHA256 != "" {
		t.Errorf("LANL-O2K: %+v, %v", e, err)
	}
	for name, want := range map[string]string{
		"sdsc sp2":             "near names: SDSC-SP2-1998-4.2-cln, SDSC-SP2-1998-4",
		"KTH-SP3-1996-2.1-cln": "near names: KTH-SP2-1996-2.1-cln",
		"zzzzzzzz":             "see waitbench traces list",
		"":                     "see waitbench traces list",
	} {
		if _, err := Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", name, err, want)
		}
	}
}

func TestResolve(t *testing.T) {
	const name = "KTH-SP2-1996-2.1-cln"
	folder, further := t.TempDir(), t.TempDir()
	t.Chdir(t.TempDir())
	check := func(word, want, failure string) {
		t.Helper()
		got, err := Resolve(word, "", folder, further)
		if got != want || (err == nil) != (failure == "") || err != nil && !strings.Contains(err.Error(), failure) {
			t.Errorf("Resolve(%q) = %q, %v, want %q, %q", word, got, err, want, failure)
		}
	}
	file := func(path ...string) string { return swftest.WriteFile(t, filepath.Join(path...), "") }
	check("-", "-", "")
	check(name, "", "has not been fetched: run waitbench traces get "+name)
	check(name, file(further, name+suffix), "")
	check(strings.ToLower(name)+".swf.gz", file(folder, name+suffix), "")
	check(name, file(name), "") // a path wins
	check(file("my.swf"), "my.swf", "")
	check("yours.swf", "", `"yours.swf": no such file, and not a catalogue name; see waitbench traces list`)
	file("small.swf.gz")
	check("small.swf", "", "no such file; did you mean small.swf.gz?")
	check("smal.swf.gz", "", "no such file; did you mean small.swf.gz?")
	check("logs/KTH-SP2.swf.gz", "", "near names: "+name)
	check("", "", "no such file")
	check("my.swf/inside", "", "not a directory")
}

// TestManifest checks the form of the manifest, on which the catalogue relies.
func TestManifest(t *testing.T) {
	lines := regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(manifest, "")
	heading, lines, _ := strings.Cut(lines, "\n")
	if heading != "name\tsource\tsha256\tjobs\tcredit\tsite\tabout" {
		t.Errorf("headings %q", heading)
	}
	form := regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)\t([a-z0-9_]*|https://[^\t]+)\t([0-9a-f]{64})?\t([0-9]+)?\t[^\t]*\t[^\t]+\t[^\t]+\n$`)
	seen := map[string]bool{}
	for line := range strings.Lines(lines) {
		found := form.FindStringSubmatch(line)
		if found == nil || seen[strings.ToLower(found[1])] {
			t.Errorf("a line of another form, or a second one of that name: %q", line)
			continue
		}
		seen[strings.ToLower(found[1])] = true
	}
	if len(seen) != 48 || len(Catalogue()) != 48 {
		t.Errorf("%d names, %d entries", len(seen), len(Catalogue()))
	}
}

// TestRealLogs compares the sums and job lines of the manifest with the logs.
func TestRealLogs(t *testing.T) {
	folders := filepath.SplitList(os.Getenv("WAITBENCH_TRACES"))
	if len(folders) == 0 {
		t.Skip("WAITBENCH_TRACES is not set: no real logs")
	}
	found := 0
	for i := range len(folders) * len(Catalogue()) {
		e, store := Catalogue()[i/len(folders)], &Store{Dir: folders[i%len(folders)]}
		r, err := store.Verify(e)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if r.Status == Missing {
			continue
		}
		found++
		if r.Status == Wrong || e.SHA256 != "" && r.Status != Verified {
			t.Errorf("%s: %v (%v)", e.Name, r.Status, r.Problem)
		}
		if jobs := jobLines(t, r.Path); e.Jobs >= 0 && jobs != e.Jobs {
			t.Errorf("%s: %d job lines, the manifest has %d", e.Name, jobs, e.Jobs)
		}
	}
	if found == 0 {
		t.Skipf("no log of the catalogue in %s", folders)
	}
	t.Logf("%d logs", found)
}

// jobLines counts the lines of a log that are neither empty nor of the header.
func jobLines(t *testing.T, path string) (jobs int64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 && line[0] != ';' {
			jobs++
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return jobs
}
