package wait

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
)

// questionFields are the fields of a line of questions.
var questionFields = []string{"id", "queue", "procs", "estimate", "user", "executable", "job"}

// AskEach answers questions, one a line, as lines of JSON, each when it is read:
// the row of Ask with the id of the question. Question has the moment, Within and
// IDs. A line is an object of JSON, or of CSV below a header. One that cannot be
// answered has an error in place of the row. AskEach fails if no question can be.
func (t *Log) AskEach(ctx context.Context, q Question, in io.Reader, out io.Writer) error {
	r := &Reply{Question: q, log: t}
	r.Job = replay.Job{Procs: -1, Estimate: -1, User: -1, Executable: -1}
	if err := r.checkMoment(); err != nil {
		return err
	}
	if err := r.warm(ctx); err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	var header []string
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(line) == 0 {
			continue
		}
		if header == nil && line[0] != '{' {
			var err error
			if header, err = headerOf(line); err != nil {
				return fmt.Errorf("questions, line %d: %w", n, err)
			}
			continue
		}
		fields, err := fieldsOf(line, header)
		row := map[string]any(nil)
		if err == nil {
			row, err = r.one(ctx, fields)
		}
		if err != nil {
			row = map[string]any{"error": err.Error()}
		}
		row["id"], row["line"], row["as_of"] = fields["id"], n, momentOf(t.Record.Clock(), q.Now)
		if err := encoder.Encode(row); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return lines.Err()
}

// warm replays what answers about any series need, and makes what methods make at
// their first bound.
func (r *Reply) warm(ctx context.Context) error {
	for _, s := range r.known.asked() {
		for _, by := range [][]methods.Method{r.log.Plan.Methods, r.log.withoutProcs()} {
			job := r.Job
			job.Procs = 1
			if len(by) == 0 {
				continue
			}
			r.known.ask(ctx, s, job, r.Within, by) // an error is one of the answers, too
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
	}
	return nil
}

// withoutProcs returns the methods that answer about a job of unknown size.
func (t *Log) withoutProcs() []methods.Method {
	able, _ := t.by(func(m methods.Method) bool { return m.Forecaster == nil })
	return able.Plan.Methods
}

func headerOf(line []byte) ([]string, error) {
	header, err := csv.NewReader(bytes.NewReader(line)).Read()
	for _, name := range header {
		if !slices.Contains(questionFields, name) {
			return nil, fmt.Errorf("%w", methods.Unknown("column", name, questionFields))
		}
	}
	return header, err
}

// fieldsOf returns the fields of a line of JSON, or of CSV if it has a header.
func fieldsOf(line []byte, header []string) (map[string]string, error) {
	fields := map[string]string{}
	if header != nil {
		values, err := csv.NewReader(bytes.NewReader(line)).Read()
		if err == nil && len(values) != len(header) {
			err = fmt.Errorf("%d fields, the header has %d", len(values), len(header))
		}
		for i := range min(len(values), len(header)) {
			fields[header[i]] = values[i]
		}
		return fields, err
	}
	values, decoder := map[string]any{}, json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(&values); err != nil {
		return fields, fmt.Errorf("no object of JSON: %w", err)
	}
	for name, value := range values {
		if !slices.Contains(questionFields, name) {
			return fields, methods.Unknown("field", name, questionFields)
		}
		if value != nil {
			fields[name] = fmt.Sprint(value)
		}
	}
	return fields, nil
}

// one answers a question as a row.
func (r *Reply) one(ctx context.Context, fields map[string]string) (map[string]any, error) {
	of := &Reply{Question: r.Question, log: r.log, known: r.known}
	if of.ID = fields["job"]; of.ID != "" {
		if len(fields) > 2 || fields["id"] == "" && len(fields) > 1 {
			return nil, fmt.Errorf("a question about a job of the log has no other field than id")
		}
		return of.oneWaiting(ctx)
	}
	if err := of.read(fields); err != nil {
		return nil, err
	}
	if err := of.checkSize(); err != nil {
		return nil, err
	}
	asked, err := r.log.inQueue(r.known.asked(), fields["queue"])
	if err != nil {
		return nil, err
	}
	by := r.log.Plan.Methods
	if of.Job.Procs < 1 {
		if by = r.log.withoutProcs(); len(by) == 0 {
			return nil, fmt.Errorf("no method answers without procs")
		}
	}
	a, err := r.known.ask(ctx, asked, of.Job, r.Within, by)
	if err != nil {
		return nil, err
	}
	of.Answers = []Answer{*a}
	return of.Table().Data().Rows[0], nil
}

// oneWaiting answers about the job of the ID.
func (r *Reply) oneWaiting(ctx context.Context) (map[string]any, error) {
	job, err := r.findJob()
	if err != nil {
		return nil, err
	}
	for _, s := range r.known.asked() {
		answers, err := r.known.pending(ctx, s, job)
		if err != nil {
			return nil, err
		}
		if r.Answers = answers; len(answers) > 0 {
			r.Answers[0].Name = r.IDs[job.ID]
			return r.Table().Data().Rows[0], nil
		}
	}
	return nil, fmt.Errorf("no job of the queue of job %s has started, so nothing is known of it", r.ID)
}

// read reads the facts of a job that is submitted. An estimate is in seconds, or a
// duration such as 4h.
func (r *Reply) read(fields map[string]string) (err error) {
	for name, at := range map[string]*int64{"procs": &r.Job.Procs, "user": &r.Job.User,
		"executable": &r.Job.Executable} {
		if text := strings.TrimSpace(fields[name]); text != "" {
			if *at, err = strconv.ParseInt(text, 10, 64); err != nil || *at < 0 || name == "procs" && *at < 1 {
				return fmt.Errorf("%s: %q is no such number", name, text)
			}
		}
	}
	if text := strings.TrimSpace(fields["estimate"]); text != "" {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil {
			seconds, err = replay.ParseDuration(text)
		}
		if err != nil || !(seconds >= 0) || math.IsInf(seconds, 1) {
			return fmt.Errorf("estimate: %q is neither seconds nor a duration such as 4h", text)
		}
		r.Job.Estimate = seconds
	}
	return nil
}

// inQueue returns the series of a queue, by default the one where most jobs have
// started.
func (t *Log) inQueue(all []*known, queue string) (*known, error) {
	var series []*replay.Series
	for _, s := range all {
		series = append(series, s.Series)
	}
	one := *t
	one.Keep(queue, replay.AllRanges)
	found, err := one.kept(series)
	if err != nil {
		return nil, err
	}
	return all[slices.Index(series, found[0])], nil
}
