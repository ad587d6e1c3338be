package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestPromtool checks metrics with Prometheus' own tool.
func TestPromtool(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Skip("no promtool, of Debian's package prometheus: metrics are not checked")
	}
	for _, args := range [][]string{{"--all", "--within", "1h,1d"}, {"--pending", "--at", "60000"},
		{"--methods", "smith+cal", "--procs", "2"}, {"--methods", "smith", "--procs", "2"}} {
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
		{zoned, "--queue low --estimate 90d --within 1h,1m --methods lognormal",
			`"seed1" {"epoch_s":978465433,"iso":"2001-01-02T19:57:13Z","log_s":129433} true ["No job of the queue ` +
				`requested more than 48h."]`},
		{unzoned, "--methods lognormal --queue low --confidence 0.05 --quantiles 0.5 --at 3601.5",
			`"unzoned" {"epoch_s":978339601,"iso":null,"log_s":3601.5} true []`},
		{undated, "--all --within 1000000000s --at 90000",
			`"undated" {"epoch_s":null,"iso":null,"log_s":90000} false []`},
		{zoned, "--queue low,high --procs 2,4 --methods bmbp --at 60000",
			`"seed1" {"epoch_s":978396000,"iso":"2001-01-02T00:40:00Z","log_s":60000} false []`},
		{zoned, "--pending --at 60000 --methods bmbp",
			`"seed1" {"epoch_s":978396000,"iso":"2001-01-02T00:40:00Z","log_s":60000} false []`},
		{undated, "--methods smith --procs 2 --at 90000",
			`"undated" {"epoch_s":null,"iso":null,"log_s":90000} false []`},
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
	if units != "queue , range , processors processors, method , trusted , bound_0.5_s s, bound_0.95_s s, "+
		"share_within_3600_s share, "+
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
