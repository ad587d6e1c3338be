// Package traces is the catalogue of the logs of the Parallel Workloads Archive, and
// the folder of fetched logs.
//
// MANIFEST.tsv, which is part of the program, names every log: its address, its
// SHA-256 and number of jobs where they are known, whom to credit, and the machine.
// The logs themselves are not part of the program.
//
//	MANIFEST.tsv -> Catalogue, Find -> Entry -> Store.Get -> NAME.swf.gz -> Resolve -> path for package swf
//	                                            Store.Verify
//
// # Fetching
//
// Get writes what arrives to a temporary file in the store. It renames the file to
// NAME.swf.gz if it is good, and removes it otherwise.
//
//   - Where the catalogue has a SHA-256 the file must have it. Where it has none the
//     file must be a complete gzip stream; the result is then NotVerified and has
//     the sum found.
//   - A file of more bytes than the store takes ends the call as soon as the server
//     announces or sends them. So does a server that has not sent the log in half an
//     hour.
//   - A redirect from https to http is refused, and a web page in place of a log.
//   - A file under the final name is replaced by a good one or left alone. Several
//     processes may Get the same log: each downloads it, and the last rename stays.
//
// # Example
//
//	entry, err := traces.Find("KTH-SP2-1996-2.1-cln")
//	dir, err := traces.DefaultDir()
//	store := &traces.Store{Dir: dir}
//	result, err := store.Get(ctx, entry, nil)
//	path, err := traces.Resolve("KTH-SP2-1996-2.1-cln", os.Getenv("WAITBENCH_TRACES"), dir)
//
// # References
//
//   - [PWA] D. G. Feitelson, D. Tsafrir, D. Krakov: Experience with using the Parallel
//     Workloads Archive. J. Parallel and Distributed Computing 74(10), 2014.
package traces
