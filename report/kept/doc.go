// Package kept scores answers about jobs that waited, which a site has kept, with a
// later log of the same machine:
//
//	Read -> Answers -> Score: join by job and submission -> Table, Bounds
package kept
