package page

import (
	"fmt"
	"strings"
	"testing"
)

func inlined(t *testing.T, svg string) (string, *drawing) {
	t.Helper()
	d := &drawing{classes: map[string]string{}}
	text, err := d.inline([]byte(svg), `a "figure"`, "f0-")
	if err != nil {
		t.Fatal(err)
	}
	return text, d
}

func TestInline(t *testing.T) {
	text, d := inlined(t, `<?xml version="1.0"?><!DOCTYPE svg><!-- made by -->
<svg width="504pt" height="233.62pt" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)">
<script>alert(2)</script><style>@import url(http://example.org/x.css);</style><foreignObject><b>x</b></foreignObject>
<image xlink:href="http://example.org/x.png"/><a xlink:href="javascript:alert(3)"><text x="1.23456" y="-2">a &lt;b&gt; &amp; c</text></a>
<g id="clip" transform="scale(1, -1)" clip-path="url(#clip)" style="fill:url(http://example.org/x)"><rect x="0.005" width="3" fill="url(#clip)" style="fill:#123456"/></g>
</svg>`)
	want := `<svg viewBox="0 0 504 233.62" role="img" aria-label="a &#34;figure&#34;">` +
		`<g id="f0-clip" transform="scale(1, -1)" clip-path="url(#f0-clip)"><rect x="0.01" width="3" class="s0"></rect></g></svg>`
	if text != want {
		t.Errorf("figure\n%s\nwant\n%s", text, want)
	}
	if css := d.css(); css != ".s0{fill:url(#f0-clip);fill:#123456}\n" {
		t.Errorf("style %q", css)
	}
}

func TestInlineText(t *testing.T) {
	text, _ := inlined(t, `<svg viewBox="0 0 9 9"><text x="1" style="font-size:7px;fill:#222222">a &lt;b&gt; &amp; c</text></svg>`)
	if !strings.Contains(text, `<text x="1" class="s0">a &lt;b&gt; &amp; c</text>`) {
		t.Errorf("figure %s", text)
	}
}

func TestStylesAreShared(t *testing.T) {
	d := &drawing{classes: map[string]string{}}
	for i := range 3 {
		if _, err := d.inline([]byte(`<svg viewBox="0 0 9 9"><rect style="fill:#111111"/><rect style="fill:#222222"/></svg>`), "", fmt.Sprint("f", i)); err != nil {
			t.Fatal(err)
		}
	}
	if len(d.styles) != 2 {
		t.Errorf("%d styles: %v", len(d.styles), d.styles)
	}
}

func TestNotSVG(t *testing.T) {
	for _, text := range []string{"", "text", "<html><p>x</p></html>", "<svg>", "<svg><g></svg>", "<svg><script></svg>"} {
		d := &drawing{classes: map[string]string{}}
		if out, err := d.inline([]byte(text), "", ""); err == nil {
			t.Errorf("%q is taken for a figure: %s", text, out)
		}
	}
}

func TestCompactPath(t *testing.T) {
	for path, want := range map[string]string{
		"M1,2L3,4":                            "M1,2l2,2",
		"M1,2L3,2L5,2L5,7L4,7Z":               "M1,2h2h2v5h-1z",
		"M0.5,0.25L0.004,0.25M10,10L9.5,10.5": "M0.5,0.3h-0.5M10,10l-0.5,0.5",
		"M1,1L1,1L1.01,1.02L2,1":              "M1,1h0h1",
		"M1.2345,2A2,2 0 1 1 3.4567,2Z":       "M1.23,2A2,2 0 1 1 3.46,2Z",
		"m1,2l3,4":                            "m1,2l3,4",
		"M1,2L3":                              "M1,2L3",
		"M1,2C1,2 3,4 5.5555,6":               "M1,2C1,2 3,4 5.56,6",
		"M1e-3,-2E1L0,0":                      "M0,-20v20",
	} {
		if got := compactPath(path); got != want {
			t.Errorf("%q becomes %q, want %q", path, got, want)
		}
	}
}
