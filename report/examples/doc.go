// Package examples holds scripts that read run directories with pandas, polars,
// DuckDB and R, and the tests of the scripts whose libraries are installed.
// README.md shows how.
package examples
