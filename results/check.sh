#!/bin/sh
# Compares the tables of a folder that make.sh has filled with those that are committed here, but for timings: sh results/check.sh FOLDER
set -u
cd "$(dirname "$0")"
status=0
for file in $(git ls-files -- '*.md' '*.csv' | grep -v -e '^README.md$' -e '^qbets-rules.md$' -e timings); do
	if ! cmp -s "$file" "$1/$file"; then
		echo "results/$file no longer is what the program makes"
		diff "$file" "$1/$file" | head -5
		status=1
	fi
done
exit $status
