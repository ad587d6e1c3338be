package report

// Question is what a table answers. Readers find tables by their questions.
type Question string

// The questions, in the order of Questions.
const (
	WhichToTrust Question = "Which can I trust?"
	HowTight     Question = "How tight?"
	WhenFailed   Question = "When did it fail?"
	AgainstPaper Question = "Against the paper?"
	WhatChanged  Question = "What changed?"
	WhatReplayed Question = "What was replayed?"
)

// Questions are all questions in the order in which a reader asks them.
var Questions = []Question{WhichToTrust, HowTight, WhenFailed, AgainstPaper, WhatChanged, WhatReplayed}
