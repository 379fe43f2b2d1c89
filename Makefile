# Thin on purpose: each target is one script, so that everything also works without make.
.DEFAULT_GOAL := help
.PHONY: help verify demo demo-cluster tour test lint contract typecheck-apple api adopt docs site sanitize hostile torture torture-cluster torture-adoption rehearse-rotation bench bench-server check-image dist check-dist check-alerts check-kubernetes dashboard-check dashboard-pictures laws fuzz bootstrap pictures

PORT ?= 8080

# How many kills `make torture` takes.
KILLS ?= 200

# How long `make fuzz` runs each of its targets.
SECONDS ?= 60

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

demo: ## Start a real server with two apps, and see what to try (PORT=8080)
	@scripts/demo $(PORT)

demo-cluster: ## Three servers on one PostgreSQL behind nginx, what they do when one of them ends (PORT=8080)
	@scripts/demo-cluster $(PORT)

tour: ## The command line at work on real apps, in a minute
	@scripts/tour

test: ## Lint, build and test everything
	@scripts/test

verify: ## Everything that can be checked, beyond what CI runs (an hour and a half)
	@scripts/verify

lint: ## Formatting and house rules only
	@scripts/lint

contract: ## Strangers check us: signatures, the HTTP interface, caching (SEED=random)
	@scripts/contract

typecheck-apple: ## Type-check for Apple's platforms against stubs of Apple's frameworks
	@scripts/typecheck-apple

api: ## Write the public API of the libraries into Documentation/api, to be committed (Linux on x86_64)
	@scripts/api

adopt: ## Build an app that adds the package by URL, in Swift 5 and Swift 6 mode, with one import
	@scripts/adopt

docs: ## Build the libraries' documentation, and the program of without-screens.md as pasted
	@scripts/docs

site: ## All pages as one static site with search, checked and read in a real browser (LIBRARIES=none for the pages alone)
	@LIBRARIES=$(LIBRARIES) scripts/site $(FOLDER)

sanitize: ## The client's tests under the thread sanitizer
	@scripts/sanitize

pictures: ## Render the views and photograph them (installs Chromium and fonts)
	@scripts/pictures

hostile: ## Attack a release build of the server, and see what honest callers notice (SHORT=1 for seconds)
	@scripts/hostile

torture: ## Kill clients that write, and the server in the middle of publishes (KILLS=200 of those)
	@scripts/torture $(KILLS)

torture-cluster: ## Publish on three servers while they and PostgreSQL are killed, cut off and stopped (SHORT=1 for two minutes)
	@scripts/torture-cluster

dashboard-check: ## Walk every page of the dashboard in a real browser (installs Chromium; SHORT=1 for a minute)
	@scripts/dashboard-check

dashboard-pictures: ## Photograph the pages of the dashboard (installs Chromium)
	@scripts/dashboard-pictures

torture-adoption: ## Five million devices check in with three servers, one of which is killed again and again (SHORT=1 for fewer)
	@scripts/torture-adoption

rehearse-rotation: ## Lose keys, replace them, and see what shipped copies do
	@scripts/rehearse-rotation

bench: ## Release build, then the benchmarks as a table
	@scripts/bench

bench-server: ## The server under load against a control, release build
	@scripts/bench-server

check-image: ## Compare the static binary with what Deploy/Dockerfile installs
	@scripts/check-image

dist: ## Build the archive, the Debian package, the list of parts and the checksums of a release (in dist)
	@scripts/dist

check-dist: ## Check what make dist builds: equal bytes, install, upgrade, purge (root, installs zsh and fish)
	@scripts/check-dist

check-alerts: ## Check the alert rules and the dashboard against a running server (installs promtool)
	@scripts/check-alerts

check-kubernetes: ## Check the manifests of Deploy/kubernetes against the schemas of Kubernetes
	@scripts/check-kubernetes

laws: ## The engine's laws over 100 000 generated cases
	@scripts/laws

fuzz: ## Fuzz everything that reads foreign bytes (SECONDS=60 for each target)
	@scripts/fuzz $(SECONDS) $(TARGETS)

bootstrap: ## Check Swift and install missing system packages
	@scripts/bootstrap
