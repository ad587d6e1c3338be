package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/replay/run/runtest"
	"waitbench/report/table"
)

// All tables of a run of all methods fit A4 with margins of 2.5 cm, also with
// capital names of queues, the packages that their first lines name, and no
// letter below 6 points.
func TestLaTeXFitsPage(t *testing.T) {
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("pdflatex is not installed")
	}
	s := runtest.Plan(t, "bmbp", "0.95", "0.5").Settings
	s.Methods = []string{"all"}
	s.Ranges, s.Ages, s.MinJobs = "1-4,5-16,17+", []float64{600}, 50
	plan := runtest.PlanOf(t, s)
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "SDSC-SP2-1998-4.2-cln")
	log := runtest.Load(t, plan, "SDSC-SP2-1998-4.2-cln", 4, 1)
	made, err := (&Dir{Dir: log.Replay(t, e)}).Render(e.Folder, Figures{Which: NoFigures})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString(`\documentclass[a4paper]{article}\usepackage[margin=2.5cm]{geometry}` +
		`\usepackage{booktabs,longtable}\pdfcompresslevel=0\begin{document}` + "\n")
	for _, t := range table.NotesOnce(made.Tables) {
		for _, row := range t.Rows {
			for i := range row {
				if row[i].Text == "normal" || row[i].Text == "high" {
					row[i].Text = "COMPUTE_" + strings.ToUpper(row[i].Text) + "_MEMORY"
				}
			}
		}
		if err = t.WriteLaTeX(&text); err != nil {
			break
		}
	}
	text.WriteString(`\end{document}`)
	dir := t.TempDir()
	if err != nil || os.WriteFile(filepath.Join(dir, "all.tex"), []byte(text.String()), 0o644) != nil {
		t.Fatal("cannot write the document: ", err)
	}
	var out []byte
	for range 3 { // widths of a longtable are known to the next call
		latex := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex")
		latex.Dir = dir
		if out, err = latex.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if found := regexp.MustCompile(`Overfull.*|Float too large.*`).FindAllString(string(out), -1); found != nil {
		t.Errorf("%d boxes are too large:\n%s", len(found), strings.Join(found, "\n"))
	}
	pdf, err := os.ReadFile(filepath.Join(dir, "all.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	var sizes []float64
	for _, font := range regexp.MustCompile(`/F\d+ ([\d.]+) Tf`).FindAllSubmatch(pdf, -1) {
		size, _ := strconv.ParseFloat(string(font[1]), 64) // matches
		sizes = append(sizes, size)
	}
	if len(sizes) < 100 || slices.Min(sizes) < 5.97 { // 6 of TeX's points
		t.Errorf("%d letters and lines, the smallest of %v points", len(sizes), slices.Min(append(sizes, 99)))
	}
	if scaled := regexp.MustCompile(`scalebox|resizebox|adjustbox`).FindString(text.String()); scaled != "" {
		t.Errorf("%s makes letters smaller than their fonts", scaled)
	}
}
