"""Shared by the benchmarks: their arguments, and the memory and time that a program takes."""
import os
import subprocess
import sys
import time


def arguments(*defaults):
    """Returns the path of the program, and the numbers that follow it, or their defaults."""
    given = sys.argv[2:]
    numbers = [type(default)(word) for default, word in zip(defaults, given)]
    return [os.path.abspath(sys.argv[1]), *numbers, *defaults[len(numbers):]]


def run(command, statuses=(0,), **streams):
    """Returns the peak resident memory in KiB, and the time in seconds. Another exit status is an error."""
    start = time.perf_counter()
    child = subprocess.Popen(command, **streams)
    _, status, usage = os.wait4(child.pid, 0)
    elapsed = time.perf_counter() - start
    assert os.waitstatus_to_exitcode(status) in statuses, status
    return usage.ru_maxrss, elapsed
