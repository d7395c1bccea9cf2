#!/usr/bin/env python3
"""Compares the number of transcripts per second that `signup-bot replay` replays with cram,
shelltestrunner and testscript on 100 cases, in one run on two cores. Usage: replay-rate.py PROGRAM
[ROUNDS]; PROGRAM is a release build. On Debian, install the tools with

    apt-get install -y python3-cram shelltestrunner golang-go golang-github-rogpeppe-go-internal-dev

Every case is the same conversation of ten answers. The rate is measured first, in separate rounds, as the
wall-clock time for 1,000 copies, including start-up. Then `replay` alternates with the other tools, which run
the program once per case and compare its whole output. To show their own overhead, they also run `true`,
with nothing to compare. They run in parallel if they can, and count 100 cases themselves:
for cram and testscript, a case is a file in a separate folder, and shelltestrunner can also read all cases
from one file.

The tools run under the same load, so they are compared by their medians. For the rate, the best round is
printed as well: other load on a machine can only make a round slower, as the documentation of Python's
`timeit` points out. If best and median differ widely, the machine is not idle.

Exits with 1 if `replay` is not 10 times as fast as the fastest of the other tools is with `true`, which does
none of the work; with 2 if a tool is missing. The comparison with tools that run the program is only printed:
a ratio to them would count a faster start of the program against `replay`."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from measure import arguments

COPIES = 1000
CASES = 100
# The number of rounds that measure only the rate, each a fraction of a second long.
ALONE = 40
# The numbers of cases to run at once on the two cores, for tools with that option.
AT_ONCE = (2, 4, 8)
LEAST_RATIO = 10
GOPATH = "/usr/share/gocode"
TESTSCRIPT = "github.com/rogpeppe/go-internal/testscript"

# The typical content of test transcripts: a taken name, an undo and a redo, a repeat that differs, a step
# back.
ANSWERS = """\
@ transcript 1
@ accounts mock
@ policy rxswift
@ mock-taken octocat
@ mock-latency 0s
@ mock-failures 0/1
@ seed 42
@ locale en
@ secret password strong
@ secret slip strong
you> octocat
you> octodog
you> /undo
you> /redo
key> password
key> slip
you> /back
key> password
key> password
you> yes
"""

GO_TEST = f"""\
package rate

import (
    "os"
    "testing"

    "{TESTSCRIPT}"
)

