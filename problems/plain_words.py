"""What certificates say in each problem's own words, by kind of proof, theorem or rule.

``{value}`` stands for what is claimed, ``{below}`` for the largest size that it excludes.
"""

from __future__ import annotations

MIN_IP = {
    "model": "Here are a query and a key vector for every token, whose inner products are the kernel, and "
    "the output for every query and token. The checker multiplies them out and finds every input "
    "answered within eps.",
    "class-model": "The kernel is one formula for each query weight, in the overlap of query and key and "
    "in the weight of the key. The checker counts the features that the formulas need and tests the "
    "worst inputs.",
    "measure": "Rank {below} fails on these inputs with these weights: added up with the weights, the "
    "conditions that the inputs put on a kernel of that rank say 0 < 0.",
    "nonzero-kernel": "A kernel of rank 0 is zero, and then every denominator is zero.",
    "domination-code": "Where two keys differ in overlap by a gap, a right kernel prefers one of them by a "
    "factor. Words of the middle layer far apart, against their complements, then make a matrix that "
    "is nearly diagonal, and its trace bounds its rank.",
    "domination-volume": "Where two keys differ in overlap by a gap, a right kernel prefers one of them by "
    "a factor. All words of the middle layer against their complements make a matrix that is nearly "
    "diagonal.",
    "kneser": "Two keys whose overlaps differ by the gap are told apart by every right row of the kernel. "
    "A kernel of smaller rank would colour a Kneser graph with too few colours, against the "
    "Borsuk-Ulam theorem.",
}

MIN_IP_FAMILY = {
    "model": "Here are a query and a key vector for every word. The checker multiplies them out and finds "
    "every input of the family answered within eps.",
}

THRESHOLD_DEGREE = {
    "model": "Here is a polynomial, by masks of bits and their coefficients. The checker evaluates it at "
    "every input and finds the signs of the function.",
    "class-model": "Here is a polynomial in the weight of the input, by its roots. The checker finds the "
    "signs of the function at every weight.",
    "measure": "Degree {below} fails on these inputs with these weights: the weights have the signs of the "
    "function, yet every polynomial of that degree sums to 0 against them.",
}

BOOLEAN_HEADS = {
    "model": "Here are the heads, each a quotient of two functions affine in the bits. The checker adds "
    "them up in rational arithmetic and finds the sign of the function at every input.",
    "class-model": "Here are the heads, each a quotient of two functions affine in the weight of the "
    "input. The checker adds them up and finds the sign of the function at every weight.",
    "one-head": "Without a head the output is the same for every input.",
}

MIN_MAX = {
    "model": "Here are a value and a weight for every number, and the classifiers. The checker finds the "
    "answer right on all lists, by the worst list of each answer.",
    "trivial": "No size is below 0, and none is above infinity.",
    "zero": "Below this size all values are 0, and all answers tie.",
    "rays": "No two numbers can have values in the same direction, and at the size below there are fewer "
    "directions than numbers.",
    "lines": "With both answers no two numbers can have values on the same line, and at the size below "
    "there are fewer lines than numbers.",
    "sectors": "The two answers cut the plane into more sectors than two fans of cones have.",
    "volume": "Along some sequence of numbers with monotone weights each value is no small combination of "
    "the earlier ones, so the volumes that they span outgrow what values of the size below allow.",
    "exhaustive": "Every sequence of values of the size below contains one that is refuted here; the "
    "checker replays the refutations and sees that they cover all sequences.",
}

UNPOSITIONED = {
    "model": "Here are the heads, each with a ratio of weights and two values, and the readout as a "
    "product of polynomials. The checker evaluates it at every weight of the input and finds the sign "
    "of the function.",
    "measure": "The weights at these places have the signs of the function, yet every polynomial of small "
    "degree sums to 0 against them. Over a common denominator the readout is such a polynomial.",
    "cells": "One output would run through the roots of its readout up and down in turn; these weights on "
    "the inequalities add up to 0 < 0.",
    "quotients": "One output would run through the roots of its readout up and down in turn. Divided "
    "differences over these weights then force the product of the denominators to fall and rise again, "
    "which its logarithm, a concave function, does not allow.",
}

ADDITIVE_BASIS = {
    "model": "Here is a basis. The checker adds up its elements and finds every number of the range.",
    "counting": "A smaller basis has fewer sums, repetitions allowed, than there are numbers to reach.",
    "exhaustion": "The checker searches all bases of the size below, elements in increasing order, and "
    "finds none.",
}
