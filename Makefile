# The two commands: `make run` and `make test`. Everything else is for those who build.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test lint bench prove clean

run: $(STAMP)
	@$(BIN)/conclave simulate --players 2 --games 1 --seed 7 --tell $(ARGS)

test: $(STAMP) lint
	$(BIN)/python -m pytest $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP)
	@$(BIN)/conclave bench $(ARGS)

# The slow proofs: games by the ten thousand, and mutation testing of the rules.
prove: $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test,prove]"
	$(BIN)/python -m tests.proofs.simulated_games
	rm -rf mutants
	$(BIN)/mutmut run --max-children 2
	$(BIN)/python -m tests.proofs.outside_functions
	$(BIN)/python -m tests.proofs.mutants

clean:
	rm -rf $(VENV) build mutants *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	@touch $@
