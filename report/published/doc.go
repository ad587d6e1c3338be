// Package published shows printed numbers of papers next to the measured ones,
// and has the tables of the BMBP paper [Brevik06] for a run. README.md has the
// papers whose numbers are compared, their slips, and the format of the files.
package published
