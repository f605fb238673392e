# Sabot: `make run` opens the house, `make test` checks everything. `make help` tells the rest.

PYTHON ?= $(shell for p in python3 python3.12 python3.11 python3.13 python3.14; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 13))' 2>/dev/null \
	&& { echo $$p; exit; }; done; echo python3)
PY := .venv/bin/python
PLAYERS ?= 200
GAME ?= blackjack
AT := $(if $(PORT),--url http://127.0.0.1:$(PORT))

.DEFAULT_GOAL := help
.PHONY: help python setup setup-tests run test check format types transcripts report bots bench load shell clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1	\2/' | expand -t 22

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "Sabot needs Python 3.11 or newer: install it, or name one with PYTHON=/path/to/python3." >&2; \
	exit 1; }

setup: python ## Install everything into this checkout; does nothing when nothing changed
	@$(PYTHON) scripts/setup.py

setup-tests: python
	@$(PYTHON) scripts/setup.py --tests

run: setup ## Open the house at http://127.0.0.1:8000/ (HOST, PORT, DATABASE_URL, REDIS_URL, PROCFILE=uvicorn)
	@$(PY) -m casino.embedded serve

# The browser's tests have an event loop of their own in the main thread, so they run by themselves.
test: check ## Check everything, then run every test
	@SABOT_VAR=var/test $(PY) -m casino.embedded run -- $(PY) -m pytest --ignore=tests/browser $(ARGS)
	@SABOT_VAR=var/test $(PY) -m casino.embedded run -- $(PY) -m pytest tests/browser $(ARGS)

check: setup-tests ## Format, lint, types, imports, wire types, browser client; no servers needed
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) scripts/setup.py --npm run gen:check
	$(PY) scripts/setup.py --npm run check
	$(PY) scripts/setup.py --npm test

format: setup-tests ## Format the code and mend what can be mended
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .
	$(PY) scripts/setup.py --npm run format

types: setup-tests ## Write the browser's types anew, from the server's wire schema
	$(PY) scripts/setup.py --npm run gen

transcripts: setup-tests ## Deal the written rounds again and rewrite their pages, for a human to review
	$(PY) -m tests.games.transcripts

report: setup ## Measure the generator and sign its conformity report, after a change of casino/rng
	@$(PY) manage.py rng_report --quick $(ARGS)

bots: setup-tests ## Let bots play at the running house
	@$(PY) -m tests.load.bots $(AT) $(ARGS)

bench: setup-tests ## Measure engines, commands and fan-out
	@SABOT_VAR=var/bench $(PY) -m casino.embedded run -- $(PY) -m tests.bench $(ARGS)

load: setup-tests ## Let PLAYERS=200 players play at the running house (GAME=european_roulette); tell what they saw
	@$(PY) -m tests.load.run --game $(GAME) --players $(PLAYERS) $(ARGS)

shell: setup ## Python with the running house's settings
	@$(PY) manage.py shell

clean: ## Remove what was built and installed; keeps var/, where the money is
	rm -rf .venv frontend/node_modules frontend/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
