// Package output writes files that are either whole or not there: everything goes to a temporary
// name in the same folder, and takes the final name only when it is complete and closed.
//
// What is written in one go is written by Write:
//
//	err := output.Write("results/table.md", func(w io.Writer) error {
//		_, err := io.WriteString(w, text)
//		return err
//	})
//
// A File is for what is written bit by bit:
//
//	f, err := output.Create("results/predictions.arrow")
//	if err != nil {
//		return err
//	}
//	for _, row := range rows {
//		if _, err := f.Write(row); err != nil {
//			return f.Fail(err)
//		}
//	}
//	return f.Commit()
package output
