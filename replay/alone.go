package replay

// Alone returns a series of a job that is in no series of the log.
func (t *Log) Alone(job Job, queue string) *Series {
	log := &Log{Name: t.Name, Header: t.Header, Jobs: []Job{job}}
	return &Series{Log: log, Queue: queue, Range: AllRanges, jobs: []int32{0}}
}
