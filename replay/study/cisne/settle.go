package cisne

import (
	"cmp"
	"slices"

	"waitbench/methods/sched"
)

// settle puts the running jobs on their nodes. A state chooses nodes by itself: always those with
// the fewest tasks. So every node is given as many placeholders of one task as any node has tasks,
// which come to the nodes in the order of their availability; then, for one job after the other,
// one of them leaves each of its nodes, and the job finds no others with as few tasks. In the end
// the rest of the placeholders leave. Nothing of that takes any time.
func (v *view) settle(t *truth, state *sched.State) error {
	layers := 0
	for _, tasks := range t.nodes {
		layers = max(layers, len(tasks))
	}
	order := make([]int, len(t.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(v.sample.idle[b], v.sample.idle[a]) })
	left := make([][]int64, len(t.nodes)) // placeholders, by node
	name := int64(-1)
	for range layers {
		for _, n := range order {
			if err := state.Submit(sched.Job{ID: name, Procs: 1, Run: 1}); err != nil {
				return err
			}
			state.Begin(name)
			left[n] = append(left[n], name)
			name--
		}
	}
	for _, r := range t.running {
		for _, n := range r.nodes {
			last := len(left[n]) - 1
			state.Finish(left[n][last])
			left[n] = left[n][:last]
		}
		if err := state.Submit(v.rest(t, r)); err != nil {
			return err
		}
		state.Begin(int64(r.at))
	}
	for _, names := range left {
		for _, name := range names {
			state.Finish(name)
		}
	}
	return nil
}

// lookAhead simulates a state from now on until the job of that name has ended, and gives the times
// of its start and its end; seconds.
func lookAhead(state *sched.State, now float64, name int64) (start, end float64) {
	for {
		for _, s := range state.Pass() {
			if s.ID == name {
				start = now
			}
		}
		now = state.NextEnd()
		for _, e := range state.Advance(now) {
			if e.ID == name {
				return start, now
			}
		}
	}
}
