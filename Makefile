# The two commands: `make run` and `make test`. Everything else is for those who build.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-for-tests
# As the commands have it: the reader's matrices are small, threads wait for each other longer than they work.
export OPENBLAS_NUM_THREADS ?= 1

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
# one for each network. `make train TRY=1` takes every step with hardly anything to learn from, in a few minutes
# and in a folder of its own: it tells that all of them work, and leaves the weights of models/ alone.
ifdef TRY
TRAINING := build/trial
WEIGHTS := build/trial/weights
SHARDS := flat:8 train:6 tune:4
REPORTED := report:4 painted:1
CARD_STEPS := --steps 4 --digit-steps 4
MARK_DECKS := 2
MARK_STEPS := --steps 4
else
TRAINING := build/training
WEIGHTS := models
SHARDS := flat:240 train:48 tune:12
REPORTED := report:28 painted:4
CARD_STEPS := --steps 2742 --digit-steps 400
MARK_DECKS := 700
MARK_STEPS := --steps 8000 --minutes 60
endif
CARDS := $(BIN)/python -m models.training
MARKS := $(BIN)/python -m models.training.masks
# A part and how many of its shards: "flat:240".
cut = $(CARDS).cut_crops --folder $(TRAINING) --part $(firstword $(subst :, ,$(1))) --shards $(lastword $(subst :, ,$(1)))
define each_cut
$(call cut,$(1))

endef

train: $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[train]"
	mkdir -p $(WEIGHTS)
	OMP_NUM_THREADS=1 $(MAKE) --no-print-directory --jobs 2 train-cards train-marks
	$(MAKE) --no-print-directory figures

train-cards:
	$(foreach part,$(SHARDS),$(call each_cut,$(part)))
	$(CARDS).train --folder $(TRAINING) $(CARD_STEPS) --threads 1
	$(CARDS).export --folder $(TRAINING)
	$(CARDS).quantise --folder $(TRAINING) --to $(WEIGHTS)
	$(CARDS).calibrate --folder $(TRAINING) --models $(WEIGHTS)

train-marks:
	$(MARKS).tables --folder $(TRAINING)/masks --part train --decks $(MARK_DECKS)
	$(MARKS).train --folder $(TRAINING)/masks $(MARK_STEPS)
	$(MARKS).export --folder $(TRAINING)/masks --out $(WEIGHTS)

# The figures of models/cards.md, on decks and scenes that training never saw.
figures: $(STAMP)
	$(foreach part,$(REPORTED),$(call each_cut,$(part)))
	$(CARDS).evaluate --folder $(TRAINING) --models $(WEIGHTS)
	$(CARDS).evaluate --folder $(TRAINING) --models $(WEIGHTS) --part painted
	$(CARDS).cost --models $(WEIGHTS)

clean:
	rm -rf $(VENV) build mutants *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	@touch $@
