package methods

import (
	"cmp"
	"fmt"
	"slices"

	"waitbench/methods/history"
)

// RankRule is a way to find the rank of an order statistic.
type RankRule string

// The rank rules.
const (
	ExactRank RankRule = "exact" // the binomial sum itself, valid for every history
	// the paper's normal approximation, where n*q and n*(1-q) are at least 10
	NormalRank RankRule = "normal"
)

// Scheduler is a scheduler that smith, hanzich and sdpn can simulate.
type Scheduler string

// The schedulers.
const (
	EASYScheduler Scheduler = "easy" // first come first served with EASY backfilling
	FCFSScheduler Scheduler = "fcfs" // first come first served
)

// Settings are shared by several methods. Options of one method are parameters of its
// name: see Params.
type Settings struct {
	Level
	Rank      RankRule  // of methods that bound by order statistics; empty means ExactRank
	Scheduler Scheduler // of methods that look ahead; empty means EASYScheduler
	Cluster   *Cluster  // of hanzich and sdpn; nil where none is described
}

// mostWaits is more than any log has.
const mostWaits = 1e8

// Check returns an error naming the first setting that is out of range, such as a
// level whose bounds need more waits than any log has.
func (s Settings) Check() error {
	if err := s.Level.Check(); err != nil {
		return err
	}
	if n := s.Smallest(); n > mostWaits {
		return fmt.Errorf("it takes at least %d waits to bound the quantile %v with confidence %v, and no log has more than %d",
			n, s.Level, s.Confidence, int(mostWaits))
	}
	err := cmp.Or(
		checkName("rank rule", s.Rank, ExactRank, NormalRank),
		checkName("scheduler", s.Scheduler, EASYScheduler, FCFSScheduler),
	)
	if err == nil && s.Cluster != nil {
		err = s.Cluster.Check()
	}
	return err
}

// rule is the rule of the order statistic of the settings.
func (s *Settings) rule() history.Rule { return s.Level.rule(s.Rank) }

// checkName returns an error that lists the known names unless name is one of them or empty.
func checkName[T ~string](what string, name T, known ...T) error {
	if name == "" || slices.Contains(known, name) {
		return nil
	}
	return fmt.Errorf("unknown %s %q; known are %q", what, name, known)
}
