package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
)

// progress tells on standard error how far a long piece of work is: redrawn in place on a terminal,
// at most five times a second; elsewhere a plain line every ten seconds. It may be called from
// several goroutines.
type progress struct {
	mu       sync.Mutex
	w        io.Writer
	terminal bool
	quiet    bool
	unit     string // of what is counted
	label    string
	part     replay.Phase // of a replay
	begun    time.Time
	shown    time.Time
	width    int // of the line on the terminal

	done, total int64
}

func newProgress(w io.Writer, quiet bool, unit string) *progress {
	return &progress{w: w, terminal: isTerminal(w), quiet: quiet, unit: unit}
}

func isTerminal(w io.Writer) bool {
	f := fileOf(w)
	if f == nil {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// fileOf is the file that is written to; nil if it is none.
func fileOf(w io.Writer) *os.File {
	if o, ok := w.(*standardOutput); ok {
		w = o.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// start names the piece of work that counts from now on.
func (p *progress) start(label string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.label, p.part, p.begun, p.done, p.total = label, "", time.Now(), 0, 0
	if p.terminal {
		p.shown = time.Time{}
	} else if p.shown.IsZero() {
		p.shown = p.begun
	}
	p.tell()
}

// phase is update for a part of a replay, each of which is counted by itself. A terminal shows it at
// once.
func (p *progress) phase(phase replay.Phase, done, total int64) {
	p.mu.Lock()
	if p.part != phase {
		if p.part, p.begun = phase, time.Now(); p.terminal {
			p.shown = time.Time{}
		}
	}
	p.mu.Unlock()
	p.update(done, total)
}

// ticking tells how far the work is also while nothing is counted, until stop, which finishes.
func (p *progress) ticking() (stop func()) {
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(p.interval()):
				p.mu.Lock()
				if p.label != "" {
					p.tell()
				}
				p.mu.Unlock()
			}
		}
	}()
	return func() {
		close(ended)
		p.finish()
	}
}

// interval is the time between two lines.
func (p *progress) interval() time.Duration {
	if p.terminal {
		return 200 * time.Millisecond
	}
	return 10 * time.Second
}

// update says that done of total units are done; a total of 0 or less is unknown.
func (p *progress) update(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
	p.tell()
}

// tell says how far the work is, if it is time to.
func (p *progress) tell() {
	now := time.Now()
	if p.quiet || now.Sub(p.shown) < p.interval() {
		return
	}
	p.shown = now
	line, between := output.Printable(p.label), ": "
	for _, said := range []string{string(p.part), p.describe(p.done, p.total, now.Sub(p.begun))} {
		if said != "" {
			line, between = line+between+said, ", "
		}
	}
	p.draw(line)
}

// describe says how far the work is, how fast once that can be told, and how long it will take once
// a twentieth is done.
func (p *progress) describe(done, total int64, elapsed time.Duration) (text string) {
	switch {
	case total > 0:
		text = fmt.Sprintf("%3d %%, %s of %s %s", 100*done/total, output.Grouped(done), output.Grouped(total), p.unit)
	case done > 0:
		text = fmt.Sprintf("%s %s", output.Grouped(done), p.unit)
	}
	switch {
	case elapsed < time.Second:
		return text
	case text == "":
		return elapsed.Round(time.Second).String()
	case done <= 0:
		return text
	}
	rate := float64(done) / elapsed.Seconds()
	text += fmt.Sprintf(", %s/s", output.Grouped(int64(rate)))
	if total > 0 && done >= total/20 {
		left := time.Duration(float64(total-done) / rate * float64(time.Second)).Round(time.Second)
		text += fmt.Sprintf(", %v left", max(left, 0))
	}
	return text
}

// message writes a line of its own.
func (p *progress) message(format string, args ...any) {
	if !p.quiet {
		p.warn(format, args...)
	}
}

// warn is message for what is said to those who want quiet too.
func (p *progress) warn(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	fmt.Fprintln(p.w, printable(fmt.Sprintf(format, args...)))
}

// unverified warns of a log that may not be the one of the catalogue that it has the name of.
func (p *progress) unverified(t *run.TraceRecord) {
	if s := report.Unverified(t.Name, t.SHA256); s != "" {
		p.warn("%s: %s", t.Name, s)
	}
}

// finish takes the progress line off the terminal.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *progress) draw(line string) {
	if !p.terminal {
		fmt.Fprintln(p.w, line)
		return
	}
	pad := max(p.width-len(line), 0)
	fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", pad))
	p.width = len(line)
}

func (p *progress) clear() {
	if p.width > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.width))
		p.width = 0
	}
}

// printable is a message whose names of files or logs may hold anything; its lines stay.
func printable(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = output.Printable(line)
	}
	return strings.Join(lines, "\n")
}
