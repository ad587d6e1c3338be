// Package table makes tables, and writes them as text, Markdown, CSV, LaTeX and
// JSON. [Columns] describes the columns of a table. tables.txt has the titles,
// notes and sentences of all tables of runs; [New] finds them by the ID.
package table
