package run

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
)

// unusual returns settings that all differ from the defaults.
func unusual() Settings {
	return Settings{
		Methods: []string{"bmbp", "lognormal"}, Quantiles: []string{"0.9", "0.25l"}, Confidence: 0.9, Epoch: 77.5,
		Train: replay.Train{Fraction: 0.25}, Select: "paper",
		Ranges: "1-8,9+", MinJobs: 7, Queues: []string{"normal", "low"}, Lenient: true, Scheduler: "fcfs",
		Cluster: "mpl 2; nodes 8 power 0.5; nodes 4", Ages: []float64{600, 90000}, Ticks: true,
		Programs: []string{"a=sh -c 'echo 1, 2'"}, ExecLimit: 90, Disguise: true,
	}
}

// flags returns the flags of all settings.
func flags(s *Settings) *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	for i := range AllSettings {
		fs.Var(AllSettings[i].Value(s), AllSettings[i].Flag, AllSettings[i].Help)
	}
	return fs
}

// TestSettingsComeBack: the list reaches every field, in flags as in JSON.
func TestSettingsComeBack(t *testing.T) {
	want := unusual()
	if fields := reflect.TypeFor[Settings]().NumField(); fields != len(AllSettings) {
		t.Errorf("%d settings in the list, %d fields", len(AllSettings), fields)
	}
	if words := want.Flags(); len(words) != 2*len(AllSettings) && len(words) != 2*len(AllSettings)-2 {
		t.Errorf("%d words for %d settings that differ from the defaults: %v", len(words), len(AllSettings), words)
	}
	usual := Defaults()
	if words := usual.Flags(); len(words) > 0 {
		t.Errorf("the defaults have the flags %v", words)
	}
	got := Defaults()
	if err := flags(&got).Parse(want.Flags()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v gives\n%+v\nwant\n%+v\nerror %v", want.Flags(), got, want, err)
	}
	for _, s := range []Settings{want, Defaults()} {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back Settings
		if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, s) {
			t.Errorf("%s gives\n%+v\nwant\n%+v\nerror %v", data, back, s, err)
		}
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
	metadata := (&Record{Settings: want}).Metadata()
	for i := range AllSettings {
		if found := metadata[i+1]; found.Key != AllSettings[i].Key || found.Value == "" {
			t.Errorf("metadata %+v, want a value of %s", found, AllSettings[i].Key)
		}
	}
}

