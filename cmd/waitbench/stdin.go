package main

import (
	"context"
	"io"
)

// stoppable is a reader that ends with its context, also in the middle of a read: one of a terminal
// may last for ever.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

// Read gives the error of the context once that has ended. What a read under way then still brings
// is lost.
func (s *stoppable) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := s.r.Read(p)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}
