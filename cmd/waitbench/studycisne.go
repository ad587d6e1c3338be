package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/replay/study/cisne"
	"waitbench/report/study"
)

type cisneFlags struct {
	studyFlags
	config  cisne.Config
	limits  []float64
	assumed string
	timings bool
}

func studyCISNECommand() *cobra.Command {
	d := &cisneFlags{config: cisne.Default(), limits: []float64{1, 2, 3, 4}}
	cmd := newCommand("cisne",
		"turnaround times on a non-dedicated cluster: Lérida et al. next to a simulation",
		`study cisne simulates a cluster whose nodes also serve local users, and lets SDPN, Hanzich,
Historical, Smith and Li forecast the turnaround of parallel jobs there. Without flags it is the
paper's study, with 20 workloads instead of one. What the paper does not state is assumed, and the
page says so. The time of an estimate, which differs from run to run, is in timings.md.`,
		d.run,
		"study cisne --quick --timings=false --quiet --out cisne",
		"study cisne --seeds 2 --jobs 40 --history 300 --limits 2 --timings=false --out cisne-2")
	c, fs := &d.config, cmd.Flags()
	fs.IntVar(&c.Nodes, "nodes", c.Nodes, "nodes of the cluster")
	fs.IntVar(&c.Jobs, "jobs", c.Jobs, "jobs of a workload")
	fs.Uint64Var(&c.Seed, "seed", c.Seed,
		"seed of the first workload; the others follow, and the one before makes the past jobs")
	fs.IntVar(&c.History, "history", c.History, "past jobs that methods know")
	numbers(fs, &d.limits, "limits",
		"limits of the tasks on a node, rising; links are saturated under the last")
	fs.StringVar(&d.assumed, "assumed", "", "JSON `file` of the values that the paper does not state "+
		"(default: replay/study/cisne/assumed.json)")
	fs.BoolVar(&d.timings, "timings", true,
		"measure the time of estimates too, which differs from run to run")
	d.add(cmd, c.Seeds, "3 seeds, 300 past jobs and limits 1 and 4, in seconds", "settings")
	return cmd
}

func (d *cisneFlags) run(ctx context.Context, c console, args []string) error {
	if err := d.configure(); err != nil {
		return err
	}
	err := d.studyFlags.run(c, args, "settings", func(p *progress) (*study.Page, string, error) {
		p.start("study cisne")
		cells, err := cisne.Run(ctx, d.config, d.workers, p.update)
		if err != nil {
			return nil, "", err
		}
		done := fmt.Sprintf("%d settings", len(d.config.Settings()))
		return study.CISNE(d.config, cells), done, nil
	})
	if err != nil || !d.timings {
		return err
	}
	begun := time.Now()
	list, err := d.config.Timings(func() time.Duration { return time.Since(begun) })
	if err != nil {
		return err
	}
	t := study.Timings(list)
	if err := output.Write(filepath.Join(d.folder(), "timings.md"), t.WriteMarkdown); err != nil {
		return err
	}
	return writeTables(c.out, d.format, t)
}

// configure fills in the configuration from the flags.
func (d *cisneFlags) configure() error {
	c := &d.config
	if d.assumed != "" {
		text, err := os.ReadFile(d.assumed)
		if err != nil {
			return err
		}
		if c.Assumed, err = cisne.ParseAssumed(text); err != nil {
			return fmt.Errorf("%s: %w", d.assumed, err)
		}
	}
	quicker(&d.studyFlags, "limits", &d.limits, []float64{1, 4})
	quicker(&d.studyFlags, "seeds", &d.seeds, 3)
	quicker(&d.studyFlags, "history", &c.History, 300)
	c.Limits, c.Seeds = nil, d.seeds
	for _, l := range d.limits {
		if l != float64(int(l)) {
			return usagef("limits: %g is not a number of tasks", l)
		}
		c.Limits = append(c.Limits, int(l))
	}
	if err := c.Check(); err != nil {
		return usageError{err}
	}
	return nil
}
