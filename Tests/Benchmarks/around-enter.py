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
        self.job = os.fork()
        if self.job == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(self.slave, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            for descriptor in range(3):
                os.dup2(self.slave, descriptor)
            environment = {
                "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nowhere"}
            os.execve(self.program, [self.program, *options], environment)

    @property
    def mode(self):
        return termios.tcgetattr(self.slave)

    def read(self):
        if select.select([self.master], [], [], 0.002)[0]:
            self.seen += os.read(self.master, 65536)

    def wait(self, state):
        end = time.monotonic() + DEADLINE
        while not state():
            if time.monotonic() > end:
                raise Late()
            self.read()

    def wait_for(self, text):
        self.wait(lambda: text in self.seen and not self.mode[3] & termios.ICANON)
        self.seen = b""

    def type(self, text):
        os.write(self.master, text)

    def change(self):
        """Returns the status from waitpid; None if it has not changed."""
        pid, status = os.waitpid(self.job, os.WNOHANG | os.WUNTRACED)
        return status if pid else None

    def end(self):
        try:
            os.kill(self.job, signal.SIGKILL)
            os.waitpid(self.job, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.tcsetpgrp(self.slave, os.getpgrp())


def reach(session, question):
    latency = "0s" if question in ("password", "repeat") else "600s"
    options = ["--mock-failures", "0/1", "--seed", "1", "--timeout", "900s", "--mock-latency", latency]
    if question == "sign-up":
        options += ["--policy", "combine"]
    session.start(*options)
    session.wait_for(b"Username?")
    if question == "check":
        return b"octodog"
    session.type(b"octodog\r")
    session.wait_for(b"Password?")
    if question == "password":
        return b"Secret12"
    session.type(b"Secret12\r")
    session.wait_for(b"Password again? ")
    if question == "repeat":
        return b"Secret12"
    session.type(b"Secret12\r")
    session.wait_for(b"(yes/no)")
    return b"yes"


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
    """Returns the fault after an interrupt, or None. If Enter began work, the program must survive.

    Waits for the program's reaction.
    """
    begins_work = question in ("check", "sign-up")
    news = []

    def settled():
        status = session.change()
        if status is not None:
            news.append(status)
        return news or (begins_work and b"cancelled" in session.seen)

    end = time.monotonic() + 0.25
    try:
        session.wait(lambda: settled() or time.monotonic() > end)
        if not news:
            # The signal came before Enter and cleared the line, or Enter began nothing: a question is shown.
            session.seen = b""
            # The review draws only what can become an answer.
            key = b"y" if question == "sign-up" else b"x"
            session.type(key)
            session.wait(lambda: settled() or key in session.seen or b"\xe2\x80\xa2" in session.seen)
    except Late:
        return "hangs"
    if news:
        died_of_it = os.WIFSIGNALED(news[0]) and os.WTERMSIG(news[0]) == signal.SIGINT
        if not died_of_it:
            return f"status {news[0]:#x}"
        if begins_work:
            return "ended by Ctrl-C"
        return None if session.mode == session.before else "terminal left raw"
    return None


def ended(session, number):
    news = []

    def changed():
        status = session.change()
        if status is not None:
            news.append(status)
        return bool(news)

    try:
        session.wait(changed)
    except Late:
        return "hangs"
    is_it = (
        os.WIFSTOPPED(news[0]) and os.WSTOPSIG(news[0]) == number
        if number == signal.SIGTSTP
        else os.WIFSIGNALED(news[0]) and os.WTERMSIG(news[0]) == number)
    if not is_it:
        return f"status {news[0]:#x}"
    if session.mode != session.before:
        return "terminal left raw"
    if number == signal.SIGTSTP:
        os.kill(-session.job, signal.SIGCONT)
        try:
            session.wait(lambda: not session.mode[3] & (termios.ICANON | termios.ECHO))
        except Late:
            return "not raw after CONT"
    return None


def main():
    program = os.path.abspath(sys.argv[1])
    tries = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
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
        is_interrupt = name in ("Ctrl-C", "INT")
        # Before Enter, or if Enter begins nothing, an interrupt at an empty line may end the program.
        fault = interrupted(session, question) if is_interrupt else ended(session, SIGNALS[name])
        counts[name] = counts.get(name, 0) + 1
        if fault:
            faults.setdefault((name, question, fault), []).append(round(delay * 1000, 2))
        session.end()
    print(f"seed {seed}: {tries} tries, " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    for (name, question, fault), delays in sorted(faults.items()):
        print(f"{name} at {question}: {fault}, {len(delays)} times, e.g. {delays[:6]} ms")
    print(f"faults: {sum(map(len, faults.values()))}")
    os._exit(bool(faults))


sys.exit(main())
