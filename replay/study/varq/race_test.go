//go:build race

package varq

const raceDetector = true
