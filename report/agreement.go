package report

import (
	"fmt"
	"math"
	"strings"
)

// agreement sums up how far measured values are from printed ones.
type agreement struct {
	of       quantity
	stars    bool // whether stars are compared and differences judged; else factors are
	compared int
	close    int // within closeShare or closeFactor
	same     int // stars
	differ   []string
	far      float64 // the largest distance
	farAt    string
}

// How near a measured value has to be to count as close: in a share, and as a factor either way in
// a ratio.
const (
	closeShare  = 0.03
	closeFactor = 2
)

// add takes up a pair of values and gives the cells that compare them.
func (a *agreement) add(where string, printed, measured Cell) []Cell {
	if printed.Missing || measured.Missing {
		return []Cell{Absent(), Absent()}
	}
	a.compared++
	difference := measured.Value - printed.Value
	factor := measured.Value / printed.Value
	if !a.stars {
		a.judge(where, math.Exp(math.Abs(math.Log(factor))), closeFactor)
		return []Cell{signed(difference, a.of.format), Number(factor, "%.2f")}
	}
	a.judge(where, math.Abs(difference), closeShare)
	if printed.Star == measured.Star {
		a.same++
		return []Cell{signed(difference, a.of.format), Words("same")}
	}
	if measured.Star && measured.Text == fmt.Sprintf(a.of.format, paperQuantile) {
		where += fmt.Sprintf(", where %.6g rounds to %s", measured.Value, measured.Text)
	}
	a.differ = append(a.differ, where)
	return []Cell{signed(difference, a.of.format), Words("differ")}
}

// rounding lets a difference of two printed values count as what it is in decimals.
const rounding = 1e-9

func (a *agreement) judge(where string, distance, limit float64) {
	if distance <= limit+rounding {
		a.close++
	}
	if distance > a.far || a.compared == 1 {
		a.far, a.farAt = distance, where
	}
}

// String sums up in a sentence.
func (a *agreement) String() string {
	if a.compared == 0 {
		return "no value is both published and measured"
	}
	if !a.stars {
		return fmt.Sprintf("%d of %d measured ratios within a factor of %d of the published; largest factor %.2f at %s",
			a.close, a.compared, closeFactor, a.far, a.farAt)
	}
	text := fmt.Sprintf("%d of %d stars agree", a.same, a.compared)
	if len(a.differ) > 0 {
		text += " (not " + strings.Join(a.differ, "; ") + ")"
	}
	return text + fmt.Sprintf("; %d of %d shares within %v of the published; largest |difference| %.2f at %s",
		a.close, a.compared, closeShare, a.far, a.farAt)
}
