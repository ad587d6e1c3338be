package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/study/varq"
	"waitbench/report/study/reservations"
	"waitbench/swf"
	"waitbench/traces/synth"
)

// varqLog is the log of the machine of the paper's simulation.
const varqLog = "SDSC-DS-2004-2.1-cln"

func studyVARQCommand() *cobra.Command {
	v := &varqFlags{
		settings: varq.Default(), fractions: []float64{0.1, 0.5, 0.95}, requests: []float64{0.5, 0.75, 0.95},
		deadlines: []string{"grid", "ahead"}, waiting: []string{"plan"}, exampleWall: 3600, exampleLead: 12 * 3600,
	}
	cmd := newCommand("varq [LOG]", "virtual advance reservations: tables 3 and 4 of the VARQ paper beside a simulation of a log",
		`study varq runs the jobs of one queue again on a simulated machine, a part of them with reservations:
each is submitted at the latest moment from which QBETS gives the probability asked for that it starts
by its deadline. Without LOG it is `+varqLog+`.`,
		v.run,
		"study varq --quick --quiet --out varq",
		"study varq small.swf --queues normal --fractions 0.5 --requests 0.5,0.95 --seeds 2 --waiting plan,replan,withdraw --out varq-small")
	fs := cmd.Flags()
	single(fs, &v.queue, "queue", "queue (default: the one with the most jobs)")
	fs.Int64Var(&v.nodes, "nodes", 0, "nodes of the machine (default: of the largest partition in the log's header)")
	fs.Int64Var(&v.perNode, "procs-per-node", 0, "processors of a node (default: by the header)")
	fs.Float64Var(&v.load, "load", 1, "times as fast as in the log that jobs arrive")
	numbers(fs, &v.fractions, "fractions", "parts of the jobs that ask for a reservation; a larger one adds jobs to those of a smaller")
	numbers(fs, &v.requests, "requests", "probabilities they ask for")
	list(fs, &v.deadlines, "deadlines", "grid: the next multiple of the period; ahead: a period after the request")
	duration(fs, &v.settings.Period, "period", "period of deadlines")
	list(fs, &v.waiting, "waiting", "plan: as accepted; replan: made again every 300 s; withdraw: made again when due, given up if too late")
	fs.StringVar((*string)(&v.settings.Choice), "choice", string(varq.Latest), "latest submission with the probability asked for, or best probability")
	predictorFlags(fs, &v.settings)
	fs.Int64Var(&v.exampleNodes, "example-nodes", 4, "nodes of the job whose trajectory is drawn")
	duration(fs, &v.exampleWall, "example-wall", "its wall time")
	duration(fs, &v.exampleLead, "example-lead", "its deadline, from the request")
	fs.StringVar(&v.exampleAt, "example-at", "", "time of the request: a date or seconds of the log (default: halfway through it)")
	v.add(cmd, "varq", 5, "a small built-in log and two seeds, in seconds", "simulations")
	cacheFlag(fs, &v.cache)
	fs.BoolVar(&v.lenient, "lenient", false, "skip and count malformed lines")
	cmd.ValidArgsFunction = completeLogs
	return cmd
}

// varqFlags are the flags of the study.
type varqFlags struct {
	studyFlags
	queue, cache, exampleAt        string
	nodes, perNode, exampleNodes   int64
	load, exampleWall, exampleLead float64
	fractions, requests            []float64
	deadlines, waiting             []string
	settings                       varq.Config
	lenient                        bool
}

// predictorFlags are those of QBETS and its training.
func predictorFlags(fs *pflag.FlagSet, c *varq.Config) {
	fs.Float64Var(&c.Train, "train", c.Train, "part of the jobs that only trains")
	fs.Float64Var(&c.Confidence, "confidence", c.Confidence, "confidence of the probabilities")
	single(fs, &c.Method, "method", "qbets, with its parameters: qbets:clusters=greedy")
}

func (v *varqFlags) run(ctx context.Context, c console, args []string) error {
	st, err := v.study()
	if err != nil {
		return err
	}
	folder, err := output.Open(v.folder())
	if err != nil {
		return err
	}
	defer folder.Close()
	p := newProgress(c.err, v.quiet, "arrivals")
	defer p.finish()
	f, name, err := v.open(c, args)
	if err != nil {
		return err
	}
	defer f.Close()
	series, err := loadQueue(name, v.queue, f)
	if err != nil {
		return err
	}
	machine, err := v.machine(f)
	if err != nil {
		return err
	}
	if st.Trace, err = varq.NewTrace(series, machine, v.load); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	example, err := v.example(ctx, series, st)
	if err != nil {
		return err
	}
	begun := time.Now()
	p.start(name)
	st.Progress = p.update
	result, err := st.Run(ctx)
	if err != nil {
		return err
	}
	elapsed := time.Since(begun)
	p.message("%s: %d simulations of %s jobs, %.1f s", name, 1+len(result.Cells), group(int64(len(st.Trace.Jobs))), elapsed.Seconds())
	page := reservations.New(&reservations.Study{
		Log: name, SHA256: f.SHA256(), Queue: series.Queue, Result: result, Example: example, Settings: v.describe(st),
	})
	if err := page.Write(folder); err != nil {
		return err
	}
	p.message("tables, figures and cells are in %s", v.folder())
	return page.WriteTables(c.out)
}

