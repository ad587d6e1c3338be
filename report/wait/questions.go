package wait

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/table"
	"waitbench/swf"
)

// questionFields are the fields of a line of questions.
var questionFields = []string{"id", "queue", "procs", "estimate", "user", "executable", "job"}

// AskEach answers questions, one a line, as lines of JSON, each when it is
// read: the row of Ask with the id of the question. Question has the moment,
// Within and IDs. A line is an object of JSON, or of CSV below a header. One
// that cannot be answered has an error in place of the row.
func (t *Log) AskEach(ctx context.Context, q Question, in io.Reader, out io.Writer) error {
	r, err := t.ready(ctx, q)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for lines := output.NewLines(in); ; {
		fields, err := lines.Next()
		if lines.Ended {
			return swf.Locate(err, "--questions", lines.Line)
		}
		row := map[string]any{}
		if err == nil {
			row, err = r.one(ctx, fields)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			row = map[string]any{"error": err.Error()}
		}
		row["id"], row["line"] = fields["id"], lines.Line
		if err := encoder.Encode(row); err != nil {
			return err
		}
	}
}

// ready returns a reply to which questions can be put, once what answers about
// the default queue need is made.
func (t *Log) ready(ctx context.Context, q Question) (*Reply, error) {
	r := &Reply{Question: q, log: t}
	if err := r.checkMoment(); err != nil {
		return nil, err
	}
	for _, procs := range []string{"1", ""} {
		r.one(ctx, map[string]string{"procs": procs}) // an error is one of the answers, too
	}
	return r, context.Cause(ctx)
}

// one answers a question as a row.
func (r *Reply) one(ctx context.Context, fields map[string]string) (map[string]any, error) {
	of, asked := &Reply{Question: r.Question, log: r.log, known: r.known}, r.known.asked()
	if err := of.read(fields); err != nil {
		return nil, err
	}
	if of.ID == "" {
		if err := of.checkSize(); err != nil {
			return nil, err
		}
		found, err := r.log.find(cmp.Or(fields["queue"], r.known.busiest), r.known.all)
		if err != nil {
			return nil, err
		}
		asked = slices.DeleteFunc(asked, func(s *known) bool { return s.Series != found })
	}
	if err := of.answer(ctx, asked, false); err != nil {
		return nil, err
	}
	if of.Answers == nil {
		return nil, of.finish()
	}
	of.block()
	return of.fill(&table.Table{}, keptColumns).Data().Rows[0], nil
}

// read reads the job of a question. An estimate is in seconds, or a duration
// such as 4h.
func (r *Reply) read(fields map[string]string) (err error) {
	unknown := replay.Job{Procs: -1, Estimate: -1, User: -1, Executable: -1}
	r.Job, r.ID = unknown, fields["job"]
	numbers := map[string]*int64{"procs": &r.Job.Procs, "user": &r.Job.User, "executable": &r.Job.Executable}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch text, number := fields[name], numbers[name]; {
		case !slices.Contains(questionFields, name):
			return methods.Unknown("field", name, questionFields)
		case text == "":
		case number != nil:
			*number, err = strconv.ParseInt(text, 10, 64)
			if err != nil || *number < 0 || name == "procs" && *number < 1 {
				return fmt.Errorf("%s: %q is no such number", name, text)
			}
		case name == "estimate":
			if r.Job.Estimate, err = strconv.ParseFloat(text, 64); err != nil {
				r.Job.Estimate, err = replay.ParseDuration(text)
			}
			if err != nil || !(r.Job.Estimate >= 0) || math.IsInf(r.Job.Estimate, 1) {
				return fmt.Errorf("estimate: %q is neither seconds nor a duration such as 4h", text)
			}
		}
	}
	if r.ID != "" && (r.Job != unknown || fields["queue"] != "") {
		return errors.New("a question about a job of the log has no other field than id")
	}
	return nil
}
