package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// longestLine is the most that a program may write in one line, in bytes.
const longestLine = 1 << 18

// child is a process that was started.
type child struct {
	limit   time.Duration // for an answer
	cmd     *exec.Cmd
	in, out *os.File
	read    *bufio.Reader
	words   lastWords
	spared  func() bool // keeps the end of the context from killing it
	ended   bool
}

// start starts a command line in a shell. The end of ctx kills it.
func start(ctx context.Context, command string, limit time.Duration) (*child, error) {
	c := &child{limit: limit, cmd: exec.Command("sh", "-c", command)}
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close(), in.Close())
	}
	c.in, c.out, c.read = in, out, bufio.NewReaderSize(out, longestLine)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = stdin, stdout, &c.words
	c.cmd.WaitDelay = time.Second // for a standard error that somebody else still holds
	ownGroup(c.cmd)
	err = errors.Join(c.cmd.Start(), stdin.Close(), stdout.Close())
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	c.spared = context.AfterFunc(ctx, func() { killGroup(c.cmd) })
	return c, nil
}

// end kills what is left of the process group and waits for the process.
func (c *child) end() {
	if c.ended {
		return
	}
	c.ended = true
	c.spared()
	killGroup(c.cmd)
	c.cmd.Wait() // what became of it is in cmd.ProcessState
	c.in.Close()
	c.out.Close()
}

// fail ends the process and says why, with its last words.
func (c *child) fail(format string, values ...any) error {
	c.end()
	err := fmt.Errorf(format, values...)
	if last := c.words.last(); last != "" {
		err = fmt.Errorf("%w; its last words: %q", err, last)
	}
	return err
}

// tell writes a batch, at whose end an answer is owed. What the process says before is an error.
func (c *child) tell(batch []byte) error {
	if n := c.read.Buffered(); n > 0 {
		said, _ := c.read.Peek(n)
		return c.fail("it says more than it is asked for: %s", quoted(said))
	}
	deadline := time.Now().Add(c.limit)
	c.in.SetWriteDeadline(deadline)
	c.out.SetReadDeadline(deadline)
	if _, err := c.in.Write(batch); errors.Is(err, os.ErrDeadlineExceeded) {
		return c.fail("it does not read what it is told, for %v", c.limit)
	}
	return nil // another error is that of a process that has ended, which its output tells too
}

// hear reads a line. It stays good until the next is read.
func (c *child) hear(what owed) ([]byte, error) {
	text, err := c.read.ReadSlice('\n')
	switch {
	case err == nil:
		return text[:len(text)-1], nil
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, c.fail("it writes a line of more than %d bytes: %s", longestLine, quoted(text))
	case errors.Is(err, os.ErrDeadlineExceeded) && len(text) > 0:
		return nil, c.fail("it has said half of %s within %v: %s", what, c.limit, quoted(text))
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, c.fail("it has not said %s within %v", what, c.limit)
	}
	half := bytes.Clone(text)
	c.end()
	switch why := c.cmd.ProcessState; {
	case len(half) > 0:
		return nil, c.fail("it ended (%v) within %s: %s", why, what, quoted(half))
	case why.ExitCode() < 0:
		return nil, c.fail("it was killed or closed its output (%v) before %s", why, what)
	default:
		return nil, c.fail("it ended (%v) before %s", why, what)
	}
}

// finish lets the process end by itself, which it does when its input ends, without another word.
func (c *child) finish() error {
	if c.ended {
		return nil
	}
	c.in.Close()
	c.out.SetReadDeadline(time.Now().Add(c.limit))
	text, err := c.read.Peek(1)
	switch {
	case len(text) > 0:
		text, _ = c.read.Peek(c.read.Buffered())
		return c.fail("it says more than it is asked for: %s", quoted(text))
	case err != io.EOF:
		return c.fail("it does not end when its input does, for %v", c.limit)
	}
	c.end()
	return nil
}

// quoted is the beginning of what a process said.
func quoted(text []byte) string {
	const most = 100
	text, _, _ = bytes.Cut(text, []byte("\n"))
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// lastWords keeps the end of what a process writes on standard error. With WAITBENCH_DEBUG in the
// environment all of it goes to ours too.
type lastWords struct {
	mu   sync.Mutex
	kept []byte
}

func (l *lastWords) Write(p []byte) (int, error) {
	const most = 4096
	if os.Getenv("WAITBENCH_DEBUG") != "" {
		os.Stderr.Write(p)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = append(l.kept, p[max(0, len(p)-most):]...)
	l.kept = l.kept[max(0, len(l.kept)-most):]
	return len(p), nil
}

// last is the last line that is not empty, or the end of it.
func (l *lastWords) last() string {
	const most = 200
	l.mu.Lock()
	defer l.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(l.kept), "?"))
	text = strings.TrimSpace(text[strings.LastIndexAny(text, "\r\n")+1:])
	return text[max(0, len(text)-most):]
}
