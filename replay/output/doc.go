// Package output writes files and folders of results that are either whole or
// not there. A file is written under a temporary name in the same folder and
// renamed when it is complete:
//
//	err := output.Write("results/table.md", func(w io.Writer) error {
//		_, err := io.WriteString(w, text)
//		return err
//	})
//
// A File is written piece by piece, and a Folder file by file.
package output
