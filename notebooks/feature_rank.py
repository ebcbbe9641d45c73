# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # The feature rank of Min-IP
# A head with a nonnegative kernel is to return the smallest overlap of its query with the n tokens of its
# input, vectors of m bits. What is the least rank of a kernel that can do it?

# %%
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

import lpbounds
from lpbounds import figures
from lpbounds.cli import run
from lpbounds.figure_files import merged
from lpbounds.plain_words import explained

folder = Path(mkdtemp())

# %% [markdown]
# ## Where the rank changes
# Up to three bits, and up to two tokens, one feature is enough. From there on the rank grows with the bits,
# and at these sizes not with the length of the input. A smaller error asks for more.

# %%
grid = folder / "grid.sqlite"
run(["sweep", "min-ip", "--m", "1:5", "--n", "1:4", "--jobs", "2", "--store", str(grid), "--quiet"])
figures.pictures(merged([grid]))[0]

# %%
errors = folder / "errors.sqlite"
cells = ["--m", "4", "--n", "3", "--eps", "1/2,2/5,3/10,1/5,1/10"]
run(["sweep", "min-ip", *cells, "--store", str(errors), "--quiet"])
figures.intervals(merged([errors]), "eps")

# %% [markdown]
# ## What obstructs rank one
# Weights on a few inputs under which the answers of any head of rank one cancel, but the right ones do not.

# %%
excluded = lpbounds.solve("min-ip", m=4, n=3, method="rank-one").lower.certificate
print(*explained(excluded), sep="\n")

# %%
figures.measure(figures.certificate_weights(excluded), "rank one fails on Min-IP at m = 4, n = 3")

# %% [markdown]
# ## What popular kernels can do
# The error is the least over all values and readouts, in the worst case over all inputs; below 1/2 rounding
# gives every answer. A kernel made for the task needs two features at four bits.

# %%
names, counts = ["favor", "elu", "relu", "hedgehog", "polynomial"], [2**k for k in range(1, 9)]
families = []
for name in names:
    scores = [lpbounds.score("min-ip", name, m=4, n=3, features=count) for count in counts]
    points = [(count, float(score.upper)) for count, score in zip(counts, scores, strict=True)]
    families.append(figures.Curve(name, points))
needed = ("below this, exact answers", 0.5)
title = "common kernels on Min-IP at m = 4, n = 3"
figures.curves(families, title, "number of features", "least worst-case error", needed)

# %% [markdown]
# A kernel that is linear in the overlap, of four features, and the inputs on which it fails.

# %%
kernel = np.array([[4 - (x & z).bit_count() for z in range(8)] for x in range(8)])
score = lpbounds.score("min-ip", kernel, n=3)
score

# %%
figures.kernel_map(kernel, score, 3)

# %% [markdown]
# ## Growth with the bits
# Certified ends beside the published curves, on a logarithmic axis once the numbers span decades.

# %%
growth = folder / "growth.sqlite"
bits = "4:7,12,16,20,24,28,32,40,60,80"
run(["sweep", "min-ip", "--m", bits, "--n", "3", "--jobs", "2", "--store", str(growth), "--quiet"])
figures.intervals(merged([growth]), "m")
