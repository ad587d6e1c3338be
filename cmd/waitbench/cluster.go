package main

import (
	"context"
	_ "embed" // the script
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/render"
)

// usualUnits is the number of units of an array that is not told another.
const usualUnits = 40

// clusterFlags say that several processes do a run.
type clusterFlags struct {
	unit        run.ShardID // number 0 for none
	merge, wait bool
	slurm       bool
	units       int // of slurm; 0 for as many as there are, or the usual number
	sbatch      string
}

func (r *clusterFlags) add(fs *pflag.FlagSet) {
	fs.Var(&value{kind: "k/n", text: func() string { return "" }, set: func(text string) error {
		k, n, _ := strings.Cut(text, "/")
		var err1, err2 error
		r.unit.Number, err1 = strconv.Atoi(k)
		r.unit.Of, err2 = strconv.Atoi(n)
		if err1 != nil || err2 != nil || r.unit.Number < 1 || r.unit.Number > r.unit.Of {
			return fmt.Errorf("%q is no unit such as 7/40", text)
		}
		return nil
	}}, "unit", "do the k-th of n shares of the work, for --merge; see waitbench help cluster")
	fs.BoolVar(&r.merge, "merge", false, "put the units that the same call has done with --unit together")
	slurm := fs.VarPF(&value{kind: "n", text: func() string { return "" }, set: func(text string) error {
		var err error
		if r.units, err = strconv.Atoi(text); err != nil || r.units < 0 {
			return fmt.Errorf("%q is no number of units", text)
		}
		r.slurm = true
		return nil
	}}, "slurm", "", fmt.Sprintf("submit n units, %d if it is not said, and what puts them together, to Slurm; once more, what is missing", usualUnits))
	slurm.NoOptDefVal = "0"
	fs.StringVar(&r.sbatch, "sbatch", "", "`options` of sbatch for --slurm, such as '-p batch --mem=4G'")
	fs.BoolVar(&r.wait, "wait", false, "with --slurm, wait until the run is there")
}

func (r *clusterFlags) check(paths []string) error {
	asked := 0
	for _, is := range []bool{r.unit.Number > 0, r.merge, r.slurm} {
		if is {
			asked++
		}
	}
	switch {
	case asked > 1:
		return usagef("takes one of --unit, --merge and --slurm")
	case asked == 1 && slices.Contains(paths, "-"):
		return usagef("--unit, --merge and --slurm take logs in files, not standard input")
	case !r.slurm && (r.wait || r.sbatch != ""):
		return usagef("--wait and --sbatch are for --slurm")
	}
	return nil
}

// programSum is the SHA-256 of this program.
var programSum = sync.OnceValues(func() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	return fileSHA256(program)
})

// cut cuts a run into units, as every call with the same logs and settings does.
func cut(plan *run.Plan, paths, logs []string, n int) ([]*run.Shard, error) {
	sum, err := programSum()
	if err != nil {
		return nil, err
	}
	var list []run.Log
	for i, path := range paths {
		log, err := run.GuessLog(logs[i], path)
		if err != nil {
			return nil, err
		}
		list = append(list, log)
	}
	units := plan.Partition(list, n)
	for _, u := range units {
		u.Program = sum
	}
	return units, nil
}

// sumsOf gives the SHA-256 of logs, but for those that cannot be read, which replaying them says.
func sumsOf(ctx context.Context, paths, logs []string) (map[string]string, error) {
	sums := map[string]string{}
	for i, path := range paths {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if sum, err := fileSHA256(path); err == nil {
			sums[logs[i]] = sum
		}
	}
	return sums, nil
}

