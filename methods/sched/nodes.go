package sched

import (
	"cmp"
	"math"
	"slices"
)

// group is a number of nodes of one class that hold tasks of the same jobs. So
// cost grows with running jobs and not with nodes.
type group struct {
	class int32
	tasks int32         // on every node
	count int64         // nodes
	slots [MaxMPL]int32 // of the jobs that have a task there, in order of their starts
}

func (g *group) jobs() []int32 { return g.slots[:g.tasks] }

// nodes has the tasks of all nodes.
type nodes struct {
	cluster *Cluster
	classes []NodeClass // in the order in which empty nodes are taken
	order   []int32     // index in classes of each class of the cluster
	// the first groups hold the nodes without tasks, by class; the others are
	// never empty
	groups  []group
	open    int64   // nodes that take another task
	missing int64   // tasks of running jobs that found no node
	equal   bool    // a job takes equally long wherever it runs
	touched []int32 // jobs that others have joined or left on some node
}

func newNodes(m Machine) nodes {
	c := m.Cluster
	if c == nil {
		c = &Cluster{MPL: 1, Nodes: []NodeClass{{Count: m.Procs, Power: 1, Availability: 1}}}
	}
	n := nodes{cluster: c, order: make([]int32, len(c.Nodes)), equal: c.MPL == 1}
	taken := make([]int, len(c.Nodes)) // classes by the order in which they are taken
	for i := range taken {
		taken[i] = i
	}
	slices.SortStableFunc(taken, func(a, b int) int {
		return cmp.Compare(c.Nodes[b].Availability, c.Nodes[a].Availability)
	})
	for i, of := range taken {
		class := c.Nodes[of]
		n.order[of] = int32(i)
		n.classes = append(n.classes, class)
		n.groups = append(n.groups, group{class: int32(i), count: class.Count})
		n.open += class.Count
		class.Count = n.classes[0].Count
		n.equal = n.equal && (c.Slowdown == ByTasks || class == n.classes[0])
	}
	return n
}

// copyFrom makes n the same as another one.
func (n *nodes) copyFrom(o *nodes) {
	groups, touched := append(n.groups[:0], o.groups...), n.touched[:0]
	*n = *o
	n.groups, n.touched = groups, touched
}

// free is the number of nodes for the next job; negative where more runs than
// fits.
func (n *nodes) free() int64 { return n.open - n.missing }

// shared reports whether jobs may share a node.
func (n *nodes) shared() bool { return n.cluster.MPL > 1 }

// take puts the job in a slot on its nodes, the given ones first. It returns
// how many are missing and the stretch, and sets touched to the jobs it joins.
func (n *nodes) take(runs []jobState, slot int32, given []int) (missing int64, stretch float64) {
	n.touched = n.touched[:0]
	need := runs[slot].Procs - int64(len(given))
	s := unslowed
	for _, node := range given {
		class := n.order[node]
		from := slices.IndexFunc(n.groups, func(g group) bool {
			return g.class == class && g.count > 0
		})
		s = s.Worse(n.move(runs, from, 1, slot))
	}
	for i := 0; need > 0; i++ {
		from := i // the empty nodes first: any others hold more tasks
		if i >= len(n.classes) {
			if from = n.choose(runs, slot); from < 0 {
				break
			}
		}
		if count := min(need, n.groups[from].count); count > 0 {
			need -= count
			s = s.Worse(n.move(runs, from, count, slot))
		}
	}
	n.missing += need
	return need, s.stretch(runs[slot].Comm)
}

// move puts a task of the job on some nodes of a group, and returns its
// slowdown there.
func (n *nodes) move(runs []jobState, from int, count int64, slot int32) Factors {
	g := n.groups[from]
	n.touched = append(n.touched, g.jobs()...)
	g.slots[g.tasks] = slot
	g.tasks++
	g.count = count
	if int(g.tasks) == n.cluster.MPL {
		n.open -= count
	}
	if n.groups[from].count -= count; n.groups[from].count == 0 && from >= len(n.classes) {
		n.groups[from] = g
	} else {
		n.groups = append(n.groups, g)
	}
	return n.slowdown(runs, &g, int(g.tasks)-1)
}

// choose is the group with tasks whose nodes a job takes next; -1 if there is
// none.
func (n *nodes) choose(runs []jobState, slot int32) int {
	best := -1
	for i := len(n.classes); i < len(n.groups); i++ {
		g := &n.groups[i]
		if int(g.tasks) == n.cluster.MPL || slices.Contains(g.jobs(), slot) {
			continue
		}
		if best < 0 || n.compare(runs, g, &n.groups[best], runs[slot].Comm) < 0 {
			best = i
		}
	}
	return best
}

// compare orders groups by the node selection: fewer tasks; under Uniform,
// fewer of the job's kind; more available processors; jobs that started first;
// the earlier class.
func (n *nodes) compare(runs []jobState, a, b *group, comm float64) int {
	by := cmp.Compare(a.tasks, b.tasks)
	if by == 0 && n.cluster.Selection == Uniform {
		by = cmp.Compare(ofKind(runs, a, comm), ofKind(runs, b, comm))
	}
	return cmp.Or(by,
		cmp.Compare(n.classes[b.class].Availability, n.classes[a.class].Availability),
		slices.CompareFunc(a.jobs(), b.jobs(), func(x, y int32) int {
			return cmp.Compare(runs[x].seq, runs[y].seq)
		}),
		cmp.Compare(a.class, b.class))
}

// ofKind counts the jobs of a group that are bound by processing, or by
// communication, like a job of that share.
func ofKind(runs []jobState, g *group, comm float64) int {
	count := 0
	for _, slot := range g.jobs() {
		if (runs[slot].Comm > 0.5) == (comm > 0.5) {
			count++
		}
	}
	return count
}

// release takes a job off its nodes, and adds the jobs that stay there to
// touched.
func (n *nodes) release(slot int32, missing int64) {
	n.missing -= missing
	for i := len(n.groups) - 1; i >= len(n.classes); i-- {
		g := &n.groups[i]
		task := slices.Index(g.jobs(), slot)
		if task < 0 {
			continue
		}
		if int(g.tasks) == n.cluster.MPL {
			n.open += g.count
		}
		copy(g.slots[task:g.tasks], g.slots[task+1:g.tasks])
		g.tasks--
		n.touched = append(n.touched, g.jobs()...)
		// join the group of the same class and jobs; the order of groups is
		// free
		for k := range n.groups {
			o := &n.groups[k]
			if k != i && o.class == g.class && slices.Equal(o.jobs(), g.jobs()) {
				o.count += g.count
				last := len(n.groups) - 1
				n.groups[i] = n.groups[last]
				n.groups = n.groups[:last]
				break
			}
		}
	}
}

// openings are, in the order of bookings, the times at which full nodes will
// take another task: when the first of their jobs is expected to end. Missing
// nodes of a job count until its end.
func (n *nodes) openings(times []booking, runs []jobState) []booking {
	for i := len(n.classes); i < len(n.groups); i++ {
		g := &n.groups[i]
		if int(g.tasks) < n.cluster.MPL {
			continue
		}
		at := math.Inf(1)
		for _, slot := range g.jobs() {
			at = min(at, runs[slot].expected)
		}
		times = append(times, booking{time: at, procs: g.count})
	}
	if n.missing > 0 {
		for i := range runs {
			if r := &runs[i]; r.missing > 0 {
				times = append(times, booking{time: r.expected, procs: r.missing})
			}
		}
	}
	slices.SortFunc(times, func(a, b booking) int { return cmp.Compare(b.time, a.time) })
	return times
}
