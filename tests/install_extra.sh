#!/usr/bin/env bash
# Installs what the extra tests need where root and apt-get are at hand, else names what is missing; the tests
# that need it are then skipped.  Argument: the pip of the environment that runs the tests.
set -u
cd "$(dirname "$0")/.."

# program:Debian package
needed="chromium:chromium chromedriver:chromium-driver esolver:qsopt-ex pdflatex:texlive-latex-recommended
    pdftotext:poppler-utils"

missing() {
    for pair in $needed; do
        command -v "${pair%%:*}" > /dev/null || echo "${pair##*:}"
    done
}

install() {
    apt-get update --quiet=2 && DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes \
        --no-install-recommends "$@" > /dev/null
}

packages=$(missing)
if [ -n "$packages" ] && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "installing" $packages
    # One that cannot be had must not keep the others from being installed.
    install $packages || for package in $packages; do install "$package"; done
fi
packages=$(missing)
[ -z "$packages" ] || echo "missing, so that tests are skipped; Debian has them as:" $packages
"$@" install --quiet --constraint constraints.txt --editable ".[extra]" ||
    echo "missing, so that tests are skipped: the Python packages of the extra 'extra'"
