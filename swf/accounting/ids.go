package accounting

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"waitbench/swf"
)

// ReadIDs reads a file with ExtraColumns, and returns the job IDs of the batch
// system by job number. Errors begin with the name and the line.
func ReadIDs(r io.Reader, name string) (map[int64]string, error) {
	rows := swf.NewCSVReader(r)
	rows.ReuseRecord = true
	head, err := rows.Read()
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	number, id := slices.Index(head, "job_number"), slices.Index(head, "job_id")
	if number < 0 || id < 0 {
		return nil, fmt.Errorf("%s:1: no columns job_number and job_id: "+
			"want the file of import --extra", name)
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
