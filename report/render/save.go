package render

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"waitbench/replay/output"
	"waitbench/report/figure"
)

// saveAll writes figures side by side, with their data. It makes SVG also where that is not wanted
// in the end, for the page of the run.
func saveAll(f *output.Folder, list pictures, formats []string) error {
	wanted := distinct(append(slices.Clone(formats), "csv"))
	rendered := distinct(append(slices.Clone(wanted), "svg"))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range list {
		for _, format := range wanted {
			if _, err := f.Add(figuresFolder + p.name + "." + format); err != nil {
				return err
			}
		}
		group.Go(func() error {
			return figure.Save(p.Figure, f.Path(figuresFolder+p.name), rendered...)
		})
	}
	return group.Wait()
}

// writeCaptions writes what a reader must know besides the figures.
func writeCaptions(f *output.Folder, list pictures) error {
	if len(list) == 0 {
		return nil
	}
	return f.Write(figuresFolder+"captions.md", func(w io.Writer) error {
		var b strings.Builder
		for _, p := range list {
			fmt.Fprintf(&b, "%s: **%s.** %s\n\n", p.name, figure.Title(p), figure.Caption(p))
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// distinct sorts names and leaves out what is there again.
func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// SaveBounds writes a plot under path, without its extension, in each of the formats; it returns
// the files' names.
func SaveBounds(f *figure.Bounds, path string, formats []string) ([]string, error) {
	if err := figure.Save(f, path, formats...); err != nil {
		return nil, err
	}
	var files []string
	for _, format := range formats {
		files = append(files, filepath.Clean(path+"."+format))
	}
	return files, nil
}
