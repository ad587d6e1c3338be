package stat

import (
	"math"
	"sync"
)

// level is the key of the tables that depend on a quantile and a confidence.
type level struct{ q, c float64 }

// cache keeps one value per key for the life of the program. The zero value is empty and ready; it
// may be used in parallel.
type cache[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]V
}

// get gives the value of key, made by build when it is asked for first. Others wait while a value
// is built.
func (c *cache[K, V]) get(key K, build func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.values[key]; ok {
		return v
	}
	v := build()
	if c.values == nil {
		c.values = make(map[K]V)
	}
	c.values[key] = v
	return v
}

// Tabled says which quantiles are worth a table that is kept: those of at most three decimals, of
// which there are few. Levels that move would fill the memory with tables.
func Tabled(q float64) bool { return math.Round(q*1000)/1000 == q }
