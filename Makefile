# Everything a developer or a user types. `make help` lists it.
CARGO ?= cargo
TARGET = $(abspath $(or $(CARGO_TARGET_DIR),target))
BINARY = $(TARGET)/debug/sakiyomi
# What the half of `make test` prints that runs beside the tests of the crates.
BESIDE = $(TARGET)/beside.log

.PHONY: help run pages api test test-python test-wheel wheel notebooks beside e2e lint format bench docs guide clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /  make \1	/' | expand -t 20

run: pages ## build everything and start the workbench; OPTIONS='--listen …' go to it
	$(CARGO) run --release --quiet -p sakiyomi -- workbench $(OPTIONS)

pages: ui/node_modules/.package-lock.json ## build the pages of the workbench
	npm --prefix ui run --silent build

ui/node_modules/.package-lock.json: ui/package.json ui/package-lock.json
	npm --prefix ui ci --no-progress
	@touch $@

test: lint pages ## every check and every test
	@echo '== tests; beside them the guide, programs of others and the pages, told at the end'
	# Always the whole workspace: a package alone would compile its dependencies again, with fewer
	# features. The tests build the binary, too, which the other half starts.
	$(CARGO) test --workspace --locked --no-run
	# The extension module for Python, which no test of cargo's needs.
	$(CARGO) build --workspace --lib --bins --tests --locked
	@$(MAKE) --no-print-directory beside >$(BESIDE) 2>&1 & beside=$$!; \
	  $(CARGO) test --workspace --locked; tests=$$?; \
	  echo '== the other half'; wait $$beside; others=$$?; cat $(BESIDE); \
	  [ $$tests = 0 ] && [ $$others = 0 ]

beside:
	@echo '== guide'
	docs/guide/build.sh
	@echo '== programs of others on our server'
	crates/digital-curling/tests/dc4client/run.sh "$(BINARY)" curling serve \
	  --protocol dc4 --listen 127.0.0.1:0 --user user0:pass0 --user user1:pass1
	@echo '== parts of the pages'
	npm --prefix ui run --silent test
	@echo '== Python'
	SAKIYOMI_PYTHON_BUILT=1 python/test.sh
	@echo '== whole flows in a browser'
	ui/e2e/run.sh "$(BINARY)" workbench --listen 127.0.0.1:0

test-python: ## the tests of the Python package alone
	python/test.sh

wheel: pages ## build the Python package, for pip, into target/wheels
	python/wheel.sh

test-wheel: wheel ## install the wheel into a fresh environment, import it and run the command
	python/wheel.sh --test

notebooks: ## make the notebooks, in English and Japanese, into target/notebooks
	python3 python/notebooks/make.py $(TARGET)/notebooks

e2e: pages ## the whole flows in a browser alone, with screenshots in ui/e2e/screens
	$(CARGO) build --locked --quiet -p sakiyomi
	ui/e2e/run.sh "$(BINARY)" workbench --listen 127.0.0.1:0

lint: ui/node_modules/.package-lock.json ## formatting, clippy, types, prose, licences and documentation; warnings are errors
	@echo '== formatting'
	$(CARGO) fmt --all --check
	@echo '== clippy'
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	@echo '== engines without database and reports'
	$(CARGO) check --locked -p lookahead -p curling -p blokus -p bridge --no-default-features
	! $(CARGO) tree --locked -p lookahead -p curling -p blokus -p bridge --no-default-features \
	  -e normal --prefix none | grep -E '^(rusqlite|askama|plotters|comfy-table|axum|tokio) '
	@echo '== dependencies'
	@if command -v cargo-deny >/dev/null; then $(CARGO) deny --locked check licenses bans sources; \
	  else echo 'skipped: cargo-deny is not installed (cargo install cargo-deny --locked)'; fi
	@echo '== documentation'
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked
	@echo '== prose'
	$(CARGO) test --locked --quiet --workspace --test prose
	@echo '== pages'
	npm --prefix ui run --silent format:check
	npm --prefix ui run --silent check

format: ## format all code
	$(CARGO) fmt --all
	npm --prefix ui run --silent format

bench: ## measure the speed of the searches
	$(CARGO) bench --workspace
	$(CARGO) run --release --quiet -p sakiyomi -- bench

api: ## make the API's description, the pages' types and Python's functions from the operations
	$(CARGO) run --quiet -p sakiyomi -- workbench --openapi > ui/openapi.json.new
	mv ui/openapi.json.new ui/openapi.json
	npm --prefix ui run --silent api
	echo '{}' | $(CARGO) run --quiet -p sakiyomi -- call curling/platforms > ui/src/curling/platforms.json
	cd ui && npx prettier --log-level warn --write src/curling/platforms.json
	python3 python/generate.py

docs: ## build the library documentation
	$(CARGO) doc --workspace --no-deps

guide: ## build the guide into target/guide, warnings being errors
	docs/guide/build.sh

clean: ## remove everything that was built or measured
	$(CARGO) clean
	rm -rf results ui/dist ui/node_modules ui/e2e/screens
