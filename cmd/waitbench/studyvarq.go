package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/study"
	"waitbench/report/study/varq"
	"waitbench/swf"
	"waitbench/traces/synth"
)

// varqLog is the log of the machine that the paper simulates. Its header counts
// nodes of three kinds together; datastar is the most common kind.
const varqLog = "SDSC-DS-2004-2.1-cln"

var datastar = varq.NodeMachine{Nodes: 171, ProcsPerNode: 8}

type varqFlags struct {
	studyFlags
	queue   string
	machine varq.NodeMachine
	study   varq.Study
	every   float64 // seconds
	others  []string
}

func studyVARQCommand() *cobra.Command {
	v := &varqFlags{every: 15, study: varq.Study{
		Settings: varq.Default(), Deadlines: []string{varq.Grid, varq.Ahead},
		Waiting:   []string{varq.Plan},
		Fractions: []float64{0.1, 0.5, 0.95}, Requests: []float64{0.5, 0.75, 0.95},
	}}
	cmd := newCommand("varq [LOG]",
		"virtual advance reservations: the VARQ paper, a simulation",
		`study varq runs the jobs of one queue again on a simulated machine. Some jobs
request a reservation. QBETS predicts the latest moment to submit such a job, so
that it starts by its deadline with the requested probability. Without LOG the
log is `+varqLog+`.`,
		v.run,
		"study varq --quick --quiet --out varq",
		"study varq small.swf --queue normal --fractions 0.5 --requests 0.5,0.95 --seeds 2 "+
			"--waiting plan,replan,withdraw --out varq-small")
	fs, s := cmd.Flags(), &v.study
	queueFlag(fs, &v.queue)
	fs.Int64Var(&v.machine.Nodes, "nodes", 0,
		"nodes of the machine (default: MaxNodes of the log's header; 171 without LOG)")
	fs.Int64Var(&v.machine.ProcsPerNode, "procs-per-node", 0,
		"processors of a node (default: MaxProcs over MaxNodes of the header; 8 without LOG)")
	numbers(fs, &s.Fractions, "fractions",
		"fractions of the jobs with a reservation; a larger one has the jobs of the "+
			"smaller and more")
	numbers(fs, &s.Requests, "requests", "probabilities that they request")
	list(fs, &s.Deadlines, "deadlines",
		"grid: the next multiple of the period; ahead: a period after the request")
	fs.Var(run.Duration(&s.Settings.Period), "period", "period of deadlines")
	list(fs, &s.Waiting, "waiting", "plan: as accepted; replan: made again every 300 s; "+
		"withdraw: made again when due, given up if too late")
	fs.Var(run.Duration(&v.every), "every", "time between the requests of the live experiment")
	list(fs, &v.others, "live", "logs that also have the live experiment, as the log itself, "+
		"on the machines of their headers")
	predictorFlags(fs, &s.Settings)
	v.add(cmd, 5, "a small built-in log and two seeds, in seconds", "simulations")
	lenientFlag(fs)
	cmd.AddCommand(studyReserveCommand())
	return cmd
}

func queueFlag(fs *pflag.FlagSet, at *string) {
	fs.StringVar(at, "queue", "",
		"`queue`, by name or number in the log (default: the one with the most jobs)")
}

func predictorFlags(fs *pflag.FlagSet, c *varq.Config) {
	fs.Float64Var(&c.Train, "train", c.Train, "fraction of the jobs that only trains")
	fs.Float64Var(&c.Confidence, "confidence", c.Confidence, "confidence of the probabilities")
	fs.StringVar(&c.Method, "methods", c.Method,
		"`method`: qbets, with its parameters, as qbets:clusters=none")
}

