"""Runs a program, and measures its memory and time."""
import os
import subprocess
import time


def run(command, statuses=(0,), **streams):
    """Returns the peak resident memory in KiB, and the time in seconds. Another exit status is an error."""
    start = time.perf_counter()
    child = subprocess.Popen(command, **streams)
    _, status, usage = os.wait4(child.pid, 0)
    elapsed = time.perf_counter() - start
    assert os.waitstatus_to_exitcode(status) in statuses, status
    return usage.ru_maxrss, elapsed
