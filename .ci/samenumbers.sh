#!/bin/sh
# Compares the rankings and scores of the suites with generated logs on amd64, on amd64 with the
# instructions of GOAMD64=v3 and on arm64, which runs under qemu-aarch64 of Debian's qemu-user.
# Numbers have six digits, as in results/. It names each cell that differs.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static || true)
status=0
for build in amd64-v1 amd64-v3 arm64-; do
	run=
	case $build in
	amd64-v3) grep -q avx2 /proc/cpuinfo || { echo "no GOAMD64=v3: the processor lacks AVX2" && continue; } ;;
	arm64-)
		[ -n "$emulator" ] || { echo "no arm64: qemu-aarch64 is missing" && continue; }
		run=$emulator
		;;
	esac
	out=$work/$build
	CGO_ENABLED=0 GOARCH=${build%-*} GOAMD64=${build#*-} ${GO:-go} build -o "$work/waitbench" ./cmd/waitbench
	for suite in synth synth-levels; do
		more=
		[ $suite = synth ] && more="--methods boost,forest:level=pid"
		$run "$work/waitbench" bench $suite $more --no-build --quiet --out "$out/$suite" >/dev/null
		$run "$work/waitbench" collect "$out/$suite" --out "$out/$suite-collected" --quiet
		for file in $suite/bench.csv $suite-collected/scores.csv; do
			cmp -s "$work/amd64-v1/$file" "$out/$file" && continue
			status=1
			awk -F , -v file="$build/$file" '
				NR == FNR { line[FNR] = $0; next }
				FNR == 1 { split($0, head, ",") }
				{
					n = split(line[FNR], want, ",")
					for (i = 1; i <= (n > NF ? n : NF); i++) if ($i != want[i])
						printf "%s:%d: %s is %s, %s on amd64\n", file, FNR, head[i], $i, want[i]
				}' "$work/amd64-v1/$file" "$out/$file"
		done
	done
	echo "$build: compared"
done
exit $status