// study takes over the flags.
func (v *varqFlags) study() (*varq.Study, error) {
	if v.quick && !v.fs.Changed("seeds") {
		v.seeds = 2
	}
	if v.seeds < 1 || v.workers < 0 {
		return nil, usagef("--seeds must be at least 1, and --workers not negative")
	}
	st := &varq.Study{Settings: v.settings, Workers: v.workers, Fractions: v.fractions, Requests: v.requests}
	for i := range v.seeds {
		st.Seeds = append(st.Seeds, uint64(i)+1)
	}
	for _, word := range v.deadlines {
		st.Deadlines = append(st.Deadlines, varq.Deadlines(word))
	}
	for _, word := range v.waiting {
		st.Waiting = append(st.Waiting, varq.Waiting(word))
	}
	if err := st.Check(); err != nil {
		return nil, usageError{err}
	}
	return st, nil
}

// open opens the log, or generates that of the quick mode.
func (v *varqFlags) open(c console, args []string) (f *swf.File, name string, err error) {
	switch {
	case v.quick && len(args) > 0:
		return nil, "", usagef("--quick has a log of its own")
	case len(args) > 1:
		return nil, "", usagef("takes one log, not %d", len(args))
	case v.quick:
		f, err = quickLog()
		return f, "quick", err
	case len(args) == 0:
		args = []string{varqLog}
	}
	path, err := resolveLog(args[0], v.cache)
	if err != nil {
		return nil, "", err
	}
	f, err = openLog(c, path, v.lenient)
	return f, traceName(path), err
}

// quickLog is a few days of the built-in trace, all in one queue.
func quickLog() (*swf.File, error) {
	cfg := synth.Default()
	cfg.Days = 8
	cfg.Queues = []synth.Queue{{Name: "normal", Weight: 1}}
	cfg.Phases = cfg.Phases[:1]
	cfg.Phases[0].Ranks = nil
	w, err := synth.Generate(cfg)
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	if err := w.WriteSWF(&log); err != nil {
		return nil, err
	}
	return swf.OpenReader(&log, "quick.swf")
}

// machine is that of the flags, and of the header where they say nothing.
func (v *varqFlags) machine(f *swf.File) (varq.Machine, error) {
	m := varq.MachineOf(f.Reader.Header())
	if v.nodes != 0 {
		m.Nodes = v.nodes
	}
	if v.perNode != 0 {
		m.ProcsPerNode = v.perNode
	}
	if m.Nodes == 0 || m.ProcsPerNode == 0 {
		return m, usagef("the header of the log does not say how large the machine is: --nodes and --procs-per-node do")
	}
	if err := m.Check(); err != nil {
		return m, usageError{err}
	}
	return m, nil
}

// example makes the trajectory of one job from the waits in the log.
func (v *varqFlags) example(ctx context.Context, s *replay.Series, st *varq.Study) (*reservations.Example, error) {
	clock := s.Trace.Clock()
	at, err := moment(clock, v.exampleAt, math.Floor((s.Job(0).Submit+s.Job(s.Len()-1).Submit)/2))
	if err != nil {
		return nil, err
	}
	r := varq.Request{
		Size: v.exampleNodes * st.Trace.ProcsPerNode, Wall: v.exampleWall, Now: at, Deadline: at + v.exampleLead,
	}
	if err := r.Check(); err != nil {
		return nil, usagef("the example: %v", err)
	}
	return reservations.NewExample(ctx, s, st.Settings, r, st.Requests, fmt.Sprintf("%d nodes", v.exampleNodes))
}

// describe lists what the results depend on.
func (v *varqFlags) describe(st *varq.Study) []reservations.Setting {
	c := &st.Settings
	var list []reservations.Setting
	add := func(name, format string, values ...any) {
		list = append(list, reservations.Setting{Name: name, Value: fmt.Sprintf(format, values...)})
	}
	add("nodes", "%d of %d processors", st.Trace.Nodes, st.Trace.ProcsPerNode)
	add("load", "%v", st.Trace.Load)
	add("fractions", "%s", joined(st.Fractions))
	add("requests", "%s", joined(st.Requests))
	add("deadlines", "%s, period %v", joined(st.Deadlines), time.Duration(c.Period*float64(time.Second)))
	add("waiting", "%s", joined(st.Waiting))
	add("choice", "%s", c.Choice)
	add("seeds", "%d", len(st.Seeds))
	add("training", "%v", c.Train)
	add("predictor", "%s, confidence %v, refitted for every job", c.Method, c.Confidence)
	return list
}
