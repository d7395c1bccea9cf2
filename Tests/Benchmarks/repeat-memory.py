#!/usr/bin/env python3
"""Compares the peak memory of many conversations in one stream with that of few. Usage:
repeat-memory.py PROGRAM [MANY [FEW]]. Exits with 1 if many take over 1.10 times as much as few."""

import os
import subprocess
import sys
import tempfile

import measure

LIMIT = 1.10


def answers(count, file):
    """Writes `count` records, each followed by an empty line. Every hundredth name is taken."""
    for number in range(count):
        name = "octocat" if number % 100 == 99 else f"user{number}"
        file.write(f"{name}\nsecret{number}\nsecret{number}\n\n")


def peak(program, count, kind):
    """Returns the peak resident memory in KiB, and the conversations per second."""
    with tempfile.TemporaryDirectory() as folder:
        given = os.path.join(folder, "answers")
        with open(given, "w", encoding="utf-8") as file:
            answers(count, file)
        options = ["--repeat", "--yes", "--mock-latency", "0s", "--mock-failures", "0/1",
                   "--mock-taken", "octocat", "--seed", "1"]
        printed = os.path.join(folder, "many.chat")
        result = run(program, options, given, printed)
        if kind == "transcripts":
            again = os.path.join(folder, "again.chat")
            result = run(program, [], printed, again)
            with open(printed, "rb") as one, open(again, "rb") as other:
                assert one.read() == other.read(), "what is printed must print itself"
        with open(printed, encoding="utf-8") as file:
            ends = sum(line.startswith("end> ") for line in file)
        assert ends == count, f"{ends} conversations of {count}"
        return result[0], count / result[1]


def run(program, options, given, printed):
    with open(given, "rb") as stdin, open(printed, "wb") as stdout:
        # The taken names are refused, and the worst status is that of the run.
        return measure.run([program, *options], statuses=(0, 1), stdin=stdin, stdout=stdout,
                         stderr=subprocess.DEVNULL)


def main():
    program, many, few = measure.arguments(100_000, 1_000)
    worst = 0
    for kind in ("answers", "transcripts"):
        peaks = []
        for count in (few, many):
            memory, rate = peak(program, count, kind)
            peaks.append(memory)
            print(f"{kind:11} {count:8,} conversations: peak {memory:,} KiB, "
                  f"{rate:,.0f} a second")
        ratio = peaks[1] / peaks[0]
        worst = max(worst, ratio)
        print(f"{kind:11} ratio of the peaks {ratio:.3f}")
    if worst > LIMIT:
        sys.exit(f"over {LIMIT:.2f}")


main()
