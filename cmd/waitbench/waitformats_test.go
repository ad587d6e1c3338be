package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// samplesOf returns the samples of metrics of wait by name and labels. Every
// line is a sample of a metric that is explained, or an explanation.
func samplesOf(t *testing.T, text string) map[string]string {
	t.Helper()
	samples, types := map[string]string{}, map[string]bool{}
	sample := regexp.MustCompile(`^waitbench_wait_([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})? (\S+)$`)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "# TYPE waitbench_wait_"); ok {
			types[strings.TrimSuffix(name, " gauge")] = true
		} else if m := sample.FindStringSubmatch(line); m != nil && types[m[1]] && samples[m[1]+m[2]] == "" {
			samples[m[1]+m[2]] = m[3]
		} else if !strings.HasPrefix(line, "# HELP waitbench_wait_") {
			t.Errorf("line %q", line)
		}
	}
	return samples
}

// TestWaitMetrics reads what scrapers read: samples have the values of the
// table.
func TestWaitMetrics(t *testing.T) {
	t.Parallel()
	log := writeFile(t, filepath.Join(t.TempDir(), "odd.swf"), strings.Replace(readFile(t, logOf(t, 1)), "; Queue: 1 express", `; Queue: 1 (a\b "c")`, 1))
	args := []string{"wait", log, "--all", "--methods", "bmbp,historical", "--within", "90m", "--format"}
	out := succeed(t, append(args, "prometheus")...).out
	samples := samplesOf(t, out)
	rows := csvRows(t, succeed(t, append(args, "csv")...).out)
	compared, trusted := 0, map[string]int{}
	for _, row := range rows[1:] {
		value := map[string]string{}
		for i, key := range rows[0] {
			value[key] = row[i]
		}
		size := fmt.Sprintf(",processors=%q", value["processors"])
		if value["range"] == "all" {
			size = ""
		}
		if value["range"] == "all" && (value["method"] != "bmbp" || value["processors"] != "") {
			t.Errorf("a row over all sizes that looks at size: %q", row)
		}
		labels := fmt.Sprintf("queue=%q,range=%q%s,method=%q", value["queue"], value["range"], size, value["method"])
		trusted[value["trusted"]]++
		value["trusted"] = map[string]string{"true": "1", "false": "0"}[value["trusted"]]
		for metric, column := range map[string]string{
			"bound_seconds{" + labels + `,share="0.95"}`: "bound_0.95_s", "bound_seconds{" + labels + `,share="0.5"}`: "bound_0.5_s",
			"started_ratio{" + labels + `,within_seconds="5400"}`: "share_within_5400_s", "held_ratio{" + labels + "}": "held",
			"recent_jobs{" + labels + "}": "recent_jobs", "misses_in_a_row{" + labels + "}": "misses_in_a_row", "recent_bursts_ratio{" + labels + "}": "recent_bursts", "trusted{" + labels + "}": "trusted",
		} {
			if got := samples[metric]; got != value[column] {
				t.Errorf("%s is %q, the table has %q", metric, got, value[column])
			} else if got != "" {
				compared++
			}
		}
	}
	if compared < 70 || !strings.Contains(out, `\\b \"c\"`) || trusted["true"] == 0 || trusted["false"] == 0 {
		t.Errorf("%d samples compared, trusted %v:\n%s", compared, trusted, out)
	}
}

// TestPendingMetrics compares metrics of the jobs that wait with their table.
func TestPendingMetrics(t *testing.T) {
	t.Parallel()
	args := []string{"wait", logOf(t, 1), "--pending", "--at", "120000", "--methods", "bmbp", "--quantiles", "0.5", "--format"}
	samples := samplesOf(t, succeed(t, append(args, "prometheus")...).out)
	want := map[string]string{"snapshot_timestamp_seconds": "978456000"}
	jobs, trusted, latest := map[string]int{"express": 0, "high": 0}, map[string]int{}, map[string]float64{}
	rows := csvRows(t, succeed(t, append(args, "csv")...).out)
	for _, row := range rows[1:] {
		value := map[string]string{}
		for i, key := range rows[0] {
			value[key] = row[i]
		}
		queue := value["queue"]
		if jobs[queue]++; value["trusted"] == "true" {
			bound, _ := strconv.ParseFloat(value["bound_0.5_s"], 64)
			trusted[queue], latest[queue] = trusted[queue]+1, max(latest[queue], bound)
		}
	}
	for queue := range jobs {
		want[fmt.Sprintf("pending_jobs{queue=%q}", queue)] = fmt.Sprint(jobs[queue])
		want[fmt.Sprintf("pending_trusted_jobs{queue=%q}", queue)] = fmt.Sprint(trusted[queue])
		if trusted[queue] > 0 {
			want[fmt.Sprintf(`pending_bound_seconds{queue=%q,share="0.5"}`, queue)] = fmt.Sprint(latest[queue])
		}
	}
	if !maps.Equal(samples, want) || len(latest) == 0 {
		t.Errorf("samples %v, the table has %v", samples, want)
	}
}

