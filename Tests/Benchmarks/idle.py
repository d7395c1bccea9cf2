#!/usr/bin/env python3
"""Measures the processor time of an idle prompt, and of a spinner.
Usage: idle.py PROGRAM [SECONDS [SPINNER_SECONDS]]; the defaults are 600 and 20. Fails if the prompt takes
10 ms or more, or the spinner 1 % of a core or more."""

import sys
import time

import measure
from terminals import Terminal


def processor_time(pid):
    """Returns the process's user and system time in seconds, including ended threads.

    Reads the processor-time clock (clock_getcpuclockid, which Python lacks), because /proc/PID/stat counts
    only hundredths of a second.
    """
    return time.clock_gettime(~pid << 3 | 2)


def used(terminal, seconds):
    """Returns the processor time used in a period, in seconds, while the terminal's output is read."""
    before = processor_time(terminal.pid)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(min(0.5, max(end - time.monotonic(), 0)))
        terminal.drain()
    return processor_time(terminal.pid) - before


def main():
    program, seconds, spinner_seconds = measure.arguments(600.0, 20.0)
    terminal = Terminal([program, "--mock-latency", "100000s", "--timeout", "100000s"])
    terminal.wait_for(b"Username?")
    # A half-typed name with its verdict is the prompt with the most work.
    terminal.type(b"octodog")
    time.sleep(1)
    terminal.drain()
    idle = used(terminal, seconds)
    print(f"prompt: {idle * 1000:.3f} ms of processor time in {seconds:g} s")
    terminal.type(b"\r")
    time.sleep(1)
    share = used(terminal, spinner_seconds) / spinner_seconds
    print(f"spinner: {share * 100:.3f} % of a core over {spinner_seconds:g} s")
    terminal.end()
    sys.exit(idle >= 0.010 or share >= 0.01)


main()
