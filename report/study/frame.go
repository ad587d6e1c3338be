package study

import "waitbench/replay/arrowio"

// Field is a column of cells of type T: its name and where in a cell its value is.
type Field[T any] struct {
	empty arrowio.Column
	add   func(*arrowio.Column, *T)
}

// Text is a column of texts.
func Text[T any](name string, value func(*T) string) Field[T] {
	return Field[T]{arrowio.Column{Name: name, Texts: []string{}}, func(c *arrowio.Column, cell *T) { c.Texts = append(c.Texts, value(cell)) }}
}

// Count is a column of whole numbers.
func Count[T any](name string, value func(*T) int64) Field[T] {
	return Field[T]{arrowio.Column{Name: name, Counts: []int64{}}, func(c *arrowio.Column, cell *T) { c.Counts = append(c.Counts, value(cell)) }}
}

// Number is a column of numbers, NaN for null.
func Number[T any](name string, value func(*T) float64) Field[T] {
	return Field[T]{arrowio.Column{Name: name, Numbers: []float64{}, Optional: true}, func(c *arrowio.Column, cell *T) { c.Numbers = append(c.Numbers, value(cell)) }}
}

// NewFrame makes a frame of cells, a row each.
func NewFrame[T any](cells []*T, fields ...Field[T]) arrowio.Frame {
	frame := make(arrowio.Frame, len(fields))
	for i, f := range fields {
		frame[i] = f.empty
		for _, cell := range cells {
			f.add(&frame[i], cell)
		}
	}
	return frame
}
