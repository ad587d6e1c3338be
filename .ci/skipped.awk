# skipped.awk reads the output of go test -v, with "exit CODE" as its last
# line. It prints results of packages, what failing tests logged, and at the
# end every skipped test with its reason. It exits with that code.

/^=== (RUN|NAME|CONT|PAUSE)/ { test = $3; next }
/^ *--- PASS/ || /^PASS$/ { next }
/^ *--- FAIL/ { print; printf "%s", logged[$3]; next }
/^ *--- SKIP/ { skipped[n++] = $3 ": " reason[$3]; next }
/^    / {
	logged[test] = logged[test] $0 "\n"
	reason[test] = $0
	sub(/^ *[^ ]+_test\.go:[0-9]+: */, "", reason[test])
	next
}
/^exit [0-9]+$/ { code = $2; next }
{ print }
/^(ok|FAIL|\?)[ \t]/ { split("", logged); split("", reason) }

END {
	if (n) print "\nSkipped:"
	for (i = 0; i < n; i++) print "  " skipped[i]
	exit code
}
