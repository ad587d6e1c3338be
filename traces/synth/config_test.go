package synth

import (
	"math"
	"strings"
	"testing"
)

func TestDefaultIsValid(t *testing.T) {
	c := Default()
	if err := c.check(); err != nil {
		t.Error(err)
	}
}

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
		{func(c *Config) { c.DayLength = 90000 }, "day length: 90000 is not between 1 and 86400 s"},
		{func(c *Config) { c.MinLogWork = 13 }, "max log work: 12 is not between 13 and 30"},
		{func(c *Config) { c.MaxLogWork = 13 }, "walls: a job may run for 442414 s"},
		{func(c *Config) { c.MaxParallel = 257 }, "max parallel: 257 is not between 1 and 256"},
		{func(c *Config) { c.MaxVariance = -1 }, "max variance: -1"},
		{func(c *Config) { c.MinUse = 0 }, "min use: 0"},
		{func(c *Config) { c.ShortShare = 2 }, "short share: 2"},
		{func(c *Config) { c.CancelShare = 2 }, "cancel share: 2"},
		{func(c *Config) { c.MinPatience = 0 }, "min patience: 0 is not between 1 and 1e+09 s"},
		{func(c *Config) { c.MaxPatience = 3 }, "max patience: 3 is not between 60"},
		{func(c *Config) { c.CrashShare = 1 }, "crash share: 1"},
		{func(c *Config) { c.Users = 0 }, "users: 0"},
		{func(c *Config) { c.Executables = 0 }, "executables: 0"},
		{func(c *Config) { c.Skew = -1 }, "skew: -1"},
		{func(c *Config) { c.Walls = nil }, "walls: a job may run for 162755 s"},
		{func(c *Config) { c.Walls = []float64{60, 60} }, "walls: 60 s is not a whole number of seconds above the one before"},
		{func(c *Config) { c.Queues = nil }, "queues: none takes a job of 128 processors that runs for 162755 s"},
		{func(c *Config) { c.Queues[3].MaxProcs = 100 }, "queues: none takes"},
		{func(c *Config) { c.Queues[1].Name = "two words" }, `queues: name "two words" of queue 2 is not one word`},
		{func(c *Config) { c.Queues[1].Name = "low" }, "queues: two are called low"},
		{func(c *Config) { c.Queues[1].Weight = 0 }, "queues: weight 0 of high"},
		{func(c *Config) { c.Queues[1].MaxProcs = -1 }, "queues: processor limit -1 of high"},
		{func(c *Config) { c.Queues[1].MaxWall = 0.5 }, "queues: wall time limit 0.5 s of high"},
		{func(c *Config) { c.Phases = nil }, "phases: the first one must be from 0"},
		{func(c *Config) { c.Phases[2].From = 0.3 }, "phases: from 0.3 is not between 0.4, the phase before, and 1"},
		{func(c *Config) { c.Phases[1].Discipline = 5 }, "phases: unknown discipline(5)"},
		{func(c *Config) { c.Phases[1].Ranks = []int{1} }, "phases: 1 ranks for 4 queues"},
	} {
		c := Default()
		tc.change(&c)
		if _, err := Generate(c); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
}
