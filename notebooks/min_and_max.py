# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # The smallest and the largest of a list
# One head is to find both the smallest and the largest of n numbers 1..M. How many dimensions do its values
# need, and how much precision?

# %%
from pathlib import Path
from tempfile import mkdtemp

import lpbounds
from lpbounds import figures
from lpbounds.cli import run
from lpbounds.figure_files import merged

folder = Path(mkdtemp())

# %% [markdown]
# ## With real values
# Three dimensions are enough for eight numbers if the precision is not limited.

# %%
real = folder / "real.sqlite"
grid = ["--numbers", "2:8", "--n", "2:5", "--resource", "real-width"]
run(["sweep", "min-max", *grid, "--store", str(real), "--quiet"])
figures.pictures(merged([real]))[0]

# %% [markdown]
# ## Dimension against precision
# The least squared norm of integer values: infinite where no integers do, however large, and smaller with
# more dimensions.

# %%
norms = folder / "norms.sqlite"
grid = ["--numbers", "2:5", "--n", "4", "--width", "1:4", "--resource", "squared-norm"]
run(["sweep", "min-max", *grid, "--jobs", "2", "--store", str(norms), "--quiet"])
figures.pictures(merged([norms]))[0]

# %% [markdown]
# Where all weights are equal, the precision that two dimensions need grows with the length of the list. With
# a third dimension it does not. The least B for values in -B..B, for three numbers:

# %%
uniform = folder / "uniform.sqlite"
grid = ["--numbers", "3", "--n", "2:6", "--width", "2:3", "--weights", "uniform", "--resource", "entries"]
run(["sweep", "min-max", *grid, "--jobs", "2", "--store", str(uniform), "--quiet"])
figures.pictures(merged([uniform]))[0]

# %% [markdown]
# One task alone is easier: the smallest number of the list with values in -1..1, and both.

# %%
lpbounds.solve("min", numbers=5, n=4, entries=1)

# %%
lpbounds.solve("min-max", numbers=5, n=4, entries=1)
