// Waitbench replays job logs through methods that bound or forecast queue
// waits, and reports which of them can be trusted.
//
//	waitbench help            the commands and the help pages
//	waitbench COMMAND --help  a description of a command, its flags, examples
//
// Each command is one file of this package. main.go handles signals, run.go
// builds the commands and turns errors into exit codes.
package main
