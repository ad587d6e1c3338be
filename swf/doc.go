// Package swf reads and writes job logs in the Standard Workload Format, version 2.2, as the
// Parallel Workloads Archive publishes them [swf], and says which of their jobs are replayed.
//
// One line is one job: 18 numbers, times in seconds, -1 where a value is unknown. Lines that start
// with ";" are comments; those of the form "; Name: value" are directives that describe the
// machine. The data flows in one direction:
//
//	Open: file -> SHA-256 -> gzip, bzip2, zstd or plain -> Reader: Header, Jobs -> Selection: selected, or left out by a Rule
//
// A typical loop:
//
//	f, err := swf.Open("SDSC-SP2-1998-4.2-cln.swf.gz")
//	if err != nil {
//		return err
//	}
//	defer f.Close()
//	var counts swf.Counts
//	for job, err := range f.All() {
//		if err != nil {
//			return err
//		}
//		rule := swf.Started.Rule(&job)
//		counts.Add(rule)
//		if rule == swf.Selected {
//			fmt.Println(f.Header().QueueName(job.Queue), job.Submit+job.Wait)
//		}
//	}
//
// Read strictly by default: the first malformed line is an error that names file, line and field.
// Reader.Lenient skips and counts such lines instead. A stream that ends early or fails its
// checksum is an error in both modes, never the end of the log.
//
// What real logs need is accepted: CRLF, tabs, blank lines, leading blanks, a byte order mark, a
// last line without a newline, comments in any encoding and between jobs, fractional
// times, whole numbers written "4.0", and fields past the 18th, which are ignored but counted.
// A line has at most 1 MB and the header, all comments together, 16 MB.
// Numbers are decimal, with sign and exponent if need be; letters, hexadecimal, underscores, NaN
// and infinities are refused.
//
// References
//
//	[swf] S. J. Chapin et al., Benchmarks and standards for the evaluation of parallel job
//	      schedulers, JSSPP 1999, and https://www.cs.huji.ac.il/labs/parallel/workload/swf.html
package swf