func TestSettingsRefuse(t *testing.T) {
	for flag, text := range map[string]string{
		"quantiles": "0.5,2", "confidence": "1", "epoch": "soon", "train": "1e308", "select": "most", "ranges": "9-1",
		"min-jobs": "-1",
		"lenient":  "perhaps", "scheduler": "luck", "cluster": "mpl none", "age": "1h,0",
	} {
		s := Defaults()
		if err := flags(&s).Parse([]string{"--" + flag + "=" + text}); err == nil ||
			strings.Contains(err.Error(), "strconv") {
			t.Errorf("--%s=%s: error %v", flag, text, err)
		}
	}
	cluster := filepath.Join(t.TempDir(), "cluster.txt") // a record names no files
	if err := os.WriteFile(cluster, []byte("nodes 8\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{
		"train": "1e308", "scheduler": `"luck"`, "epoch_s": "-1", "quantiles": "[]", "min_jobs": "-3",
		"methods": `["",""]`, "cluster": fmt.Sprintf("%q", cluster),
	} {
		data, err := json.Marshal(Defaults())
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(data, &fields); err != nil {
			t.Fatal(err)
		}
		fields[key] = json.RawMessage(value)
		if data, err = json.Marshal(fields); err != nil {
			t.Fatal(err)
		}
		var s Settings
		if json.Unmarshal(data, &s) == nil && s.Check() == nil {
			t.Errorf("%s %s passes", key, value)
		}
	}
	var s Settings
	for text, want := range map[string]string{`{"more": 1}`: `unknown field "more"`, `[]`: "cannot unmarshal"} {
		if err := json.Unmarshal([]byte(text), &s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", text, err)
		}
	}
}

func TestClusterSetting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cluster.txt")
	if err := os.WriteFile(path, []byte("# ours\nmpl 2 # tasks\n\nnodes 8   power 0.5\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := Defaults()
	for _, text := range []string{path, "mpl 2; nodes 8 power 0.5"} {
		if err := flags(&s).Parse([]string{"--cluster", text}); err != nil || s.Cluster != "mpl 2; nodes 8 power 0.5" {
			t.Errorf("%s: cluster %q, error %v", text, s.Cluster, err)
		}
	}
	if err := os.WriteFile(path, make([]byte, 1<<20+1), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := flags(&s).Parse([]string{"--cluster", path}); err == nil ||
		!strings.Contains(err.Error(), "more than 1 MB") {
		t.Errorf("a large file: error %v", err)
	}
	if err := flags(&s).Parse([]string{"--cluster", path + "x"}); err == nil ||
		!strings.Contains(err.Error(), "cannot read the description") {
		t.Errorf("missing file: error %v", err)
	}
}

// TestDisguisedTicks: a move by weeks must not move the ticks.
func TestDisguisedTicks(t *testing.T) {
	for _, c := range []struct {
		epoch    float64
		disguise bool
		refused  bool
	}{
		{5 * 3600, true, true}, {5 * 3600, false, false}, {7 * 3600, true, false}, {0, true, false}, {.5, true, false},
	} {
		s := Defaults()
		s.Epoch, s.Disguise = c.epoch, c.disguise
		if _, err := NewPlan("replay", s, replay.Engine{}); (err != nil) != c.refused {
			t.Errorf("an epoch of %v s, disguise %v: error %v", c.epoch, c.disguise, err)
		}
	}
}

func TestSettingsLevels(t *testing.T) {
	s := Settings{Quantiles: []string{"0.95", "0.25l", "0.25"}, Confidence: 0.9}
	want := []methods.Level{{Quantile: 0.95, Confidence: 0.9}, {Quantile: 0.25, Confidence: 0.9, Side: methods.Lower},
		{Quantile: 0.25, Confidence: 0.9}}
	if levels, err := s.Levels(); err != nil || !slices.Equal(levels, want) {
		t.Errorf("levels %v, %v; want %v", levels, err, want)
	}
	s.Quantiles = []string{"0.95", "0.950"}
	if _, err := s.Levels(); err == nil || err.Error() != "quantile 0.95 is named twice" {
		t.Errorf("error %v", err)
	}
}

// TestTwins: the first of equal methods stays, whatever its suffix. A run of one
// of them says what it equals, and a run with a cluster has no equal ones.
func TestTwins(t *testing.T) {
	const since = ": as smith here, since without --cluster the machine is dedicated to the jobs"
	for _, c := range []struct{ methods, cluster, twins, note string }{
		{"bmbp,smith,hanzich,sdpn", "", "[hanzich sdpn]", "hanzich, sdpn" + since},
		{"hanzich,smith+cal,hanzich+cal,sdpn+cal", "", "[hanzich+cal sdpn+cal]",
			"hanzich, sdpn" + since},
		{"bmbp,sdpn", "", "[]", "sdpn" + since},
		{"hanzich,sdpn", "", "[sdpn]", "hanzich, sdpn" + since},
		{"smith,smith+cal,mine", "", "[]", ""},
		{"smith,hanzich,sdpn", "nodes 8", "[]", ""},
	} {
		s := Settings{Methods: strings.Split(c.methods, ","), Cluster: c.cluster}
		if twins, note := s.Twins(); fmt.Sprint(twins) != c.twins || note != c.note {
			t.Errorf("%s with cluster %q: %v, %q, want %s, %q", c.methods, c.cluster, twins, note, c.twins, c.note)
		}
	}
}