func (v *varqFlags) run(ctx context.Context, c *console, args []string) error {
	quicker(&v.studyFlags, "seeds", &v.seeds, 2)
	v.study.Workers, v.study.Seeds, v.study.Progress = int(v.workers), v.seeds, c.update
	live := v.study
	live.Deadlines, live.Waiting = []string{varq.Ahead}, v.study.Waiting[:min(1, len(v.study.Waiting))]
	live.Fractions, live.Settings.Every = []float64{0}, v.every
	if err := cmp.Or(v.study.Check(), live.Check()); err != nil {
		return output.UsageError{Err: err}
	}
	return v.studyFlags.run(c, args, func() (*study.Page, string, error) {
		f, err := v.log(c, args)
		if err != nil {
			return nil, "", err
		}
		defer f.Close()
		machine := v.machine
		if len(args) == 0 && !v.quick { // the log of the paper
			machine = machine.Or(datastar)
		}
		r, series, err := prepareVARQ(c, &v.study, f, v.queue, machine)
		if err != nil {
			return nil, "", err
		}
		if r.Example, err = v.example(ctx, series); err != nil {
			return nil, "", err
		}
		c.start(r.Log, "simulations")
		if r.Result, err = v.study.Run(ctx); err != nil {
			return nil, "", err
		}
		live.Workload = v.study.Workload
		probed := &varq.Reservations{Log: r.Log, SHA256: r.SHA256, Queue: r.Queue}
		if probed.Result, err = live.Run(ctx); err != nil {
			return nil, "", err
		}
		r.Live = append(r.Live, probed)
		for _, name := range v.others {
			if probed, err = v.probe(ctx, c, live, name); err != nil {
				return nil, "", err
			}
			r.Live = append(r.Live, probed)
		}
		jobs := output.Grouped(int64(len(v.study.Workload.Jobs)))
		done := fmt.Sprintf("%d simulations of %s jobs of %s", 1+len(r.Result.Cells), jobs, r.Log)
		return varq.Page(r), done, nil
	})
}

// probe makes the live experiment on the machine of another log.
func (v *varqFlags) probe(ctx context.Context, c *console, live varq.Study,
	name string) (*varq.Reservations, error) {
	f, err := c.openLog(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, _, err := prepareVARQ(c, &live, f, "", varq.NodeMachine{})
	if err != nil {
		return nil, err
	}
	c.start(r.Log, "simulations")
	r.Result, err = live.Run(ctx)
	return r, err
}

// log opens the log, or generates the log of the quick mode: a few days of the
// built-in log, all in one queue.
func (v *varqFlags) log(c *console, args []string) (*swf.File, error) {
	switch {
	case v.quick && len(args) > 0:
		return nil, output.Usagef("--quick has a log of its own")
	case !v.quick:
		return c.openLog(append(args, varqLog)[0])
	}
	cfg := synth.Default()
	cfg.Days = 8
	cfg.Queues = []synth.Queue{{Name: "normal", Weight: 1}}
	cfg.Phases = cfg.Phases[:1]
	cfg.Phases[0].Ranks = nil
	text, err := synth.Text(cfg)
	if err != nil {
		return nil, err
	}
	return swf.OpenReader(bytes.NewReader(text), "quick.swf")
}

// prepareVARQ makes the workload of a study. The header of the log states what
// is 0 of the machine.
func prepareVARQ(c *console, of *varq.Study, f *swf.File, queue string, m varq.NodeMachine) (
	*varq.Reservations, *replay.Series, error) {
	series, err := loadQueue(f, queue)
	if err != nil {
		return nil, nil, err
	}
	r := &varq.Reservations{Log: series.Log.Name, SHA256: f.SHA256(), Queue: series.Queue}
	c.unverified(r.Log, r.SHA256)
	m = m.Or(varq.MachineOf(f.Reader.Header()))
	if m.Nodes == 0 || m.ProcsPerNode == 0 {
		return nil, nil, output.Usagef("%s: the header of the log does not state the size of the "+
			"machine: add --nodes and --procs-per-node", r.Log)
	}
	if of.Workload, err = varq.NewWorkload(series, m); err != nil {
		err = fmt.Errorf("%s: %w", r.Log, err)
	}
	return r, series, err
}

// example returns the trajectory of one job from the waits in the log, as in
// figure 4 of the paper: 4 nodes for an hour, requested halfway through the log
// to run 12 hours later.
func (v *varqFlags) example(ctx context.Context, s *replay.Series) (*varq.Example, error) {
	const nodes = 4
	at := math.Floor((s.Job(0).Submit + s.Job(s.Len()-1).Submit) / 2)
	size := nodes * v.study.Workload.ProcsPerNode
	r := varq.Request{Size: size, Wall: 3600, Now: at, Deadline: at + 12*3600}
	return varq.NewExample(ctx, s, v.study.Settings, r, v.study.Requests,
		fmt.Sprintf("%d nodes", nodes))
}
