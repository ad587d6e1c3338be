package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// longestLine is the most bytes of a program's line.
const longestLine = 1 << 18

// Program is a command line that is a method.
type Program struct {
	Command string
	Limit   time.Duration // for an answer

	ctx   context.Context // its end kills the processes; nil before Greet
	hello Hello
	mu    sync.Mutex
	cost  Cost
}

// Cost is the cost of the processes of a program.
type Cost struct {
	Answers int
	CPU     time.Duration
}

// Cost returns the cost of the processes that have ended since the last call.
func (p *Program) Cost() Cost {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.cost
	p.cost = Cost{}
	return c
}

// Greet starts a process for its hello and returns it. The end of ctx kills
// every process of the program, and is the error if the hello is still missing.
func (p *Program) Greet(ctx context.Context) (Hello, error) {
	p.ctx = ctx
	q, hello, err := p.start()
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return Hello{}, err
	}
	q.Kill()
	p.hello = hello
	return hello, nil
}

// Begin starts a process for a log or a series, after Greet.
func (p *Program) Begin(log LogInfo) (*Process, error) {
	q, hello, err := p.start()
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(hello, p.hello) {
		return nil, q.fail("the hello has changed from %+v to %+v", p.hello, hello)
	}
	log.Protocol, q.queues, q.levels = Protocol, len(log.Queues), len(log.Levels)
	q.Send(log)
	return q, nil
}

// Process is a running program.
type Process struct {
	program        *Program
	cmd            *exec.Cmd
	in, out        *os.File
	alive          *os.File // its end makes the guard of start kill the group
	read           *bufio.Reader
	stderr         tail
	batch          bytes.Buffer
	queues, levels int
	answers        int
	over           bool
}

// guarded is a shell script that becomes the command line in its argument. It
// leaves a guard in the process group, which kills the group when file 3 ends:
// after Kill, or when waitbench itself was killed.
const guarded = `( (read -r end <&3; kill -9 0) >/dev/null 2>&1 & ); exec sh -c "$0" 3<&-`

// start starts the command line in a shell and reads its hello.
func (p *Program) start() (*Process, Hello, error) {
	var h Hello
	q := &Process{program: p, cmd: exec.CommandContext(p.ctx, "sh", "-c", guarded, p.Command)}
	end, alive, err := os.Pipe()
	if err != nil {
		return nil, h, err
	}
	defer end.Close()
	q.alive, q.cmd.ExtraFiles = alive, []*os.File{end} // as file 3
	in, err1 := q.cmd.StdinPipe()
	out, err2 := q.cmd.StdoutPipe()
	q.cmd.Stderr = &q.stderr
	q.cmd.WaitDelay = time.Second // another process may hold standard error open
	q.cmd.Cancel = func() error { killGroup(q.cmd); return nil }
	ownGroup(q.cmd)
	if err = errors.Join(err1, err2); err == nil {
		err = q.cmd.Start()
	}
	if err != nil {
		alive.Close()
		return nil, h, err
	}
	q.in, q.out = in.(*os.File), out.(*os.File) // which have deadlines
	q.read = bufio.NewReaderSize(out, longestLine)
	text, err := q.exchange("hello")
	if err != nil {
		return nil, h, err
	}
	if err := decode(text, &h); err != nil {
		return nil, h, q.fail("invalid hello message: %v: %s", err, quoted(text))
	}
	if err := h.check(); err != nil {
		return nil, h, q.fail("%w", err)
	}
	return q, h, nil
}

// Send adds a message to the batch: a Submission, Started, Ended, Tick or
// Trained.
func (q *Process) Send(message any) {
	if err := json.NewEncoder(&q.batch).Encode(message); err != nil {
		panic(err) // a number that is not finite
	}
}

// Job returns the answer for the job that was submitted last.
func (q *Process) Job(job int) (a Answer, err error) {
	var message jobAnswer
	hello := &q.program.hello
	err = q.ask(fmt.Sprintf("answer for job %d", job), &message, func() error {
		switch {
		case message.Job == nil:
			return errors.New("the field job is missing")
		case *message.Job != job:
			return fmt.Errorf("it is for job %d", *message.Job)
		case hello.Curve != nil && message.Curve == nil:
			return errors.New("the field curve is missing or null")
		case hello.Curve == nil && message.Bounds == nil &&
			(hello.Scope == Series || message.Wait == nil):
			return errors.New("the field bounds is missing")
		}
		numbers, err := floats("times", []*float64{message.Wait, message.Turnaround}, 2)
		if err != nil {
			return err
		}
		a.Wait, a.Turnaround = numbers[0], numbers[1]
		switch {
		case hello.Curve == nil && message.Bounds != nil:
			a.Bounds, err = floats("bounds", message.Bounds, q.levels)
		case hello.Curve != nil && len(message.Curve) > 0:
			a.Curve, err = floats("quantiles", message.Curve, len(hello.Curve))
			if err == nil && slices.ContainsFunc(a.Curve, math.IsNaN) {
				err = errors.New("a quantile of the curve is null")
			}
		}
		return err
	})
	return a, err
}

