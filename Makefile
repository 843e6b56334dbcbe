# Everything a person types. `make demo` and `make test` work on a fresh Debian 12 machine.
PACKAGES = cmake g++ ninja-build libeigen3-dev libfmt-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev \
           libpng-dev zlib1g-dev libnlopt-dev libboost-dev libnanoflann-dev libpugixml-dev
PYTHON_PACKAGES = python3-dev python3-venv
TEST_PACKAGES = libgtest-dev libcgal-dev $(PYTHON_PACKAGES) clang-format-19 clang-tidy-19 clang-19 libclang-rt-19-dev
BROWSER_PACKAGES = chromium fonts-dejavu-core
WASM_PACKAGES = emscripten node-acorn
WHEEL_PACKAGES = qemu-user
SOURCES = $(shell git ls-files '*.cpp' '*.hpp')
PROGRAM = build/bin/isocloth

.PHONY: demo build install python docs test test-release test-python test-cuda test-torch test-exports test-python-sanitize test-sanitize test-format test-install test-sources \
        test-threads test-viewer test-robots check-python check-viewer check-interfaces build-sanitized check-alone check-tidy check-threads \
        bench bench-python hourglass integrators crossings random-crossings camera format clean packages python-packages test-packages browser-packages \
        playground engine wheel sdist test-playground test-wheel release-check wasm-packages wheel-packages

demo: build
	@mkdir -p out
	$(PROGRAM) run shake --out out/shake.ict
	$(PROGRAM) render out/shake.ict out/shake.png --times 0,0.7,1.1,1.5,1.9,2.3
	$(PROGRAM) export out/shake.ict out/shake.html
	@echo "Look at out/shake.png; open out/shake.html in a browser; pull on it with 'build/bin/isocloth view shake --live'."

build: packages
	cmake --preset release
	cmake --build --preset release --target isocloth_program

# The program and the C++ library, for `find_package(isocloth)`; elsewhere with `make install PREFIX=…`.
PREFIX = /usr/local
install: build
	cmake --install build --prefix $(PREFIX)

# The Python package, in a virtual environment of its own: then `.venv/bin/python python/examples/shake_a3.py`.
python: packages python-packages
	python3 -m venv .venv
	.venv/bin/pip install -q --disable-pip-version-check .

# The library as WebAssembly, for pages that simulate by themselves: build-wasm/playground/engine.*. Some minutes.
engine: packages wasm-packages
	cmake --preset wasm
	cmake --build --preset wasm

# A page of all scenes that simulates by itself, beginning with one to pull on; of one scene: `isocloth export SCENE cloth.html --live`.
playground: build engine
	@mkdir -p out
	$(PROGRAM) export shake17 $$(ls scenes/*.yaml | xargs -n 1 basename -s .yaml | grep -vx shake17) out/playground.html --live
	@echo "Open out/playground.html in a browser."

# Wheels that need no compiler, in dist/: one for this Python, and where a Python from 3.12 on is found (STABLE_PYTHON=…), one for it and
# all later ones. With the engine of pages inside.
STABLE_PYTHON = $(firstword $(shell ls -d /usr/bin/python3.1[2-9] /usr/local/bin/python3.1[2-9] $(HOME)/.pyenv/versions/3.1[2-9]*/bin/python3 2> /dev/null))
wheel: engine python-packages
	python/make_wheel build-wheel $$(python3 -c 'import sys; print(sys._base_executable)') $(STABLE_PYTHON)

sdist: python-packages
	python3 -m venv build/sdist-venv
	build/sdist-venv/bin/pip install -q --disable-pip-version-check build
	build/sdist-venv/bin/python -m build -q --sdist --outdir dist .

# The whole documentation, as a site in site/.
docs: build engine python-packages
	docs/guide/make_site build/docs-venv $(PROGRAM)
	@echo "Look at site/index.html."

# What must pass: formatting, all tests with warnings as errors, the installed package, the Python package, the page in a browser,
# the tests under sanitizers, clang-tidy. Every source alone: `make test-sources`.
test: packages test-packages browser-packages test-format test-release test-install
	$(MAKE) --jobs=2 --output-sync check-interfaces build-sanitized check-threads check-tidy
	ctest --preset sanitize

test-format: packages test-packages
	echo $(SOURCES) | xargs --max-args=40 --max-procs=2 clang-format-19 --dry-run --Werror

test-release: packages test-packages
	cmake --preset ci
	cmake --build --preset ci
	ctest --preset ci

test-install: test-release
	tests/install/run build

test-python: test-release check-python

check-python:
	python/run_tests build

# The GPU's part of batches, compiled by the nvcc of PyPI (300 MB), and its tests where a GPU is. No part of `make test`: there the
# same arithmetic is compiled for a CPU, whose bits a GPU must reproduce.
NVCC_PACKAGES = nvidia-cuda-nvcc==13.0.88 'nvidia-nvvm<13.1' 'nvidia-cuda-crt<13.1' 'nvidia-cuda-runtime<13.1' 'nvidia-cuda-cccl<13.1'
test-cuda: test-packages
	python3 -m venv build-cuda/venv
	build-cuda/venv/bin/pip install -q --disable-pip-version-check $(NVCC_PACKAGES)
	root=$$(echo $(CURDIR)/build-cuda/venv/lib/python3*/site-packages/nvidia/cu13) && cmake --preset ci -B build-cuda -DISOCLOTH_CUDA=ON \
	  -DCMAKE_CUDA_COMPILER=$$root/bin/nvcc -DCMAKE_CUDA_FLAGS=-L$$root/lib -DCMAKE_EXE_LINKER_FLAGS=-L$$root/lib
	cmake --build build-cuda --target test_batch isocloth_program
	if [ -e /dev/nvidia0 ]; then ISOCLOTH_TEST_DEVICE=cuda build-cuda/tests/batch/test_batch; fi

