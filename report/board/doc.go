// Package board ranks the methods of a suite of logs:
//
//	bench.csv, submissions --ReadRows, ReadSubmission--> []Row --New--> *Board
package board
