package swf

// Job is one line of a log. Times are in seconds, memory in kilobytes per processor; -1 means
// unknown.
type Job struct {
	ID         int64   // field 1, job number, usually counted from 1
	Submit     float64 // field 2, time of submission, counted from the start of the log
	Wait       float64 // field 3, from submission to start; for a job cancelled in the queue often the time until then
	Run        float64 // field 4, from start to end
	Alloc      int64   // field 5, processors the job was given
	CPU        float64 // field 6, processor time used, average over the processors
	Memory     float64 // field 7, memory used
	ReqProcs   int64   // field 8, processors asked for
	ReqTime    float64 // field 9, run time (or processor time) asked for
	ReqMemory  float64 // field 10, memory asked for
	Status     int64   // field 11: 0 failed, 1 completed, 2 to 4 parts of a checkpointed job, 5 cancelled
	User       int64   // field 12
	Group      int64   // field 13
	Executable int64   // field 14
	Queue      int64   // field 15, see Header.QueueName
	Partition  int64   // field 16
	Preceding  int64   // field 17, job that had to end before this one was submitted
	Think      float64 // field 18, from the end of the preceding job to submission
	Line       int     // line of the file, counted from 1; 0 for a job that was not read
}

// numFields is the number of fields of a line.
const numFields = 18

// fieldNames names the fields in messages, in the order of the line.
var fieldNames = [numFields]string{
	"job number", "submit time", "wait time", "run time", "allocated processors", "CPU time", "memory",
	"requested processors", "requested time", "requested memory", "status", "user", "group", "executable",
	"queue", "partition", "preceding job", "think time",
}

// fields gives the places of the fields in the order of the line: *int64 or *float64.
func (j *Job) fields() [numFields]any {
	return [numFields]any{
		&j.ID, &j.Submit, &j.Wait, &j.Run, &j.Alloc, &j.CPU, &j.Memory, &j.ReqProcs, &j.ReqTime, &j.ReqMemory,
		&j.Status, &j.User, &j.Group, &j.Executable, &j.Queue, &j.Partition, &j.Preceding, &j.Think,
	}
}

// Procs gives the processors the job asked for, or those it was given where that is unknown, or -1.
func (j *Job) Procs() int64 {
	switch {
	case j.ReqProcs > 0:
		return j.ReqProcs
	case j.Alloc > 0:
		return j.Alloc
	}
	return -1
}

// Estimate gives the run time the job asked for in seconds, or -1.
func (j *Job) Estimate() float64 {
	if j.ReqTime > 0 {
		return j.ReqTime
	}
	return -1
}
