package suite

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/batch"
	"waitbench/report/table"
	"waitbench/swf"
	"waitbench/traces"
	"waitbench/traces/synth"
)

// Suite has logs, settings and methods that never change under its name and
// version. Methods are named one by one, since groups grow.
type Suite struct {
	Name     string       `json:"name"`
	Version  int          `json:"version"`
	About    string       `json:"about"`
	Settings run.Settings `json:"settings"`
	Logs     []Log        `json:"logs"`
}

// Log is a log of the catalogue or a generated one.
type Log struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the file, or of the generated text
	Seed   uint64 `json:"seed"`   // of a generated log
	Days   int    `json:"days"`   // of a generated log, else 0
}

// Resolver finds the file of a log of the catalogue.
type Resolver func(log string) (path string, err error)

//go:embed suites/*.json
var files embed.FS

// All returns all suites by name and version.
func All() (all []Suite) {
	entries, _ := files.ReadDir("suites") // part of the program
	for _, e := range entries {
		text, _ := files.ReadFile("suites/" + e.Name())
		var s Suite
		if err := json.Unmarshal(text, &s); err != nil {
			panic(err)
		}
		all = append(all, s)
	}
	return all
}

// String returns name and version: pwa-3.
func (s Suite) String() string { return fmt.Sprintf("%s-%d", s.Name, s.Version) }

func (s Suite) logNames() []string {
	return table.Distinct(s.Logs, func(l *Log) string { return l.Name })
}

// Find returns a suite by name and version, or the newest version of a name.
func Find(text string) (found Suite, err error) {
	var known []string
	for _, s := range All() {
		known = append(table.AddNew(known, s.Name), s.String())
		if s.String() == text || s.Name == text {
			found = s
		}
	}
	if found.Name != "" {
		return found, nil
	}
	return found, output.UsageError{Err: methods.Unknown("suite", text, known)}
}

// logs returns the logs for a batch. None may be missing or have other bytes.
func (s Suite) logs(resolve Resolver) (logs []batch.Log, err error) {
	var missing, unfetched []string
	for _, l := range s.Logs {
		if _, err := resolve(l.Name); err != nil && l.Days == 0 {
			if e, _ := traces.Find(l.Name); e.URL == "" {
				unfetched = append(unfetched, l.Name)
			} else {
				missing = append(missing, l.Name)
			}
			continue
		}
		data, err := l.read(resolve)
		if err != nil {
			return nil, err
		}
		open := func() (*swf.File, error) {
			return swf.OpenReader(bytes.NewReader(data), l.Name+".swf")
		}
		logs = append(logs, batch.Log{Name: l.Name, Path: l.Name, SHA256: l.SHA256, Open: open})
	}
	what := ""
	if len(missing) > 0 {
		what = "; run waitbench traces get " + strings.Join(missing, " ")
	}
	if len(unfetched) > 0 {
		what += "; cannot be fetched: " + strings.Join(unfetched, " ") + ", see waitbench traces list"
	}
	if what != "" {
		err = fmt.Errorf("%d of the %d logs of suite %s are missing%s",
			len(missing)+len(unfetched), len(s.Logs), s, what)
	}
	return logs, err
}

// read returns the bytes of the log's file, or generates them.
func (l *Log) read(resolve Resolver) (data []byte, err error) {
	file := "the generated log"
	if l.Days > 0 {
		cfg := synth.Default()
		cfg.Seed, cfg.Days = l.Seed, l.Days
		data, err = synth.Text(cfg)
	} else if file, err = resolve(l.Name); err == nil {
		data, err = os.ReadFile(file)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); err == nil && sum != l.SHA256 {
		err = fmt.Errorf("%s is not the log %s of the suite: its SHA-256 is %s, not %s; "+
			"move it to another folder and run waitbench traces get %[2]s",
			file, l.Name, sum, l.SHA256)
	}
	return data, err
}
