package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/published"
)

const clearLine = "\r\x1b[K"

// progress prints messages and, for long work, a line of progress: five times a
// second on a terminal, where it is redrawn, else every ten seconds after the first
// minute. Its methods may be called from several goroutines.
type progress struct {
	w               io.Writer
	quiet, terminal bool

	mu          sync.Mutex
	label, unit string // unit of the counts
	phase       replay.Phase
	begun       time.Time // of the phase
	done, total float64   // total <= 0 if unknown
	stop        func()    // of the goroutine that prints
}

func newProgress(w io.Writer, quiet bool) *progress {
	return &progress{w: w, quiet: quiet, terminal: isTerminal(w)}
}

func isTerminal(w io.Writer) bool {
	f := fileOf(w)
	return f != nil && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// fileOf returns the file behind a writer, nil for none.
func fileOf(w io.Writer) *os.File {
	if o, ok := w.(*standardOutput); ok {
		w = o.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// start begins a piece of work, which ends with finish or the next start.
func (p *progress) start(label, unit string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.label, p.unit = label, unit
	p.phase, p.begun, p.done, p.total = "", time.Now(), 0, 0
	if p.stop == nil && !p.quiet {
		ctx, stop := context.WithCancel(context.Background())
		p.stop = stop
		go p.print(ctx)
	}
}

func (p *progress) print(ctx context.Context) {
	interval, format, from := 10*time.Second, "%s\n", time.Now().Add(time.Minute)
	if p.terminal {
		interval, format, from = 200*time.Millisecond, clearLine+"%s", time.Now()
	}
	for ticks := time.Tick(interval); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-ticks:
			p.mu.Lock()
			if ctx.Err() == nil && !now.Before(from) {
				fmt.Fprintf(p.w, format, p.line(now))
			}
			p.mu.Unlock()
		}
	}
}

func (p *progress) update(done, total int64) { p.updatePhase("", done, total) }

// updatePhase counts the work of one phase.
func (p *progress) updatePhase(phase replay.Phase, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if phase != p.phase {
		p.begun = time.Now()
	}
	p.phase, p.done, p.total = phase, float64(done), float64(total)
}

// updateTime counts what is read, and then shows the time only, for work of several
// parts of which it is not known how many follow.
func (p *progress) updateTime(phase replay.Phase, done, total int64) {
	if phase != replay.Reading {
		phase, done, total = "", 0, 0
	}
	p.updatePhase(phase, done, total)
}

// line returns the label, the phase, the count or per cent, and the time left.
func (p *progress) line(now time.Time) string {
	elapsed := max(now.Sub(p.begun), time.Second)
	text := p.label + ": "
	if p.phase != "" {
		text += string(p.phase) + ", "
	}
	switch {
	case p.done <= 0:
		return text + elapsed.Round(time.Second).String()
	case p.total <= 0:
		return text + output.Grouped(int64(p.done)) + " " + p.unit
	}
	left := time.Duration(float64(elapsed) * (p.total - p.done) / p.done).Round(time.Second)
	if p.phase != "" {
		return fmt.Sprintf("%s%.0f %%, %v left", text, math.Floor(100*p.done/p.total), left)
	}
	return fmt.Sprintf("%s%s of %s %s, %v left", text, output.Grouped(int64(p.done)),
		output.Grouped(int64(p.total)), p.unit, left)
}

// message prints a line, unless the user wants quiet.
func (p *progress) message(format string, args ...any) {
	if !p.quiet {
		p.warn(format, args...)
	}
}

func (p *progress) warn(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	fmt.Fprintln(p.w, printable(fmt.Sprintf(format, args...)))
}

// unverified warns of a log that may not be the log of the catalogue with its
// name.
func (p *progress) unverified(name, sum string) {
	if s := published.Unverified(name, sum); s != "" {
		p.warn("%s: %s", name, s)
	}
}

// finish ends the work. Messages may follow.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		p.stop()
		p.clear()
		p.stop = nil
	}
}

func (p *progress) clear() {
	if p.terminal && p.stop != nil {
		fmt.Fprint(p.w, clearLine)
	}
}

// printable escapes what names of files or logs may hold, and cuts long quotes.
// Line feeds stay.
func printable(text string) string {
	lines := strings.Split(output.ShortQuotes(text), "\n")
	for i, line := range lines {
		lines[i] = output.Printable(line)
	}
	return strings.Join(lines, "\n")
}
