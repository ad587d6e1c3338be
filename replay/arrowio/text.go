package arrowio

import (
	"math"
	"strconv"
	"strings"
)

// appendNumber appends the shortest text that reads back as x, with an exponent only from 1e21 up and below 1e-6. Infinity,
// -Infinity and NaN are words that Python, R, pandas, polars and DuckDB take for numbers.
func appendNumber(dst []byte, x float64) []byte {
	switch size := math.Abs(x); {
	case math.IsInf(x, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(x, -1):
		return append(dst, "-Infinity"...)
	case x != x:
		return append(dst, "NaN"...)
	case size != 0 && size < 1e-6 || size >= 1e21:
		return strconv.AppendFloat(dst, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, x, 'f', -1, 64)
}

// csvText quotes a field where CSV asks for it [RFC 4180, section 2].
func csvText(s string) string {
	if !strings.ContainsAny(s, "\",\r\n") && !strings.HasPrefix(s, " ") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
