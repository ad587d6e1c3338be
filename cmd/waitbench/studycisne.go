package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/replay/study/cisne"
	"waitbench/report"
	"waitbench/report/study/nondedicated"
)

func studyCISNECommand() *cobra.Command {
	d := &cisneFlags{config: cisne.Default(), limits: []float64{1, 2, 3, 4}}
	cmd := newCommand("cisne", "turnaround times on a non-dedicated cluster: the comparison of Lérida et al. on a simulated one",
		`study cisne simulates a cluster whose nodes also serve local users, and lets SDPN, Hanzich, Historical,
Smith and Li forecast the turnaround of parallel jobs there. Without flags it is the paper's study, with
20 workloads for its one. What the paper does not state is assumed, and the page says so.`,
		d.run,
		"study cisne --quick --timings=false --quiet --out cisne",
		"study cisne --seeds 2 --jobs 40 --history 300 --limits 2 --timings=false --out cisne-2")
	c, fs := &d.config, cmd.Flags()
	fs.IntVar(&c.Nodes, "nodes", c.Nodes, "nodes of the cluster")
	fs.IntVar(&c.Jobs, "jobs", c.Jobs, "jobs of a workload")
	fs.Uint64Var(&c.Seed, "seed", c.Seed, "seed of the first workload; the others follow, and that before is of the past jobs")
	fs.IntVar(&c.History, "history", c.History, "past jobs that methods know")
	numbers(fs, &d.limits, "limits", "limits of the tasks on a node, rising; links are saturated under the last")
	fs.StringVar(&d.assumed, "assumed", "", "file of the values that the paper does not state (default: those of replay/study/cisne/assumed.txt)")
	fs.BoolVar(&d.timings, "timings", true, "measure the time of estimates too, which differs from run to run")
	d.add(cmd, "cisne", c.Seeds, "3 seeds, 300 past jobs and limits 1 and 4, in seconds", "settings")
	return cmd
}

// cisneFlags are the flags of the study.
type cisneFlags struct {
	studyFlags
	config  cisne.Config
	limits  []float64
	assumed string
	timings bool
}

func (d *cisneFlags) run(ctx context.Context, c console, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	if err := d.readAssumed(); err != nil {
		return err
	}
	if err := d.take(); err != nil {
		return usageError{err}
	}
	folder, err := output.Open(d.folder())
	if err != nil {
		return err
	}
	defer folder.Close()
	p := newProgress(c.err, d.quiet, "workloads")
	defer p.finish()
	begun := time.Now()
	p.start("study cisne")
	cells, err := cisne.Run(ctx, d.config, d.workers, p.update)
	if err != nil {
		return err
	}
	p.message("study cisne: %d settings, %.1f s", len(d.config.Settings()), time.Since(begun).Seconds())
	page := nondedicated.New(d.config, cells)
	if err := page.Write(folder); err != nil {
		return err
	}
	if err := page.Sections[0].Tables[0].WriteText(c.out); err != nil {
		return err
	}
	if d.timings {
		if err := d.measure(c); err != nil {
			return err
		}
	}
	p.message("page, tables, figures and all numbers are in %s", d.folder())
	return nil
}

// readAssumed takes the values of a file, if one is named.
func (d *cisneFlags) readAssumed() error {
	if d.assumed == "" {
		return nil
	}
	file, err := os.Open(d.assumed)
	if err != nil {
		return err
	}
	defer file.Close()
	d.config.Assumed, err = cisne.ParseAssumed(file, d.assumed)
	return err
}

// take takes over the flags that need a look.
func (d *cisneFlags) take() error {
	c := &d.config
	c.Limits, c.Seeds = nil, d.seeds
	for _, l := range d.limits {
		if l != float64(int(l)) {
			return fmt.Errorf("limits: %g is not a number of tasks", l)
		}
		c.Limits = append(c.Limits, int(l))
	}
	if d.quick && !d.fs.Changed("limits") {
		c.Limits = []int{1, 4}
	}
	if d.quick && !d.fs.Changed("seeds") {
		c.Seeds = 3
	}
	if d.quick && !d.fs.Changed("history") {
		c.History = 300
	}
	if d.workers < 0 {
		return errors.New("--workers cannot be negative")
	}
	return c.Check()
}

// measure times estimates, prints the table and writes it to files of its own, which are different
// in every run.
func (d *cisneFlags) measure(c console) error {
	begun := time.Now()
	list, err := d.config.Timings(func() time.Duration { return time.Since(begun) })
	if err != nil {
		return err
	}
	t := nondedicated.Timings(list)
	if err := d.write(t); err != nil {
		return err
	}
	fmt.Fprintln(c.out)
	return t.WriteText(c.out)
}

func (d *cisneFlags) write(t *report.Table) error {
	base := filepath.Join(d.folder(), t.FileName())
	return errors.Join(output.Write(base+".md", t.WriteMarkdown), output.Write(base+".csv", t.WriteCSV))
}
