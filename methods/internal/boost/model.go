package boost

import (
	"math"
	"slices"
)

// Options are the size of a model.
type Options struct {
	Trees int
	Depth int     // splits between a tree's root and a leaf, at most
	Rate  float64 // part of what a leaf is off that it moves the model by, in (0, 1]
	Least int     // rows in a leaf, at least 1
}

// Model is a quantile as a function of features.
type Model struct {
	start float64
	nodes []node // tree after tree, each with its root in front
	roots []int32
}

// node sends rows with a feature up to an end to the next node, others to the one at right. A leaf
// has no right, and a value to add.
type node struct {
	feature, right int32
	end            float32
	add            float64
}

// At gives the quantile at a row of features.
func (m *Model) At(row []float32) float64 {
	sum := m.start
	for _, at := range m.roots {
		for m.nodes[at].right > 0 {
			if n := &m.nodes[at]; row[n.feature] <= n.end {
				at++
			} else {
				at = n.right
			}
		}
		sum += m.nodes[at].add
	}
	return sum
}

// Quantile is the smallest of numbers, at least one, that a share q in (0, 1) of them does not
// exceed: of those that minimise the pinball loss the smallest. It sorts them.
func Quantile(numbers []float64, q float64) float64 {
	slices.Sort(numbers)
	rank := int(math.Ceil(float64(q * float64(len(numbers)))))
	return numbers[max(rank, 1)-1]
}

// tally counts rows in its low 16 bits, and those of them above the model in its high ones.
type tally = uint32

// tallies are those of a node, by feature and bin.
type tallies [][bins]tally

// fit is a model in the making.
type fit struct {
	*Matrix
	Options
	q     float64
	model *Model
	y     []float64
	now   []float64 // what the model says of the rows
	each  []tally   // of the rows
	order []int32   // rows, those of a node one after another
	spare []int32
	off   []float64 // room for what the rows of a leaf are off
	room  []tallies // by depth that is left
}

// Fit learns the quantile q of y, a number for each row of a matrix. Every tree splits the gradients
// of the pinball loss by least squares, best of all features and bins, and its leaves move by the
// quantile of what is left, as in [Friedman01, section 4.3] for q = 0.5: the loss on the rows never
// rises.
func Fit(m *Matrix, y []float64, q float64, o Options) *Model {
	start := Quantile(slices.Clone(y), q)
	f := &fit{
		Matrix: m, Options: o, q: q, model: &Model{start: start}, y: y, now: slices.Repeat([]float64{start}, m.rows),
		each: make([]tally, m.rows), order: make([]int32, m.rows), spare: make([]int32, 0, m.rows), off: make([]float64, m.rows),
	}
	for range o.Depth + 1 {
		f.room = append(f.room, make(tallies, m.features))
	}
	for range o.Trees {
		for i := range f.order {
			f.order[i] = int32(i)
			f.each[i] = 1
			if y[i] > f.now[i] {
				f.each[i] |= 1 << 16
			}
		}
		f.model.roots = append(f.model.roots, int32(len(f.model.nodes)))
		root := f.room[o.Depth]
		f.count(root, f.order)
		f.grow(f.order, root, o.Depth)
	}
	return f.model
}

// count tallies rows.
func (f *fit) count(to tallies, rows []int32) {
	clear(to)
	for _, i := range rows {
		codes, one := f.codes[int(i)*f.features:][:len(to)], f.each[i]
		for k, code := range codes {
			to[k][code%bins] += one
		}
	}
}

// grow adds the tree of rows, whose tallies it uses up.
func (f *fit) grow(rows []int32, have tallies, depth int) {
	at := len(f.model.nodes)
	f.model.nodes = append(f.model.nodes, node{})
	feature, bin := -1, 0
	if depth > 0 {
		feature, bin = f.best(have)
	}
	if feature < 0 {
		f.model.nodes[at].add = f.leaf(rows)
		return
	}
	left, right := f.split(rows, feature, bin)
	fewer, ofLeft, ofRight := left, f.room[depth-1], have
	if len(left) > len(right) {
		fewer, ofLeft, ofRight = right, have, f.room[depth-1]
	}
	if depth > 1 {
		few := f.room[depth-1]
		f.count(few, fewer)
		for k := range have {
			for b, n := range few[k] {
				have[k][b] -= n
			}
		}
	}
	f.grow(left, ofLeft, depth-1)
	f.model.nodes[at] = node{feature: int32(feature), right: int32(len(f.model.nodes)), end: f.ends[feature][bin]}
	f.grow(right, ofRight, depth-1)
}

// best finds the split that takes away most of the squared deviation of the gradients from their
// mean: those of rows above the model are q, of others q - 1. There is none, with a feature of -1,
// where leaves would be too small or gradients are no less apart.
func (f *fit) best(have tallies) (feature, bin int) {
	all := tally(0)
	for _, n := range have[0] {
		all += n
	}
	alone := f.explained(all)
	most := alone + 1e-9*math.Abs(alone) + 1e-9
	feature = -1
	if int(all&Most) < 2*f.Least {
		return feature, 0
	}
	for k := range have {
		left := tally(0)
		for b, n := range have[k][:len(f.ends[k])] {
			left += n
			if n == 0 || int(left&Most) < f.Least || int((all-left)&Most) < f.Least {
				continue
			}
			if gain := f.explained(left) + f.explained(all-left); gain > most {
				most, feature, bin = gain, k, b
			}
		}
	}
	return feature, bin
}

// explained is the square of the sum of gradients over the number of rows.
func (f *fit) explained(t tally) float64 {
	n := float64(t & Most)
	sum := float64(t>>16) - float64((1-f.q)*n)
	return float64(sum*sum) / n
}

// split sorts rows by the side of a bin's end that they lie on.
func (f *fit) split(rows []int32, feature, bin int) (left, right []int32) {
	n, others := 0, f.spare[:0]
	for _, i := range rows {
		if int(f.codes[int(i)*f.features+feature]) <= bin {
			rows[n] = i
			n++
		} else {
			others = append(others, i)
		}
	}
	copy(rows[n:], others)
	return rows[:n], rows[n:]
}

// leaf moves the model on rows, and says by how much.
func (f *fit) leaf(rows []int32) float64 {
	off := f.off[:len(rows)]
	for at, i := range rows {
		off[at] = f.y[i] - f.now[i]
	}
	add := float64(f.Rate * Quantile(off, f.q))
	for _, i := range rows {
		f.now[i] += add
	}
	return add
}
