# Everything a developer or a user types. `make help` lists it.
CARGO ?= cargo

.PHONY: help run pages api test lint format bench docs clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1	/' | expand -t 16

run: ## play a small tournament of the example game and say where its report is
	$(CARGO) run --release --quiet -p take-away -- tournament \
	  random alphabeta:depth=6 expectimax:depth=6 perfect \
	  --set slip=0.5 --games 1000 --report results/take-away

test: lint ## every check and every test
	@echo '== tests'
	$(CARGO) test --workspace --locked
	@echo '== programs of others on our server'
	$(CARGO) build --locked --quiet -p sakiyomi
	crates/digital-curling/tests/dc4client/run.sh "$${CARGO_TARGET_DIR:-target}/debug/sakiyomi" curling serve \
	  --protocol dc4 --listen 127.0.0.1:0 --user user0:pass0 --user user1:pass1

lint: ## formatting, clippy and documentation, warnings being errors
	@echo '== formatting'
	$(CARGO) fmt --all --check
	@echo '== clippy'
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	@echo '== documentation'
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked

format: ## format all code
	$(CARGO) fmt --all

bench: ## measure the speed of the searches
	$(CARGO) bench --workspace
	$(CARGO) run --release --quiet -p sakiyomi -- bench

api: ## make the description of the workbench's API and the pages' types from the operations
	$(CARGO) run --quiet -p workbench --example workbench -- --openapi > ui/openapi.json.new
	mv ui/openapi.json.new ui/openapi.json
	npm --prefix ui run --silent api

docs: ## build the library documentation
	$(CARGO) doc --workspace --no-deps

clean: ## remove everything that was built or measured
	$(CARGO) clean
	rm -rf results
