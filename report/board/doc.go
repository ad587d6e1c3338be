// Package board ranks the methods of a suite of logs. The way of a row of bench.csv:
//
//  1. A replay has the bounds and the [replay.Score] of a method on a queue.
//  2. [NewRow] compares the method with bmbp on the jobs that bmbp bounds. The row
//     has the score, the losses of both, and how many jobs are replaced.
//  3. Package suite adds the suite, the program, and how the method was made.
//  4. [WriteRows] and [ReadRows] write and read the columns of a row as bench.csv.
//  5. [ReadSubmission] refuses rows of others that do not agree with ours.
//  6. [New] arranges the rows of each method by queue, finds where the method is
//     short, and orders the methods. Rows of other seeds are of the same method.
//  7. A [Board] has the ranking as tables: all queues, by log, and by what the
//     makers of a method have seen.
//
// A new column is a line of columns: a value of a score, or one with a field of Row.
package board
