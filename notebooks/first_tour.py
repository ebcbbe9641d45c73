# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # A first tour
# How little feature rank does one attention head need to find the smallest overlap with its query?

# %%
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

import lpbounds
from lpbounds import figures
from lpbounds.cli import run
from lpbounds.figure_files import merged
from lpbounds.plain_words import explained

# %% [markdown]
# One cell: an interval with a reason for each end.

# %%
lpbounds.solve("min-ip", m=4, n=3)

# %% [markdown]
# Behind each end stands a certificate. This one excludes rank one: a weight for each of six inputs, with
# which correct answers add up to a contradiction. In words, and as a picture:

# %%
rank_one = lpbounds.solve("min-ip", m=4, n=3, method="rank-one").lower
print(*explained(rank_one.certificate), sep="\n")

# %%
weights = figures.certificate_weights(rank_one.certificate)
figures.measure(weights, "rank one fails on Min-IP at m = 4, n = 3")

# %% [markdown]
# How well a given kernel can do, whatever the values and readouts, and the inputs that obstruct it.

# %%
kernel = np.exp([[(x & z).bit_count() for z in range(8)] for x in range(8)])
score = lpbounds.score("min-ip", kernel, n=3)
score

# %%
figures.kernel_map(kernel, score, 3)

# %% [markdown]
# Many cells: a sweep into a store, as a frame and as a picture.

# %%
store = Path(mkdtemp()) / "tour.sqlite"
run(["sweep", "min-ip", "--m", "1:4", "--n", "1:4", "--store", str(store), "--quiet"])
lpbounds.load(store)[["m", "n", "lower", "upper", "lower_method", "upper_method"]]

# %%
figures.pictures(merged([store]))[0]
