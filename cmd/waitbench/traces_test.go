package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// unsummed is a log whose sum the catalogue does not have, so that any gzip
// file passes for it.
const unsummed = "NASA-iPSC-1993-3.1-cln"

// copyOfArchive is a server with a file of that log, which is larger than a
// megabyte.
func copyOfArchive(t *testing.T) (address, text string) {
	t.Helper()
	noise := make([]byte, 1_100_000)
	rand.NewChaCha8([32]byte{}).Read(noise)
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	z.Write(noise)
	z.Close()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "copy", "l_nasa_ipsc", unsummed+".swf.gz"), file.String())
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL + "/copy", file.String()
}

// TestTracesGet fetches from a server named by flag or variable. It refuses a
// missing log, a bad address and a file that is too large.
func TestTracesGet(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	get := func(args ...string) outcome {
		return call(append([]string{"traces", "get", unsummed, "--cache", cache}, args...)...)
	}
	call("traces", "get", "KTH").wantRefused(t, exitFailed, `"KTH" is not in the catalogue of traces`,
		"KTH-SP2-1996-2.1-cln")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o := callWith(ctx, nil, io.Discard, "traces", "get", "KTH-SP2-1996-2.1-cln", "--cache", cache)
	o.wantRefused(t, exitInterrupted, "waitbench traces get: interrupted")
	if o.err != "waitbench traces get: interrupted\n" {
		t.Errorf("message %q", o.err)
	}
	file := writeFile(t, filepath.Join(t.TempDir(), "file"), "")
	call("traces", "get", "KTH-SP2-1996-2.1-cln", "--cache", filepath.Join(file, "below")).wantRefused(t, exitFailed,
		"not a directory")

	server, text := copyOfArchive(t)
	t.Setenv("WAITBENCH_SERVER", server+"/nothing/")
	get().wantRefused(t, exitFailed, server+"/nothing/l_nasa_ipsc/"+unsummed+".swf.gz answered 404 Not Found")
	for _, wrong := range []string{"ftp://example.org", "file:///etc", "example.org", "https://user:secret@example.org",
		"http://"} {
		get("--server", wrong).wantRefused(t, exitUsage, " is no address of a server, such as https://")
	}
	large := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "300000000")
	}))
	defer large.Close()
	get("--server", large.URL).wantRefused(t, exitFailed, "the file is too large: "+large.URL,
		" announces 300000000 bytes, more than 200000000")
	if left, err := os.ReadDir(cache); err != nil || len(left) > 0 {
		t.Errorf("what was refused left %v, %v", left, err)
	}
	t.Setenv("WAITBENCH_SERVER", server)
	if o := get(); o.code != exitDone || readFile(t, cache, unsummed+".swf.gz") != text {
		t.Errorf("%+v", o)
	}
}

// TestTracesInfoFrontier warns of logs in the form of Frontier's.
func TestTracesInfoFrontier(t *testing.T) {
	for more, want := range map[string]bool{"": false, " 1": false, " 1 2 3": true, " 1 2 3 4": false} {
		text := strings.ReplaceAll(logText(lines(20)), " -1 -1 -1\n", " -1 -1 -1"+more+"\n")
		o := succeed(t, "traces", "info", writeFile(t, filepath.Join(t.TempDir(), "log.swf"), text))
		if got := strings.Contains(o.out, "\nlines of 21 fields, as in Frontier's logs of 2024 and 2025: sizes (field 5) "); got != want {
			t.Errorf("%d more fields: %s", len(more)/2, o.out)
		}
	}
}
