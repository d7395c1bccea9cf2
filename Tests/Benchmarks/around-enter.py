#!/usr/bin/env python3
"""Sends each signal shortly before or up to 5 ms after Enter, at each question, and counts faults: a terminal
that is not restored, an end by anything other than the signal, and a Ctrl-C that ends the program after
Enter began work. Usage: around-enter.py PROGRAM [TRIES [SEED]]; the defaults are 2000 tries and a random
seed. Fails if there is any fault."""

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import sys
import termios
import time

from measure import arguments
from terminals import ENVIRONMENT

QUESTIONS = ["check", "password", "repeat", "sign-up"]
SIGNALS = {
    "Ctrl-C": None, "INT": signal.SIGINT, "TERM": signal.SIGTERM, "HUP": signal.SIGHUP,
    "QUIT": signal.SIGQUIT, "TSTP": signal.SIGTSTP,
}
DEADLINE = 60


class Late(Exception):
    pass


class Session:
    """A session with a terminal, like that of a shell with job control: each program is a separate job."""

    def __init__(self, program):
        self.program = program
        if os.getpid() == os.getpgrp():
            raise SystemExit("not to be called as a group's leader")
        os.setsid()
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        self.before = termios.tcgetattr(self.slave)

    def start(self, *options):
        termios.tcsetattr(self.slave, termios.TCSANOW, self.before)
        termios.tcflush(self.slave, termios.TCIOFLUSH)
        while select.select([self.master], [], [], 0)[0]:
            os.read(self.master, 65536)
        self.seen = b""
        self.status = None
        self.job = os.fork()
        if self.job == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(self.slave, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            for descriptor in range(3):
                os.dup2(self.slave, descriptor)
            os.execve(self.program, [self.program, *options], ENVIRONMENT)

    @property
    def mode(self):
        return termios.tcgetattr(self.slave)

    def wait(self, state):
        end = time.monotonic() + DEADLINE
        while not state():
            if time.monotonic() > end:
                raise Late()
            if select.select([self.master], [], [], 0.002)[0]:
                self.seen += os.read(self.master, 65536)

    def wait_for(self, text):
        self.wait(lambda: text in self.seen and not self.mode[3] & termios.ICANON)
        self.seen = b""

    def type(self, text):
        os.write(self.master, text)

    def changed(self):
        """Whether the program has stopped or ended. Its status from waitpid is then in `status`."""
        if self.status is None:
            pid, status = os.waitpid(self.job, os.WNOHANG | os.WUNTRACED)
            self.status = status if pid else None
        return self.status is not None

    def is_changed_by(self, number):
        if number == signal.SIGTSTP:
            return os.WIFSTOPPED(self.status) and os.WSTOPSIG(self.status) == number
        return os.WIFSIGNALED(self.status) and os.WTERMSIG(self.status) == number

    def end(self):
        try:
            os.kill(self.job, signal.SIGKILL)
            os.waitpid(self.job, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.tcsetpgrp(self.slave, os.getpgrp())


def reach(session, question):
    """Brings a new program to a question, and returns the answer to it."""
    latency = "0s" if question in ("password", "repeat") else "600s"
    options = ["--mock-failures", "0/1", "--seed", "1", "--timeout", "900s", "--mock-latency", latency]
    if question == "sign-up":
        options += ["--policy", "combine"]
    session.start(*options)
    for name, prompt, answer in [
            ("check", b"Username?", b"octodog"), ("password", b"Password?", b"Secret12"),
            ("repeat", b"Password again?", b"Secret12"), ("sign-up", b"(Y/n)", b"yes")]:
        session.wait_for(prompt)
        if name == question:
            return answer
        session.type(answer + b"\r")


def type_answer(session, text):
    """Types an answer and waits until the program has drawn it. The kernel sends a signal before it hands over the
    characters typed just before the signal. An interrupt could then find an empty line, and may end the program."""
    session.type(text)
    drawn = "•" * len(text) if text == b"Secret12" else text.decode()

    def stands():
        output = iter(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", session.seen.decode(errors="replace")))
        return all(character in output for character in drawn)

    session.wait(stands)
    session.seen = b""


def strike(session, name, delay):
    """Presses Enter, and sends the signal `delay` seconds after it, or before it if negative."""
    def send():
        number = SIGNALS[name]
        session.type(b"\x03") if number is None else os.kill(session.job, number)

    if delay == 0 and name == "Ctrl-C":
        return session.type(b"\r\x03")
    first, second = (lambda: session.type(b"\r"), send) if delay >= 0 else (send, lambda: session.type(b"\r"))
    first()
    end = time.perf_counter() + abs(delay)
    while time.perf_counter() < end:
        pass
    second()


def interrupted(session, question):
    """Returns the fault after an interrupt, or None. If Enter began work, the program must survive."""
    begins_work = question in ("check", "sign-up")

    def settled():
        return session.changed() or (begins_work and b"cancelled" in session.seen)

    def pause(seconds, state):
        end = time.monotonic() + seconds
        session.wait(lambda: state() or time.monotonic() > end)

    pause(0.25, settled)
    if not settled():
        # The signal came before Enter and cleared the line, or Enter began nothing: a question is shown.
        session.seen = b""
        # The review draws only what can become an answer.
        key = b"y" if question == "sign-up" else b"x"

        def answers():
            return settled() or key in session.seen or "•".encode() in session.seen

        # What is typed right after a refusal is dropped.
        for _ in range(DEADLINE):
            session.type(key)
            pause(1, answers)
            if answers():
                break
        else:
            return "hangs"
    if not session.changed():
        return None
    return "ended by Ctrl-C" if begins_work else faulty_end(session, signal.SIGINT)


def faulty_end(session, number):
    if not session.is_changed_by(number):
        return f"status {session.status:#x}"
    return None if session.mode == session.before else "terminal left raw"


def ended(session, number):
    """Returns the fault after a signal that ends or stops the program, or None."""
    session.wait(session.changed)
    fault = faulty_end(session, number)
    if not fault and number == signal.SIGTSTP:
        os.kill(-session.job, signal.SIGCONT)
        session.wait(lambda: not session.mode[3] & (termios.ICANON | termios.ECHO))
    return fault


def main():
    program, tries, seed = arguments(2000, random.randrange(1 << 32))
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    chance = random.Random(seed)
    session = Session(program)
    counts, faults = {}, {}
    for _ in range(tries):
        question, name = chance.choice(QUESTIONS), chance.choice(list(SIGNALS))
        delay = chance.choice([0, chance.uniform(0, 0.005), chance.uniform(0, 0.002), -chance.uniform(0, 0.001)])
        type_answer(session, reach(session, question))
        strike(session, name, delay)
        try:
            # Before Enter, or if Enter begins nothing, an interrupt at an empty line may end the program.
            is_interrupt = name in ("Ctrl-C", "INT")
            fault = interrupted(session, question) if is_interrupt else ended(session, SIGNALS[name])
        except Late:
            fault = "hangs"
        counts[name] = counts.get(name, 0) + 1
        if fault:
            faults.setdefault((name, question, fault), []).append(round(delay * 1000, 2))
        session.end()
    print(f"seed {seed}: {tries} tries, " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    for (name, question, fault), delays in sorted(faults.items()):
        print(f"{name} at {question}: {fault}, {len(delays)} times, e.g. {delays[:6]} ms")
    print(f"faults: {sum(map(len, faults.values()))}")
    return bool(faults)


sys.exit(main())
