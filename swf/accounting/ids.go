package accounting

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"waitbench/swf"
)

// ReadIDs reads a file with ExtraColumns, and returns the job IDs of the batch
// system by job number. A job that does not wait from its time in queued, in
// seconds since 1970, is of another import. Errors begin with the name and the
// line.
func ReadIDs(r io.Reader, name string, queued map[int64]float64) (map[int64]string, error) {
	rows := swf.NewCSVReader(r)
	rows.ReuseRecord = true
	head, err := rows.Read()
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if !slices.Equal(head, ExtraColumns) {
		return nil, fmt.Errorf("%s:1: the columns are not those of import --extra", name)
	}
	ids := map[int64]string{}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			return ids, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		line, _ := rows.FieldPos(0)
		n, err := strconv.ParseInt(row[0], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: job_number %.80q is not an integer",
				name, line, row[0])
		}
		from, known := queued[n]
		if known && !slices.ContainsFunc(row[3:6], func(text string) bool {
			t, err := strconv.ParseFloat(text, 64)
			return err == nil && math.Abs(t-from) < 1e-3
		}) { // neither submission, eligibility nor start
			return nil, fmt.Errorf("%s:%d: job %d waits from another time in the log: "+
				"want the file of the same import", name, line, n)
		}
		ids[n] = row[1]
	}
}
