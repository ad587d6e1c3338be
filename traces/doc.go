// Package traces is the catalogue of the logs of the Parallel Workloads Archive
// [PWA], and the folder of fetched logs.
//
// MANIFEST.tsv, which is part of the program, has an entry for every log: its
// address, its SHA-256 and number of jobs where they are known, whom to credit,
// and the machine. The logs themselves are not part of the program.
//
//	MANIFEST.tsv -> Catalogue, Find -> Entry -> Store.Get, Verify -> NAME.swf.gz -> Resolve -> path
//
// Get downloads a log, checks it, and only then writes it to the store:
//
//   - The file must have the SHA-256 of the catalogue. If the catalogue has
//     none, it must be a complete gzip stream; the result is then NotVerified.
//   - Get fails for a file above the size limit, a server that takes more than
//     half an hour or sends nothing for a minute, a redirect from https to http,
//     and a web page instead of a log.
//   - A good file replaces the one in the store, a bad one does not.
//
// # References
//
//	[PWA] D. G. Feitelson, D. Tsafrir, D. Krakov: Experience with using the Parallel
//	      Workloads Archive. J. Parallel and Distributed Computing 74(10), 2014.
package traces
