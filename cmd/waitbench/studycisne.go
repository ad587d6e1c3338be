package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/report/study"
	"waitbench/report/study/cisne"
)

type cisneFlags struct {
	studyFlags
	config  cisne.Config
	assumed string
}

func studyCISNECommand() *cobra.Command {
	d := &cisneFlags{config: cisne.Default()}
	cmd := newCommand("cisne",
		"turnaround on a shared cluster: Lérida et al., a simulation",
		`study cisne simulates a cluster whose nodes also serve local users, and lets
SDPN, Hanzich, Historical, Smith and Li forecast the turnaround of parallel jobs
there. Without flags it is the paper's study, with 20 workloads instead of one.
The page lists the assumptions where the paper does not state a value.`,
		d.run,
		"study cisne --quick --quiet --out cisne",
		"study cisne --seeds 2 --jobs 40 --history 300 --limits 2 --out cisne-2",
		"study cisne --seeds 2 --jobs 30 --history 100 --limits 2 --assumed mine.json --out mine")
	c, fs := &d.config, cmd.Flags()
	fs.IntVar(&c.Nodes, "nodes", c.Nodes, "nodes of the cluster")
	fs.IntVar(&c.Jobs, "jobs", c.Jobs, "jobs of a workload")
	fs.Uint64Var(&c.Seed, "seed", c.Seed,
		"seed of the first workload; the others follow, and the one before makes the past jobs")
	fs.IntVar(&c.History, "history", c.History, "past jobs that methods know")
	numbers(fs, &c.Limits, "limits",
		"limits of the tasks on a node; the greatest also with saturated links")
	fs.StringVar(&d.assumed, "assumed", "",
		"JSON `file` of the values that the paper does not state "+
			"(default: report/study/cisne/assumed.json)")
	d.add(cmd, c.Seeds, "3 seeds, 300 past jobs and limits 1 and 4, in seconds", "settings")
	return cmd
}

func (d *cisneFlags) run(ctx context.Context, c *console, args []string) error {
	if d.assumed != "" {
		text, err := os.ReadFile(d.assumed)
		if err != nil {
			return err
		}
		if d.config.Assumed, err = cisne.ParseAssumed(text); err != nil {
			return fmt.Errorf("%s: %w", d.assumed, err)
		}
	}
	quicker(&d.studyFlags, "limits", &d.config.Limits, []int{1, 4})
	quicker(&d.studyFlags, "seeds", &d.seeds, 3)
	quicker(&d.studyFlags, "history", &d.config.History, 300)
	d.config.Seeds = d.seeds
	slices.Sort(d.config.Limits)
	d.config.Limits = slices.Compact(d.config.Limits)
	if err := d.config.Check(); err != nil {
		return output.UsageError{Err: err}
	}
	return d.studyFlags.run(c, args, func() (*study.Page, string, error) {
		c.start("study cisne", "settings")
		cells, err := cisne.Run(ctx, d.config, int(d.workers), c.update)
		if err != nil {
			return nil, "", err
		}
		done := output.Counted(len(d.config.Settings()), "setting")
		return cisne.Page(d.config, cells), done, nil
	})
}
