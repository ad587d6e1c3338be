// Package batch replays several logs by one plan, each into a run directory of its
// own. It goes on after an interrupt, and takes a share of the logs.
package batch
