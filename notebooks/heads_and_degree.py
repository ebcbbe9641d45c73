# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # Heads against degree
# How many heads compute a Boolean function? Without positions a readout of degree D on H heads makes at most
# D H sign changes; with positions every function has a head complexity of its own.

# %%
from pathlib import Path
from tempfile import mkdtemp

import lpbounds
from lpbounds import figures
from lpbounds.cli import run
from lpbounds.figure_files import merged

folder = Path(mkdtemp())

# %% [markdown]
# ## The staircase D H = n
# Parity of n bits has n sign changes, so it needs n/D heads, rounded up, and these are enough: each cell is
# certified from both sides.

# %%
stairs = folder / "stairs.sqlite"
run(["sweep", "parity", "--n", "1:12", "--degree", "1:8", "--store", str(stairs), "--quiet"])
figures.pictures(merged([stairs]))[0]

# %%
lpbounds.solve("parity", n=12, degree=5)

# %% [markdown]
# ## How wide
# The least width of the values at n = D H, where heads and degree have nothing to spare: one dimension is
# enough exactly for D <= 2, for H <= 2 and for D = H = 3.

# %%
widths = folder / "widths.sqlite"
for degree in range(1, 6):
    for heads in range(1, 6):
        given = ["--n", str(degree * heads), "--degree", str(degree), "--heads", str(heads)]
        run(["sweep", "parity", *given, "--resource", "width", "--store", str(widths), "--quiet"])
figures.phase_diagram(merged([widths]), "degree", "heads")

# %% [markdown]
# ## Head complexity of all functions of up to four bits
# One function stands for each class under permuting and negating inputs and output. The head complexity is
# the threshold degree, and one for the constants.

# %%
classes = folder / "classes.sqlite"
cells = ["--n", "1:4", "--function", "npn", "--jobs", "2"]
run(["sweep", "boolean-heads", *cells, "--store", str(classes), "--quiet"])
figures.counts(merged([classes]))

# %%
frame = lpbounds.load(classes)
frame.groupby(["n", "lower", "upper"]).size()

# %% [markdown]
# Above the threshold degree: disjointness of k pairs of bits has threshold degree 2 for every k, and at six
# pairs two heads are certified to be too few. From five pairs on the upper end is a construction here, as
# searches take longer.

# %%
pairs = folder / "pairs.sqlite"
for bits, starts in (("4,6,8", "20"), ("10,12,14", "0")):
    given = ["--n", bits, "--function", "disjointness", "--starts", starts]
    run(["sweep", "boolean-heads", *given, "--store", str(pairs), "--quiet"])
figures.intervals(merged([pairs]), "n")
