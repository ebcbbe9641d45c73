# Everything lives in .venv of this checkout; PYTHON only makes that environment.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
JOBS ?= 2
BENCHMARKS := min_ip_speed

.PHONY: setup table test test-long test-extra lint bench tables check-tables figures clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev]"
	touch $(STAMP)

table: setup
	$(BIN)/lpbounds sweep min-ip --m 1:5 --n 1:6 --jobs $(JOBS) --store runs/min-ip.sqlite
	$(BIN)/lpbounds verify runs/min-ip.sqlite
	$(BIN)/lpbounds report runs/min-ip.sqlite --out runs/min-ip.html
	$(BIN)/lpbounds table runs/min-ip.sqlite
	@echo
	@echo "To read: runs/min-ip.html has these cells with their certificates in words. To explore: notebooks/."

test: setup lint
	$(BIN)/python -m pytest -n $(JOBS)

test-long: setup
	$(BIN)/python -m pytest -n $(JOBS) -m long

test-extra: setup
	bash tests/install_extra.sh $(BIN)/python -m pip
	$(BIN)/python -m pytest -n $(JOBS) -m extra

lint: setup
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: setup
	$(foreach name,$(BENCHMARKS),$(BIN)/python -m benchmarks.$(name) &&) true

tables: setup
	$(BIN)/python -m benchmarks

check-tables: setup
	$(BIN)/python -m benchmarks --check

figures: setup
	$(BIN)/python -m benchmarks.notebooks figures

clean:
	rm -rf $(VENV) runs figures build *.egg-info
