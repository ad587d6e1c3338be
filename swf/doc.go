// Package swf reads and writes job logs in the Standard Workload Format,
// version 2.2, as the Parallel Workloads Archive publishes them [swf], and
// selects the jobs to replay.
//
// One line is one job: 18 numbers, times in seconds, -1 where a value is
// unknown. Lines that start with ";" are comments; comments such as "; Name:
// value" are directives that describe the machine.
//
//	Open: file -> SHA-256 -> gzip, bzip2, zstd or plain -> Reader: Header, Jobs -> Selection: Rule
//
// The first malformed line is an error that names file, line and field;
// Reader.Lenient skips and counts such lines. A stream that ends early or fails
// its checksum is an error in both modes, never the end of the log.
//
// The reader accepts what real logs have: CRLF, tabs, blank lines, leading
// blanks, a byte order mark, a last line without a newline, comments in any
// encoding and between jobs, fractional times, integers written "4.0", and
// fields past the 18th, which are ignored but counted. A line has at most 1 MB
// and all comments together 16 MB. Numbers are decimal, with sign and exponent
// if need be.
//
//	[swf] S. J. Chapin et al., Benchmarks and standards for the evaluation of parallel job
//	      schedulers, JSSPP 1999, and https://www.cs.huji.ac.il/labs/parallel/workload/swf.html
package swf
