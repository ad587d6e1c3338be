package synth

import (
	"math"
	"strings"
	"testing"
)

func TestConfigErrors(t *testing.T) {
	for _, tc := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Procs = 0 }, "procs: 0 is not between 1 and 1e+06"},
		{func(c *Config) { c.Days = -1 }, "days: -1 is not between"},
		{func(c *Config) { c.Days = 1e6 }, "days: about 7.7e+08 jobs, more than 5e+07"},
		{func(c *Config) { c.Load = 0 }, "load: 0 is not between"},
		{func(c *Config) { c.Load = math.NaN() }, "load: NaN is not between"},
		{func(c *Config) { c.Load, c.Days = 1e-6, 1 }, "load: 1e-06 brings no job in 1 days"},
		{func(c *Config) { c.MinLogWork = 13 }, "max log work: 12 is not between 13 and 30"},
		{func(c *Config) { c.MaxLogWork = 13 }, "walls: a job may run for 442414 s"},
		{func(c *Config) { c.MaxParallel = 257 }, "max parallel: 257 is not between 1 and 256"},
	} {
		c := Default()
		tc.change(&c)
		if _, err := Generate(c); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
}
