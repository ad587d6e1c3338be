package main

import (
	"context"
	_ "embed" // the script
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/render"
)

// mostShards is the largest number of shards of a run.
const mostShards = 100_000

// clusterFlags divide a run among several processes.
type clusterFlags struct {
	shard        run.Shard // number 0 for none
	merge, slurm bool
	arraySize    int // number of shards for --slurm
	sbatch       string
}

func (r *clusterFlags) add(fs *pflag.FlagSet) {
	fs.Var(run.NewValue("k/n", &r.shard, func(text string) (s run.Shard, err error) {
		n, _ := fmt.Sscanf(text+" ", "%d/%d ", &s.Number, &s.Of)
		if n != 2 || text != s.String() || s.Number < 1 || s.Number > s.Of || s.Of > mostShards {
			err = fmt.Errorf("%q is not a shard such as 7/40, of %d at most", text, mostShards)
		}
		return s, err
	}, func(run.Shard) string { return "" }), "shard",
		"run the k-th of n shares of the work, for --merge; see waitbench help cluster")
	fs.BoolVar(&r.merge, "merge", false, "merge the shards that the same call has run with --shard")
	fs.BoolVar(&r.slurm, "slurm", false,
		"run as a Slurm array of --shards n and a merge job; "+
			"repeat the call to redo missing shards")
	fs.IntVar(&r.arraySize, "shards", 40, "number of shards for --slurm")
	fs.StringVar(&r.sbatch, "sbatch", "",
		"`options` of sbatch for --slurm, such as '-p batch --mem=4G'")
}

func (r *replaying) sharded(ctx context.Context) error {
	one := r.shard.Number > 0
	if one && (r.merge || r.slurm) || r.merge && r.slurm {
		return usagef("takes one of --shard, --merge and --slurm")
	}
	if r.slurm && (r.arraySize < 1 || r.arraySize > mostShards) {
		return usagef("--shards must be from 1 to %d", mostShards)
	}
	r.sums = map[string]string{}
	for i := range r.logs {
		l := &r.logs[i]
		if l.path == "-" {
			return usagef("--shard, --merge and --slurm take logs in files, not standard input")
		}
		if sum, err := l.sha256(); err == nil {
			r.sums[l.name] = sum
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	switch {
	case one:
		return r.runOne(ctx)
	case r.merge:
		return r.mergeAll(ctx)
	}
	return r.submit(ctx)
}

// divide divides the run into n shards, or into as many as are in its folder if
// n is 0. Shards of another number in the folder are an error.
func (r *replaying) divide(n int) error {
	present, err := run.ShardsIn(r.dir)
	switch {
	case err != nil:
		return err
	case n == 0 && present == 0:
		return fmt.Errorf("%s holds no shards: run them first, with --shard or --slurm", r.dir)
	case n != 0 && present != 0 && n != present:
		return fmt.Errorf("%s holds shards k/%d, not k/%d: go on with these, or remove %s",
			r.dir, present, n, output.Shards(r.dir))
	}
	var sizes []int64
	for _, l := range r.logs {
		info, err := os.Stat(l.path)
		if err != nil {
			return err
		}
		sizes = append(sizes, info.Size())
	}
	r.shards = r.plan.Shards(r.names(), sizes, max(n, present))
	return nil
}

func (r *replaying) runOne(ctx context.Context) error {
	if err := r.divide(r.shard.Of); err != nil {
		return err
	}
	shard := r.shards[r.shard.Number-1]
	logs := shard.Logs(r.names())
	if len(logs) == 0 {
		r.c.message("shard %v has nothing to do", shard)
		return nil
	}
	if !r.force {
		if d, err := r.plan.OpenShard(r.dir, shard, r.sums); err != nil {
			return err
		} else if d != nil {
			r.c.message("shard %v: finished by an earlier call", shard)
			return nil
		}
	}
	r.plan.Shard = shard
	w, err := run.NewShardWriter(r.dir, *r.plan, r.names(), r.force)
	if err != nil {
		return err
	}
	err = r.eachLog(ctx, w, func(l *inputLog) error {
		if !slices.Contains(logs, l.name) {
			return nil
		}
		return r.addLog(ctx, w, l)
	})
	if err = r.end(ctx, w, err, func(*run.Writer, *run.Dir) error { return nil }); err != nil {
		return err
	}
	r.c.message("shard %v is finished; --merge merges all", shard)
	return nil
}

// begin begins a run that is divided into n shards, opens the finished shards
// and lists the numbers of the missing ones. It returns nil if the folder holds
// the whole run.
func (r *replaying) begin(n int) (w *run.Writer, finished []*run.Dir, missing []string,
	err error) {
	if w, err = r.writer(true); err != nil {
		return nil, nil, nil, err
	}
	if w.Has(r.sums) {
		w.Discard()
		if _, err := run.Open(r.dir); err != nil { // of a report that was cut off
			return nil, nil, nil, err
		}
		r.c.message("%s holds the whole run", r.dir)
		return nil, nil, nil, nil
	}
	err = r.divide(n)
	for _, shard := range r.shards {
		var d *run.Dir
		if err == nil && len(shard.Logs(r.names())) > 0 {
			if d, err = r.plan.OpenShard(r.dir, shard, r.sums); d != nil {
				finished = append(finished, d)
			} else {
				missing = append(missing, fmt.Sprint(shard.Number))
			}
		}
	}
	if err != nil {
		w.Discard()
		return nil, nil, nil, err
	}
	return w, finished, missing, nil
}

// mergeAll merges the shards of a run, unless the run is finished.
func (r *replaying) mergeAll(ctx context.Context) error {
	w, finished, missing, err := r.begin(0)
	if w == nil {
		return err
	}
	if len(missing) > 0 {
		err = fmt.Errorf("%s has not all %d shards; missing: %s", r.dir, len(r.shards),
			output.Enumerate(missing))
	} else {
		err = r.eachLog(ctx, w, func(l *inputLog) error {
			begun := time.Now()
			record, err := w.Merge(finished, l.name)
			if err == nil {
				r.describe(w, record, "merged", begun)
			}
			return err
		})
	}
	if err = r.end(ctx, w, err, r.render); err != nil {
		return err
	}
	return r.print()
}

//go:embed slurm.sh
var slurmScript string

// submit submits the missing shards of a run to Slurm, and a job that merges
// all.
func (r *replaying) submit(ctx context.Context) error {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return fmt.Errorf("there is no Slurm here (%w); waitbench help cluster shows other ways",
			err)
	}
	if r.force {
		if err := run.RemoveShards(r.dir); err != nil {
			return err
		}
	}
	w, _, missing, err := r.begin(r.arraySize)
	if w == nil {
		return err
	}
	w.Discard()
	folder, err := r.writeScript()
	if err != nil {
		return err
	}
	last := []string{"--output=merge.log"}
	if len(missing) > 0 {
		array, err := r.sbatchJob(ctx, folder, "--array="+strings.Join(missing, ","),
			"--output=shard-%a.log")
		if err != nil {
			return err
		}
		fmt.Fprintf(r.c.out, "array %s: %s of %d\n", array, output.Counted(len(missing), "shard"),
			len(r.shards))
		last = append(last, "--dependency=afterany:"+array) // the merge job names a failed shard
	}
	merge, err := r.sbatchJob(ctx, folder, last...)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.c.out, "job %s: merges them\n", merge)
	r.c.message("the script and the messages of the jobs are in %s", folder)
	return nil
}

