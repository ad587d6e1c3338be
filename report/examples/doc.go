// Package examples holds scripts that read run directories with pandas, polars, DuckDB and R, and
// the tests of those that the machine can run. README.md says how to run them.
package examples
