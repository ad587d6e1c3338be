package accounting

import (
	"math"
	"strings"
)

// setSize takes what the job asked for and was given, in the unit that is wanted.
func (r *Record) setSize(in *row, size string, get fields) {
	count := func(names ...string) int64 { column, text, _ := get(names...); return in.count(column, text) }
	tres := func(name, of string) float64 { column, text, _ := get(name); return in.tres(column, text, of) }
	cpus := count("ReqCPUS")
	if cpus < 0 {
		cpus = int64(tres("ReqTRES", "cpu"))
	}
	if memory := tres("ReqTRES", "mem"); memory >= 0 && cpus > 0 {
		r.Memory = math.Round(memory / float64(cpus))
	} else {
		r.Memory = -1
	}
	switch size {
	case "cpus":
		r.Procs, r.Alloc = cpus, count("AllocCPUS", "NCPUS")
		if r.Alloc < 0 {
			r.Alloc = int64(tres("AllocTRES", "cpu"))
		}
	case "nodes":
		r.Procs, r.Alloc = int64(tres("ReqTRES", "node")), count("NNodes", "AllocNodes")
		if r.Alloc < 0 {
			r.Alloc = int64(tres("AllocTRES", "node"))
		}
	case "gpus":
		r.Procs, r.Alloc = int64(tres("ReqTRES", "gres/gpu")), int64(tres("AllocTRES", "gres/gpu"))
	}
	if r.Procs < 0 { // NCPUS and NNodes of a job that never started are what it asked for
		r.Procs = r.Alloc
	}
}

// tres reads one of the resources of a list such as billing=4,cpu=4,mem=16G,node=1,gres/gpu:a100=2:
// memory in kB, GPUs of all types together; 0 if the list does not have it, -1 if there is no list.
func (r *row) tres(column, list, of string) float64 {
	if list == "" {
		return -1
	}
	total, byType := 0.0, 0.0
	for item := range strings.SplitSeq(list, ",") {
		name, text, _ := strings.Cut(item, "=")
		isType := strings.HasPrefix(name, of+":")
		if name != of && !isType {
			continue
		}
		unit := 1.0
		if of == "mem" {
			unit = 1024 // a number alone is of MB
			if i := strings.IndexByte("KMGTP", last(text)); i >= 0 {
				text, unit = text[:len(text)-1], math.Pow(1024, float64(i))
			}
		}
		x := r.number(column, text)
		if of != "mem" && (x != math.Trunc(x) || x > mostSize) || x*unit > 1e15 {
			r.bad(column, "%s is not a whole number of up to %d", quote(item), int64(mostSize))
		}
		if isType {
			byType += x
		} else {
			total = x * unit
		}
	}
	if total == 0 {
		total = byType
	}
	return total
}

// last is the last byte of a text, in capitals; 0 if there is none.
func last(text string) byte {
	if text == "" {
		return 0
	}
	return strings.ToUpper(text[len(text)-1:])[0]
}