// writeScript writes the batch script of a run into the folder slurm of its
// directory, which also receives the messages of the jobs.
func (r *replaying) writeScript() (folder string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	line := []string{program, "replay"}
	for _, l := range r.logs {
		path, err := filepath.Abs(l.path)
		if err != nil {
			return "", err
		}
		line = append(line, path)
	}
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return "", err
	}
	line = append(line, "--out", dir, "--figures", r.figures)
	line = append(line, r.plan.Settings.Flags()...)
	if r.noBuild {
		line = append(line, "--no-build")
	}
	if r.skipErrors {
		line = append(line, "--skip-errors")
	}
	merge := "--merge"
	if r.force {
		merge += " --force"
	}
	folder = filepath.Join(r.dir, "slurm")
	// The folder of shards marks the run directory as one of this program.
	for _, dir := range []string{output.Shards(r.dir), folder} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return "", err
		}
	}
	values := strings.NewReplacer("@OF@", fmt.Sprint(len(r.shards)), "@MERGE@", merge, "@COMMAND@",
		render.ShellLine(line))
	return folder, output.Write(filepath.Join(folder, "job.sh"), func(w io.Writer) error {
		_, err := values.WriteString(w, slurmScript)
		return err
	})
}

// sbatchJob submits the script with some options, and returns the job ID.
func (r *replaying) sbatchJob(ctx context.Context, folder string,
	options ...string) (string, error) {
	args := []string{"--parsable", "--job-name=waitbench", "--open-mode=append", "--requeue"}
	args = append(slices.Concat(args, strings.Fields(r.sbatch), options), "job.sh")
	cmd := exec.CommandContext(ctx, "sbatch", args...)
	cmd.Dir = folder
	var messages strings.Builder
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("sbatch: %w: %s", err,
			strings.Join(strings.Fields(messages.String()), " "))
	}
	id, _, _ := strings.Cut(strings.TrimSpace(string(out)), ";") // the cluster follows
	return id, nil
}
