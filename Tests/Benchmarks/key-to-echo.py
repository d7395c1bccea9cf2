#!/usr/bin/env python3
"""Compares the time from a key to its echo with that of a minimal C program that uses libedit, at the
username and at the password. Usage: key-to-echo.py PROGRAM [KEYS]. Fails if the median or the 99th
percentile is over 1.25 times that of the C program. Requires cc and libedit-dev."""

import os
import statistics
import sys
import time

from measure import arguments
from terminals import Terminal, bare

LIMIT = 1.25
LINE = 30  # The number of keys before the line is cleared.
KEY = b"x"  # A letter in no verdict: verdicts are drawn after the echo, and could be mistaken for it.


def key(terminal, echo):
    """Returns the microseconds from a key to its echo."""
    start = time.perf_counter_ns()
    os.write(terminal.master, KEY)
    seen = b""
    while echo not in seen:
        seen += os.read(terminal.master, 65536)
    return (time.perf_counter_ns() - start) / 1000


def measure(contestants, keys):
    """Returns the times of each contestant, which is a pair of a terminal and the echo of a key."""
    times = [[] for _ in contestants]
    for number in range(keys):
        if number % LINE == 0:
            for terminal, _ in contestants:
                terminal.type(b"\x15")
                terminal.drain()
        # Alternate, so that other load on the machine affects both.
        turns = list(zip(contestants, times))
        for (terminal, echo), list_ in turns if number % 2 else reversed(turns):
            list_.append(key(terminal, echo))
            # No one types two keys at once, so work after an echo must not affect the next key.
            time.sleep(0.001)
    return times


def compare(question, contestants, keys):
    figures = []
    for name, times in zip(("bare C", "program"), measure(contestants, keys)):
        times.sort()
        figures.append((statistics.median(times), times[len(times) * 99 // 100]))
        print(f"{question}: {name:8} median {figures[-1][0]:.1f} us, "
              f"99th percentile {figures[-1][1]:.1f} us, of {keys} keys")
    ratios = [mine / its for its, mine in zip(*figures)]
    print(f"{question}: ratio of the medians {ratios[0]:.2f}, of the 99th percentiles {ratios[1]:.2f}")
    return max(ratios) <= LIMIT


def main():
    program, keys = arguments(5000)
    # Run this script on one processor and both programs on another, if there are two. Otherwise, it
    # depends on chance which program must be woken on another processor.
    processors = sorted(os.sched_getaffinity(0))
    with bare() as path:
        os.sched_setaffinity(0, processors[-1:])
        simple = Terminal([path])
        talk = Terminal([program, "--mock-latency", "0s", "--seed", "1"])
        os.sched_setaffinity(0, processors[:1])
        simple.wait_for(b"Username?")
        talk.wait_for(b"Username?")
        holds = compare("username", [(simple, KEY), (talk, KEY)], keys)
        talk.type(b"\x15octodog\r")
        talk.wait_for(b"Password?")
        holds &= compare("password", [(simple, KEY), (talk, "•".encode())], keys)
        simple.end()
        talk.end()
    sys.exit(not holds)


main()
