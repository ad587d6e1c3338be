// Package arrowio writes and reads the Arrow files of a run. They are in the random access format
// of Arrow IPC (Feather version 2). No other package knows of Arrow.
//
// # Data flow
//
//	[]replay.Score --WriteScores--> scores.arrow --ReadScores--> []replay.Score
//	[]replay.Score --WriteScoresCSV--> scores.csv
//
//	*replay.Result --PredictionWriter.Append--> predictions.arrow --PredictionReader.Series--> Block
//	predictions of several runs --Join--> predictions.arrow
//	[]replay.Heads --WriteHeads--> heads.arrow --ReadHeads--> []replay.Heads
//	Frame --WriteCSV--> CSV, such as cells.csv of a study
//	any of these files --Cat--> CSV, JSON lines
//
// # Files
//
// Columns describes every column; report/examples/COLUMNS.md is what it gives. Each field carries its
// unit, a description and when it is null, and each file the settings and logs of its run. Texts are
// dictionaries with 32-bit indices, times are seconds, shares are fractions. What a method does not
// give is null. Columns of scores are only ever added at the end: a reader takes no notice of those it
// does not know, and takes optional ones that are missing for null.
//
// Rows of predictions.arrow are in the order of the results. They go out in batches compressed with
// zstd, so that memory does not grow with the file. A batch holds rows of a single trace, and traces
// follow each other in the order of the dictionary, so that a reader finds a trace by bisection. The
// dictionaries are written once, with the first batch. A file without rows has one empty batch, which
// carries the dictionaries. Rows of heads.arrow are in the order of traces, methods and time.
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
