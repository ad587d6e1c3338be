// Package program runs programs of somebody else as methods: it starts them, speaks the protocol of
// waitbench help exec with them over pipes, and ends them. It knows nothing of methods; exec.go of
// package methods drives it.
//
//	Program.Greet -> Hello;  Program.Begin(Site) -> Process;  Submitted, Started, Tick... Job, Tick -> answers;  End
//
// What is told waits until an answer is owed, and goes out with the question in one write; nothing
// is sent while an answer is owed. So a program can know nothing later than what it is asked about.
//
// Whatever else a program does than answer is an error, one sentence with its last words on standard
// error, and the end of it. A program runs in a process group of its own, all of which is killed
// when it has ended, by itself or not. A process that leaves its group is beyond reach.
package program
