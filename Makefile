# Thin on purpose: each target is one script, so that everything also works without make.
.DEFAULT_GOAL := help
.PHONY: help tour demo test lint contract rehearse-rotation bench laws fuzz bootstrap

# How long `make fuzz` runs each of its targets.
SECONDS ?= 60

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

demo: tour ## See it decide (the tour, until there is a server to show)

tour: ## Decisions for real apps, in a minute
	@scripts/tour

test: ## Lint, build and test everything
	@scripts/test

lint: ## Formatting and house rules only
	@scripts/lint

contract: ## A stranger (Python) checks our signatures, and we check its
	@scripts/contract

rehearse-rotation: ## Lose keys, replace them, and see what shipped copies do
	@scripts/rehearse-rotation

bench: ## Release build, then the benchmarks as a table
	@scripts/bench

laws: ## The engine's laws over 100 000 generated cases
	@scripts/laws

fuzz: ## Fuzz everything that reads foreign bytes (SECONDS=60 for each target)
	@scripts/fuzz $(SECONDS) $(TARGETS)

bootstrap: ## Check Swift and install missing system headers
	@scripts/bootstrap