func TestScripts(t *testing.T) {{
    testscript.Run(t, testscript.Params{{Dir: os.Getenv("SCRIPTS")}})
}}
"""


def complain(words, status):
    print(f"replay-rate: {words}", file=sys.stderr)
    sys.exit(status)


def run(arguments, **options):
    """Returns the program's status, and its combined output and errors."""
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
                   "TMPDIR": tempfile.gettempdir(), **options.pop("environment", {})}
    done = subprocess.run(arguments, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    return done.returncode, done.stdout.decode()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def ten_turns(program):
    """Returns the transcript that the program prints for the answers, which must replay to itself."""
    transcript = ANSWERS
    for _ in range(2):
        before = transcript
        status, transcript = run([program], input=before.encode())
        if status != 0:
            complain(f"{program} ended the conversation with {status}:\n{transcript}", 2)
    if before != transcript:
        complain(f"the transcript is no fixed point:\n{transcript}", 2)
    answers = [line for line in transcript.splitlines() if line[:4] in ("you>", "key>")]
    if len(answers) != 10:
        complain(f"the transcript has {len(answers)} answers, not 10", 2)
    return transcript


def missing_tools():
    wanted = {
        "cram (python3-cram)": shutil.which("cram3") or shutil.which("cram"),
        "shelltest (shelltestrunner)": shutil.which("shelltest"),
        "go (golang-go)": shutil.which("go"),
        "testscript (golang-github-rogpeppe-go-internal-dev)":
            os.path.isdir(os.path.join(GOPATH, "src", TESTSCRIPT)),
    }
    return [name for name, found in wanted.items() if not found]


def go_runner(folder):
    """Builds a Go test that runs the scripts in $SCRIPTS in parallel, as testscript is meant to be used."""
    write(f"{folder}/go/src/rate/rate_test.go", GO_TEST)
    runner = f"{folder}/go/rate.test"
    status, words = run(
        ["go", "test", "-c", "-o", runner, "rate"],
        environment={"GO111MODULE": "off", "GOPATH": f"{GOPATH}:{folder}/go",
                     "GOCACHE": f"{folder}/go/cache", "GOFLAGS": ""})
    if status != 0:
        complain(f"testscript can't be built:\n{words}", 2)
    return runner


# One case of a job for each tool: a command that reads the transcript, and its expected output.

def cram_case(command, path, wanted):
    return f"  $ {command} < {path}\n" + "".join(f"  {line}\n" for line in wanted.splitlines()) + "\n"


def shelltest_case(command, path, wanted):
    return f"{command} < {path}\n" + (f">>>\n{wanted}" if wanted else "") + ">>>= 0\n\n"


def testscript_case(command, path, wanted):
    return (f"stdin {path}\nexec {command}\n"
            + (f"cmp stdout wanted\n-- wanted --\n{wanted}" if wanted else ""))


class SetUp:
    """A tool, a way to run it, and a job; `good` is part of its output if all cases pass."""

    def __init__(self, tool, job, layout, arguments, folder, good, environment=None):
        self.tool, self.job, self.layout = tool, job, layout
        self.arguments, self.folder, self.environment = arguments, folder, environment or {}
        self.good = good
        self.times = []

    def seconds(self):
        start = time.perf_counter()
        status, words = run(self.arguments, cwd=self.folder, environment=self.environment)
        elapsed = time.perf_counter() - start
        if status != 0 or self.good not in words:
            complain(f"{self.tool} failed at {self.job}:\n{words[-3000:]}", 2)
        return elapsed

    @property
    def name(self):
        return f"{self.tool:<18} {self.job:<10} {self.layout}"


def set_ups(folder, program, path, transcript, runner):
    """Returns all ways to run the other tools, after checking that each one fails if the output is wrong."""
    jobs = {"signup-bot": (program, transcript),
            # An external program like the others, not the shell's builtin.
            "true": (shutil.which("true"), "")}
    cram = shutil.which("cram3") or shutil.which("cram")
    result = []
    for job, (command, wanted) in jobs.items():
        place = f"{folder}/cases/{job}"

        def fill(wanted):
            shelltest = shelltest_case(command, path, wanted)
            for index in range(CASES):
                write(f"{place}/cram/{index:03}.t", cram_case(command, path, wanted))
                write(f"{place}/shelltest/{index:03}.test", shelltest)
                write(f"{place}/testscript/{index:03}.txt", testscript_case(command, path, wanted))
            write(f"{place}/one/shelltest.test", shelltest * CASES)

        here = [SetUp("cram", job, "100 files", [cram, f"{place}/cram"], folder, "Ran 100 tests")]
        for at_once in AT_ONCE:
            here += [SetUp(f"shelltest -j{at_once}", job, layout,
                           ["shelltest", f"-j{at_once}", f"{place}/{source}"], folder,
                           "Passed  100")
                     for layout, source in (("100 files", "shelltest"), ("1 file", "one"))]
            here.append(SetUp(f"testscript -p{at_once}", job, "100 files",
                              [runner, "-test.count=1", f"-test.parallel={at_once}"], folder,
                              "PASS", {"SCRIPTS": f"{place}/testscript"}))
        fill("something else\n")
        for set_up in here:
            status, words = run(set_up.arguments, cwd=folder, environment=set_up.environment)
            if status == 0:
                complain(f"{set_up.name} compares nothing:\n{words[-3000:]}", 2)
        fill(wanted)
        result += here
    return result


def line(name, count, times):
    return (f"{name:<40} median {count / statistics.median(times):>7,.0f}/s, "
            f"best {count / min(times):>7,.0f}/s")


def main():
    if len(sys.argv) not in (2, 3):
        complain("usage: replay-rate.py PROGRAM [ROUNDS]", 64)
    program, rounds = arguments(7)
    missing = missing_tools()
    if missing:
        complain("missing: " + ", ".join(missing) + "; see the beginning of this file", 2)
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        complain("two cores are wanted", 2)
    os.sched_setaffinity(0, cores)
    with tempfile.TemporaryDirectory() as folder:
        transcript = ten_turns(program)
        path = f"{folder}/t.chat"
        write(path, transcript)
        for index in range(COPIES):
            write(f"{folder}/copies/{index:04}.chat", transcript)
        write(f"{folder}/wrong/wrong.chat", transcript.replace("bot> Password?", "bot> Passwort?"))
        status, words = run([program, "replay", f"{folder}/wrong"])
        if status != 3:
            complain(f"replay of a wrong transcript ended with {status}, not 3:\n{words}", 2)
        others = set_ups(folder, program, path, transcript, go_runner(folder))
        replay = SetUp("replay", "signup-bot", f"{COPIES} files",
                       [program, "replay", f"{folder}/copies"], folder, f"{COPIES:,} agree")
        one = SetUp("replay", "signup-bot", "1 file", [program, "replay", path], folder, "1")
        alone = SetUp("replay", "signup-bot", f"{COPIES} files alone",
                      replay.arguments, folder, replay.good)
        for _ in range(ALONE):
            alone.times.append(alone.seconds())
        print(line(alone.name, COPIES, alone.times))
        for _ in range(rounds):
            # Alternate, so that other load on the machine affects all of them.
            for set_up in [replay, one] + others:
                set_up.times.append(set_up.seconds())
        print(f"2 cores, {rounds} rounds by turns, load {os.getloadavg()[0]:.1f}; "
              "rates are cases a second by the clock, start-up included")
        return verdict(alone, replay, one, others)


def verdict(alone, replay, one, others):
    for set_up in others:
        print(line(set_up.name, CASES, set_up.times))
    print(line(replay.name, COPIES, replay.times))
    print(f"replay of one file alone takes {statistics.median(one.times) * 1000:.1f} ms, "
          f"all but a moment of it start-up")
    print(f"replay alone: {COPIES / min(alone.times):,.0f}/s at best, "
          f"{COPIES / statistics.median(alone.times):,.0f}/s by the median")
    ratios = {}
    for job in ("signup-bot", "true"):
        fastest = min((other for other in others if other.job == job),
                      key=lambda other: statistics.median(other.times))
        ratios[job] = (COPIES / statistics.median(replay.times)
                       * statistics.median(fastest.times) / CASES)
        aim = f"; wanted {LEAST_RATIO} or more" if job == "true" else ""
        print(f"{ratios[job]:,.1f} times the fastest with {job}: {fastest.tool} {fastest.layout}{aim}")
    good = ratios["true"] >= LEAST_RATIO
    print("good" if good else "not good")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
