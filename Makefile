# `make demo` shows a living sample league, `make serve` runs your own, `make test` checks all.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo serve test lint format bench soak pins clean tools \
	check-style check-templates check-layers check-types check-django \
	test-scoring test-sqlite test-postgres test-browser test-faults

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PYTEST := $(PY) -m pytest
# Who is done takes over what waits at the other: tests take from milliseconds to a minute.
SHARED := -n 2 --dist worksteal

# uv is faster where somebody has it; pip does the same.
INSTALL := $(if $(shell command -v uv),uv pip install --quiet --python $(PY),$(PY) -m pip install --quiet --disable-pip-version-check)

# The documented production settings, on a database that nobody minds.
PRODUCTION := PUBLIC_URL=https://cards.example.org DATABASE_URL=sqlite://:memory:

help:
	@echo "make demo    a sample league on this machine: the address and who signs in are printed"
	@echo "make serve   your own leagues, on this machine and for phones on the same network"
	@echo "make test    every check and test; parts: lint test-scoring test-sqlite test-postgres test-browser test-faults"
	@echo "make bench   how fast it is, as ratios"
	@echo "make soak    the tests of faults with 100,000 hands, 10,000 evenings of phones: hours"
	@echo "make format  put the code in order"
	@echo "make pins    new exact versions from pyproject.toml"
	@echo "make clean   remove what the above left behind, but never data/"

# In a folder of its own, so that the sample never meets your own leagues.
demo: export DATA_DIR := $(or $(DATA_DIR),data/demo)
demo: $(VENV)/app.stamp
	$(PY) manage.py migrate --verbosity 0
	$(PY) manage.py demo
	$(PY) manage.py serve

serve: $(VENV)/app.stamp
	$(PY) manage.py serve

test: tools
	$(MAKE) --no-print-directory --keep-going lint test-scoring test-sqlite test-postgres test-browser test-faults

lint: check-style check-templates check-layers check-types check-django

check-style: $(VENV)/test.stamp
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	@wc -l $$(git ls-files 'scoring/*.py' 'league/*.py' | grep -v /migrations/) | awk \
		'$$2 != "total" && $$1 > 320 { print $$2 ": " $$1 " lines; split it by its nouns"; long = 1 } END { exit long }'

check-templates: $(VENV)/test.stamp
	$(PY) -m djlint --lint --quiet templates

check-layers: $(VENV)/test.stamp
	$(VENV)/bin/lint-imports

check-types: $(VENV)/test.stamp
	$(PY) -m mypy

check-django: $(VENV)/test.stamp
	$(PRODUCTION) $(PY) manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(PY) manage.py check --deploy --fail-level WARNING

test-scoring: $(VENV)/test.stamp
	$(PYTEST) tests/scoring -n 2 --cov --cov-branch --cov-fail-under=100

test-sqlite: $(VENV)/test.stamp
	$(PYTEST) tests/league $(SHARED)

# With POSTGRES_PAGES=1 the tests of single pages as well (see tests/conftest.py).
test-postgres: $(VENV)/test.stamp
	$(PY) -m tests.postgres $(PYTEST) tests/league $(SHARED)

test-browser: $(VENV)/test.stamp
	$(PYTEST) tests/browser $(SHARED)

# Bad lines, dying servers: each test starts servers and databases of its own.
test-faults: $(VENV)/test.stamp
	$(PYTEST) tests/faults

# 100,000 hands, a third in each of the three long runs; and 10,000 evenings of phones that send in
# any order, beside others who correct, sign and settle.
soak: $(VENV)/test.stamp
	FAULT_HANDS=33334 $(PYTEST) tests/faults
	TARABISH_MERGES=10000 $(PYTEST) tests/league/merging -n 2

bench: $(VENV)/test.stamp
	$(PY) -m tests.bench

format: $(VENV)/test.stamp
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

tools:
	.ci/packages venv postgresql chromium gettext

# In an environment of its own: pip-tools is no part of the project.
pins:
	test -x $(VENV)-pins/bin/pip-compile || $(PYTHON) -m venv $(VENV)-pins
	$(VENV)-pins/bin/python -m pip install --quiet pip-tools
	.ci/pins $(VENV)-pins/bin/pip-compile

clean:
	rm -rf $(VENV) $(VENV)-pins data/static tests/results test-results .coverage .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find league scoring tests -name __pycache__ -prune -exec rm -rf {} +

$(PY):
	.ci/packages venv
	$(PYTHON) -m venv $(VENV)

$(VENV)/app.stamp: requirements.txt | $(PY)
	$(INSTALL) --require-hashes -r requirements.txt
	@touch $@

$(VENV)/test.stamp: tests/requirements.txt | $(PY)
	$(INSTALL) --require-hashes -r tests/requirements.txt
	@touch $@ $(VENV)/app.stamp
