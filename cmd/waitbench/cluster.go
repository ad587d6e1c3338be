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

// clusterFlags divide a run among several processes.
type clusterFlags struct {
	shard        run.Shard // number 0 for none
	merge, slurm bool
	shards       int // of slurm
	sbatch       string
}

func (r *clusterFlags) add(fs *pflag.FlagSet) {
	fs.Var(&value{kind: "k/n", text: func() string { return "" }, set: func(text string) error {
		n, _ := fmt.Sscanf(text+" ", "%d/%d ", &r.shard.Number, &r.shard.Of)
		if n != 2 || text != r.shard.String() || r.shard.Number < 1 || r.shard.Number > r.shard.Of {
			return fmt.Errorf("%q is no shard such as 7/40", text)
		}
		return nil
	}}, "shard", "run the k-th of n shares of the work, for --merge; see waitbench help cluster")
	fs.BoolVar(&r.merge, "merge", false, "merge the shards that the same call has run with --shard")
	fs.BoolVar(&r.slurm, "slurm", false, "run as a Slurm array of --shards n and a merge job; repeat the call to redo missing shards")
	fs.IntVar(&r.shards, "shards", 40, "number of shards for --slurm")
	fs.StringVar(&r.sbatch, "sbatch", "", "`options` of sbatch for --slurm, such as '-p batch --mem=4G'")
	fs.Var(&value{kind: "k/n", text: func() string { return "" }, set: func(string) error {
		return fmt.Errorf("is gone: use --shard k/n")
	}}, "unit", "use --shard k/n")
	_ = fs.MarkHidden("unit")
}

func (r *clusterFlags) check(paths []string) error {
	given := 0
	for _, is := range []bool{r.shard.Number > 0, r.merge, r.slurm} {
		if is {
			given++
		}
	}
	switch {
	case given > 1:
		return usagef("takes one of --shard, --merge and --slurm")
	case given == 1 && slices.Contains(paths, "-"):
		return usagef("--shard, --merge and --slurm take logs in files, not standard input")
	case !r.slurm && r.sbatch != "":
		return usagef("--sbatch is for --slurm")
	case r.shards < 1:
		return usagef("--shards must be positive")
	}
	return nil
}

// sharded is a run that is divided into shards.
type sharded struct {
	plan        *run.Plan
	dir         string
	paths, logs []string
	sums        map[string]string // SHA-256 of the logs that can be read
	shards      []*run.Shard
}

