package page

import (
	"html/template"

	"waitbench/methods"
	"waitbench/report/figure"
)

// style is the colour and marker of a method, by its index in figure.Styles.
// They equal the ones in package figure.
type style struct {
	Colour int    `json:"colour"` // CSS variable --c0 to --c6
	Marker string `json:"marker"` // path of SVG around 0, 0
	Dash   []int  `json:"dash"`   // of lines, in pixels; nil for solid ones
}

// markers are the shapes of package figure in its order: circle, square,
// triangle up, diamond, triangle down.
var markers = [figure.Markers]string{
	"M-4,0a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z", "M-3.5,-3.5h7v7h-7z", "M0,-5.4L4.7,2.7h-9.4z",
	"M0,-5.2L5.2,0L0,5.2L-5.2,0z", "M0,5.4L4.7,-2.7h-9.4z",
}

// dashes are the patterns of package figure for lines.
var dashes = [figure.Markers][]int{2: {8, 3}, 3: {3, 3}, 4: {10, 3, 3, 3}}

func styleOf(i int) style {
	return style{i % figure.Colours, markers[i%figure.Markers], dashes[i%figure.Markers]}
}

// BaseStyle has the colours of every page.
var BaseStyle = asset("base.css")

// AboutMethods describes methods of this program, each in a line with its
// source, behind a summary.
func AboutMethods(names []string) template.HTML {
	var list []methods.Method
	for _, name := range names {
		if m, err := methods.Named(name); err == nil {
			list = append(list, m)
		}
	}
	return execute("about", list)
}
