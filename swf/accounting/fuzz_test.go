package accounting

import (
	"strings"
	"testing"
)

// FuzzImport imports any text in each format. The counts add up, and the SWF
// has no errors.
func FuzzImport(f *testing.F) {
	maxNumbers = 1000
	berlin := zoneOf(f, "Europe/Berlin")
	for i, format := range formats {
		text := sample(f, format.sample)
		f.Add(uint8(i), text[:min(len(text), 3000)])
	}
	f.Add(uint8(0), "JobIDRaw;JobID;Submit;Eligible;Start;End;State;NNodes;ReqTRES;AllocTRES;Timelimit;Suspended;Restarts;Cluster\n"+
		"9;8_[1-5:2,7,...];1700000000;Unknown;None;2023-11-15 "+
		"01:00:00.5+01;RESIZING;2;cpu=4,mem=1.5G,gres/gpu:a=2;;1-00:00:00;00:01:00;3;x y\n")
	f.Add(uint8(1), "job_id;user;account;partition;qos;state;submit_time;start_time;end_time;wallclock_req;processors_req\n"+
		"1;\"a\nb\";c;d;e;f;1.7e9;1700000000.25;1700000001;1-01:00:00;3\n")
	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		format := formats[int(kind)%len(formats)]
		for _, size := range []string{"cpus", "nodes"} {
			o := utc()
			o.Lenient, o.Size, o.BySubmit = true, size, kind%2 == 0
			o.Queue, o.Zone = []string{"partition", "qos"}, berlin
			src, err := format.open(strings.NewReader(text), o)
			if err != nil {
				continue
			}
			l, err := Import(src, o)
			if err != nil {
				continue
			}
			if l.Rows > len(text) {
				t.Errorf("%d records in %d bytes", l.Rows, len(text))
			}
			_, jobs, _ := written(t, l)
			for i, j := range jobs {
				if j.Submit < 0 || j.ID != int64(i+1) || i > 0 && j.Submit < jobs[i-1].Submit || j.Procs() < 1 ||
					j.Wait < 0 && (j.Run >= 0 || j.Status != -1) {
					t.Errorf("%+v", j)
				}
			}
		}
	})
}
