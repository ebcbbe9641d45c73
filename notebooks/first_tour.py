# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
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

# %% [markdown]
# One cell: an interval with a reason for each end, and the certificate behind the lower one.

# %%
interval = lpbounds.solve("min-ip", m=4, n=3)
interval

# %%
rank_one = lpbounds.solve("min-ip", m=4, n=3, method="rank-one").lower
weights = figures.certificate_weights(rank_one.certificate)
figures.measure(weights, "rank one fails on Min-IP at m = 4, n = 3").figure

# %% [markdown]
# How well a given kernel can do, and the inputs that obstruct it.

# %%
kernel = np.exp([[(x & z).bit_count() for z in range(8)] for x in range(8)])
score = lpbounds.score("min-ip", kernel, n=3)
score

# %%
figures.kernel_map(kernel, score, 3).figure

# %% [markdown]
# Many cells: a sweep into a store, as a frame and as a picture.

# %%
store = Path(mkdtemp()) / "tour.sqlite"
run(["sweep", "min-ip", "--m", "1:4", "--n", "1:4", "--store", str(store), "--quiet"])
lpbounds.load(store)[["m", "n", "lower", "upper"]]

# %%
figures.pictures(merged([store]))[0].figure
