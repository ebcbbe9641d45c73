"""Pictures of certified bounds: intervals, phase diagrams, counts, curves, kernels and dual measures.

Everything reads in grey too: lower and upper ends differ by the shape of their marks, what is not settled is
hatched, and colours grow lighter with the value.  Sizes that span decades, which may be integers of any
length, are shown by their logarithms to base 2.
"""

from lpbounds.figures.canvas import Picture
from lpbounds.figures.curves import Curve, curves
from lpbounds.figures.grids import counts, phase_diagram
from lpbounds.figures.intervals import intervals
from lpbounds.figures.kernels import certificate_weights, kernel_map, measure
from lpbounds.figures.stores import pictures

__all__ = [
    "Curve",
    "Picture",
    "certificate_weights",
    "counts",
    "curves",
    "intervals",
    "kernel_map",
    "measure",
    "phase_diagram",
    "pictures",
]
