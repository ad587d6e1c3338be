// Package facts makes tables of a log itself, before any method sees it: where
// it comes from and which jobs are left out ([Table]), and what is missing or
// odd in it ([Quality]).
package facts
