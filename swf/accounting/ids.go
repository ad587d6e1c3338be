package accounting

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// ReadIDs reads a file with ExtraColumns, and returns the job IDs of the batch
// system by job number. Errors begin with the name and the line.
func ReadIDs(r io.Reader, name string) (map[int64]string, error) {
	rows := csv.NewReader(r)
	rows.ReuseRecord = true
	head, err := rows.Read()
	number, id := slices.Index(head, "job_number"), slices.Index(head, "job_id")
	if err == nil && (number < 0 || id < 0) {
		err = fmt.Errorf("%s:1: no columns job_number and job_id: want the file of import --extra",
			name)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read job IDs: %w", err)
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
		n, err := strconv.ParseInt(row[number], 10, 64)
		if err != nil {
			line, _ := rows.FieldPos(number)
			return nil, fmt.Errorf("%s:%d: job_number %.80q is not an integer",
				name, line, row[number])
		}
		ids[n] = row[id]
	}
}
