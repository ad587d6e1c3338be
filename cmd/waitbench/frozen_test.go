package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// The results of methods on logs are frozen: testdata/frozen.txt has a
// line per log and method with the SHA-256 of its rows in scores.arrow and of
// those in predictions.arrow, as waitbench cat prints the columns named here. A
// sum changes only with the reason in the commit message; go test
// ./cmd/waitbench -run Frozen -update writes the sums again.

// The columns that are frozen, in the order in which they are summed.
const (
	frozenScores = "log,queue,procs_range,method,quantile,confidence,epoch_s,train,jobs,scored,bounded,correct,median_ratio,change_points," +
		"threshold,side,correct_lo,correct_hi,kupiec_lr,christoffersen_ind_lr,christoffersen_cc_lr,miss_after_miss,longest_miss_run," +
		"worst_month,worst_month_at,pinball_s,log_pinball,mean_bound_s,median_bound_s,mean_over_s,pointed,mae_s,median_ae_s,log_corr," +
		"within_2x,within_10min,turnaround_dev"
	frozenPredictions = "job_id,bound,point"
)

// frozenRun is a replay whose sums are kept. Those that are large run only with
// WAITBENCH_FROZEN=all, as make frozen sets it.
type frozenRun struct {
	log       string
	jobs      int // the first so many of the log; 0 for all
	quantiles string
	large     bool
}

var frozenRuns = []frozenRun{
	{log: twoDays, quantiles: "0.95,0.5"},
	{log: "KTH-SP2-1996-2.1-cln", quantiles: "0.95,0.5"},
	{log: "SDSC-SP2-1998-4.2-cln", jobs: 10_000, quantiles: "0.95"},
	{log: "SDSC-SP2-1998-4.2-cln", quantiles: "0.95", large: true},
	{log: "SDSC-DS-2004-2.1-cln", quantiles: "0.95", large: true},
	{log: "CTC-SP2-1996-3.1-cln", quantiles: "0.95", large: true},
}

func (r *frozenRun) name() string {
	if r.jobs == 0 {
		return r.log
	}
	return fmt.Sprintf("%s-first-%d", r.log, r.jobs)
}

// twoDays is the log of logOf with seed 1, for a clone without real logs.
const twoDays = "generated-2-days"

const frozenFile = "testdata/frozen.txt"

func TestFrozen(t *testing.T) {
	drawsMuch(t)
	want := readFrozen(t)
	for _, r := range frozenRuns {
		t.Run(r.name(), func(t *testing.T) {
			if r.log == twoDays && runtime.GOARCH != "amd64" {
				t.Skip("the sums of the generated log are of amd64: other processors round otherwise")
			}
			if r.large && os.Getenv("WAITBENCH_FROZEN") != "all" {
				t.Skip("WAITBENCH_FROZEN is not all: the large logs are those of make frozen")
			}
			for key, sums := range r.sums(t) {
				if *swftest.Update {
					want[key] = sums
				} else if want[key] == "" {
					t.Logf("%s has no frozen sums yet: go test ./cmd/waitbench -run TestFrozen -update", key)
				} else if want[key] != sums {
					t.Errorf("%s gives other numbers than it did: %s, frozen %s", key, sums, want[key])
				}
			}
		})
	}
	if *swftest.Update {
		writeFrozen(t, want)
	}
}

func frozenMethods() []string { return append(methods.Names(), "boost") }

// sums replays the log and returns the sums of each method by "run method". It
// fails for a method without bounds and forecasts.
func (r *frozenRun) sums(t *testing.T) map[string]string {
	dir, names := t.TempDir(), frozenMethods()
	succeed(t, "replay", r.path(t), "--methods", strings.Join(names, ","), "--quantiles", r.quantiles, "--figures",
		"none", "--out", dir, "--quiet")
	sums := map[string]string{}
	for _, m := range names {
		scores := succeed(t, "cat", filepath.Join(dir, "scores.arrow"), "--where", "method="+m, "--columns", frozenScores).out
		scores = strings.Replace(strings.Replace(scores, "procs_range", "procs", 1), "log,", "trace,",
			1) // as the columns were called
		predictions := succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--where", "method="+m, "--columns",
			frozenPredictions).out
		if strings.Count(scores, "\n") < 2 || !strings.ContainsAny(strings.TrimPrefix(predictions, frozenPredictions),
			"0123456789") {
			t.Errorf("%s: %s says nothing", r.name(), m)
		}
		sums[r.name()+" "+m] = fmt.Sprintf("%x %x", sha256.Sum256([]byte(scores)), sha256.Sum256([]byte(predictions)))
	}
	return sums
}

// path returns the path of the log, or of a copy of its first jobs.
func (r *frozenRun) path(t *testing.T) string {
	if r.log == twoDays {
		return logOf(t, 1)
	}
	whole := realLog(t, r.log)
	if r.jobs == 0 {
		return whole
	}
	return firstJobs(t, whole, r.jobs, filepath.Join(t.TempDir(), r.name()+".swf"))
}

// firstJobs copies the first jobs of a log.
func firstJobs(t *testing.T, log string, jobs int, to string) string {
	t.Helper()
	f, err := swf.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f.Text())
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, ";") {
			jobs--
		}
		if jobs >= 0 {
			kept.WriteString(line)
		}
	}
	return writeFile(t, to, kept.String())
}

func readFrozen(t *testing.T) map[string]string {
	sums := map[string]string{}
	data, err := os.ReadFile(frozenFile)
	if err != nil && !*swftest.Update {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) != 4 {
			t.Fatalf("%s: %q", frozenFile, line)
		}
		sums[f[0]+" "+f[1]] = f[2] + " " + f[3]
	}
	return sums
}

func writeFrozen(t *testing.T, sums map[string]string) {
	var text strings.Builder
	for _, r := range frozenRuns {
		for _, m := range frozenMethods() {
			if key := r.name() + " " + m; sums[key] != "" {
				fmt.Fprintln(&text, key, sums[key])
			}
		}
	}
	writeFile(t, frozenFile, text.String())
}
