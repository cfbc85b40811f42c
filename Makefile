# Two commands matter: `make demo` and `make test`. Each needs Python 3.11 or newer and make, nothing else.

PYTHON ?= python3
BIN := .venv/bin
BENCH := .venv-bench/bin
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header --upgrade pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help demo test bench docs lock format torture clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' Makefile | expand -t 18

demo: .venv/ready  ## exact noise, beside its law, and how fast it comes
	@$(BIN)/discreet demo
	@$(BIN)/python benchmarks/noise.py --quick

test: .venv/ready  ## run every check, as in CI
	@echo "· lint"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check || { echo "not formatted as agreed: run 'make format'" >&2; exit 1; }
	@echo "· types"
	@$(BIN)/mypy --no-error-summary
	@echo "· layers"
	@$(BIN)/lint-imports > .venv/layers.log || { cat .venv/layers.log; exit 1; }
	@echo "· tests"
	@$(BIN)/pytest --cov --cov-report=term

bench: .venv-bench/ready  ## measure beside the peers a user might pick instead
	@for script in benchmarks/[a-z]*.py; do echo "· $$script"; $(BENCH)/python $$script || exit 1; done

docs: .venv/docs  ## build the site into site/
	@echo "· building the site"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

lock: .venv/ready  ## choose the newest versions that fit pyproject.toml
	@$(COMPILE) --group dev --output-file requirements/dev.txt
	@$(COMPILE) --group docs --constraints requirements/dev.txt --output-file requirements/docs.txt
	@$(COMPILE) --group bench --constraints requirements/dev.txt --output-file requirements/bench.txt

format: .venv/ready  ## lay the code out as agreed
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet

torture: .venv/ready  ## everything, with a hundred times the random cases and the slow checks too
	@$(BIN)/pytest --hypothesis-profile=torture -m "" --timeout 3600

clean:  ## remove what the other targets made
	@rm -rf .venv .venv-bench site dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

# A stamp is written last, so that an interrupted set-up starts again.
.venv/ready: requirements/dev.txt pyproject.toml
	@echo "· setting up the environment (about a minute the first time)"
	@$(call environment,.venv,dev)
	@touch $@

.venv/docs: .venv/ready requirements/docs.txt
	@echo "· adding what builds the site"
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --requirements requirements/docs.txt
	@touch $@

.venv-bench/ready: requirements/bench.txt pyproject.toml
	@echo "· setting up the environment with the peers (about a minute the first time)"
	@$(call environment,.venv-bench,bench)
	@touch $@

# pip fetches uv, in its locked version; uv does the rest.
define environment
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "discreet needs Python 3.11 or newer: name one with make PYTHON=python3.12")' && \
$(PYTHON) -m venv $(1) && \
$(1)/bin/python -m pip install -qq --disable-pip-version-check --constraint requirements/dev.txt uv && \
$(1)/bin/uv pip install --quiet --python $(1)/bin/python --requirements requirements/$(2).txt --editable .
endef
