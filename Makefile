# The habits of the project. CI calls the same targets that a person does.

.PHONY: demo check test bench scoreboard gallery picture packages install

# The main job: the first of the experiments, on this machine.
demo:
	cargo run --release --quiet --bin cmpthese -- run perlio-layers

# Fast: form, lints, unit tests, circles and dependencies.
check:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	cargo test --workspace --lib --bins --test structure --quiet

# Everything, the documentation among it.
test: packages check
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet --document-private-items
	cargo test --workspace --no-fail-fast

# Promises about time, in repeated trials on a quiet machine: see bench/README.md.
bench:
	cargo build --release --workspace
	cargo run --release --quiet -p cmpthese-bench -- $(TRIALS)

# This program against other tools: an hour, with QUICK=1 minutes; see bench/README.md.
scoreboard: packages
	cargo build --release --workspace
	cargo run --release --quiet -p cmpthese-bench --bin scoreboard -- $(if $(QUICK),--quick) $(SCOREBOARD)

# The reports of the built-in experiments with an index, in gallery/: a quarter of an hour.
gallery: packages
	cargo build --release --workspace
	CMPTHESE=target/release/cmpthese experiments/gallery gallery

# The picture of the README, from a run that is recorded for the tests, in docs/.
picture:
	cargo build --release --workspace
	gunzip -c crates/cmpthese/tests/recorded/experiments.db.gz >target/experiments.db
	target/release/cmpthese report 2 --history target/experiments.db --svg target/pictures >/dev/null
	cp target/pictures/time-0.svg docs/time-against-size.svg

# The packages that the tests use, of Debian and of npm: installed when they are missing and this user may, otherwise named; and benchstat, which is no package.
packages:
	./packages/install
	./packages/benchstat

install:
	cargo install --path crates/cmpthese
