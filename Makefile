# The two commands: `make run` and `make test`. Everything else is for those who build.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test lint bench prove clean

run: $(STAMP)
	@$(BIN)/conclave serve --demo $(ARGS)

test: $(STAMP) lint
	$(BIN)/python -m pytest $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP)
	@$(BIN)/conclave bench $(ARGS)

# The slow proofs. Mutation testing joins them with its own tool.
prove: $(STAMP)
	$(BIN)/python -m tests.proofs.simulated_games
	$(BIN)/python -m tests.proofs.killed_journal

clean:
	rm -rf $(VENV) build mutants *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	@touch $@
