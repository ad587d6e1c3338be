package accounting

import (
	"slices"
	"strings"
)

// Preset is a public data set with known columns.
type Preset struct {
	Name    string
	Set     string // what it has; * if neither rows nor readers were seen
	columns string // for ParseColumns, separated by commas
	Note    string // on assumptions and gaps
}

// Presets have the columns of github.com/NatLabRockies/hpc-oda-commons at
// 073abc2, F-DATA those of table 2 in Scientific Data 12:1321 (2025), and Eagle
// those of its real rows. testdata/README.md says where cells were seen.
var Presets = []Preset{
	{"eagle", "NREL Eagle, 2018-2023",
		"id=job_id,submit=submit_time,start=start_time,end=end_time,limit=wallclock_req:s," +
			"size=processors_req,queue=partition,user=user,group=account,state=state", ""},
	{"nlr", "NLR Eagle and Kestrel, 2018-2025*",
		"id=id,submit=submit_time_tz,submit=submit_time,start=start_time_tz,start=start_time," +
			"end=end_time_tz,end=end_time,limit=wallclock_req,size=processors_req," +
			"queue=partition,user=user_hash,group=account_hash,state=state_simple",
		"the unit of limits that are numbers is not documented: they are read as seconds"},
	{"in2p3", "CC-IN2P3, 2024*",
		"id=jobid,submit=submit,start=start,end=end,run=elapsed,limit=timelimit:s," +
			"size=alloccpus,queue=partition,user=user,group=account,state=state", ""},
	{"alcf", "ALCF Polaris, Theta and Aurora",
		"id=JOB_NAME,submit=QUEUED_TIMESTAMP,start=START_TIMESTAMP,end=END_TIMESTAMP," +
			"run=RUNTIME_SECONDS,limit=WALLTIME_SECONDS:s,size=CORES_REQUESTED,queue=QUEUE_NAME," +
			"user=USERNAME_GENID,group=PROJECT_NAME_GENID,state=EXIT_STATUS:exit",
		"Polaris has 3,513 queues, most of them reservations: join them with --queue-map"},
	{"fdata", "F-DATA, Fugaku, 2021-2024",
		"id=jid,submit=adt,eligible=adt,start=sdt,end=edt,limit=elpl:s,size=cnumr,user=usr," +
			"state=exit state",
		"waits count from adt, since qdt follows the scheduling decision"},
	{"pm100", "PM100, Marconi100, 2020*",
		"id=job_id,submit=submit_time,eligible=eligible_time,start=start_time,end=end_time," +
			"limit=time_limit:min,size=num_cores_req,size=num_cpus_req,queue=partition," +
			"user=user_id,state=job_state",
		"the data set has jobs on exclusive nodes only"},
	{"slurmdbd", "the job table of slurmdbd, such as MIT Supercloud's",
		"id=id_job,submit=time_submit,eligible=time_eligible,start=time_start,end=time_end," +
			"limit=timelimit:min,size=cpus_req,queue=partition,user=id_user,group?=id_group," +
			"state=state:slurmdbd", ""},
	{"lassen", "LLNL Lassen, 2018-2020",
		"id=primary_job_id,submit=job_submit_time,start=begin_time,end=end_time," +
			"limit=time_limit:s,size=num_processors,queue=queue,user=hashed_user_id," +
			"group=hashed_user_group_id", ""},
	{"fresco-anvil", "Purdue Anvil, 2022-2023",
		"id=Job Id,submit=Submit Time,eligible=Eligible Time,start=Start Time,end=End Time,run=Wall Time," +
			"limit=Requested Wall Time:s,size=Cores,queue=Queue,user=User,group=Account," +
			"state=Exit Status:exit", ""},
	{"fresco-torque", "Purdue Conte, 2015-2016",
		"id=jobID,submit=qtime:mdy,start=start:mdy,end=end:mdy,run=resources_used.walltime," +
			"limit=Resource_List.walltime:s,size=Resource_List.ncpus,queue=queue,user=user," +
			"group=group,state=Exit_status:exit,event?=jobevent,event?=event", ""},
	{"stampede", "TACC Stampede1, 2013-2018",
		"id=jobID,submit=submit:mdy,start=start:mdy,end=end:mdy,limit=walltime:min,size=ncpus," +
			"queue=queue,user=user,group=account,state=exit_status:exit", ""},
	{"atlas", "LANL Mustang, 2011-2016, and OpenTrinity",
		"submit=submit_time,start=start_time,end=end_time,limit=wallclock_limit," +
			"size=tasks_requested,user=user_ID,group=group_ID,state=job_status", ""},
	{"helios", "SenseTime Helios, GPUs, 2020",
		"id=job_id,submit=submit_time,start=start_time,end=end_time,size=gpu_num,queue=vc," +
			"user=user,state=state", gpuNote},
	{"acme", "Shanghai Acme, GPUs, 2023",
		"id=job_id,submit=submit_time,start=start_time,end=end_time,size=gpu_num,queue=type," +
			"user=user,state=state", gpuNote},
}

const gpuNote = "jobs without GPUs are left out; the column queue is not read, since it has waits"

// FindPreset returns the preset of a name, and its columns.
func FindPreset(name string) (p Preset, columns Columns) {
	for _, p = range Presets {
		if p.Name == name {
			columns, _ = ParseColumns(nil, strings.Split(p.columns, ",")) // a test parses all of them
			return p, columns
		}
	}
	return Preset{}, nil
}

// presetOf returns the names of the presets that have one of the missing roles,
// and whose columns a header line has.
func presetOf(header, missing []string) string {
	var names []string
	for _, p := range Presets {
		_, columns := FindPreset(p.Name)
		found := columns.in(header)
		if slices.ContainsFunc(missing, found.Has) && !slices.ContainsFunc(columns,
			func(c column) bool { return !c.optional && !found.Has(c.role) }) {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, " or ")
}
