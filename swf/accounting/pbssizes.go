package accounting

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// pbsAlone matches a place of jobs that have their nodes for themselves.
var pbsAlone = regexp.MustCompile(`\bexcl(host)?\b`)

// pbsSizes sets the cells requested and allocated, in processors. Of a job alone
// on its nodes the server assigned all of them, and says so in the record S. The
// host of a Cray job is a login node.
func pbsSizes(cells map[string]string) error {
	hosts, ok := slots(cells["exec_host"])
	if !ok {
		return bad("", "key exec_host: %s is not a list of hosts and their slots",
			quote(cells["exec_host"]))
	}
	request, alloc := pbsRequest(cells), chunks(cells["exec_vnode"], "ncpus", 0)
	switch {
	case crayRequest(cells) > 0:
		alloc = request
	case alloc == 0 && hosts >= 0:
		alloc = max(hosts, request)
	}
	if pbsAlone.MatchString(cells["resource_list.place"]) && alloc > 0 {
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

// pbsRequest returns the processors that a job requested, 0 where they are
// unknown. Torque has a number of ncpus by default beside nodes and procs.
func pbsRequest(cells map[string]string) int64 {
	key := func(name string) string { return cells["resource_list."+name] }
	return cmp.Or(crayRequest(cells), chunks(key("select"), "ncpus", 1),
		max(chunks(key("nodes"), "ppn", 1), natural(key("procs")), natural(key("ncpus"))))
}

// crayRequest is pbsRequest for the keys of Cray.
func crayRequest(cells map[string]string) int64 {
	width, depth := cells["resource_list.mppwidth"], cells["resource_list.mppdepth"]
	return cmp.Or(natural(width)*max(1, natural(depth)), natural(cells["resource_list.size"]))
}

// natural returns a number, 0 for other texts.
func natural(text string) int64 {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0
	}
	return int64(n)
}

// chunks adds up the values of a key in the chunks of nodes=2:ppn=4+n7:ppn=8,
// select=2:ncpus=8+1 or exec_vnode=(n1:ncpus=4+n2:ncpus=2). A chunk without the
// key has so many as missing says. A number at its start multiplies it, but in
// exec_vnode, where missing is 0, it is a name.
func chunks(spec, key string, missing int64) (total int64) {
	if spec == "" {
		return 0
	}
	spec, _, _ = strings.Cut(spec, "#") // Torque's #excl for all chunks
	for chunk := range strings.SplitSeq(strings.Trim(spec, "()"), "+") {
		times, each := int64(1), missing
		for i, word := range strings.Split(strings.Trim(chunk, "()"), ":") {
			name, value, _ := strings.Cut(word, "=")
			if i == 0 && missing > 0 && natural(name) > 0 {
				times = natural(name)
			}
			if name == key {
				each = natural(value)
			}
		}
		total += times * each
	}
	return total
}

// slots counts the slots of a list of hosts: a/0+a/1, a/0-5,7, or a/0*8 of PBS
// Professional. It is -1 for no list.
func slots(hosts string) (total int64, ok bool) {
	if hosts == "" {
		return -1, true
	}
	for entry := range strings.SplitSeq(hosts, "+") {
		_, part, _ := strings.Cut(entry, "/")
		if _, times, ok := strings.Cut(part, "*"); ok {
			n, err := strconv.ParseUint(times, 10, 31)
			if err != nil {
				return 0, false
			}
			total += int64(n)
			continue
		}
		found, ok := numbers(cmp.Or(part, "0"))
		if !ok {
			return 0, false
		}
		total += int64(len(found))
	}
	return total, true
}
