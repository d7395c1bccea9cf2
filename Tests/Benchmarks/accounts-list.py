#!/usr/bin/env python3
"""Compares the peak memory of `accounts list` for many accounts with that for few, and measures the time: without
answers to the operator's own questions, and with two for each account.
Usage: accounts-list.py PROGRAM [MANY [FEW]]. Exits with 1 if many accounts take over 1.10 times as much
memory as few.

Work that takes memory runs in separate processes: the peak of a child process includes the memory that its
parent used when it started the child."""

import csv
import json
import multiprocessing
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

import measure

LIMIT = 1.10
CASES = [[], ["--sort", "created"], ["--search", "7"]]
ANSWERED_CASES = [[], ["--columns", "username,email"], ["--search", "7@"]]
FORMATS = ["text", "json", "csv"]


def fill(program, path, count, is_answered):
    """Creates a store. The program creates the first account, and all others get the same hash. No account but the
    first lacks answers, if there are any."""
    answers = b"octodog\nxqzv-kjwp-fmgh-ty9A\nxqzv-kjwp-fmgh-ty9A\n"
    subprocess.run([program, "--accounts", "sqlite", "--sqlite-path", path, "--yes"], input=answers,
                   stdout=subprocess.DEVNULL, check=True)
    with sqlite3.connect(path) as database:
        (password,) = database.execute("SELECT password FROM accounts").fetchone()
        numbers = list(range(count - 1))
        # The order of the rows must match neither sort order.
        random.Random(1).shuffle(numbers)
        database.executemany(
            "INSERT INTO accounts (name, name_key, password, attempt, created) VALUES (?, ?, ?, ?, ?)",
            ((f"Somebody.{number:08}", f"somebody.{number:08}", password, f"attempt {number}",
              1_700_000_000 + number * 7919 % 1_000_003) for number in numbers))
        if is_answered:
            for name, value in ("email", "name || '@example.org'"), ("about", "'I live at ' || id"):
                database.execute(f"INSERT INTO answers (account, name, value) SELECT id, '{name}', {value} "
                                 "FROM accounts WHERE id > 1")
    database.close()


def apart(work, *arguments):
    """Runs a function in another process."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments)
    process.start()
    process.join()
    assert process.exitcode == 0, f"{work.__name__} failed"


def check(printed, kind, options, count):
    """Checks what was printed. The username is the first column in every case."""
    names = read(printed, kind)
    assert len(set(names)) == len(names), "an account was listed twice"
    assert options[:1] == ["--search"] or len(names) == count, f"{len(names)} of {count}"
    assert options or names == sorted(names, key=str.lower), "not in order"


def read(printed, kind):
    """Reads the printed names with a parser for the format."""
    with open(printed, encoding="utf-8", newline="") as file:
        if kind == "json":
            return [account["username"] for account in json.load(file)]
        if kind == "csv":
            return [row[0] for row in csv.reader(file, strict=True)][1:]
        return [line.split("\t")[0] for line in file]


def peak(program, path, kind, options, count):
    """Returns the peak resident memory in KiB, and the time in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        printed = os.path.join(folder, "list")
        with open(printed, "wb") as stdout:
            result = measure.run([program, "accounts", "list", "--accounts", "sqlite", "--sqlite-path",
                                  path, "--format", kind, *options], stdout=stdout)
        apart(check, printed, kind, options, count)
        return result


def main():
    program, many, few = measure.arguments(100_000, 1_000)
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for is_answered, cases in (False, CASES), (True, ANSWERED_CASES):
            paths = {count: os.path.join(folder, f"{count}-{is_answered}.sqlite") for count in (few, many)}
            for count, path in paths.items():
                apart(fill, program, path, count, is_answered)
            for options in cases:
                for kind in FORMATS:
                    peaks = []
                    for count in (few, many):
                        memory, elapsed = peak(program, paths[count], kind, options, count)
                        peaks.append(memory)
                    ratio = peaks[1] / peaks[0]
                    worst = max(worst, ratio)
                    about = "answers, " if is_answered else ""
                    print(f"{kind:4} {about}{' '.join(options) or '--sort name':14} {few:,} accounts: peak "
                          f"{peaks[0]:,} KiB; {many:,}: {peaks[1]:,} KiB, {elapsed:.2f} s; ratio {ratio:.3f}")
    if worst > LIMIT:
        sys.exit(f"over {LIMIT:.2f}")


if __name__ == "__main__":
    main()