// Bounds returns the answer at the last tick: bounds in seconds by queue and
// level.
func (q *Process) Bounds(tick float64) (bounds [][]float64, err error) {
	var message tickAnswer
	err = q.ask(fmt.Sprintf("answer at tick %v", tick), &message, func() error {
		switch {
		case message.Tick == nil:
			return errors.New("the field tick is missing")
		case *message.Tick != tick:
			return fmt.Errorf("it is for tick %v", *message.Tick)
		case len(message.Bounds) != q.queues:
			return fmt.Errorf("bounds for %d queues, want %d", len(message.Bounds), q.queues)
		}
		for _, ofQueue := range message.Bounds {
			numbers, err := floats("bounds", ofQueue, q.levels)
			if err != nil {
				return err
			}
			bounds = append(bounds, numbers)
		}
		return nil
	})
	return bounds, err
}

// ask sends the batch, decodes the answer into message and checks it. After an
// error the process has ended.
func (q *Process) ask(answer string, message any, check func() error) error {
	text, err := q.exchange(answer)
	if err != nil {
		return err
	}
	q.answers++
	if err = decode(text, message); err == nil {
		err = check()
	}
	if err != nil {
		return q.fail("invalid %s: %v: %s", answer, err, quoted(text))
	}
	return nil
}

// exchange writes the batch and reads one line, which is good until the next
// call. A line before the batch is an error.
func (q *Process) exchange(answer string) ([]byte, error) {
	if n := q.read.Buffered(); n > 0 {
		text, _ := q.read.Peek(n)
		return nil, q.fail("the program printed more than its answers: %s", quoted(text))
	}
	limit := q.program.Limit
	deadline := time.Now().Add(limit)
	q.in.SetWriteDeadline(deadline)
	q.out.SetReadDeadline(deadline)
	_, err := q.in.Write(q.batch.Bytes())
	q.batch.Reset()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, q.fail("the program did not read its input within %v", limit)
	} // another error means that the process has ended, which the read reports
	text, err := q.read.ReadSlice('\n')
	if err == nil {
		return text[:len(text)-1], nil
	}
	part := ""
	if len(text) > 0 {
		part = "; it printed only " + quoted(text)
	}
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, q.fail("the program printed a line of more than %d bytes: %s",
			longestLine, quoted(text))
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, q.fail("no %s within %v%s", answer, limit, part)
	}
	alive := q.reads()
	if q.Kill(); alive {
		return nil, q.fail("the program closed its output before its %s%s", answer, part)
	}
	return nil, q.fail("the program ended (%v) before its %s%s", q.cmd.ProcessState, answer, part)
}

// reads reports whether the program still reads its input a second after the end
// of its output, as one that goes on without it.
func (q *Process) reads() bool {
	const tries, pause = 20, 50 * time.Millisecond
	for range tries {
		if _, err := q.in.Write([]byte("\n")); err != nil || q.program.ctx.Err() != nil {
			return false
		}
		time.Sleep(pause)
	}
	return true
}

// fail ends the process and returns an error with the last line of its standard
// error.
func (q *Process) fail(format string, values ...any) error {
	err := fmt.Errorf(format, values...)
	q.Kill()
	if line := q.stderr.lastLine(); line != "" {
		err = fmt.Errorf("%w; its standard error ends with %q", err, line)
	}
	return err
}

// End closes the input of the process and waits for its end. Output after the
// last answer, or no end in time, is an error.
func (q *Process) End() error {
	if q.over {
		return nil
	}
	q.in.Close()
	q.out.SetReadDeadline(time.Now().Add(q.program.Limit))
	text, err := q.read.Peek(1)
	switch {
	case len(text) > 0:
		text, _ = q.read.Peek(q.read.Buffered())
		return q.fail("the program printed more than its answers: %s", quoted(text))
	case err != io.EOF:
		return q.fail("the program did not end within %v after its input", q.program.Limit)
	}
	q.Kill()
	return nil
}

// Kill ends the process and its group at once. A second call does nothing.
func (q *Process) Kill() {
	if q.over {
		return
	}
	q.over = true
	killGroup(q.cmd)
	q.alive.Close()
	q.cmd.Wait() // cmd.ProcessState has the result
	q.program.mu.Lock()
	defer q.program.mu.Unlock()
	q.program.cost.CPU += q.cmd.ProcessState.UserTime() + q.cmd.ProcessState.SystemTime()
	q.program.cost.Answers += q.answers
}

// quoted returns the beginning of a line in quotes.
func quoted(text []byte) string {
	const most = 80
	text, _, _ = bytes.Cut(text, []byte("\n"))
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// tail keeps the end of its input. With WAITBENCH_DEBUG in the
// environment all of it also goes to standard error.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	if os.Getenv("WAITBENCH_DEBUG") != "" {
		os.Stderr.Write(p)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	t.kept = t.kept[max(0, len(t.kept)-4096):]
	return len(p), nil
}

// lastLine returns the last line that is not empty, at most 80 bytes of it.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(t.kept), "?"))
	text = strings.TrimSpace(text[strings.LastIndexAny(text, "\r\n")+1:])
	return text[:min(80, len(text))]
}
