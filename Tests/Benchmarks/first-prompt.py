#!/usr/bin/env python3
"""Compares the time from starting a program to its first prompt on a terminal with that of a minimal C
program that uses libedit. Usage: first-prompt.py PROGRAM [ROUNDS]. Requires cc and libedit-dev."""

import statistics
import time

from measure import arguments
from terminals import Terminal, bare


def first_prompt(path):
    """Returns the milliseconds from fork to the prompt, on a new pseudo terminal."""
    start = time.perf_counter()
    terminal = Terminal([path])
    while b"Username?" not in terminal.seen:
        terminal.read()
    elapsed = time.perf_counter() - start
    terminal.end()
    return elapsed * 1000


def main():
    program, rounds = arguments(200)
    with bare() as simple:
        times = {simple: [], program: []}
        for _ in range(rounds):
            # Alternate, so that other load on the machine affects both.
            for path, list_ in times.items():
                list_.append(first_prompt(path))
    middles = []
    for name, path in (("bare C", simple), ("program", program)):
        middles.append(statistics.median(times[path]))
        print(f"{name:8} median {middles[-1]:.2f} ms, least {min(times[path]):.2f} ms, "
              f"of {rounds} starts")
    print(f"ratio of the medians {middles[1] / middles[0]:.2f}")


main()