// TestObservedWaits counts the waits of jobs that started before a moment in
// the lines of the log.
func TestObservedWaits(t *testing.T) {
	t.Parallel()
	const at = 120000 // seconds of the log, in its second day
	log := logOf(t, 1)
	samples := samplesOf(t, succeed(t, "wait", log, "--methods", "bmbp", "--queue", "normal", "--at", fmt.Sprint(at), "--format", "prometheus").out)
	if got := samples["snapshot_timestamp_seconds"]; got != fmt.Sprint(978336000+at) {
		t.Errorf("snapshot at %s", got)
	}
	number := strings.TrimPrefix(regexp.MustCompile(`; Queue: \d+ normal`).FindString(readFile(t, log)), "; Queue: ")[:1]
	for _, last := range []int{86400, 7 * 86400} {
		var waits []float64
		for line := range strings.Lines(readFile(t, log)) {
			f := strings.Fields(line)
			if f[0] == ";" || f[14] != number {
				continue
			}
			submit, _ := strconv.ParseFloat(f[1], 64)
			wait, _ := strconv.ParseFloat(f[2], 64)
			if run, _ := strconv.ParseFloat(f[3], 64); run > 0 && wait >= 0 && submit+wait <= at && submit+wait > at-float64(last) {
				waits = append(waits, wait)
			}
		}
		slices.Sort(waits)
		labels := fmt.Sprintf(`{queue="normal",range="all",last_seconds="%d"`, last)
		for metric, want := range map[string]float64{
			"observed_jobs" + labels + "}": float64(len(waits)), "observed_seconds" + labels + `,share="0.5"}`: waits[(len(waits)-1)/2],
			"observed_seconds" + labels + `,share="0.95"}`: waits[int(math.Ceil(0.95*float64(len(waits))))-1],
		} {
			if got := samples[metric]; !sameNumber(got, fmt.Sprint(want)) {
				t.Errorf("%s is %q, the log has %v", metric, got, want)
			}
		}
	}
}

// TestPromtool checks metrics with Prometheus' own tool.
func TestPromtool(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Skip("no promtool, of Debian's package prometheus: metrics are not checked")
	}
	for _, args := range [][]string{{"--all", "--within", "1h,1d"}, {"--pending", "--at", "60000"}, {"--methods", "smith+cal", "--procs", "2"}, {"--methods", "smith", "--procs", "2"}} {
		metrics := succeed(t, append([]string{"wait", logOf(t, 1), "--format", "prometheus"}, args...)...).out
		cmd := exec.Command("promtool", "check", "metrics")
		cmd.Stdin = strings.NewReader(metrics)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%q: promtool: %v\n%s", args, err, out)
		}
	}
}

