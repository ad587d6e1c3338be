// Package suite ranks methods on suites: logs, settings and methods that never
// change under the name and version of a suite. It checks submissions of others,
// and repeats them in disguise.
package suite
