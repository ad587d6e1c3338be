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
	"waitbench/replay/rundir"
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
	p.label, p.part, p.begun = label, "", time.Now()
	p.shown = p.begun
}

// phase is update for a part of a replay, each of which is counted by itself.
func (p *progress) phase(phase replay.Phase, done, total int64) {
	p.mu.Lock()
	if p.part != phase {
		p.part, p.begun = phase, time.Now()
	}
	p.mu.Unlock()
	p.update(done, total)
}

// update says that done of total units are done; a total of 0 or less is unknown.
func (p *progress) update(done, total int64) {
	if p.quiet {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	interval := 10 * time.Second
	if p.terminal {
		interval = 200 * time.Millisecond
	}
	now := time.Now()
	if now.Sub(p.shown) < interval {
		return
	}
	p.shown = now
	label := p.label + ": "
	if p.part != "" {
		label += string(p.part) + ", "
	}
	p.draw(output.Printable(label) + p.describe(done, total, now.Sub(p.begun)))
}

// describe says how far the work is, and how fast once that can be told.
func (p *progress) describe(done, total int64, elapsed time.Duration) string {
	text := fmt.Sprintf("%s %s", output.Grouped(done), p.unit)
	if total > 0 {
		text = fmt.Sprintf("%3d %%, %s of %s %s", 100*done/total, output.Grouped(done), output.Grouped(total), p.unit)
	}
	if elapsed < time.Second || done <= 0 {
		return text
	}
	rate := float64(done) / elapsed.Seconds()
	text += fmt.Sprintf(", %s/s", output.Grouped(int64(rate)))
	if total > 0 {
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
func (p *progress) unverified(t *rundir.TraceRecord) {
	if s := t.Unverified(); s != "" {
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
