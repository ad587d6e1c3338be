// Package output writes files and folders of results that are either complete
// or absent. A file is written under a temporary name in the same folder,
// synced, and then renamed. A Folder does this for all files of a run directory.
// A device or a pipe is written in place, and a link is followed.
package output
