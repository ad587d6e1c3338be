package replay

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// listed gives jobs as a slice.
func listed(l Jobs) []Job {
	var jobs []Job
	for _, j := range l.All() {
		jobs = append(jobs, j)
	}
	return jobs
}

// change changes the jobs of a trace.
func change(t *Trace, how func(i int, j *Job)) {
	for i, j := range t.Jobs.All() {
		how(i, &j)
		t.Jobs.Set(i, j)
	}
}

// bits are the numbers of a job, of which NaN is equal to itself and -0 not to 0.
func (j Job) bits() [11]uint64 {
	b := [11]uint64{uint64(j.ID), uint64(j.Procs), uint64(j.User), uint64(j.Executable), uint64(j.queue)}
	for i, x := range []float64{j.Submit, j.Wait, j.Run, j.CPU, j.Estimate} {
		b[5+i] = math.Float64bits(x)
	}
	if j.replayed {
		b[10] = 1
	}
	return b
}

// TestJobsAreAsTheyWere: whatever numbers jobs have, those of a list are the same to the bit, also
// where they were set later, cloned or sorted.
func TestJobsAreAsTheyWere(t *testing.T) {
	const n = 3*blockJobs + 7
	odd := []float64{-1, 0, math.Copysign(0, -1), .5, -2, -1e300, 1e300, 1 << 31, 1<<32 - 4, 1<<32 - 3, 1<<32 - 2, 1<<32 - 1, 1 << 32, math.Inf(1), math.Inf(-1), math.NaN()}
	whole := []int64{-1, 0, -2, math.MinInt64, math.MaxInt64, 1<<32 - 4, 1<<32 - 3, 1<<32 - 2, 1<<32 - 1, 1 << 32}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, oddities := range []int{0, 1, n} {
		var want []Job
		var got Jobs
		job := func(i int) Job {
			j := Job{ID: int64(i), Submit: float64(rng.IntN(n)), Wait: 5, Run: 9.25, CPU: 7.75, Estimate: -1, Procs: 4, User: -1, queue: 3, replayed: i%2 == 0}
			j.Run = float64(i % 3)
			if rng.IntN(n) < oddities {
				*[]*float64{&j.Submit, &j.Wait, &j.Run, &j.CPU, &j.Estimate}[rng.IntN(5)] = odd[rng.IntN(len(odd))]
				*[]*int64{&j.ID, &j.Procs, &j.User, &j.Executable}[rng.IntN(4)] = whole[rng.IntN(len(whole))]
			}
			return j
		}
		check := func(what string, got Jobs, want []Job) {
			if got.Len() != len(want) {
				t.Fatalf("%s, %d oddities: %d jobs, want %d", what, oddities, got.Len(), len(want))
			}
			for i, j := range got.All() {
				submit, wait := got.times(i)
				if j.bits() != want[i].bits() || !sameBits(submit, j.Submit) || !sameBits(wait, j.Wait) {
					t.Fatalf("%s, %d oddities: job %d is %+v (%v, %v), want %+v", what, oddities, i, j, submit, wait, want[i])
				}
			}
		}
		for i := range n {
			want = append(want, job(i))
			got.Append(want[i])
		}
		check("as appended", got, want)
		for range 100 {
			i := rng.IntN(n)
			want[i] = job(i)
			got.Set(i, want[i])
		}
		check("as set", got, want)
		check("cloned", got.Clone(blockJobs+1), want[:blockJobs+1])
		c := got.Clone(n)
		c.Set(0, Job{})
		check("behind its clone", got, want)
		for i := range want { // which NaN has no place in
			if j := &want[i]; j.Submit != j.Submit {
				j.Submit = 0
				got.Set(i, *j)
			}
		}
		got.sort()
		slices.SortStableFunc(want, func(a, b Job) int {
			switch {
			case a.Submit < b.Submit:
				return -1
			case a.Submit > b.Submit:
				return 1
			}
			return 0
		})
		check("sorted", got, want)
	}
}
