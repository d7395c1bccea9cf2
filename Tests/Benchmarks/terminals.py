"""Shared by the benchmarks: programs on pseudo terminals, and the minimal C program for comparison."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import tempfile
import termios


ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/"}


class Terminal:
    """A program on a new pseudo terminal of 80 by 24 characters."""

    def __init__(self, arguments):
        size = struct.pack("HHHH", 24, 80, 0, 0)
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execve(arguments[0], arguments, ENVIRONMENT)
        self.seen = b""

    def read(self):
        self.seen += os.read(self.master, 65536)

    def wait_for(self, text):
        """Waits until the text has been written and the terminal reads single keys."""
        while text not in self.seen:
            self.read()
        while termios.tcgetattr(self.master)[3] & termios.ICANON:
            select.select([], [], [], 0.001)
        self.drain()

    def drain(self):
        """Discards output until there has been none for 20 ms."""
        while select.select([self.master], [], [], 0.02)[0]:
            os.read(self.master, 65536)
        self.seen = b""

    def type(self, text):
        os.write(self.master, text)

    def end(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.master)


@contextlib.contextmanager
def bare():
    """Builds the minimal program that uses libedit, and yields its path."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bare.c")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bare")
        subprocess.run(["cc", "-O2", "-o", path, source, "-ledit"], check=True)
        yield path
