package figure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// formats are those that Write knows.
var formats = []string{"svg", "png", "pdf", "csv"}

// CheckFormats fails where there is no format, or one that [Write] does not know; it lists those
// that it does.
func CheckFormats(names []string) error {
	if len(names) == 0 {
		return errors.New("no format (known: " + strings.Join(formats, ", ") + ")")
	}
	for _, name := range names {
		if !slices.Contains(formats, name) {
			return unknownFormat(name)
		}
	}
	return nil
}

func unknownFormat(name string) error {
	return fmt.Errorf("unknown format %q (known: %s)", name, strings.Join(formats, ", "))
}

// ParseWidth reads a width by its name: two-column or one-column.
func ParseWidth(name string) (Width, error) {
	switch name {
	case "two-column":
		return TwoColumn, nil
	case "one-column":
		return OneColumn, nil
	}
	return 0, fmt.Errorf("unknown width %q (known: two-column, one-column)", name)
}
