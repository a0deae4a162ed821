# The two commands: `make run` and `make test`. Everything else is for those who build.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-for-tests

.PHONY: run test lint bench phones prove train clean

run: $(STAMP)
	@$(BIN)/conclave serve $(or $(ARGS),--demo)

test: $(TEST_STAMP) lint
	$(BIN)/python -m pytest $(ARGS)

lint: $(TEST_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP)
	@$(BIN)/conclave bench $(ARGS)
	@$(if $(ARGS),,$(MAKE) --no-print-directory phones)

# How soon thousands of phones have the news, whether any that comes and goes misses some, and a short soak.
phones: $(STAMP)
	@$(BIN)/python -m tests.proofs.many_phones --phones 2000
	@$(BIN)/python -m tests.proofs.many_phones --phones 5000
	@$(BIN)/python -m tests.proofs.reconnecting_phones
	@$(BIN)/python -m tests.proofs.soak

# The slow proofs: games by the ten thousand, and mutation testing of the rules.
prove: $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test,prove]"
	$(BIN)/python -m tests.proofs.simulated_games
	$(BIN)/python -m tests.proofs.killed_journal
	$(BIN)/python -m tests.proofs.changed_bundles
	$(BIN)/python -m tests.proofs.filmed_games
	$(BIN)/python -m tests.proofs.steady_following
	rm -rf mutants
	$(BIN)/mutmut run --max-children 2
	$(BIN)/python -m tests.proofs.outside_functions
	$(BIN)/python -m tests.proofs.mutants

# The network's weights from nothing: crops, training, export, figures. At most 90 minutes on two free cores.
TRAINING := build/training
train: $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[train]"
	$(BIN)/python -m models.training.cut_crops --folder $(TRAINING) --part flat --shards 160
	$(BIN)/python -m models.training.cut_crops --folder $(TRAINING) --part train --shards 120
	$(BIN)/python -m models.training.cut_crops --folder $(TRAINING) --part tune --shards 12
	$(BIN)/python -m models.training.cut_crops --folder $(TRAINING) --part report --shards 28
	$(BIN)/python -m models.training.train --folder $(TRAINING) --steps 9000 --minutes 60
	$(BIN)/python -m models.training.export --folder $(TRAINING)
	$(BIN)/python -m models.training.quantise --folder $(TRAINING)
	$(BIN)/python -m models.training.calibrate --folder $(TRAINING)
	$(BIN)/python -m models.training.evaluate --folder $(TRAINING)
	$(BIN)/python -m models.training.masks.tables --folder $(TRAINING)/masks --part train --decks 226
	$(BIN)/python -m models.training.masks.train --folder $(TRAINING)/masks --steps 1300 --minutes 40
	$(BIN)/python -m models.training.masks.export --folder $(TRAINING)/masks

clean:
	rm -rf $(VENV) build mutants *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	@touch $@
