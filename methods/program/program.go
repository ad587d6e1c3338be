package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"
)

// Program is a command line that is a method.
type Program struct {
	Command string
	Limit   time.Duration // for an answer
	Twice   bool          // two processes are asked everything, and must answer the same

	ctx   context.Context // whose end is that of the processes; nil before Greet
	hello Hello
	mu    sync.Mutex
	cost  Cost
}

// Cost is what the processes of a program took.
type Cost struct {
	Answers int
	CPU     time.Duration
}

// Cost is that since it was asked for last, of processes that have ended.
func (p *Program) Cost() Cost {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.cost
	p.cost = Cost{}
	return c
}

// Greet starts a process for its hello, which says what the program does. ctx is that of all its
// processes, of which there are none before.
func (p *Program) Greet(ctx context.Context) (Hello, error) {
	p.ctx = ctx
	c, err := start(ctx, p.Command, p.Limit)
	if err != nil {
		return Hello{}, err
	}
	defer c.end()
	p.hello, err = c.greet()
	return p.hello, err
}

func (c *child) greet() (h Hello, err error) {
	if err := c.tell(nil); err != nil {
		return h, err
	}
	text, err := c.hear(owed{})
	if err != nil {
		return h, err
	}
	if err := decode(text, &h); err != nil {
		return h, c.fail("its hello is no hello: %s (%v)", quoted(text), err)
	}
	if err := h.check(); err != nil {
		return h, c.fail("%w", err)
	}
	return h, nil
}

// Process is a process that is asked, or two.
type Process struct {
	program        *Program
	copies         []*child
	batch          line
	queues, levels int
	answers        int
}

// Begin starts a process for a site. Programs that were never asked for their hello are not started.
func (p *Program) Begin(s Site) (*Process, error) {
	if p.ctx == nil {
		return nil, errors.New("the program was not started by the command line")
	}
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	s.Protocol = Protocol
	greeting, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	q := &Process{program: p, batch: append(greeting, '\n'), queues: len(s.Queues), levels: len(s.Levels)}
	copies := 1
	if p.Twice {
		copies = 2
	}
	for range copies {
		c, err := start(p.ctx, p.Command, p.Limit)
		if err == nil {
			q.copies = append(q.copies, c)
			var h Hello
			if h, err = c.greet(); err == nil && h != p.hello {
				err = c.fail("its hello is another one than at first: %+v, not %+v", h, p.hello)
			}
		}
		if err != nil {
			q.give()
			return nil, err
		}
	}
	return q, nil
}

// Submitted tells that a job is submitted.
func (q *Process) Submitted(j Job) { q.batch.submitted(&j) }

// Started tells that a job has started after a wait; counts says whether after the training part,
// and is nil where there is none.
func (q *Process) Started(at int, time, wait float64, counts *bool) {
	l := q.batch.begin("started").whole(int64(at)).field("time").number(time).field("wait").number(wait)
	if counts != nil {
		*l = fmt.Appendf(*l.field("counts"), "%t", *counts)
	}
	l.end()
}

// Ended tells that a job has run, or with run = 0 that it has left the queue.
func (q *Process) Ended(at int, time, run float64) {
	q.batch.begin("ended").whole(int64(at)).field("time").number(time).field("run").number(run).end()
}

// Trained tells that the training part has ended.
func (q *Process) Trained() {
	l := q.batch.begin("trained")
	*l = append(*l, "true"...)
	l.end()
}

// Tick tells that it is time to refit.
func (q *Process) Tick(now float64) { q.batch.begin("tick").number(now).end() }

// Job asks for the answer for the job that was submitted last.
func (q *Process) Job(at int) (Answer, error) {
	a := Answer{Wait: math.NaN(), Turnaround: math.NaN()}
	err := q.ask(owed{"for job", float64(at)}, func(text []byte) error {
		var said jobAnswer
		if err := decode(text, &said); err != nil {
			return err
		}
		switch {
		case said.Job == nil:
			return errors.New("it does not say for which job")
		case *said.Job != at:
			return fmt.Errorf("it is for job %d", *said.Job)
		case said.Bounds == nil && (q.program.hello.Scope == Series || said.Wait == nil):
			return errors.New("it has no bounds")
		}
		a.Wait, a.Turnaround = orNaN(said.Wait), orNaN(said.Turnaround)
		if said.Bounds == nil {
			return nil
		}
		var err error
		a.Bounds, err = floats(said.Bounds, q.levels)
		return err
	})
	return a, err
}

// Bounds asks for the answer at the tick that was told last: the bounds by queue and level.
func (q *Process) Bounds(tick float64) (bounds [][]float64, err error) {
	err = q.ask(owed{"at tick", tick}, func(text []byte) error {
		var said tickAnswer
		if err := decode(text, &said); err != nil {
			return err
		}
		switch {
		case said.Tick == nil:
			return errors.New("it does not say at which tick")
		case *said.Tick != tick:
			return fmt.Errorf("it is of tick %v", *said.Tick)
		case len(said.Bounds) != q.queues:
			return fmt.Errorf("it has bounds for %d queues, not %d", len(said.Bounds), q.queues)
		}
		for _, of := range said.Bounds {
			list, err := floats(of, q.levels)
			if err != nil {
				return err
			}
			bounds = append(bounds, list)
		}
		return nil
	})
	return bounds, err
}

// owed is an answer that is waited for.
type owed struct {
	what string // empty for the hello
	of   float64
}

func (o owed) String() string {
	if o.what == "" {
		return "its hello"
	}
	return fmt.Sprintf("its answer %s %v", o.what, o.of)
}

// ask sends all that was told and reads what is answered. After an error the process has ended.
func (q *Process) ask(what owed, read func(text []byte) error) (err error) {
	defer func() {
		if err != nil {
			q.give()
		}
	}()
	for _, c := range q.copies {
		if err := c.tell(q.batch); err != nil {
			return err
		}
	}
	q.batch = q.batch[:0]
	var first []byte
	for i, c := range q.copies {
		text, err := c.hear(what)
		if err != nil {
			return err
		}
		if i > 0 && !bytes.Equal(text, first) {
			return c.fail("asked twice, %s is once %s and once %s", what, quoted(first), quoted(text))
		}
		if first = text; i == 0 {
			if err := read(text); err != nil {
				return c.fail("%s is wrong: %v: %s", what, err, quoted(text))
			}
		}
		q.answers++
	}
	return nil
}

// End lets the process end. It is an error if it says another word or does not end.
func (q *Process) End() error {
	for _, c := range q.copies {
		if err := c.finish(); err != nil {
			q.give()
			return err
		}
	}
	q.give()
	return nil
}

// Kill ends the process at once.
func (q *Process) Kill() { q.give() }

// give gives the process up, and takes down what it cost.
func (q *Process) give() {
	for _, c := range q.copies {
		c.end()
	}
	q.program.mu.Lock()
	defer q.program.mu.Unlock()
	for _, c := range q.copies {
		q.program.cost.CPU += c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
	}
	q.program.cost.Answers += q.answers
	q.copies, q.answers = nil, 0
}
