package page

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"waitbench/report/table"
)

func TestWrite(t *testing.T) {
	page := write(t, plainSample(t))
	for what, text := range map[string]string{
		"sentence":         "started within their own bound by lognormal; half of these bounds were under",
		"note of a log":    "760 jobs are left out",
		"warning of a log": "lines out of order: 7",
		"published":        "no log is of a machine of the paper",
		"setting":          `<th scope="row">epoch</th>`,
		"command":          "<pre>waitbench replay sample.swf</pre>",
		"figure":           `<img alt="Two dots" width="100" height="50" data-svg="`,
		"table":            "Share of waits within the bound",
		"plot":             `id="series-data"`,
		"licence":          "Leon Sorokin",
		"question":         `<h2 id="h-which-can-i-trust">Which can I trust?</h2>`,
	} {
		if !strings.Contains(page, text) {
			t.Errorf("%s: %q is not on the page", what, text)
		}
	}
	for _, text := range []string{"http:", "https:", "//cdn", "@import", "<link rel=\"stylesheet", "ZgotmplZ", "%!",
		"NaN"} {
		if i := strings.Index(rawText.ReplaceAllString(page, ""), text); i >= 0 {
			t.Errorf("the page has %q: %q", text, page[max(0, i-60):min(len(page), i+60)])
		}
	}
	checkMarkup(t, page)
	if again := write(t, plainSample(t)); again != page {
		t.Error("a second page of the same run is not the same")
	}
}

// The first screen explains a bound, and why most jobs wait much less.
func TestWriteInPlainWords(t *testing.T) {
	in := plainSample(t)
	headline := &in.Verdicts[0]
	headline.MedianWait, headline.LongWait = 90, 7200
	want := "95 of 100 jobs should start within theirs.\nHalf of the scored jobs in normal started within " +
		"90\u00a0s, but 1 of 20 waited longer than 2\u00a0h, so a promise for 95 of 100 must be long.\n" +
		"Of the methods that hold that often or are near it, lognormal is recommended: its bounds are the tightest.</p>"
	if !strings.Contains(write(t, in), want) {
		t.Errorf("not on the page: %s", want)
	}
	lower := sampleOf(t, "demo", []string{"normal"}, []string{"guess"}, "0.5l")
	want = "shortest wait that a method predicts for a job when it is submitted; " +
		"half of the jobs should wait at least as long."
	if page := write(t, lower); !strings.Contains(page, want) {
		t.Errorf("not on the page: %s\n%s", want, regexp.MustCompile(`(?s)<h1>.*</header>`).FindString(page))
	}
}

// A queue has one number of jobs, the scored ones, but where the page describes
// the log.
func TestWriteOneNumberOfJobs(t *testing.T) {
	in := plainSample(t)
	page, _, _ := strings.Cut(rawText.ReplaceAllString(write(t, in), ""), `<section id="what-was-replayed"`)
	if n := len(regexp.MustCompile(`\b3,?000\b`).FindAllString(page, -1)); n > 0 {
		t.Errorf("%d times the number of all jobs of the first queue", n)
	}
	if n := len(regexp.MustCompile(`\b2,?700\b`).FindAllString(page, -1)); n < 5 {
		t.Errorf("%d times the number of its scored jobs", n)
	}
	if strings.Contains(page, `<button type="button" class="sort">jobs</button>`) {
		t.Error("a table has a column of jobs")
	}
}

func TestWriteWithoutFigures(t *testing.T) {
	in := plainSample(t)
	in.Figures, in.Unpublished = nil, ""
	in.Run.Log.Warnings = nil
	page := write(t, in)
	checkMarkup(t, page)
	for _, text := range []string{"<figure", "Against the paper", "Warnings about"} {
		if strings.Contains(page, text) {
			t.Errorf("the page has %q", text)
		}
	}
}

// hostile are names that would become markup, script or style if they were not
// escaped.
var hostile = []string{`</script><b id="broken">`, `" onmouseover="alert(1)" x="`, `<img src=x onerror=alert(1)>`,
	"'; alert(1); //", "{{.}} ${x} \\u003c", "ąř 漢字"}

func TestWriteHostileNames(t *testing.T) {
	in := sampleOf(t, hostile[0], hostile[1:4], append(hostile[3:], "</style><i>"))
	in.Command, in.Unpublished = hostile[0], hostile[2]
	in.Run.Log.Header.Computer, in.Run.Log.Notes, in.Run.Log.Warnings = hostile[2], append(hostile, "ř \x00\xff\n\x1b"),
		hostile
	in.Figures[0].Alt, in.Figures[0].Caption = hostile[1], hostile[2]
	in.Tables = append(in.Tables, &table.Table{ID: hostile[0], Level: hostile[0], Title: hostile[0], Star: hostile[2],
		Notes:   hostile,
		Columns: []table.Column{{Heading: hostile[2], Unit: hostile[1]}},
		Rows:    [][]table.Cell{{{Text: hostile[0], Star: true}}}})
	page := write(t, in)
	checkMarkup(t, page)
	if n := strings.Count(page, "</script"); n != 4 {
		t.Errorf("the page closes %d scripts, want 4", n)
	}
	if strings.ContainsAny(page, "\x00\x1b") || !utf8.ValidString(page) {
		t.Error("the page has control characters")
	}
	for _, text := range []string{`<b id="broken">`, "<img src=x", "<i>", `" onmouseover`} {
		if strings.Contains(rawText.ReplaceAllString(page, ""), text) {
			t.Errorf("the page has %s as markup", text)
		}
	}
}

var (
	rawText = regexp.MustCompile(`(?s)<(script|style)\b([^>]*)>.*?</(script|style)>`)
	ids     = regexp.MustCompile(`\sid="([^"]*)"`)
)

// checkMarkup checks that elements are closed in the order in which they were
// opened, that no id is there twice, and that every reference within the page
// leads somewhere.
func checkMarkup(t *testing.T, page string) {
	t.Helper()
	known := map[string]bool{}
	for _, found := range ids.FindAllStringSubmatch(rawText.ReplaceAllString(page, "<$1$2></$3>"), -1) {
		if known[found[1]] {
			t.Errorf("id %q is there twice", found[1])
		}
		known[found[1]] = true
	}
	for _, found := range regexp.MustCompile(
		`(?:href="#|aria-labelledby="|aria-describedby=")([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !known[found[1]] {
			t.Errorf("nothing has the id %q", found[1])
		}
	}
	d := xml.NewDecoder(strings.NewReader(rawText.ReplaceAllString(page, "<$1$2></$3>")))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("markup: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, token.Name.Local)
		case xml.EndElement:
			if n := len(open); n == 0 || open[n-1] != token.Name.Local {
				t.Fatalf("</%s> closes %v", token.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("not closed: %v", open)
	}
}

// The lines of up to eight methods are open.
func TestAboutMethods(t *testing.T) {
	names := []string{"bmbp", "lognormal", "qbets", "forest", "li+cal", "downey", "smith", "historical",
		"lognormal-trim"}
	for n, want := range map[int]string{8: `<details class="about" open>`, 9: `<details class="about">`} {
		if html := string(AboutMethods(names[:n])); strings.Count(html, "<dt>") != n ||
			!strings.HasPrefix(strings.TrimSpace(html), want) {
			t.Errorf("%d methods: no %s in %.80s", n, want, html)
		}
	}
}
