package page

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"math"
	"sync"

	"github.com/klauspost/compress/flate"

	"waitbench/methods"
)

// A column of the plot is whole numbers, each as how much it is above the one before, in 7 bits to
// a byte; numbers that may be below the one before are folded into those from 0 on as 0, -1, 1, -2
// and so on. Then it is compressed (raw deflate, which browsers can undo) and written in base 64.

// pack packs a column.
func pack(values []int64) string {
	raw := make([]byte, 0, 2*len(values))
	before := int64(0)
	for _, v := range values {
		raw = binary.AppendVarint(raw, v-before)
		before = v
	}
	return deflate(raw)
}

// deflaters are kept for the next column: each has a megabyte of tables.
var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is not one
	}
	return w
}}

// deflate compresses text, for the script of the page to undo.
func deflate(raw []byte) string {
	var b bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&b)
	w.Write(raw) // to memory, which does not fail
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// unit gives the unit in which times are kept: a second if all are whole, else a thousandth.
func unit(columns ...[]float64) float64 {
	for _, values := range columns {
		for _, v := range values {
			if v != math.Trunc(v) {
				return 0.001
			}
		}
	}
	return 1
}

// inUnits gives times in units.
func inUnits(values []float64, unit float64) []int64 {
	out := make([]int64, len(values))
	for i, v := range values {
		out[i] = int64(math.Round(min(v, largestBound) / unit))
	}
	return out
}

// largestBound is what greater bounds are kept as, in seconds: 30 000 years.
const largestBound = 1e12

// noBound stands for a job without a bound.
const noBound = -1

// boundsInUnits gives bounds in units, on the same side of every whole number of units as they
// were.
func boundsInUnits(bounds []float64, unit float64, side methods.Side) []int64 {
	round := math.Floor
	if side == methods.Lower {
		round = math.Ceil
	}
	out := make([]int64, len(bounds))
	for i, b := range bounds {
		if math.IsNaN(b) {
			out[i] = noBound
			continue
		}
		v := min(max(b, 0), largestBound) / unit
		if near := math.Round(v); unit != 1 && math.Abs(v-near) < 1e-6 {
			v = near // the division was not exact
		}
		out[i] = int64(round(v))
	}
	return out
}
