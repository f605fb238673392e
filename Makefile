# Sabot: `make run` opens the house, `make test` checks everything. `make help` tells the rest.

# Those for which every package has a wheel; pyproject.toml and scripts/python say the same.
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
PYTHON ?= $(shell scripts/python)
PY := .venv/bin/python
PLAYERS ?= 200
GAME ?= blackjack
WORKERS ?= 4
# Compiled once, whatever the machine says: a house is half a dozen processes, tests are hundreds.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help python setup setup-tests packages run test quick gallery check check-types check-page check-code check-units check-tests format types transcripts docs report bots bench profile load soak archive pythons dist lock audit sbom shell clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1	\2/' | expand -t 22

python:
	@$(PYTHON) -c '$(FITS)' 2>/dev/null || { \
	echo "Sabot needs Python 3.11 to 3.14: install one, or name one with PYTHON=/path/to/python3." >&2; \
	exit 1; }

setup: python ## Install everything into this checkout; does nothing when nothing changed
	@$(PYTHON) scripts/setup.py

setup-tests: python
	@$(PYTHON) scripts/setup.py --tests

packages: python
	@$(PYTHON) scripts/setup.py --tests --packages

# The demo house lets bots in by the dozen; a house for strangers is told otherwise, or nothing.
run: export SIGN_UPS_PER_ADDRESS ?= 1000
run: export SIGN_UPS_PER_NETWORK ?= 1000
run: export PLAY_MONEY_PER_ADDRESS ?= 1000000
run: setup ## Open the house at http://127.0.0.1:8000/ (HOST, PORT, WEB_PROCESSES, RNG_WORKERS, DATABASE_URL, REDIS_URL, PROCFILE=uvicorn)
	@$(PY) -m casino.embedded serve --demo

# Every process of PYTEST has a database of its own. More of them than cores: browsers wait a lot.
PYTEST = $(PY) -m casino.embedded run --fragile -- $(PY) -m pytest \
	-n $(WORKERS) --dist loadfile --no-loadscope-reorder

test: check ## Check everything, then run every test (WORKERS=4 processes side by side)
	@SABOT_VAR=var/test $(PYTEST) $(ARGS)

quick: setup-tests ## Run the tests that need no servers, browser or chance; under a minute
	@$(PY) -m pytest --quick -n 2 --dist loadfile -q $(ARGS)

gallery: setup-tests ## Take pictures of each special state of the pages, for docs/gallery
	@mkdir -p docs/gallery
	@GALLERY=$(CURDIR)/docs/gallery SABOT_VAR=var/test SABOT_SOAK=1 $(PYTEST) tests/browser --timeout=0 $(ARGS)
	@$(PY) -m tests.browser.gallery docs/gallery

check: packages ## Format, lint, types, imports, wire types, browser client; no servers needed
	@$(MAKE) --no-print-directory --jobs=2 check-types check-page check-code check-units check-tests

# It needs no browser client, and runs while that is built.
check-types:
	$(PY) -m mypy

check-page check-code check-units check-tests: setup-tests

check-page:
	$(PY) scripts/setup.py --npm run check

check-code:
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	.venv/bin/lint-imports
	$(PY) scripts/setup.py --npm run gen:check

check-units:
	$(PY) scripts/setup.py --npm test

# Every process of pytest finds them compiled.
check-tests:
	@SABOT_VAR=var/test $(PY) -m pytest --collect-only -qq >var/collected || { cat var/collected; exit 1; }

format: setup-tests ## Format the code and mend what can be mended
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .
	$(PY) scripts/setup.py --npm run format

types: setup-tests ## Write the browser's types anew, from the server's wire schema
	$(PY) scripts/setup.py --npm run gen

transcripts: setup-tests ## Deal the written rounds again and rewrite their pages, for a human to review
	$(PY) -m tests.games.blackjack.transcripts

docs: setup-tests ## Draw the packages anew, list the settings, and build the documentation into var/site; a dead link ends it
	@$(PY) -m scripts.draw_architecture
	@$(PY) -m scripts.list_settings
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build
	@echo "Open var/site/index.html, or with its search: $(PY) -m http.server --bind 127.0.0.1 --directory var/site 8001"

report: setup ## Measure the generator and sign its conformity report, after a change of casino/rng
	@$(PY) manage.py rng_report --quick $(ARGS)

bots: setup-tests ## Let bots play at the running house (PORT, SABOT_VAR, or ARGS="--url …")
	@$(PY) -m tests.load.bots $(ARGS)

bench: setup-tests ## Measure engines, commands and fan-out
	@$(PY) -m tests.bench $(ARGS)

profile: setup-tests ## Take apart what a hit, a stake and a round cost, by part, statement and byte written
	@SABOT_VAR=var/bench $(PY) -m casino.embedded run -- $(PY) -m tests.bench.profile

load: setup-tests ## Let PLAYERS=200 players play at a house (GAME=european_roulette, PORT, SABOT_VAR, ARGS="--url …"); tell what they saw
	@$(PY) -m tests.load.run --game $(GAME) --players $(PLAYERS) $(ARGS)

soak: setup-tests ## Run every campaign at full length, seeded anew (SEED=… repeats one); hours
	@seed=$(or $(SEED),$$(date +%s)); echo "These campaigns again: make soak SEED=$$seed"; \
	SABOT_VAR=var/soak SABOT_SOAK=$$seed $(PYTEST) -m campaign --timeout=0 --hypothesis-seed=$$seed $(ARGS)

pythons: python ## Test a fresh clone by each Python that the README names, and keep when (VERSIONS="3.12 3.14")
	@$(PYTHON) scripts/pythons.py $(VERSIONS)

archive: setup-tests ## Play a house and keep it for ever, for RELEASE=0.4.0 (then commit it)
	@SABOT_VAR=var/archive $(PY) -m casino.embedded run -- $(PY) -m tests.archive make $(RELEASE)

dist: setup ## Build a wheel and a source archive into dist/
	@.venv/bin/uv build --quiet --out-dir dist && ls dist

lock: setup ## Lock what pyproject.toml names, and what that needs, with hashes (ARGS=--upgrade)
	@$(PYTHON) scripts/lock.py $(ARGS)

audit: setup ## Ask whether a locked package has a known vulnerability
	@$(PYTHON) scripts/audit.py

sbom: setup ## Write var/sbom/*.cdx.json: what the house is made of, in CycloneDX
	@$(PYTHON) scripts/audit.py --sbom

shell: setup ## Python with the running house's settings
	@$(PY) manage.py shell

clean: ## Remove what was built and installed; keeps var/, where the money is
	rm -rf .venv frontend/node_modules tests/bench/lighthouse/node_modules frontend/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
