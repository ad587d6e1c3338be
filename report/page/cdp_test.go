package page

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// browser is a headless Chromium, spoken to over a pipe by its DevTools
// protocol: a zero byte ends each message.
type browser struct {
	t       *testing.T
	to      io.WriteCloser
	from    *bufio.Reader
	last    int    // number of the last command
	session string // of the page
	loaded  bool
	faults  []string // errors of the page's script, and what its console shows as an error
}

// message is a command, its answer or an event.
type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// patience is how long a browser may take for all that a test does.
const patience = 3 * time.Minute

// startBrowser starts the Chromium named by CHROMIUM or found in PATH; the test
// is skipped where there is none.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	path := os.Getenv("CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path == "" {
			path, _ = exec.LookPath(name)
		}
	}
	if path == "" {
		t.Skip("no chromium in PATH, and CHROMIUM is not set: the page is not opened in a browser")
	}
	profile, err := os.MkdirTemp("", "page")
	if err != nil {
		t.Fatal(err)
	}
	commands, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, answers, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe", "--user-data-dir="+
			profile, "about:blank")
	cmd.ExtraFiles = []*os.File{commands, answers} // 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	commands.Close()
	answers.Close()
	watch := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	b := &browser{t: t, to: to, from: bufio.NewReaderSize(from, 1<<16)}
	t.Cleanup(func() {
		b.call("Browser.close", nil, nil)
		to.Close()
		cmd.Wait()
		watch.Stop()
		from.Close()
		os.RemoveAll(profile)
	})
	b.attach()
	return b
}

// attach takes the page that the browser opened with.
func (b *browser) attach() {
	var made struct{ TargetID string }
	b.must("Target.createTarget", map[string]any{"url": "about:blank"}, &made)
	var attached struct{ SessionID string }
	b.must("Target.attachToTarget", map[string]any{"targetId": made.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.must(domain+".enable", nil, nil)
	}
}

func (b *browser) must(method string, params, result any) {
	b.t.Helper()
	if err := b.call(method, params, result); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

// call sends a command and waits for its answer; what the page reports
// meanwhile is noted.
func (b *browser) call(method string, params, result any) error {
	b.last++
	data, err := json.Marshal(message{ID: b.last, Session: b.session, Method: method, Params: params})
	if err != nil {
		return err
	}
	if _, err := b.to.Write(append(data, 0)); err != nil {
		return err
	}
	for {
		m, err := b.read()
		switch {
		case err != nil:
			return err
		case m.ID != b.last:
			continue
		case m.Error != nil:
			return errors.New(m.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	}
}

// read reads a message, and notes it if it is an event.
func (b *browser) read() (*message, error) {
	data, err := b.from.ReadBytes(0)
	if err != nil {
		return nil, fmt.Errorf("the browser ended: %w", err)
	}
	var params json.RawMessage
	m := &message{Params: &params}
	if err := json.Unmarshal(data[:len(data)-1], m); err != nil {
		return nil, err
	}
	switch m.Method {
	case "Page.loadEventFired":
		b.loaded = true
	case "Runtime.exceptionThrown":
		b.faults = append(b.faults, string(params))
	case "Runtime.consoleAPICalled", "Log.entryAdded":
		var entry struct {
			Type  string
			Entry struct{ Level string }
		}
		if err := json.Unmarshal(params, &entry); err != nil {
			return nil, err
		}
		if cmp.Or(entry.Type, entry.Entry.Level) == "error" {
			b.faults = append(b.faults, string(params))
		}
	}
	return m, nil
}

// screen is what a page is shown on.
type screen struct {
	width, height int
	dark          bool
	print         bool
	touch         bool
}

// show changes what the page is shown on.
func (b *browser) show(s screen) {
	b.t.Helper()
	scheme, media := "light", ""
	if s.dark {
		scheme = "dark"
	}
	if s.print {
		media = "print"
	}
	b.must("Emulation.setEmulatedMedia", map[string]any{"media": media,
		"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	b.must("Emulation.setDeviceMetricsOverride", map[string]any{"width": s.width, "height": s.height,
		"deviceScaleFactor": 1, "mobile": s.touch}, nil)
	if b.loaded {
		b.run("frames(3)", nil)
	}
}

// open opens a file, which may have a part behind #, and waits until it is
// loaded and drawn.
func (b *browser) open(path string, s screen) {
	b.t.Helper()
	b.loaded = false
	b.show(s)
	for _, url := range []string{"about:blank", "file://" +
		path} { // the blank one, so that another part behind # is another page
		b.loaded = false
		b.must("Page.navigate", map[string]any{"url": url}, nil)
		for !b.loaded {
			if _, err := b.read(); err != nil {
				b.t.Fatal(err)
			}
		}
	}
	checks, err := os.ReadFile(filepath.Join("testdata", "checks.js"))
	if err != nil {
		b.t.Fatal(err)
	}
	b.run(string(checks)+";undefined", nil)
	b.run("drawn()", nil)
}

// run evaluates an expression in the page, waits if it is a promise, and takes
// its value.
func (b *browser) run(script string, value any) {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	b.must("Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true}, &answer)
	if answer.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", script, answer.ExceptionDetails.Exception.Description)
	}
	if value == nil {
		return
	}
	if err := json.Unmarshal(answer.Result.Value, value); err != nil {
		b.t.Fatalf("%s: %v: %s", script, err, answer.Result.Value)
	}
}

// verdict runs a check that returns what it finds wrong.
func (b *browser) verdict(check string) {
	b.t.Helper()
	var wrong []string
	b.run(check, &wrong)
	for _, w := range wrong {
		b.t.Errorf("%s: %s", check, w)
	}
}

// quiet checks that nothing went wrong in the script so far.
func (b *browser) quiet() {
	b.t.Helper()
	for _, f := range b.faults {
		b.t.Errorf("the page's console: %s", f)
	}
	b.faults = nil
}

// key presses a key, with a modifier of DevTools (8: Shift).
func (b *browser) key(name string, modifiers int) {
	b.t.Helper()
	params := map[string]any{"type": "keyDown", "key": name, "modifiers": modifiers}
	if len(name) == 1 {
		params["text"] = name
	}
	if name == "Enter" {
		params["text"], params["windowsVirtualKeyCode"] = "\r", 13
	}
	b.must("Input.dispatchKeyEvent", params, nil)
	params["type"] = "keyUp"
	b.must("Input.dispatchKeyEvent", params, nil)
}

// mouse sends an event of the mouse.
func (b *browser) mouse(kind string, x, y float64, more map[string]any) {
	b.t.Helper()
	params := map[string]any{"type": kind, "x": x, "y": y}
	for k, v := range more {
		params[k] = v
	}
	b.must("Input.dispatchMouseEvent", params, nil)
}