// doUnit does a unit of the run.
func (r *replayFlags) doUnit(ctx context.Context, c console, p *progress, plan *run.Plan, dir string, paths, logs []string) error {
	units, err := cut(plan, paths, logs, r.unit.Of)
	if err != nil {
		return err
	}
	if r.unit.Number > len(units) {
		p.message("unit %v has nothing to do: the work comes in %s", r.unit, output.Counted(len(units), "unit"))
		return nil
	}
	plan.Shard = units[r.unit.Number-1]
	of, err := run.ShardsIn(dir)
	if err == nil {
		err = otherCut(dir, of, r.unit.Of)
	}
	if err != nil {
		return err
	}
	var mine []string
	for _, name := range plan.Shard.Logs {
		mine = append(mine, paths[slices.Index(logs, name)])
	}
	sums, err := sumsOf(ctx, mine, plan.Shard.Logs)
	if err != nil {
		return err
	}
	done, err := plan.Done(dir, plan.Shard, sums)
	switch {
	case r.force:
	case err != nil:
		return err
	case done:
		p.message("unit %v: done by an earlier call", r.unit)
		return nil
	}
	e, err := run.NewShardWriter(dir, *plan, r.force)
	if err != nil {
		return err
	}
	r.resume = true
	if err := r.addLogs(ctx, c, p, e, mine, plan.Shard.Logs, len(logs)); err != nil {
		return giveUp(ctx, err, e)
	}
	if _, err := e.Finish(); err != nil {
		return giveUp(ctx, err, e)
	}
	if err := e.Commit(); err != nil {
		return giveUp(ctx, err, e)
	}
	p.message("unit %v is done, of %s; --merge puts them together", r.unit, output.Counted(len(units), "unit"))
	return nil
}

// otherCut is an error where units that are there, of so many, are not of n.
func otherCut(dir string, of, n int) error {
	if of == 0 || of == n {
		return nil
	}
	return fmt.Errorf("%s holds units of %d, not of %d: go on with these, or remove %s", dir, of, n, filepath.Join(dir, ".waitbench", "units"))
}

// openUnits makes all units ready to be put together, but for a run that is there already.
func openUnits(ctx context.Context, plan *run.Plan, e *run.Writer, paths, logs []string) error {
	sums, err := sumsOf(ctx, paths, logs)
	if err != nil || e.Has(sums) {
		return err
	}
	dir := e.Folder.Dir()
	of, err := run.ShardsIn(dir)
	if err == nil && of == 0 {
		err = fmt.Errorf("%s holds no units: do them first, with --unit or --slurm", dir)
	}
	if err != nil {
		return err
	}
	units, err := cut(plan, paths, logs, of)
	if err != nil {
		return err
	}
	return e.OpenUnits(units, sums)
}

// slurmFolder is what a run directory has of Slurm: the script that was submitted, and what the jobs
// said. It is none of the run's files, and stays.
const slurmFolder = "slurm"

//go:embed slurm.sh
var slurmScript string

// submit submits the units of a run that are missing, and what puts them together.
func (r *replayFlags) submit(ctx context.Context, c console, p *progress, plan *run.Plan, dir string, paths, logs []string) error {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return fmt.Errorf("there is no Slurm here (%w); waitbench help cluster shows other ways", err)
	}
	sums, err := sumsOf(ctx, paths, logs)
	if err != nil {
		return err
	}
	if r.force {
		if err := run.RemoveShards(dir); err != nil {
			return err
		}
	}
	e, err := run.NewWriter(dir, *plan, logs, true, r.force)
	if err != nil {
		return err
	}
	defer e.Discard()
	if e.Has(sums) {
		p.message("%s holds the whole run: nothing is submitted", dir)
		return nil
	}
	of, err := run.ShardsIn(dir)
	if err != nil {
		return err
	}
	if r.units == 0 {
		if r.units = of; of == 0 {
			r.units = usualUnits
		}
	}
	if err := otherCut(dir, of, r.units); err != nil {
		return err
	}
	units, err := cut(plan, paths, logs, r.units)
	if err != nil {
		return err
	}
	var missing []string
	for _, u := range units {
		done, err := plan.Done(dir, u, sums)
		if err != nil {
			return err
		}
		if !done {
			missing = append(missing, fmt.Sprint(u.Number))
		}
	}
	s, err := r.slurmJobs(plan, dir, paths)
	if err != nil {
		return err
	}
	busy, err := s.run(ctx, "squeue", "-h", "-o", "%F", "-n", s.name)
	if err == nil && busy != "" {
		err = fmt.Errorf("job %s of this run has not ended: wait, or cancel it", strings.Fields(busy)[0])
	}
	if err != nil {
		return err
	}
	e.Discard()
	array, merge, err := s.submit(ctx, missing)
	if array != "" {
		fmt.Fprintf(c.out, "%s %s: %s of %d\n", "array", array, output.Counted(len(missing), "unit"), len(units))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "job %s: puts them together\n", merge)
	p.message("the script and what the jobs say are in %s", filepath.Join(dir, slurmFolder))
	if r.wait {
		return s.await(ctx, p, merge, units)
	}
	return nil
}

