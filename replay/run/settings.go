package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/swf"
)

// Settings are the settings of a run. AllSettings describes each field, with
// the same keys.
type Settings struct {
	Methods    []string     `json:"methods"`
	Quantiles  []string     `json:"quantiles"` // of methods.ParseLevel; the first is the main one
	Confidence float64      `json:"confidence"`
	Epoch      float64      `json:"epoch_s"` // seconds
	Train      replay.Train `json:"train"`
	Select     string       `json:"select"`
	Ranges     string       `json:"ranges"` // as replay.ParseRanges reads them
	MinJobs    int          `json:"min_jobs"`
	Queues     []string     `json:"queues"` // empty for all
	Lenient    bool         `json:"lenient"`
	Scheduler  string       `json:"scheduler"`
	Cluster    string       `json:"cluster"` // description; empty for the log's machine

	// Ages in seconds at which remaining waits are bounded, too; none for
	// bounds at submission alone.
	Ages []float64 `json:"ages_s,omitempty"`

	Ticks bool `json:"ticks,omitempty"` // as methods.Settings

	Programs  []string `json:"exec,omitempty"`         // each NAME=command
	ExecLimit float64  `json:"exec_limit_s,omitempty"` // seconds for an answer; 0 for 30 s

	Disguise bool `json:"disguise,omitempty"` // whether methods see the log in disguise
}

// Setting is an entry of the list of settings.
type Setting struct {
	Key   string // in run.json and in the metadata of Arrow files
	Flag  string // without the dashes
	Help  string
	Value func(*Settings) Value

	// Layout is true for a setting that changes tables and figures, but no
	// prediction except of programs.
	Layout bool

	// Later is true for a setting that earlier versions do not have. Records
	// and metadata leave it out at its default.
	Later bool
}

// AllSettings lists all settings in the order in which they are shown.
var AllSettings = []Setting{
	{Key: "methods", Flag: "methods",
		Value: func(s *Settings) Value { return List(&s.Methods, SplitWords) },
		Help: "methods to compare: names, waits (methods that need waits only), " +
			"default (these and forest), paper (the BMBP paper's), baselines or all; " +
			"see waitbench methods"},
	{Key: "quantiles", Flag: "quantiles",
		Value: func(s *Settings) Value { return List(&s.Quantiles, splitQuantiles) },
		Help: "shares of waits that bounds must cover, such as 0.5,0.95,0.25l, " +
			"with l to bound from below; figures show the first"},
	{Key: "confidence", Flag: "confidence",
		Value: func(s *Settings) Value { return fraction(&s.Confidence) },
		Help:  "probability that a bound covers that share"},
	{Key: "epoch_s", Flag: "epoch", Value: func(s *Settings) Value { return Duration(&s.Epoch) },
		Help: "time between refits, such as 5m; 0 to refit for every job"},
	{Key: "train", Flag: "train",
		Value: func(s *Settings) Value {
			return NewValue("part", &s.Train, replay.ParseTrain, replay.Train.String)
		},
		Help: "first part of each series, which methods learn from and scores leave out: " +
			"a fraction of its jobs, a number of them such as 1000, or a time such as 30d"},
	{Key: "select", Flag: "select",
		Value: func(s *Settings) Value {
			return Choice(&s.Select, "selection", string(swf.Started), string(swf.Paper), string(swf.All))
		},
		Help: "jobs to replay: started; paper, without jobs that did not wait; or all, " +
			"with jobs that never ran"},
	{Key: "ranges", Flag: "ranges",
		Value: func(s *Settings) Value { return word("text", &s.Ranges, checkRanges) },
		Help:  "ranges of processors, or none"},
	{Key: "min_jobs", Flag: "min-jobs", Layout: true,
		Value: func(s *Settings) Value { return integer(&s.MinJobs, 1e9) },
		Help:  "show a dash in tables for series with fewer jobs than this"},
	{Key: "queues", Flag: "queues",
		Value: func(s *Settings) Value { return List(&s.Queues, splitQueues) },
		Help:  "queues to replay, by name or number in the log (default: all)"},
	{Key: "lenient", Flag: "lenient", Value: func(s *Settings) Value { return truth(&s.Lenient) },
		Help: "skip and count malformed lines"},
	{Key: "scheduler", Flag: "scheduler", Value: func(s *Settings) Value {
		return Choice(&s.Scheduler, "scheduler",
			string(methods.EASYScheduler), string(methods.FCFSScheduler))
	}, Help: "scheduler that methods look ahead with: easy or fcfs"},
	{Key: "cluster", Flag: "cluster", Value: func(s *Settings) Value { return cluster(&s.Cluster) },
		Help: "description of the cluster that hanzich and sdpn look ahead on, " +
			"as a file or as text with ; between its lines (default: the log's machine, " +
			"dedicated and homogeneous)"},
	{Key: "ages_s", Flag: "age", Later: true,
		Value: func(s *Settings) Value { return Durations(&s.Ages, false) },
		Help: "also bound the remaining wait of each job that has waited for so long, " +
			"such as 1h or 10m,1h,6h,1d"},
	{Key: "ticks", Flag: "state", Later: true, Value: func(s *Settings) Value { return state(&s.Ticks) },
		Help: "what methods see of the machine: all up to the second of a submission, or only " +
			"up to the last tick of --epoch, as from a dump: second or ticks"},
	{Key: "exec", Flag: "exec", Later: true,
		Value: func(s *Settings) Value { return programList(&s.Programs) },
		Help: "add a program as a method NAME, which --methods may have with suffixes; " +
			"may be repeated: see waitbench help exec"},
	{Key: "exec_limit_s", Flag: "exec-limit", Later: true,
		Value: func(s *Settings) Value { return Duration(&s.ExecLimit) },
		Help:  "time for an answer of a program; 0 means 30s"},
	{Key: "disguise", Flag: "disguise", Later: true,
		Value: func(s *Settings) Value { return truth(&s.Disguise) },
		Help: "hide from methods which log they see: other names, seconds moved by weeks, " +
			"other numbers of users and executables"},
}

