package boost

import "slices"

const (
	bins = 64 // of a feature
	// Most is the number of rows that a matrix may have.
	Most = 1<<16 - 1
)

// Matrix is rows of features, each as the number of its bin.
type Matrix struct {
	rows, features int
	codes          []uint8     // row by row
	ends           [][]float32 // of each feature: the largest value in every bin but the last
}

// Bin puts the features of rows, at least one and at most Most, into bins that hold about as many
// rows each; up to 64 different values have a bin each.
func Bin(rows [][]float32) *Matrix {
	m := &Matrix{rows: len(rows), features: len(rows[0])}
	m.codes = make([]uint8, m.rows*m.features)
	values := make([]float32, m.rows)
	for k := range m.features {
		for i, row := range rows {
			values[i] = row[k]
		}
		ends := binEnds(values)
		for i, row := range rows {
			code, _ := slices.BinarySearch(ends, row[k])
			m.codes[i*m.features+k] = uint8(code)
		}
		m.ends = append(m.ends, ends)
	}
	return m
}

func binEnds(values []float32) []float32 {
	slices.Sort(values)
	ends := slices.Compact(slices.Clone(values))
	if len(ends) > bins {
		ends = ends[:0]
		for b := 1; b <= bins; b++ {
			ends = append(ends, values[b*len(values)/bins-1])
		}
		ends = slices.Compact(ends)
	}
	return ends[:len(ends)-1]
}
