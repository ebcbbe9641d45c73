"""Random feature maps of linear attention on Min-IP, nonnegative and exact once they are rounded.

alpha(x, z) = sum_f phi_f(x) psi_f(z), with directions w_f that are Gaussian.  Keys are projected with the
sign that favours small overlaps with the query:

elu, relu    phi(w_f x) and phi(-w_f z) with phi = ELU + 1 or ReLU + 1/1000, w_f of variance 1/m;
hedgehog     exp(w_f x), exp(-w_f x) and exp(-w_f z), exp(w_f z), w_f of variance tau: two features each;
favor        exp(w_f x - tau |x|/2) and exp(-w_f z - tau |z|/2), w_f of variance tau: the mean over f
             estimates exp(-tau <x,z>).

Sources: "Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention" (2020) for ELU + 1;
"Rethinking Attention with Performers" (2021) for ReLU with a constant and for positive random features;
"The Hedgehog & the Porcupine: Expressive Linear Attentions with Softmax Mimicry" (2024).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lpbounds.errors import InputError
from lpbounds.rationals import IntegerArray

Floats = NDArray[np.float64]

FEATURE_BITS = 24
RELU_FLOOR = 1e-3


def random_features(
    name: str, m: int, tau: float, features: int, seed: int
) -> tuple[IntegerArray, IntegerArray]:
    """Return query and key features, rounded to ``FEATURE_BITS`` significant bits.

    Args:
        name: one of the maps above.
        m: length of the tokens in bits.
        tau: inverse temperature of hedgehog and favor.
        features: number of features; of an odd number hedgehog leaves one out.
        seed: seed of the directions.

    Returns:
        Integers of shape (2^m, features), each of the two up to a common factor.

    Raises:
        InputError: hedgehog is to have fewer than two features.
    """
    if name == "hedgehog" and features < 2:
        raise InputError("features", features, "at least 2 for hedgehog: a direction gives two")
    count = features // 2 if name == "hedgehog" else features
    directions = np.random.default_rng(seed).normal(size=(m, count))
    tokens = np.arange(1 << m)[:, None] >> np.arange(m) & 1
    queries, keys = MAPS[name](tokens.astype(float), directions, tau)
    return _integers(queries), _integers(keys)


def _favor(tokens: Floats, directions: Floats, tau: float) -> tuple[Floats, Floats]:
    projected, damping = tau**0.5 * (tokens @ directions), tau * tokens.sum(axis=1, keepdims=True) / 2
    return np.exp(projected - damping), np.exp(-projected - damping)


def _hedgehog(tokens: Floats, directions: Floats, tau: float) -> tuple[Floats, Floats]:
    projected = tau**0.5 * (tokens @ directions)
    return np.exp(np.hstack([projected, -projected])), np.exp(np.hstack([-projected, projected]))


def _elu(tokens: Floats, directions: Floats, tau: float) -> tuple[Floats, Floats]:
    return _both(tokens, directions, lambda v: np.where(v > 0, v + 1, np.exp(np.minimum(v, 0))))


def _relu(tokens: Floats, directions: Floats, tau: float) -> tuple[Floats, Floats]:
    return _both(tokens, directions, lambda v: np.maximum(v, 0) + RELU_FLOOR)


def _both(tokens: Floats, directions: Floats, feature: Callable[[Floats], Floats]) -> tuple[Floats, Floats]:
    projected = tokens @ directions / len(directions) ** 0.5
    return feature(projected), feature(-projected)


MAPS: dict[str, Callable[[Floats, Floats, float], tuple[Floats, Floats]]] = {
    "elu": _elu,
    "relu": _relu,
    "favor": _favor,
    "hedgehog": _hedgehog,
}


def _integers(features: Floats) -> IntegerArray:
    """Return floats rounded to ``FEATURE_BITS`` significant bits, as integers on one scale."""
    fractions, exponents = np.frexp(features)
    digits = np.rint(np.ldexp(fractions, FEATURE_BITS)).astype(np.int64).astype(object)
    shifted: IntegerArray = np.left_shift(digits, (exponents - exponents.min()).astype(object))
    return shifted
