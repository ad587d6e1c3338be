// Package program runs external programs as methods. It starts them, speaks the
// protocol of waitbench help exec with them over pipes, and ends them. Package
// methods drives it from exec.go.
//
//	Program.Greet -> Hello
//	Program.Begin(LogInfo) -> Process; Send(event)... Job, Bounds -> answers; End
//
// Events wait in a batch until an answer is due, and go out with the question
// in one write. Nothing is sent while an answer is due, so a program knows
// nothing later than the job that it answers for.
//
// Anything but the answer in time is an error and ends the program. The error
// has the last line of its standard error. A program runs in its own process
// group, which is killed when the program has ended, and when waitbench has,
// even by kill -9. Only children that leave the group, as by setsid, go on.
package program
