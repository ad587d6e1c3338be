package accounting

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"waitbench/swf"
)

// ReadIDs reads a file with ExtraColumns, and returns the job IDs of the batch
// system by job number. A job that does not wait from its time in queued, in
// seconds since 1970, is of another import. Errors are of type *swf.RowError.
func ReadIDs(r io.Reader, name string, queued map[int64]float64) (map[int64]string, error) {
	ids := map[int64]string{}
	return ids, swf.ReadCSV(r, name, func(columns []string) error {
		if !slices.Equal(columns, ExtraColumns) {
			return errors.New("the columns are not those of import --extra")
		}
		return nil
	}, func(row *swf.Row) error {
		n, err := strconv.ParseInt(row.Cell("job_number"), 10, 64)
		if err != nil {
			return bad("job_number", "%s is not an integer", quote(row.Cell("job_number")))
		}
		from, known := queued[n]
		if known && !slices.ContainsFunc([]string{"submit", "eligible", "start"},
			func(column string) bool {
				t, err := strconv.ParseFloat(row.Cell(column), 64)
				return err == nil && math.Abs(t-from) < 1e-3
			}) {
			return fmt.Errorf("job %d waits from another time in the log: "+
				"want the file of the same import", n)
		}
		ids[n] = row.Cell("job_id")
		return nil
	})
}
