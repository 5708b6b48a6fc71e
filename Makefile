# The commands of this project. `make demo` and `make test` do everything from a fresh Debian or Ubuntu
# machine with Rust; what is missing is installed through apt by the first of them that needs it.

.PHONY: help setup build demo test lint check bench load compslg hunt table1 sandwich fuzz bad real clean

help:
	@echo "make demo    set up, build, and run an example"
	@echo "make test    set up and run all tests"
	@echo "make check   what CI runs: format, lints, tests"
	@echo "make bench   speed against wasmi, of our solver against plain Z3, as ratios measured in one run; of bounds;"
	@echo "             of many kinds of input against i32 (WORSTCASE_LIMIT=5: at most 5 seconds each, instead of 20)"
	@echo "make load    load tests of a dozen programs beside random inputs with the same time (WORSTCASE_EFFORT=0.1: a tenth of the work)"
	@echo "make compslg  CompSLG's tables 1 to 4 and its artifacts 4 and 5 from our own runs, beside the paper's figures (an hour; QUICK=1: minutes)"
	@echo "make hunt    find on programs whose authors did not see it, beside other searches with as much time (an hour; WORSTCASE_PEERS=0: half)"
	@echo "make table1  WISE's table 1 from our own runs, beside the paper's figures (minutes)"
	@echo "make sandwich  the loops of the examples: bounds that are proved beside worst cases that are found (minutes)"
	@echo "make fuzz    the random tests, for longer (MODULES=20000 PROGRAMS=5000 LOOPS=20000 SESSIONS=2000 SEED=1)"
	@echo "make bad     hundreds of bad invocations: no panic, no signal, exit codes as documented, no run past its --max-time"
	@echo "make real    C libraries out of crates, a minute each (REAL_TIME=60): paths, what is missing, time, memory; needs the network"

setup:
	@./scripts/setup

build: setup
	cargo build --release

demo: build
	target/release/worstcase find examples/insertion_sort.c

test: setup
	cargo test --workspace

lint:
	cargo fmt --check
	cargo clippy --workspace --all-targets -- -D warnings

check: setup lint test

bench: setup
	cargo bench -p worstcase-machine --bench speed
	cargo bench -p worstcase-native --bench speed
	cargo bench -p worstcase-explore --bench paths
	cargo bench -p worstcase-explore --bench kinds
	cargo bench -p worstcase-explore --bench states
	cargo bench -p worstcase-solver --bench scale
	cargo bench -p worstcase-bounds --bench corpus

load: setup
	cargo bench -p worstcase-load --bench load

compslg: setup
	cargo bench -p worstcase-pipeline --bench compslg

hunt: setup
	cargo bench -p worstcase --bench hunt

table1: setup
	cargo bench -p worstcase-worst --bench table1

sandwich: setup
	cargo bench -p worstcase-bounds --bench sandwich

MODULES ?= 20000
PROGRAMS ?= 5000
LOOPS ?= 20000
SESSIONS ?= 2000
SEED ?= 1
fuzz: setup
	WORSTCASE_MODULES=$(MODULES) WORSTCASE_SEED=$(SEED) \
		cargo test --release -p worstcase-machine --test agreement --test counting --test symbolic -- --nocapture
	WORSTCASE_PROGRAMS=$(PROGRAMS) WORSTCASE_SEED=$(SEED) \
		cargo test --release -p worstcase-explore --test oracle --test walks --test native_trees -- --nocapture
	WORSTCASE_PROGRAMS=$(PROGRAMS) WORSTCASE_SEED=$(SEED) \
		cargo test --release -p worstcase-bounds --test lift -- --nocapture
	WORSTCASE_LOOPS=$(LOOPS) WORSTCASE_SEED=$(SEED) \
		cargo test --release -p worstcase-bounds --test random -- --nocapture
	WORSTCASE_SESSIONS=$(SESSIONS) WORSTCASE_SEED=$(SEED) \
		cargo test --release -p worstcase-solver --test layers -- --nocapture

bad: setup
	WORSTCASE_BAD=all cargo test --release -p worstcase --test bad -- --nocapture

real: build
	./scripts/real

clean:
	cargo clean
