package backtest

// Month is how a bound did among the jobs submitted in a calendar month.
type Month struct {
	Name    string // 2000-01
	Jobs    int    // with a bound
	Covered int
}

// Share is the share of jobs that were covered; NaN for none.
func (m Month) Share() float64 { return float64(m.Covered) / float64(m.Jobs) }

// Worst finds the month with the smallest covered share, the first of equal ones, among those with
// at least so many jobs. ok is false if there are none. A share that holds over years may come of
// good months that pay for bad ones.
func Worst(months []Month, least int) (worst Month, ok bool) {
	for _, m := range months {
		if m.Jobs < max(least, 1) || ok && m.Share() >= worst.Share() {
			continue
		}
		worst, ok = m, true
	}
	return worst, ok
}