// Defaults returns the settings of a run without flags.
func Defaults() Settings {
	return Settings{
		Methods: []string{"default"}, Quantiles: []string{"0.95"},
		Confidence: 0.95, Epoch: 300, Train: replay.Train{Fraction: 0.1},
		Select: string(swf.Started), Ranges: replay.DefaultRanges,
		MinJobs: 1000, Queues: []string{},
		Scheduler: string(methods.EASYScheduler),
	}
}

// Check returns an error for the first setting whose value its flag rejects or
// writes in another way.
func (s *Settings) Check() error {
	for _, p := range AllSettings {
		value := p.Value(s)
		text := value.String()
		err := value.Set(text)
		if err == nil && value.String() != text {
			err = fmt.Errorf("invalid %q: want %q", text, value.String())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.Key, err)
		}
	}
	levels, err := s.Levels()
	if err != nil {
		return err
	}
	_, err = s.Method(levels[0])
	return err
}

// UnmarshalJSON reads settings. An unknown key is an error.
func (s *Settings) UnmarshalJSON(data []byte) error {
	type plain Settings // without this method
	*s = Settings{}
	return output.DecodeJSON(data, (*plain)(s))
}

// Flags returns the words of a command line for the settings that differ from
// the defaults.
func (s *Settings) Flags() []string {
	var words []string
	usual, resolved := Defaults(), Defaults()
	if found, err := methods.Find(usual.Methods, false); err == nil { // as a run has them
		resolved.Methods = nil
		for _, m := range found {
			resolved.Methods = append(resolved.Methods, m.Name)
		}
	}
	for _, p := range AllSettings {
		switch now := p.Value(s).String(); {
		case now == p.Value(&usual).String() || now == p.Value(&resolved).String():
		case p.Value(s).Type() == "bool":
			words = append(words, "--"+p.Flag+"="+now)
		default:
			for text := range strings.SplitSeq(now, "\n") { // of programs
				words = append(words, "--"+p.Flag, text)
			}
		}
	}
	return words
}

// Difference returns the first setting in which two runs differ, with both
// values, or "". It ignores settings of layout.
func (s *Settings) Difference(other *Settings) string {
	for _, p := range AllSettings {
		if a, b := p.Value(s).String(), p.Value(other).String(); a != b && !p.Layout {
			return fmt.Sprintf("--%s %s, not %s", p.Flag, cmp.Or(a, "unset"), cmp.Or(b, "unset"))
		}
	}
	return ""
}

// Describe returns the settings of the replay in words.
func (s *Settings) Describe() string {
	refit := "refitted for every job"
	if s.Epoch > 0 {
		refit = fmt.Sprintf("refitted every %v s", s.Epoch)
	}
	return fmt.Sprintf("%s; the training part of each series (--train %v) is not scored; "+
		"--select %s", refit, s.Train, s.Select)
}

// Method returns the settings of a method at one of the levels.
func (s *Settings) Method(l methods.Level) (methods.Settings, error) {
	m := methods.Settings{Level: l, Scheduler: methods.Scheduler(s.Scheduler)}
	if s.Cluster != "" {
		var err error
		lines := strings.NewReader(strings.ReplaceAll(s.Cluster, ";", "\n"))
		if m.Cluster, err = methods.ParseCluster(lines, "cluster"); err != nil {
			return m, err
		}
	}
	return m, m.Check()
}

// Levels returns the levels of the quantiles, the main one first. It is an
// error if a quantile comes twice.
func (s *Settings) Levels() ([]methods.Level, error) {
	var levels []methods.Level
	for _, text := range s.Quantiles {
		l, err := methods.ParseLevel(text, s.Confidence)
		if err != nil {
			return nil, err
		}
		if slices.Contains(levels, l) {
			return nil, fmt.Errorf("quantile %v is named twice", l)
		}
		levels = append(levels, l)
	}
	return levels, nil
}

// Twins returns the methods that equal an earlier one of the run: without a
// cluster hanzich and sdpn equal smith. The note is empty where the run has
// neither.
func (s *Settings) Twins() (twins []string, note string) {
	var stems []string
	seen := map[string]bool{} // by suffix
	for _, name := range s.Methods {
		stem, suffix, _ := strings.Cut(name, "+")
		m, err := methods.Named(stem)
		switch {
		case s.Cluster != "" || err != nil || !m.OnCluster && stem != "smith":
			continue
		case seen[suffix]:
			twins = append(twins, name)
		}
		if seen[suffix] = true; m.OnCluster && !slices.Contains(stems, stem) {
			stems = append(stems, stem)
		}
	}
	if len(stems) > 0 {
		note = strings.Join(stems, ", ") + ": as smith here, since without --cluster " +
			"the machine is dedicated to the jobs"
	}
	return twins, note
}

// Config returns the settings of the replay that all methods share.
func (s *Settings) Config() replay.Config {
	return replay.Config{Epoch: s.Epoch, Train: s.Train, Ticks: s.Ticks}
}

func checkRanges(text string) error {
	_, err := replay.ParseRanges(text)
	return err
}
