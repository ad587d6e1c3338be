package methods

var lastMethod = Method{
	Name:   "last",
	Doc:    "baseline: the wait of the job that started last",
	Source: "none: what users do who look at the queue once",
	Cite:   []string{Project},
	ByName: true,
	Claims: ofWindow(Claims{}),
	Bound:  func(Settings) Predictor { return newWindowed(1, 1) },
}
