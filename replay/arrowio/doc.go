// Package arrowio writes and reads the Arrow files of a run, in the random
// access format of Arrow IPC (Feather version 2). No other package imports
// Arrow.
//
// # Data flow
//
//	[]replay.Score --WriteScores--> scores.arrow --ReadScores--> []replay.Score
//	[]replay.Score --WriteScoresCSV--> scores.csv
//
//	*replay.Result --PredictionWriter.Append--> predictions.arrow --PredictionReader.Series--> Block
//	[]replay.Heads --WriteHeads--> heads.arrow --ReadHeads--> []replay.Heads
//	any of these files --Cat--> CSV, JSON lines, Arrow, Parquet
//
// # Files
//
// Columns describes every column; report/examples/COLUMNS.md has its text. Each
// field carries its unit, a description and when it is null, and each file the
// settings and logs of its run. Texts are dictionaries with 32-bit indices,
// times are seconds, shares are fractions. New columns of scores come last: a
// reader skips unknown columns, and missing optional ones are null.
//
// Files are written under a temporary name and renamed when whole, and the same
// rows make the same bytes. A file that is cut off or damaged is an error when
// opened or read, never a shorter result.
//
// References
//
//	Arrow columnar format, https://arrow.apache.org/docs/format/Columnar.html, IPC file format
//	RFC 4180, Common format and MIME type for CSV files
package arrowio
