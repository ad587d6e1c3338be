package stat

import (
	"math"
	"sync"
)

// level is the key of the tables that depend on a quantile and a confidence.
type level struct{ q, c float64 }

// cache keeps one value per key for the life of the program. The zero value is
// empty and ready. It may be used in parallel.
type cache[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]V
}

// get returns the value of key, which build makes at the first call. Other calls
// wait while a value is built.
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

// tabled reports whether a quantile is worth a table that is kept: those of at
// most three decimals are few. Adaptive methods use other quantiles once.
func tabled(q float64) bool { return math.Round(q*1000)/1000 == q }
