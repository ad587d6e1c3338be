// Package arrowio writes and reads the Arrow files of a run. They are in the random access format
// of Arrow IPC (Feather version 2), which pandas, polars, DuckDB and R arrow open as it is. No
// other package knows of Arrow.
//
// # Data flow
//
//	[]replay.Score --WriteScores--> scores.arrow --ReadScores--> []replay.Score
//	[]replay.Score --WriteScoresCSV--> scores.csv
//
//	*replay.Result --PredictionWriter.Append--> predictions.arrow --PredictionReader.Series--> Block
//	predictions of several runs --Join--> predictions.arrow
//	[]replay.Heads --WriteHeads--> heads.arrow --ReadHeads--> []replay.Heads
//	Frame --Write--> an Arrow file of its own columns, such as cells.arrow of a study
//	any of these files --Cat--> CSV, JSON lines
//
// # scores.arrow
//
// One row per series, method and level, with the columns of replay.Columns; every field carries its
// unit and a description. Texts are dictionaries with 32-bit indices, times are
// seconds, shares are fractions. What a method does not give is null: correct and all that is
// computed of bounds where no job had one, change_points and threshold of a method that looks for
// none, worst_month of a log without dates, pointed and all behind it of a method that forecasts no
// waits. Columns are only ever added at the end; a reader takes no notice of those it does not
// know, and takes those that are missing for null.
//
// # predictions.arrow
//
// One row per job, method, level and series, in the order of the results:
//
//	trace, queue, procs_range, method   texts, dictionaries with 32-bit indices
//	job_id                              int64
//	submit, wait                        float64, seconds
//	procs                               int64, null where unknown
//	bound                               float64, seconds, null where there was none
//	scored                              bool, false in the training part
//	level                               text, dictionary with 32-bit indices: the quantile, with l
//	                                    behind it for a lower bound
//	point, turnaround                   float64, seconds, forecast of the wait and of the time from
//	                                    submission to end, null where there was none
//	estimate                            float64, seconds, requested run time, null where unknown
//
// Rows go out in batches compressed with zstd, so that memory does not grow with the file. A batch
// holds rows of a single trace, and traces follow each other in the order of the dictionary, so
// that a reader finds a trace by bisection. The dictionaries are written once, with the first
// batch. The settings of the run are text pairs in the metadata of the schema. A file without rows
// has one empty batch, which carries the dictionaries.
//
// # heads.arrow
//
// One row per job that came to the head of the queue and method that forecast its remaining wait,
// in the order of traces, methods and time; compressed with zstd:
//
//	trace, method                       texts, dictionaries with 32-bit indices
//	job_id                              int64
//	time                                float64, when the forecast was made, seconds of the log
//	predicted, actual                   float64, seconds
//
// Files are written under a temporary name and renamed when whole, and the same rows give the same
// bytes. A file that is cut off or damaged is an error when opened or read, never a shorter result.
//
// # Example
//
//	r, err := arrowio.OpenPredictions("results/demo/predictions.arrow")
//	if err != nil {
//		return err
//	}
//	defer r.Close()
//	late := 0
//	normal := arrowio.Filter{Queue: "normal", Range: replay.AllRanges, Method: "bmbp"}
//	err = r.Series(normal, func(b *arrowio.Block) error {
//		for i, wait := range b.Wait {
//			if wait > b.Bound[i] { // false where there is no bound, which is NaN
//				late++
//			}
//		}
//		return nil
//	})
//
// References
//
//	Arrow columnar format, https://arrow.apache.org/docs/format/Columnar.html, IPC file format
//	Arrow format/File.fbs and format/Schema.fbs, https://github.com/apache/arrow/tree/main/format
//	FlatBuffers internals, https://flatbuffers.dev/internals
//	RFC 4180, Common format and MIME type for CSV files
package arrowio
