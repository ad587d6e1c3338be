package swf

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzReader reads any text leniently, writes the jobs and reads them again.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		smallLog,
		"\ufeff; Queue: 1 a\r\n\r\n1\t0 5 10" + tail,
		"1 0.5 1e3 10.25" + tail + " 19 20\n2 x\n",
		"1 123456789 12345678.5 1234567.1234567" + tail + "\n",
		"; Queue:  1\n; Queue: 2 0 \n;Queue:3 (b) c\n; TimeZone: -3600\n",
		"4.0 -0 +5 .5 8.5" + tail,
		strings.Repeat(" ", 20) + "9223372036854775807 1e308 5e-324 -1" + tail + " \r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := NewReader(bytes.NewReader(text), "text")
		r.Lenient = true
		jobs, err := readAll(r)
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, jobs)
	})
}

// FuzzHeader reads any text as the header of a log: no queue has the name of
// another one.
func FuzzHeader(f *testing.F) {
	f.Add("Queue: 1 normal (p655 / 18hr)\nQueue: 2 normal\nQueue: 3 [fque:1]\nQueue: 4")
	f.Add("Queue: 1 7\nQueue: 7 1\nqueue: 0x1 a\nQueue: 9223372036854775808 b\nQueue:\t-1\tc")
	f.Add("UnixStartTime: 893466664\nTimeZoneString: US/Pacific\nTimeZone: -28800\nMaxProcs: 1664 (72, 1368, 224)\nMaxNodes: 4,008")
	f.Add("PlannedWait: 1 60.5\nPlannedWait: 2 -1\nPlannedWait: x 3\nPlannedWait: 3")
	f.Add("Computer: K\xf8benhavn \r\n   more: of it\n;;Note:\n:\nA_b: c: d")
	f.Fuzz(func(t *testing.T, text string) {
		log := "; " + strings.ReplaceAll(text, "\n", "\n; ") + "\n1 0 5 10" + tail + "\n"
		r := NewReader(strings.NewReader(log), "fuzz")
		if _, err := readAll(r); err != nil {
			return // a line that is too long or no comment
		}
		numbers := map[string]int64{}
		for number := range r.Header().queues {
			name := r.Header().QueueName(number)
			if other, twice := numbers[name]; twice {
				t.Errorf("queues %d and %d are both %q", other, number, name)
			}
			numbers[name] = number
		}
	})
}
