package methods

// window-max bounds by the longest of the last window waits. The default is m(0.95, 0.95): of so
// many exchangeable waits, and no fewer, the longest covers the 0.95 quantile with confidence 0.95.
// The level that is asked for plays no part.
var windowMaxMethod = Method{
	Name:   "window-max",
	Doc:    "baseline: the longest of the last waits, window=59 of them",
	Source: "none: the bound that needs no model",
	Cite:   []string{Project},
	ByName: true,
	Claims: ofWindow(Claims{}),
	Configure: func(m *Method, p *Params) {
		window := p.Count("window", 59)
		m.Bound = func(Settings) Predictor { return newWindowed(window, 1) }
	},
}
