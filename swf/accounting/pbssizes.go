package accounting

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// pbsAlone matches a place of jobs that have their nodes for themselves.
var pbsAlone = regexp.MustCompile(`\bexcl(host)?\b`)

// pbsSizes sets the cells requested and allocated, in processors. The host of a
// Cray job is a login node. Jobs alone on their nodes get what the server says.
func pbsSizes(cells map[string]string) error {
	key := func(name string) string { return cells["resource_list."+name] }
	hosts, ok := slots(cells["exec_host"])
	if !ok {
		return bad("", "key exec_host: %s is not a list of hosts and their slots",
			quote(cells["exec_host"]))
	}
	cray := cmp.Or(natural(key("mppwidth"))*max(1, natural(key("mppdepth"))), natural(key("size")))
	request := cmp.Or(cray, chunks(key("select"), "ncpus", 1),
		max(chunks(key("nodes"), "ppn", 1), natural(key("procs")), natural(key("ncpus"))))
	alloc := cmp.Or(cray, chunks(cells["exec_vnode"], "ncpus", 0))
	if alloc == 0 && cells["exec_host"] != "" {
		alloc = max(hosts, request)
	}
	if alloc > 0 && pbsAlone.MatchString(key("place")) {
		alloc = cmp.Or(natural(cells["resource_assigned.ncpus"]), alloc)
		request = alloc
	}
	for key, n := range map[string]int64{"requested": request, "allocated": alloc} {
		if n > 0 {
			cells[key] = strconv.FormatInt(n, 10)
		}
	}
	return nil
}

// natural returns a number, 0 for other texts.
func natural(text string) int64 {
	if n, err := strconv.ParseUint(text, 10, 31); err == nil {
		return int64(n)
	}
	return 0
}

// chunks adds up the values of a key in 2:ppn=4+n7:ppn=8 or, with the preset 0,
// in (n1:ncpus=4+n2:ncpus=2) of exec_vnode, where a number at the beginning is a
// name and multiplies nothing. Chunks without the key have the preset.
func chunks(spec, key string, preset int64) (total int64) {
	spec, _, _ = strings.Cut(spec, "#") // #excl of Torque
	for chunk := range strings.SplitSeq(spec, "+") {
		times, each := int64(1), preset
		for i, word := range strings.Split(strings.Trim(chunk, "()"), ":") {
			name, value, _ := strings.Cut(word, "=")
			if i == 0 && preset > 0 {
				times = max(1, natural(name))
			}
			if name == key {
				each = natural(value)
			}
		}
		if chunk != "" {
			total += times * each
		}
	}
	return total
}

// slots counts the slots of hosts: a/0+a/1, a/0-5,7, or a/0*8.
func slots(hosts string) (total int64, ok bool) {
	for entry := range strings.SplitSeq(hosts, "+") {
		_, part, _ := strings.Cut(entry, "/")
		var found []int
		if _, times, many := strings.Cut(part, "*"); many {
			n, err := strconv.ParseUint(times, 10, 31)
			ok, total = err == nil, total+int64(n)
		} else {
			found, ok = numbers(cmp.Or(part, "0"))
			total += int64(len(found))
		}
		if !ok {
			return 0, false
		}
	}
	return total, true
}
