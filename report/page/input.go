package page

import (
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
)

// maxSize is the size that a page stays below, in bytes.
const maxSize = 2_500_000

// Input holds what a page shows of a run.
type Input struct {
	Run      *run.Record
	Scores   []replay.Score
	Verdicts []report.Verdict // of all series that have enough jobs
	Tables   []*report.Table
	Figures  []Figure // in the order in which they are read
	// Jobs reads the jobs of a series, in blocks; nil for a page without the plot.
	Jobs    func(f arrowio.Filter, use func(*arrowio.Block) error) error
	Command string // that made the run; empty if it is not known
	// Unpublished says why there are no published numbers to compare with;
	// empty if there are some.
	Unpublished string
	Looks       []string // methods in the order that gives them colours and markers; nil for that of the run
}

// Figure is a picture on the page. Text in it stays text.
type Figure struct {
	Name     string // stem of the names of its files, such as correct-by-queue-demo
	Title    string
	Question report.Question // that it answers
	Alt      string          // what it shows, in words, for those who do not see it
	Caption  string          // below it; may be empty
	SVG      []byte
}

// title returns the heading of the page of a run: its traces.
func (in *Input) title() string {
	const most = 3
	var list []string
	for i := range in.Run.Traces {
		list = append(list, in.Run.Traces[i].Name)
	}
	if len(list) > most {
		list = append(list[:most:most], output.Counted(len(list)-most, "other log"))
	}
	return output.Enumerate(list)
}

func printables(list []string) []string {
	clean := make([]string, len(list))
	for i, text := range list {
		clean[i] = output.Printable(text)
	}
	return clean
}
