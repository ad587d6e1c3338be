package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"waitbench/replay/run"
	"waitbench/traces/synth"
)

// suite is logs, settings and methods that never change under its name and version: what is to change
// is a new version. Methods are named one by one, since groups grow.
type suite struct {
	Name     string       `json:"name"`
	Version  int          `json:"version"`
	About    string       `json:"about"`
	Settings run.Settings `json:"settings"`
	Logs     []suiteLog   `json:"logs"`
}

// suiteLog is a log of the catalogue, or one that is generated.
type suiteLog struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the file, or of the generated text
	Seed   uint64 `json:"seed"`   // of a log that is generated, as Days is
	Days   int    `json:"days"`
}

//go:embed suites/*.json
var suiteFiles embed.FS

// suites are those that the program knows, by name, of each the newest version last.
func suites() (list []suite) {
	files, err := suiteFiles.ReadDir("suites")
	for _, f := range files {
		text, _ := suiteFiles.ReadFile("suites/" + f.Name())
		var s suite
		if err = json.Unmarshal(text, &s); err != nil {
			break
		}
		list = append(list, s)
	}
	if err != nil {
		panic(err) // of what is part of the program
	}
	return list
}

// String is name and version: pwa-2.
func (s suite) String() string { return fmt.Sprintf("%s-%d", s.Name, s.Version) }

func suiteNames() (names []string) {
	for _, s := range suites() {
		names = append(names, s.String())
	}
	return names
}

// findSuite finds a suite by name and version, or the newest version of a name. The suites of
// version 1 had methods that were removed.
func findSuite(text string) (found suite, err error) {
	for _, s := range suites() {
		if s.String() == text || s.Name == text {
			found = s
		}
	}
	switch name, old := strings.CutSuffix(text, "-1"); {
	case found.Name != "":
	case old && slices.Contains(suiteNames(), name+"-2"):
		err = usagef("suite %s has methods that were removed; use %s-2, and rank again what %[1]s ranked", text, name)
	default:
		err = usagef("unknown suite %q; known are %s", text, strings.Join(suiteNames(), ", "))
	}
	return found, err
}

// check finds out whether all logs are here, with the bytes that they are to have.
func (s suite) check(cache string) error {
	var missing []string
	for _, l := range s.Logs {
		if _, err := resolveLog(l.Name, cache); err != nil && l.Days == 0 {
			missing = append(missing, l.Name)
		} else if _, err := l.read(cache); err != nil {
			return err
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%d of the %d logs of suite %s are not here: run waitbench traces get %s", len(missing), len(s.Logs), s,
			strings.Join(missing, " "))
	}
	return nil
}

// read gives the bytes of the log's file, or those that are generated.
func (l *suiteLog) read(cache string) (data []byte, err error) {
	file := "what is generated"
	if l.Days > 0 {
		cfg := synth.Default()
		cfg.Seed, cfg.Days = l.Seed, l.Days
		w, err := synth.Generate(cfg)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		_ = w.WriteSWF(&text) // which takes everything
		data = text.Bytes()
	} else if file, err = resolveLog(l.Name, cache); err == nil {
		data, err = os.ReadFile(file)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); err == nil && sum != l.SHA256 {
		err = fmt.Errorf("%s is not the log %s of the suite: its SHA-256 is %s, not %s", file, l.Name, sum, l.SHA256)
	}
	return data, err
}
