"""The problems, each a file named after it, with its methods and its checker beside it."""