# Gradients in PyTorch, which is gigabytes to install: after test-python.
test-torch: test-python
	build/venv/bin/pip install -q --disable-pip-version-check torch
	build/venv/bin/python -m pytest python/tests/test_torch.py

# Runs as files of rerun and USD, whose packages are 800 MB installed: after test-python.
test-exports: test-python
	build/venv/bin/pip install -q --disable-pip-version-check rerun-sdk usd-core
	build/venv/bin/python -m pytest python/tests/test_exports.py

# The Python tests with the module under the sanitizers; takes ten minutes, after `make test`.
test-python-sanitize: test-python
	python/run_sanitized build/venv

# Two arms fold a towel in 20 places, one lifts it, one opens a curtain, one swings a sheet that is tracked; robots of PyPI's packages
# become scenes. Downloads 190 MB, takes some minutes.
ROBOTS_PIP = build/robots-venv/bin/pip install -q --disable-pip-version-check
test-robots: build python-packages
	python3 -m venv build/robots-venv
	$(ROBOTS_PIP) 'scikit-build-core>=0.11' 'nanobind>=2.4' pytest
	$(ROBOTS_PIP) --no-deps gymnasium-robotics robosuite
	$(ROBOTS_PIP) --no-build-isolation --config-settings=build-dir=build '.[robots,plot]'
	build/robots-venv/bin/python -m pytest python/examples/robots

# The page: types, units, and the built program with headless Chromium; pictures are left in out/viewer.
test-viewer: test-release browser-packages check-viewer

check-viewer:
	cd viewer && npm run --silent check && npm run --silent test && npm run --silent e2e

# Pages with the engine inside, in headless Chromium; figures of their speed.
test-playground: playground browser-packages
	cd viewer && npm run --silent playground

# The wheels in clean environments, without compilers, and on a processor without AVX; takes some minutes.
test-wheel: wheel sdist wheel-packages
	python/test_wheel dist

# All that a release needs: what must pass, and what is too long for every change.
release-check: test test-playground test-wheel docs

# One after the other: both measure time.
check-interfaces:
	$(MAKE) check-viewer
	$(MAKE) check-python

test-sanitize: packages test-packages build-sanitized
	ctest --preset sanitize

# In what time is left beside tests of the page, which must keep real time; so is what follows.
build-sanitized:
	cmake --preset sanitize
	nice -n 19 cmake --build --preset sanitize

# What runs in threads, under ThreadSanitizer.
test-threads: packages test-packages check-threads

check-threads:
	cmake --preset thread
	nice -n 19 cmake --build --preset thread
	nice -n 19 build-thread/tests/threads/test_threads --gtest_brief=1

# The sources as such: clang-tidy finds nothing (.clang-tidy says what it looks for); each compiles alone.
test-sources: packages test-packages check-tidy check-alone

check-tidy:
	cmake --preset tidy
	nice -n 19 tests/sources/tidy build-tidy

check-alone:
	cmake --preset alone
	nice -n 19 tests/sources/alone build-alone

# Speed on this machine, with the error it bought.
bench: build
	$(PROGRAM) bench

# The same for Python: what step() costs more than in C++, and rollouts per second.
bench-python: python
	.venv/bin/python -m isocloth.bench

# The table of docs/hourglass.md: ways to control hourglass modes, compared.
hourglass: packages
	cmake --preset release
	cmake --build --preset release --target hourglass
	build/bin/hourglass

# The table of docs/method.md, Time: methods of time integration, compared.
integrators: packages
	cmake --preset release
	cmake --build --preset release --target integrators
	build/bin/integrators

# The table of docs/contact.md, Layers: scenes whose cloth touches cloth, from several starts each, judged by exact predicates. An hour;
# `make crossings RUNS=1 SCENES="heap fold"` is sooner done.
RUNS = 10
crossings: packages test-packages
	cmake --preset ci
	cmake --build --preset ci --target crossings
	build/bin/crossings $(RUNS) $(SCENES)

# Random scenes of all kinds, judged likewise: `make random-crossings COUNT=1000 FIRST=501`.
COUNT = 300
FIRST = 1
random-crossings: packages test-packages
	cmake --preset ci
	cmake --build --preset ci --target random_crossings
	build/bin/random_crossings $(COUNT) $(FIRST)

# The table of docs/recordings.md: the synthetic camera's clouds, tracked, against the truth.
camera: build
	fitting/measure_tracking $(PROGRAM) out/camera

format: test-packages
	clang-format-19 -i $(SOURCES)

clean:
	rm -rf build build-* dist out site .venv

# Installs what is missing, where this is a Debian machine and we may. node and npm may also come from elsewhere.
packages: MISSING = $(PACKAGES) $(shell command -v node > /dev/null && command -v npm > /dev/null || echo nodejs npm)
python-packages: MISSING = $(PYTHON_PACKAGES)
test-packages: MISSING = $(TEST_PACKAGES)
browser-packages: MISSING = $(BROWSER_PACKAGES)
wasm-packages: MISSING = $(WASM_PACKAGES)
wheel-packages: MISSING = $(WHEEL_PACKAGES)
packages python-packages test-packages browser-packages wasm-packages wheel-packages:
	@missing=""; for p in $(MISSING); do dpkg -s $$p > /dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
	  sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  echo "installing:$$missing"; \
	  $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing > /dev/null; \
	fi
