#!/usr/bin/env python3
"""Compares the time from starting a program to its first prompt on a terminal with that of a minimal C
program that uses libedit. Usage: first-prompt.py PROGRAM [ROUNDS]. Requires cc and libedit-dev."""

import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time


def first_prompt(arguments):
    """Returns the seconds from fork to the prompt, on a new pseudo terminal."""
    start = time.perf_counter()
    pid, master = pty.fork()
    if pid == 0:
        os.execv(arguments[0], arguments)
    seen = b""
    while b"Username?" not in seen:
        seen += os.read(master, 4096)
    elapsed = time.perf_counter() - start
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    os.close(master)
    return elapsed


def main():
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    os.environ["TERM"] = "xterm-256color"
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bare.c")
    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "bare")
        subprocess.run(["cc", "-O2", "-o", bare, source, "-ledit"], check=True)
        times = {bare: [], program: []}
        for _ in range(rounds):
            # Alternate, so that other load on the machine affects both.
            for path, list_ in times.items():
                list_.append(first_prompt([path]) * 1000)
    middles = []
    for name, path in (("bare C", bare), ("program", program)):
        values = sorted(times[path])
        middles.append(statistics.median(values))
        print(f"{name:8} median {middles[-1]:.2f} ms, least {values[0]:.2f} ms, "
              f"of {rounds} starts")
    print(f"ratio of the medians {middles[1] / middles[0]:.2f}")


main()