func newSharded(ctx context.Context, plan *run.Plan, dir string, paths, logs []string) (*sharded, error) {
	s := &sharded{plan: plan, dir: dir, paths: paths, logs: logs, sums: map[string]string{}}
	for i, path := range paths {
		if sum, err := fileSHA256(path); err == nil {
			s.sums[logs[i]] = sum
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return s, nil
}

// divide divides the run into n shards, or into as many as are in its folder if
// n is 0. Shards of another number in the folder are an error.
func (s *sharded) divide(n int) error {
	present, err := run.ShardsIn(s.dir)
	switch {
	case err != nil:
		return err
	case n == 0 && present == 0:
		return fmt.Errorf("%s holds no shards: run them first, with --shard or --slurm", s.dir)
	case n != 0 && present != 0 && n != present:
		return fmt.Errorf("%s holds shards of %d, not of %d: go on with these, or remove %s", s.dir, present, n, output.Shards(s.dir))
	}
	sizes := make([]int64, len(s.paths))
	for i, path := range s.paths {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		sizes[i] = info.Size()
	}
	s.shards = s.plan.Shards(s.logs, sizes, max(n, present))
	return nil
}

// begin begins a run that is divided into n shards, opens the finished shards
// and lists the numbers of the missing ones. It returns nil if the folder holds
// the whole run.
func (s *sharded) begin(p *progress, n int, force bool) (w *run.Writer, finished []*run.Dir, missing []string, err error) {
	if w, err = run.NewWriter(s.dir, *s.plan, s.logs, true, force); err != nil {
		return nil, nil, nil, err
	}
	if w.Has(s.sums) {
		w.Discard()
		p.message("%s holds the whole run", s.dir)
		return nil, nil, nil, nil
	}
	err = s.divide(n)
	for _, shard := range s.shards {
		var d *run.Dir
		if err == nil && len(shard.Logs(s.logs)) > 0 {
			if d, err = s.plan.OpenShard(s.dir, shard, s.sums); d != nil {
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

// runShard runs a shard of a run.
func (r *replayFlags) runShard(ctx context.Context, c console, p *progress, s *sharded) error {
	if err := s.divide(r.shard.Of); err != nil {
		return err
	}
	shard := s.shards[r.shard.Number-1]
	logs := shard.Logs(s.logs)
	if len(logs) == 0 {
		p.message("shard %v has nothing to do", shard)
		return nil
	}
	if !r.force {
		if d, err := s.plan.OpenShard(s.dir, shard, s.sums); err != nil {
			return err
		} else if d != nil {
			p.message("shard %v: finished by an earlier call", shard)
			return nil
		}
	}
	s.plan.Shard = shard
	w, err := run.NewShardWriter(s.dir, *s.plan, s.logs, r.force)
	if err != nil {
		return err
	}
	r.resume = true
	err = r.eachLog(ctx, p, w, s.paths, s.logs, func(i int) error {
		if !slices.Contains(logs, s.logs[i]) {
			return nil
		}
		return r.addLog(ctx, c, p, w, s.paths[i])
	})
	if err == nil {
		_, err = w.Finish(ctx)
	}
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		return giveUp(ctx, err, w)
	}
	p.message("shard %v is finished; --merge merges all", shard)
	return nil
}

// mergeShards merges the shards of a run, unless the run is finished.
func (r *replayFlags) mergeShards(ctx context.Context, c console, p *progress, s *sharded) error {
	w, finished, missing, err := s.begin(p, 0, r.force)
	if w == nil {
		return err
	}
	defer w.Discard()
	if len(missing) > 0 {
		return fmt.Errorf("%s has not all %d shards; missing: %s", s.dir, len(s.shards), output.Enumerate(missing))
	}
	err = r.eachLog(ctx, p, w, s.paths, s.logs, func(i int) error {
		begun := time.Now()
		record, err := w.Merge(finished, s.logs[i])
		if err == nil {
			tellReplayed(p, w, record, "merged", begun)
		}
		return err
	})
	if err != nil {
		return err
	}
	return r.finish(ctx, c, p, w)
}

// slurmFolder is the folder of the script and of the messages of its jobs inside
// a run directory. It is not a file of the run.
const slurmFolder = "slurm"

//go:embed slurm.sh
var slurmScript string

// submit submits the missing shards of a run to Slurm, and a job that merges all.
func (r *replayFlags) submit(ctx context.Context, c console, p *progress, s *sharded) error {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return fmt.Errorf("there is no Slurm here (%w); waitbench help cluster shows other ways", err)
	}
	if r.force {
		if err := run.RemoveShards(s.dir); err != nil {
			return err
		}
	}
	w, _, missing, err := s.begin(p, r.shards, r.force)
	if w == nil {
		return err
	}
	w.Discard()
	folder, err := r.writeScript(s)
	if err != nil {
		return err
	}
	last := []string{"--output=merge.log"}
	if len(missing) > 0 {
		array, err := r.sbatchJob(ctx, folder, "--array="+strings.Join(missing, ","), "--output=shard-%a.log")
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "array %s: %s of %d\n", array, output.Counted(len(missing), "shard"), len(s.shards))
		last = append(last, "--dependency=afterany:"+array) // a failed shard is named by the merge job
	}
	merge, err := r.sbatchJob(ctx, folder, last...)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "job %s: merges them\n", merge)
	p.message("the script and the messages of the jobs are in %s", folder)
	return nil
}

// writeScript writes the batch script of a run into its folder for Slurm.
func (r *replayFlags) writeScript(s *sharded) (folder string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	line := []string{program, "replay"}
	for _, path := range append(slices.Clone(s.paths), s.dir) {
		if path, err = filepath.Abs(path); err != nil {
			return "", err
		}
		line = append(line, path)
	}
	line = slices.Insert(line, len(line)-1, "--out") // of the last
	line = append(line, "--figures", r.figures)
	line = append(line, s.plan.Settings.Flags()...)
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
	folder = filepath.Join(s.dir, slurmFolder)
	for _, dir := range []string{output.Shards(s.dir), folder} { // the first marks the run directory as one of this program
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return "", err
		}
	}
	text := strings.NewReplacer("@OF@", fmt.Sprint(len(s.shards)), "@MERGE@", merge, "@COMMAND@", render.ShellLine(line)).Replace(slurmScript)
	return folder, output.Write(filepath.Join(folder, "job.sh"), func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// sbatchJob submits the script with some options, and returns the job's number.
func (r *replayFlags) sbatchJob(ctx context.Context, folder string, options ...string) (string, error) {
	args := []string{"--parsable", "--job-name=waitbench", "--open-mode=append", "--requeue"}
	cmd := exec.CommandContext(ctx, "sbatch", slices.Concat(args, strings.Fields(r.sbatch), options, []string{"job.sh"})...)
	cmd.Dir = folder
	var messages strings.Builder
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("sbatch: %w: %s", err, strings.Join(strings.Fields(messages.String()), " "))
	}
	id, _, _ := strings.Cut(strings.TrimSpace(string(out)), ";") // the cluster follows
	return id, nil
}
