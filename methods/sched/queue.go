package sched

import (
	"math"
	"slices"
)

// queue is what waiting jobs need, in order, and the least that any of a block of them does, of a
// block of blocks, and so on, so that the next who may start is found without a look at all.
type queue struct {
	levels [4][]need // jobs, blocks of blockSize, ...
	first  int       // place of the first job that still waits, or the end
	left   int       // jobs that wait
}

type need struct {
	procs int64
	wall  float64 // seconds
}

// nobody is the need of a job that has left.
var nobody = need{math.MaxInt64, math.Inf(1)}

const (
	blockBits = 4
	blockSize = 1 << blockBits
)

func (n need) orLess(o need) need { return need{min(n.procs, o.procs), min(n.wall, o.wall)} }

// fill puts those jobs into an empty queue.
func (q *queue) fill(list []waiting) {
	q.first, q.left = 0, len(list)
	jobs := q.levels[0][:0]
	for i := range list {
		jobs = append(jobs, need{list[i].procs, list[i].wall})
	}
	q.levels[0] = jobs
	for k, level := range q.levels[:len(q.levels)-1] {
		blocks := q.levels[k+1][:0]
		for block := range slices.Chunk(level, blockSize) {
			blocks = append(blocks, leastOf(block, need{}))
		}
		q.levels[k+1] = blocks
	}
}

// leastOf is the least of some needs, none of which is below enough.
func leastOf(list []need, enough need) need {
	least := nobody
	for _, n := range list {
		if least = least.orLess(n); least == enough {
			break
		}
	}
	return least
}

// add puts a job behind the others.
func (q *queue) add(n need) {
	q.left++
	at := len(q.levels[0])
	for k := range q.levels {
		if level := &q.levels[k]; at == len(*level) {
			*level = append(*level, n)
		} else {
			(*level)[at] = (*level)[at].orLess(n)
		}
		at /= blockSize
	}
}

// remove takes out the job at a place.
func (q *queue) remove(at int) {
	q.left--
	gone := q.levels[0][at]
	q.levels[0][at] = nobody
	for q.first < len(q.levels[0]) && q.levels[0][q.first] == nobody {
		q.first++
	}
	for k, level := range q.levels[:len(q.levels)-1] {
		at /= blockSize
		least := &q.levels[k+1][at]
		if gone.procs > least.procs && gone.wall > least.wall {
			break
		}
		n := leastOf(level[at*blockSize:min((at+1)*blockSize, len(level))], *least)
		if n == *least {
			break
		}
		*least = n
	}
}

// next is the place of the first job from at on that the room takes; -1 if it takes none.
func (q *queue) next(at int, m *room) int {
	if at == len(q.levels[0]) {
		return -1
	}
	k := len(q.levels) - 1 // the largest block around it of which nobody may start is passed over
	for k > 0 && m.takes(q.levels[k][at>>(blockBits*k)]) {
		k--
	}
	for at >>= blockBits * k; at < len(q.levels[k]); {
		if m.takes(q.levels[k][at]) {
			if k == 0 {
				return at
			}
			k, at = k-1, at*blockSize
			continue
		}
		for at++; at%blockSize == 0 && k < len(q.levels)-1; k++ {
			at /= blockSize
		}
	}
	return -1
}
