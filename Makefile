# The two commands: `make run` and `make test`. Everything else is for those who build.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-for-tests

.PHONY: run test lint bench phones prove train train-cards train-marks figures clean

run: $(STAMP)
	@$(BIN)/conclave serve $(or $(ARGS),--demo)

# Every file of tests on a core of its own; `make test ARGS=tests/vision` runs what is asked for, one after another.
test: $(TEST_STAMP) lint
	$(BIN)/python -m pytest $(or $(ARGS),--numprocesses auto --dist loadfile)

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
	$(BIN)/python -m tests.proofs.checked_photos
	$(BIN)/python -m tests.proofs.filmed_games
	$(BIN)/python -m tests.proofs.steady_following
	$(BIN)/python -m tests.proofs.free_layouts
	$(BIN)/python -m tests.proofs.end_games
	rm -rf mutants
	$(BIN)/mutmut run --max-children 2
	$(BIN)/python -m tests.proofs.outside_functions
	$(BIN)/python -m tests.proofs.mutants

# Both networks' weights from nothing: crops, training, export, figures. At most 90 minutes on two free cores,
# one for each network.
TRAINING := build/training
CARDS := $(BIN)/python -m models.training
MARKS := $(BIN)/python -m models.training.masks
train: $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[train]"
	OMP_NUM_THREADS=1 $(MAKE) --no-print-directory --jobs 2 train-cards train-marks
	$(MAKE) --no-print-directory figures

train-cards:
	$(CARDS).cut_crops --folder $(TRAINING) --part flat --shards 240
	$(CARDS).cut_crops --folder $(TRAINING) --part train --shards 48
	$(CARDS).cut_crops --folder $(TRAINING) --part tune --shards 12
	$(CARDS).train --folder $(TRAINING) --steps 2742 --digit-steps 400 --threads 1
	$(CARDS).export --folder $(TRAINING)
	$(CARDS).quantise --folder $(TRAINING)
	$(CARDS).calibrate --folder $(TRAINING)

train-marks:
	$(MARKS).tables --folder $(TRAINING)/masks --part train --decks 700
	$(MARKS).train --folder $(TRAINING)/masks --steps 8000 --minutes 60
	$(MARKS).export --folder $(TRAINING)/masks

# The figures of models/cards.md, on decks and scenes that training never saw.
figures: $(STAMP)
	$(CARDS).cut_crops --folder $(TRAINING) --part report --shards 28
	$(CARDS).cut_crops --folder $(TRAINING) --part painted --shards 4
	$(CARDS).evaluate --folder $(TRAINING)
	$(CARDS).evaluate --folder $(TRAINING) --part painted
	$(CARDS).cost

clean:
	rm -rf $(VENV) build mutants *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	@touch $@
