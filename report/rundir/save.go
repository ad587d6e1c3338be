package rundir

import (
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"waitbench/report/figure"
)

// saveAll writes figures side by side.
func saveAll(s *stage, g *gallery) error {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range g.names {
		for _, format := range formats {
			s.folder(figuresFolder, name+"."+format)
		}
		group.Go(func() error {
			return figure.Save(g.figures[name], s.path(figuresFolder, name), formats...)
		})
	}
	return group.Wait()
}

// SaveBounds writes a plot under path, without its extension, as SVG and PNG; it returns the files' names.
func SaveBounds(f *figure.Bounds, path string) ([]string, error) {
	formats := []string{"svg", "png"}
	if err := figure.Save(f, path, formats...); err != nil {
		return nil, err
	}
	var files []string
	for _, format := range formats {
		files = append(files, filepath.Clean(path+"."+format))
	}
	return files, nil
}
