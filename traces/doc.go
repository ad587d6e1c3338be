// Package traces is the catalogue of the logs of the Parallel Workloads Archive, and the folder of
// fetched logs.
//
// MANIFEST.tsv, which is part of the program, names every log: where it is, its SHA-256 and number
// of jobs where they are known, whom to credit, and what machine it is from. The logs themselves
// are not part of the program.
//
//	MANIFEST.tsv -> Catalogue, Find -> Entry -> Store.Get -> NAME.swf.gz -> Resolve -> path for package swf
//	                                            Store.Verify
//
// # Fetching
//
// Get writes what arrives to NAME.swf.gz.part, beside it NAME.swf.gz.part.origin with the address
// and the ETag or Last-Modified of the server's file. Only a whole, checked file is flushed to the
// disk and renamed to NAME.swf.gz; a file under that name is replaced by a good one or left alone.
//
//   - A download that broke off, in this call or an earlier one, goes on where it stopped (Range
//     with If-Range). If the server's file has changed since, or the server knows no ranges, it
//     starts from the first byte.
//   - Faults that may pass (broken or silent connections, 408, 429, 5xx, lengths that do not add
//     up) are tried again, each time after a longer pause. So are connections that bring less in
//     half a minute than the least speed asks for. The count of failures starts anew when one has
//     brought that much and the part file has grown. Other answers (404, a web page, a redirect
//     from https to http, a certificate that does not hold) end the call.
//   - A file of more bytes than the store takes ends the call as soon as the server announces or
//     sends them, and nothing of it stays.
//   - Where the catalogue has a SHA-256 the file must have it, the resumed part included. Where it
//     has none the file must be a complete gzip stream; the result is then NotVerified and gives
//     the sum found.
//   - A wrong file is removed with its part file. A full disk, a cancelled context and a
//     connection that stays broken keep the part file for the next call.
//   - What is written is written to files that this program made, never through a link.
//   - Several processes may Get the same log: one downloads, holding NAME.swf.gz.lock, and the
//     others wait and then find the file there. The lock is the operating system's (flock) and
//     ends with its process. Where there is no flock the lock is the file's existence; a process
//     that was killed leaves it behind, and the error then names the file to remove.
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
//   - [PWA] D. G. Feitelson, D. Tsafrir, D. Krakov: Experience with using the Parallel Workloads
//     Archive. J. Parallel and Distributed Computing 74(10), 2014.
//   - [RFC 9110] HTTP Semantics, section 13.1.5 (If-Range), 14 (range requests), 15.5.17 (416).
package traces
