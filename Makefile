# make help lists the targets. Everything needs Go and make only.

GO         ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME   ?= 15s
TORTURE    ?= 30s
BENCHCOUNT ?= 1
TESTED     ?= ./...

# make quick leaves out packages that start programs or draw, and slow tests.
QUICK = $(shell $(GO) list ./... | grep -vE '/(cmd|examples|figure|page|program|render|study)(/|$$)')
SLOW  = At|ChangedFiles|Damaged|DamagedFooter|Edges|LackingMethods|LargeWindow|LevelsAreIndependent|LiAgainstSorting|QBETSByTheLetter|QuestionsAgreeWithReplay|Truncated

.PHONY: help build demo quick test race frozen fuzz fuzz-long torture slurm-test same-numbers golden bench lint tidy-check traces results results-check check clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-13s %s\n", $$1, $$2}'

# With cgo the program crashes under a limit of its address space such as ulimit -v 1000000.
build: ## build bin/waitbench
	CGO_ENABLED=0 $(GO) build -buildvcs=auto -o bin/waitbench ./cmd/waitbench

demo: build ## replay the built-in synthetic trace into results/demo
	bin/waitbench demo --out results/demo

quick: ## vet all, and run the fast tests, in ten seconds
	$(GO) vet ./...
	$(GO) test -vet off -skip '^Test($(SLOW))$$' $(QUICK)

# Garbage is collected less often: tests are short, and a quarter of their time went into it.
test: ## run all tests, with WAITBENCH_TRACES=folder also those on real logs, and list the skipped ones
	@{ GOGC=400 $(GO) test -v $(TESTED); echo "exit $$?"; } 2>&1 | awk -f .ci/skipped.awk

race: ## run all tests under the race detector
	$(GO) test -race -timeout 30m ./...

frozen: ## hold all scores and predictions of four real logs, in WAITBENCH_TRACES, against the sums in cmd/waitbench/testdata/frozen.txt
	@test -n "$(WAITBENCH_TRACES)" || { echo "make frozen WAITBENCH_TRACES=folder of the logs"; exit 2; }
	WAITBENCH_FROZEN=all $(GO) test ./cmd/waitbench -run '^TestFrozen$$' -count 1 -timeout 30m

# Every function that begins as a fuzz target does, as folder:name.
FUZZTARGETS = $(shell grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z]*' . | sed 's|/[^/]*:func |:|' | sort)

# A target that fails is run once more: what it found is kept in testdata and fails again, while go's
# own "context deadline exceeded" at the end of FUZZTIME does not.
fuzz: ## fuzz all that reads what others wrote, each target for FUZZTIME
	@for t in $(FUZZTARGETS); do \
		run="$(GO) test $${t%:*} -run ^$$ -fuzz ^$${t#*:}$$ -fuzztime $(FUZZTIME) -fuzzminimizetime 100x"; \
		echo "$$t"; $$run || $$run || exit 1; \
	done

fuzz-long: ## fuzz the parser for 2e7 executions and each other target for half an hour; what go finds it keeps in its cache
	$(MAKE) fuzz FUZZTIME=20000000x FUZZTARGETS=./swf:FuzzReader
	$(MAKE) fuzz FUZZTIME=30m FUZZTARGETS="$(filter-out ./swf:FuzzReader,$(FUZZTARGETS))"

torture: ## kill, interrupt, starve and crowd the program for TORTURE, and rewrite its logs
	WAITBENCH_TORTURE=$(TORTURE) $(GO) test ./cmd/waitbench -run '^TestTorture$$' -count 1 -v -timeout 0

slurm-test: ## submit jobs to a Slurm started for it; root, and Debian's slurm-wlm, slurmdbd, mariadb-server, or it skips
	WAITBENCH_SLURM=1 $(GO) test ./cmd/waitbench -run '^TestSlurm' -count 1 -v -timeout 10m

same-numbers: ## compare rankings and scores of generated logs on amd64, with GOAMD64=v3, and on arm64 under qemu-aarch64
	GO=$(GO) sh .ci/samenumbers.sh

# The sums of make frozen stay as they are.
golden: ## write the golden files of the tests again; look at the diff
	$(GO) test ./traces/synth ./replay/run ./report/table ./report/published ./report/render ./report/suite ./report/examples ./cmd/waitbench -skip '^TestFrozen$$' -update

bench: ## run the benchmarks; with WAITBENCH_TRACES=folder also those on real logs
	$(GO) test ./... -run '^$$' -bench . -count $(BENCHCOUNT)

lint: ## gofmt, vet, also for macOS and Windows, and staticcheck
	@test -z "$$(gofmt -l .)" || { echo "gofmt -w is needed on:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	GOOS=darwin $(GO) vet ./...
	GOOS=windows $(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

tidy-check: ## check that go.mod and go.sum are tidy
	$(GO) mod tidy -diff
	$(GO) mod verify

traces: build ## fetch the paper's logs that the archive has into the cache
	bin/waitbench traces get SDSC-SP2-1998-4.2-cln SDSC-DS-2004-2.1-cln LANL-O2K-1999-2 SDSC-Par-1996-3.1-cln

results: build ## write results/ again from the logs in WAITBENCH_TRACES
	@test -n "$(WAITBENCH_TRACES)" || { echo "make results WAITBENCH_TRACES=folder of the logs"; exit 2; }
	WAITBENCH_TRACES=$(WAITBENCH_TRACES) sh report/render/results.sh make bin/waitbench

results-check: build ## make results again in a temporary folder and compare all files, or with LOGS=names those of these logs
	@test -n "$(WAITBENCH_TRACES)" || { echo "make results-check WAITBENCH_TRACES=folder of the logs"; exit 2; }
	WAITBENCH_TRACES=$(WAITBENCH_TRACES) sh report/render/results.sh check bin/waitbench $(LOGS)

check: lint tidy-check test race demo ## what CI does, but for the fuzzing

clean: ## remove what the targets above made, but for results
	rm -rf bin man results/demo
