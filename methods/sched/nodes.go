package sched

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// group is a number of nodes of one class that hold tasks of the same jobs.
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
	// the first ones hold the nodes without tasks, by class; the others are never empty
	groups  []group
	room    int64   // nodes that take another task
	missing int64   // tasks of running jobs that found no node
	alike   bool    // a job takes equally long wherever it runs
	touched []int32 // jobs that others have joined or left on some node
}

func newNodes(m Machine) nodes {
	c := m.Cluster
	if c == nil {
		c = &Cluster{MPL: 1, Nodes: []NodeClass{{Count: m.Procs, Power: 1, Availability: 1}}}
	}
	n := nodes{cluster: c, order: make([]int32, len(c.Nodes))}
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
		n.room += class.Count
	}
	n.alike = !n.shared() && (c.Slowdown == ByTasks || !slices.ContainsFunc(n.classes, func(class NodeClass) bool {
		class.Count = n.classes[0].Count
		return class != n.classes[0]
	}))
	return n
}

// copyFrom makes n the same as another one.
func (n *nodes) copyFrom(o *nodes) {
	groups, touched := append(n.groups[:0], o.groups...), n.touched[:0]
	*n = *o
	n.groups, n.touched = groups, touched
}

// free is the number of nodes for the next job; negative where more runs than fits.
func (n *nodes) free() int64 { return n.room - n.missing }

// shared reports whether jobs may share a node.
func (n *nodes) shared() bool { return n.cluster.MPL > 1 }

// take gives the job in a slot its nodes, the given ones first. It returns how many are
// missing and the stretch, and sets touched to the jobs it joins.
func (n *nodes) take(runs []run, slot int32, given []int) (missing int64, stretch float64) {
	n.touched = n.touched[:0]
	need := runs[slot].Procs - int64(len(given))
	s := unslowed
	for _, node := range given {
		s = s.worse(n.move(runs, n.single(node), 1, slot))
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
			s = s.worse(n.move(runs, from, count, slot))
		}
	}
	n.missing += need
	return need, s.stretch(runs[slot].Comm)
}

// single is the group of the only node of a class of the cluster.
func (n *nodes) single(class int) int {
	at := n.order[class]
	return slices.IndexFunc(n.groups, func(g group) bool { return g.class == at && g.count > 0 })
}

// allow returns an error if the nodes of a running job cannot be its own.
func (n *nodes) allow(r Running) error {
	if r.Nodes == nil {
		return nil
	}
	if int64(len(r.Nodes)) != r.Procs {
		return fmt.Errorf("job %d of %d processors holds %d nodes", r.ID, r.Procs, len(r.Nodes))
	}
	for i, class := range r.Nodes {
		switch {
		case class < 0 || class >= len(n.order) || n.classes[n.order[class]].Count != 1:
			return fmt.Errorf("job %d holds node %d, which is no class of one node", r.ID, class)
		case slices.Contains(r.Nodes[:i], class):
			return fmt.Errorf("job %d holds node %d twice", r.ID, class)
		case int(n.groups[n.single(class)].tasks) == n.cluster.MPL:
			return fmt.Errorf("job %d holds node %d, which is full", r.ID, class)
		}
	}
	return nil
}

// move puts a task of the job on some nodes of a group, and returns its slowdown there.
func (n *nodes) move(runs []run, from int, count int64, slot int32) slowdown {
	g := n.groups[from]
	n.touched = append(n.touched, g.jobs()...)
	g.slots[g.tasks] = slot
	g.tasks++
	g.count = count
	if int(g.tasks) == n.cluster.MPL {
		n.room -= count
	}
	if n.groups[from].count -= count; n.groups[from].count == 0 && from >= len(n.classes) {
		n.groups[from] = g
	} else {
		n.groups = append(n.groups, g)
	}
	return n.slowdown(runs, &g, int(g.tasks)-1)
}

// choose is the group with tasks whose nodes a job takes next; -1 if there is none.
func (n *nodes) choose(runs []run, slot int32) int {
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

// compare orders groups by the node selection: fewer tasks; under Uniform, fewer of the
// job's kind; more available processors; jobs that started first; the earlier class.
func (n *nodes) compare(runs []run, a, b *group, comm float64) int {
	if by := cmp.Compare(a.tasks, b.tasks); by != 0 {
		return by
	}
	if n.cluster.Selection == Uniform {
		if by := cmp.Compare(alikeJobs(runs, a, comm), alikeJobs(runs, b, comm)); by != 0 {
			return by
		}
	}
	return cmp.Or(
		cmp.Compare(n.classes[b.class].Availability, n.classes[a.class].Availability),
		slices.CompareFunc(a.jobs(), b.jobs(), func(x, y int32) int { return cmp.Compare(runs[x].seq, runs[y].seq) }),
		cmp.Compare(a.class, b.class))
}

// alikeJobs counts the jobs of a group that are bound by processing, or by
// communication, as a job of that share is.
func alikeJobs(runs []run, g *group, comm float64) int {
	count := 0
	for _, slot := range g.jobs() {
		if (runs[slot].Comm > 0.5) == (comm > 0.5) {
			count++
		}
	}
	return count
}

// release takes a job off its nodes, and adds the jobs that stay there to touched.
func (n *nodes) release(slot int32, missing int64) {
	n.missing -= missing
	for i := len(n.groups) - 1; i >= len(n.classes); i-- {
		g := &n.groups[i]
		at := slices.Index(g.jobs(), slot)
		if at < 0 {
			continue
		}
		if int(g.tasks) == n.cluster.MPL {
			n.room += g.count
		}
		copy(g.slots[at:g.tasks], g.slots[at+1:g.tasks])
		g.tasks--
		n.touched = append(n.touched, g.jobs()...)
		if same := n.find(g, i); same >= 0 {
			n.groups[same].count += g.count
			n.drop(i)
		}
	}
}

// find is another group of the same class and jobs than group i; -1 if there is none.
func (n *nodes) find(g *group, i int) int {
	if g.tasks == 0 {
		return int(g.class)
	}
	for k := len(n.classes); k < len(n.groups); k++ {
		o := &n.groups[k]
		if k != i && o.class == g.class && slices.Equal(o.jobs(), g.jobs()) {
			return k
		}
	}
	return -1
}

// drop takes out group i. Their order does not matter.
func (n *nodes) drop(i int) {
	last := len(n.groups) - 1
	n.groups[i] = n.groups[last]
	n.groups = n.groups[:last]
}

// openings are, in the order of bookings, the times at which full nodes will take another
// task: when the first of their jobs is expected to end. Missing nodes of a job count
// until its end.
func (n *nodes) openings(list []booking, runs []run) []booking {
	for i := len(n.classes); i < len(n.groups); i++ {
		g := &n.groups[i]
		if int(g.tasks) < n.cluster.MPL {
			continue
		}
		at := math.Inf(1)
		for _, slot := range g.jobs() {
			at = min(at, runs[slot].expected)
		}
		list = append(list, booking{at: at, procs: g.count})
	}
	if n.missing > 0 {
		for i := range runs {
			if r := &runs[i]; r.missing > 0 {
				list = append(list, booking{at: r.expected, procs: r.missing})
			}
		}
	}
	slices.SortFunc(list, func(a, b booking) int { return cmp.Compare(b.at, a.at) })
	return list
}
