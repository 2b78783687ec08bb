# Two commands: `make run` shows Vertebra at work, `make test` tests it. Both set everything up first.
SHELL := /bin/bash
.DEFAULT_GOAL := help

BIN := .venv/bin
READY := .venv/.ready
TARGET ?=
REPORT ?= build/report
DATA ?=

.PHONY: help setup run test lint format docs bench clean

help:  ## this list
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(READY): pyproject.toml constraints.txt scripts/setup
	scripts/setup
	@touch $@

setup: $(READY)  ## virtual environment, packages, browser
	@scripts/get-chromium

run: setup  ## analyse the demo site, or TARGET=<url, file or folder>
ifeq ($(TARGET),)
	@$(BIN)/vertebra demo build/demo
	@$(BIN)/vertebra analyze build/demo/site -o $(REPORT)
else
	@$(BIN)/vertebra analyze "$(TARGET)" -o $(REPORT)
endif

test: setup  ## all tests
	$(BIN)/pytest

lint: $(READY)  ## style, types, layers, file sizes, generated documentation
	$(BIN)/ruff check .
	$(BIN)/ruff check --select D100,D101,D102,D103,D104 src bench scripts
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/check_sizes.py
	$(BIN)/python scripts/make_reference.py --check

format: $(READY)  ## put code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(READY)  ## write docs/REFERENCE.md anew from the program
	$(BIN)/python scripts/make_reference.py

bench: setup  ## measure speed and memory side by side; DATA=<folder of development data>
	$(BIN)/python -m bench $(if $(DATA),--data "$(DATA)")

clean:  ## remove everything that was made
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
