package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"waitbench/methods"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/swf"
	"waitbench/traces/synth"
)

// suite has logs, settings and methods that never change under its name and
// version. Methods are named one by one, since groups grow.
type suite struct {
	Name     string       `json:"name"`
	Version  int          `json:"version"`
	About    string       `json:"about"`
	Settings run.Settings `json:"settings"`
	Logs     []suiteLog   `json:"logs"`
}

// suiteLog is a log of the catalogue or a generated one.
type suiteLog struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the file, or of the generated text
	Seed   uint64 `json:"seed"`   // of a generated log
	Days   int    `json:"days"`   // of a generated log, else 0
}

//go:embed suites/*.json
var suiteFiles embed.FS

// suites returns all suites by name and version.
func suites() (known []suite) {
	files, _ := suiteFiles.ReadDir("suites") // part of the program
	for _, f := range files {
		text, _ := suiteFiles.ReadFile("suites/" + f.Name())
		var s suite
		if err := json.Unmarshal(text, &s); err != nil {
			panic(err)
		}
		known = append(known, s)
	}
	return known
}

// String returns name and version: pwa-2.
func (s suite) String() string { return fmt.Sprintf("%s-%d", s.Name, s.Version) }

// logNames returns the names of the logs.
func (s suite) logNames() (names []string) {
	for _, l := range s.Logs {
		names = append(names, l.Name)
	}
	return names
}

// findSuite returns a suite by name and version, or the newest version of a
// name.
func findSuite(text string) (found suite, err error) {
	var known []string
	for _, s := range suites() {
		known = append(table.AddNew(known, s.Name), s.String())
		if s.String() == text || s.Name == text {
			found = s
		}
	}
	if found.Name != "" {
		return found, nil
	}
	return found, usageError{methods.Unknown("suite", text, known)}
}

// inputLogs returns the logs for a run. It is an error if one is missing or has
// other bytes.
func (s suite) inputLogs(c *console) (logs []inputLog, err error) {
	var missing []string
	for _, l := range s.Logs {
		if _, err := c.resolveLog(l.Name); err != nil && l.Days == 0 {
			missing = append(missing, l.Name)
			continue
		}
		data, err := l.read(c)
		if err != nil {
			return nil, err
		}
		open := func() (*swf.File, error) {
			return swf.OpenReader(bytes.NewReader(data), l.Name+".swf")
		}
		logs = append(logs, inputLog{name: l.Name, path: l.Name, sum: l.SHA256, open: open})
	}
	if len(missing) > 0 {
		err = fmt.Errorf("%d of the %d logs of suite %s are missing: run waitbench traces get %s",
			len(missing), len(s.Logs), s, strings.Join(missing, " "))
	}
	return logs, err
}

// read returns the bytes of the log's file, or generates them.
func (l *suiteLog) read(c *console) (data []byte, err error) {
	file := "the generated log"
	if l.Days > 0 {
		cfg := synth.Default()
		cfg.Seed, cfg.Days = l.Seed, l.Days
		data, err = generate(cfg)
	} else if file, err = c.resolveLog(l.Name); err == nil {
		data, err = os.ReadFile(file)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); err == nil && sum != l.SHA256 {
		err = fmt.Errorf("%s is not the log %s of the suite: its SHA-256 is %s, not %s; "+
			"move it to another folder and run waitbench traces get %[2]s",
			file, l.Name, sum, l.SHA256)
	}
	return data, err
}