// TestWaitSchema checks JSON of wait against the schema of the help.
func TestWaitSchema(t *testing.T) {
	t.Parallel()
	help := succeed(t, "help", "wait-json").out
	var schema map[string]any
	if err := json.Unmarshal([]byte(help), &schema); err != nil {
		t.Fatal(err)
	}
	text, dir := readFile(t, logOf(t, 1)), t.TempDir()
	without := func(name string, words ...string) string {
		for _, word := range words {
			text = regexp.MustCompile("(?m)^; "+word+":.*\n").ReplaceAllString(text, "")
		}
		return writeFile(t, filepath.Join(dir, name), text)
	}
	zoned := logOf(t, 1)
	unzoned := without("unzoned.swf", "TimeZoneString", "TimeZone")
	undated := without("undated.swf", "UnixStartTime", "StartTime")
	var one map[string]any
	for _, c := range []struct {
		log, args, want string
	}{
		{zoned, "--queue low --estimate 90d --within 1h,1m --methods lognormal", `"seed1" {"epoch_s":978465433,"iso":"2001-01-02T19:57:13Z","log_s":129433} true ["No job of the queue requested more than 48h."]`},
		{unzoned, "--methods lognormal --queue low --confidence 0.05 --quantiles 0.5 --at 3601.5", `"unzoned" {"epoch_s":978339601,"iso":null,"log_s":3601.5} false []`},
		{undated, "--all --within 1000000000s --at 90000", `"undated" {"epoch_s":null,"iso":null,"log_s":90000} false []`},
		{zoned, "--pending --at 60000 --methods bmbp", `"seed1" {"epoch_s":978396000,"iso":"2001-01-02T00:40:00Z","log_s":60000} false []`},
		{undated, "--methods smith --procs 2 --at 90000", `"undated" {"epoch_s":null,"iso":null,"log_s":90000} false []`},
	} {
		var answer map[string]any
		out := succeed(t, append([]string{"wait", c.log, "--format", "json"}, strings.Fields(c.args)...)...).out
		if err := json.Unmarshal([]byte(out), &answer); err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults(t, schema, answer, "answer") {
			t.Errorf("%s: %s", c.args, fault)
		}
		var got []string
		for _, key := range []string{"log", "as_of", "trusted", "remarks"} {
			value, _ := json.Marshal(answer[key])
			got = append(got, string(value))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.args, got, c.want)
		}
		if one == nil {
			one = answer
		}
	}
	units := ""
	for _, column := range one["columns"].([]any) {
		column := column.(map[string]any)
		units += fmt.Sprintf("%v %v, ", column["key"], column["unit"])
	}
	if units != "queue , range , processors processors, method , trusted , bound_0.5_s s, bound_0.95_s s, share_within_3600_s share, "+
		"share_within_60_s share, held share, recent_bursts share, recent_jobs jobs, misses_in_a_row jobs, " {
		t.Errorf("units %s", units)
	}

	// The schema refuses answers of another form.
	for _, change := range []func(){
		func() { delete(one, "log") }, func() { one["trusted"] = "yes" }, func() { one["confidence"] = 2. },
		func() { one["at"] = 1. }, func() { one["as_of"].(map[string]any)["iso"] = "today" },
		func() { one["rows"].([]any)[0].(map[string]any)["bound_0.95_s"] = -1. },
		func() { one["columns"].([]any)[0].(map[string]any)["unit"] = "h" },
	} {
		before := len(faults(t, schema, one, ""))
		if change(); len(faults(t, schema, one, "")) == before {
			t.Errorf("the schema accepts another fault in %v", one)
		}
	}
}

// faults returns how a value violates a JSON schema, whose keywords must be
// among those below.
func faults(t *testing.T, schema map[string]any, value any, at string) (list []string) {
	t.Helper()
	fault := func(format string, args ...any) { list = append(list, at+": "+fmt.Sprintf(format, args...)) }
	object, _ := value.(map[string]any)
	number, isNumber := value.(float64)
	properties, _ := schema["properties"].(map[string]any)
	patterns, _ := schema["patternProperties"].(map[string]any)
	for keyword, rule := range schema {
		switch keyword {
		case "$schema", "title", "description", "properties", "patternProperties":
		case "type":
			kinds, several := rule.([]any)
			if !several {
				kinds = []any{rule}
			}
			if !slices.ContainsFunc(kinds, func(kind any) bool { return isOfType(value, kind.(string)) }) {
				fault("%v is not of type %v", value, rule)
			}
		case "required":
			for _, key := range rule.([]any) {
				if _, ok := object[key.(string)]; !ok {
					fault("no %s", key)
				}
			}
		case "items":
			items, _ := value.([]any)
			for i, item := range items {
				list = append(list, faults(t, rule.(map[string]any), item, fmt.Sprintf("%s[%d]", at, i))...)
			}
		case "additionalProperties": // false
			for key, of := range object {
				rule, known := properties[key].(map[string]any)
				for pattern, r := range patterns {
					if regexp.MustCompile(pattern).MatchString(key) {
						rule, known = r.(map[string]any), true
					}
				}
				if !known {
					fault("unknown key %s", key)
				}
				list = append(list, faults(t, rule, of, at+"."+key)...)
			}
		case "enum":
			if !slices.Contains(rule.([]any), value) {
				fault("%v is not one of %v", value, rule)
			}
		case "minimum":
			if isNumber && number < rule.(float64) {
				fault("%v is less than %v", value, rule)
			}
		case "maximum":
			if isNumber && number > rule.(float64) {
				fault("%v is more than %v", value, rule)
			}
		case "format": // date-time
			if text, ok := value.(string); ok {
				if _, err := time.Parse(time.RFC3339, text); err != nil {
					fault("%v", err)
				}
			}
		default:
			t.Fatalf("%s: unknown keyword %s", at, keyword)
		}
	}
	return list
}

// isOfType reports whether a value has a type of JSON schemas.
func isOfType(value any, kind string) bool {
	switch v := value.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	case float64:
		return kind == "number" || kind == "integer" && v == math.Trunc(v)
	case []any:
		return kind == "array"
	default:
		return kind == "object"
	}
}