// slurmJobs is a run as jobs of Slurm.
type slurmJobs struct {
	dir, folder string // of the run, and for Slurm
	name        string // of the jobs: one for each run directory
	options     []string
}

// slurmJobs writes the script.
func (r *replayFlags) slurmJobs(plan *run.Plan, dir string, paths []string) (*slurmJobs, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	line := []string{program, "replay"}
	for _, path := range append(slices.Clone(paths), dir) {
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		line = append(line, path)
	}
	dir = line[len(line)-1]
	line = append(line[:len(line)-1], "--out", dir, "--figures", r.figures)
	line = append(line, plan.Settings.Flags()...)
	for flag, is := range map[string]bool{"--no-build": r.noBuild, "--skip-errors": r.skipErrors, "--force": r.force} {
		if is {
			line = append(line, flag)
		}
	}
	name := fnv.New32a()
	io.WriteString(name, dir)
	s := &slurmJobs{dir: dir, folder: filepath.Join(dir, slurmFolder), name: fmt.Sprintf("waitbench-%08x", name.Sum32()), options: strings.Fields(r.sbatch)}
	for _, folder := range []string{s.folder, output.Shards(dir)} { // without which that of the run would be taken for somebody else's
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
	}
	text := strings.NewReplacer("@OF@", fmt.Sprint(r.units), "@COMMAND@", render.ShellLine(line)).Replace(slurmScript)
	return s, output.Write(filepath.Join(s.folder, "job.sh"), func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// run runs a command of Slurm beside the script, and gives what it prints.
func (s *slurmJobs) run(ctx context.Context, command string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Dir = s.folder
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("%s: %w: %s", command, err, strings.Join(strings.Fields(said.String()), " "))
	}
	return strings.TrimSpace(string(out)), nil
}

// submit submits units, if any, as an array, and what puts all units together, which comes whatever
// becomes of these: it says which are missing.
func (s *slurmJobs) submit(ctx context.Context, missing []string) (array, merge string, err error) {
	common := append([]string{"--parsable", "--job-name=" + s.name, "--open-mode=append", "--requeue"}, s.options...)
	sbatch := func(args ...string) (string, error) {
		id, err := s.run(ctx, "sbatch", append(slices.Clone(common), append(args, "job.sh")...)...)
		id, _, _ = strings.Cut(id, ";") // the cluster
		return id, err
	}
	last := []string{"--output=merge.log"}
	if len(missing) > 0 {
		if array, err = sbatch("--array="+strings.Join(missing, ","), "--output=unit-%a.log"); err != nil {
			return "", "", err
		}
		last = append(last, "--dependency=afterany:"+array)
	}
	merge, err = sbatch(last...)
	return array, merge, err
}

// await waits until the job has ended that puts the units together.
func (s *slurmJobs) await(ctx context.Context, p *progress, merge string, units []*run.Shard) error {
	p.start("waiting for job " + merge)
	p.unit = "units"
	for state := ""; ; {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w; the jobs go on", ctx.Err())
		case <-time.After(2 * time.Second):
		}
		done := 0
		for _, u := range units {
			if _, err := os.Stat(filepath.Join(run.ShardFolder(s.dir, u.ShardID), run.RecordFile)); err == nil {
				done++
			}
		}
		p.update(int64(done), int64(len(units)))
		now, err := s.run(ctx, "squeue", "-h", "-t", "all", "-o", "%T", "-j", merge)
		if err != nil && !strings.Contains(err.Error(), "Invalid job id") {
			continue // Slurm may be down for a while
		}
		if now != "" {
			state = now
		}
		switch {
		case state == "COMPLETED":
			return nil
		case err == nil && now != "" && slices.Contains([]string{"PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED", "REQUEUED", "REQUEUE_HOLD", "STOPPED"}, now):
			continue
		}
		return fmt.Errorf("job %s, which was to put the units together, is %s: %s", merge, strings.ToLower(state), lastLine(filepath.Join(s.folder, "merge.log")))
	}
}

// lastLine is the last line of a file.
func lastLine(path string) string {
	text, _ := os.ReadFile(path) // none says nothing
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}
