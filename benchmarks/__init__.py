"""Benchmarks: each module measures one subject and writes a report beside itself."""
