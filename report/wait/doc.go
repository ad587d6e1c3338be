// Package wait answers how long a job will wait, or will still wait. The way of a
// question:
//
//  1. [Load] reads a log, and [Log.Keep] names the series that are asked about.
//  2. [Log.Ask] refuses a [Question] that the log or its methods cannot answer.
//  3. The log is cut at the moment: later jobs, starts and ends are not known, nor
//     are queues without a job that has started.
//  4. The methods are replayed up to there, each once on a series, for a job that
//     waits already at [Ages], too. A job that is submitted then gets its bound
//     without being told to the methods: the next question has the same replay.
//  5. The verdict on the scored jobs chooses among the methods. For it they are
//     replayed on the other series, as a replay of the log does.
//  6. The method of the answer bounds the further quantiles. [Answer.Trusted] says
//     whether users can rely on the answer.
//  7. A [Reply] has the answers as sentences, table, JSON and metrics.
//
// [Log.OverTime] asks one method at several moments.
package wait
