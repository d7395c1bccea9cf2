"""Draws the pictures of the documentation from real sessions at a terminal (tmux).

    python3 Tests/Pictures/draw.py PROGRAM [FOLDER]

draws them into FOLDER, which is by default the folder that the documentation reads them from.
"""

import contextlib
import html
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import time
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESOURCES = os.path.join(ROOT, "Sources", "signup-bot", "Documentation.docc", "Resources")
# Only limits how long a failure takes.
DEADLINE = 120


class Terminal:
    """A shell in tmux, in a folder of its own."""

    def __init__(self, program, folder, columns, rows):
        self.socket = os.path.join(folder, ".tmux")
        os.mkdir(os.path.join(folder, ".bin"))
        os.symlink(os.path.abspath(program), os.path.join(folder, ".bin", "signup-bot"))
        self.environment = {
            "PATH": os.path.join(folder, ".bin") + ":/usr/bin:/bin",
            "HOME": folder, "LANG": "C.UTF-8", "TZ": "UTC", "PS1": "$ ", "HISTFILE": "",
        }
        self.folder = folder
        words = [f"{name}={value}" for name, value in self.environment.items()]
        shell = shlex.join(["env", "-i", *words, "TERM=tmux-256color", "bash", "--norc", "--noprofile"])
        self.tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "-c", folder, shell)
        self.wait_for_prompt("$")

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], check=True, text=True,
                              capture_output=True, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}).stdout

    def end(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def before_cursor(self):
        """The cursor's line up to the cursor."""
        column, row = map(int, self.tmux("display", "-p", "#{cursor_x} #{cursor_y}").split())
        return self.screen().split("\n")[row][:column]

    def wait(self, state, holds):
        end = time.monotonic() + DEADLINE
        while not holds():
            if time.monotonic() > end:
                sys.exit(f"draw.py: waited for {state} in vain; the screen:\n{self.screen()}")
            time.sleep(0.02)

    def wait_for_prompt(self, prompt):
        """Waits until the cursor is behind a prompt, with nothing typed."""
        self.wait(f"the prompt {prompt}", lambda: self.before_cursor().rstrip().endswith(prompt))

    def wait_for(self, text):
        self.wait(f"the text {text}", lambda: text in self.screen())

    def type(self, text, shown=None):
        """Types a text and waits until it is shown, by default as it is."""
        self.tmux("send-keys", "-l", "--", text)
        shown = text if shown is None else shown
        # The shell folds a long line.
        self.wait("what was typed", lambda: shown in self.screen().replace("\n", ""))

    def enter(self, text, shown=None):
        # Together they would be taken for a paste.
        self.type(text, shown)
        self.tmux("send-keys", "Enter")

    def lines(self):
        """The screen's lines with their escape sequences, without the empty ones at the end."""
        lines = self.tmux("capture-pane", "-p", "-e").split("\n")
        while lines and not re.sub(r"\x1b\[[\d;]*m", "", lines[-1]).strip():
            lines.pop()
        return lines


# MARK: Scenes

PASSWORD = "one octopus sings"


def sign_up(terminal, name, *options):
    """Signs someone up without a terminal."""
    subprocess.run(["signup-bot", "--sqlite-path", "people.sqlite", "--yes", *options],
                   input=f"{name}\n{PASSWORD}\n{PASSWORD}\n", text=True, check=True,
                   stdout=subprocess.DEVNULL, cwd=terminal.folder, env=terminal.environment,
                   executable=os.path.join(terminal.folder, ".bin", "signup-bot"))


def conversation(terminal):
    sign_up(terminal, "octocat")
    terminal.enter("signup-bot --sqlite-path people.sqlite")
    terminal.wait_for_prompt("Username?")
    for name, verdict, prompt in [
            ("octocat", "Username already taken", "Username?"), ("octodog", "Username available", "Password?")]:
        terminal.type(name)
        terminal.wait_for(verdict)
        terminal.tmux("send-keys", "Enter")
        terminal.wait_for_prompt(prompt)
    terminal.enter(PASSWORD, "•" * len(PASSWORD))
    terminal.wait_for_prompt("Password again?")
    terminal.wait("an empty line", lambda: "•" not in terminal.before_cursor())
    terminal.tmux("send-keys", "-l", "--", PASSWORD)
    terminal.wait("the dots", lambda: terminal.before_cursor().count("•") == len(PASSWORD))
    terminal.tmux("send-keys", "Enter")
    terminal.wait("the review", lambda: re.search(r"Sign up as octodog\?.*\) ?$", terminal.before_cursor()))
    terminal.enter("yes")
    terminal.wait("the offer", lambda: re.search(r"Sign in as octodog now\?.*\) ?$", terminal.before_cursor()))
    terminal.enter("no")
    terminal.wait_for_prompt("$")


def accounts(terminal):
    for name in ["ann", "octocat", "octodog", "tom.sawyer"]:
        sign_up(terminal, name)
    sign_up(terminal, "章鱼狗", "--policy", "rxswift")
    terminal.enter("signup-bot accounts disable ann --sqlite-path people.sqlite")
    terminal.wait_for_prompt("$")
    with contextlib.closing(sqlite3.connect(os.path.join(terminal.folder, "people.sqlite"))) as store, store:
        store.execute("UPDATE accounts SET created = 1793000000 + id * 4321")
    terminal.enter("signup-bot accounts list --sqlite-path people.sqlite")
    terminal.wait_for("5 accounts")
    terminal.wait_for_prompt("$")


def difference(terminal):
    with open(os.path.join(ROOT, "transcripts", "grammar", "readme-example.chat"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(terminal.folder, "wrong.chat"), "w", encoding="utf-8") as file:
        file.write(text.replace("bot+ Password acceptable", "bot+ Password accepted"))
    terminal.enter("signup-bot replay wrong.chat")
    terminal.wait_for("again: signup-bot replay")
    terminal.wait_for_prompt("$")
    # The summary has a duration.
    return [line for line in terminal.lines() if " broken in " not in line and "transcripts/s" not in line]


# Of each picture: the session, the size of its terminal, and the title.
SCENES = {
    "conversation": (
        conversation, 80, 24,
        "A sign-up at a terminal: a taken name, a free one, a password and its repeat, and the review"),
    "accounts": (accounts, 72, 12, "The list of accounts at a terminal"),
    "difference": (difference, 80, 24, "A transcript that differs, as replay shows it"),
}

# MARK: Drawing

CELL, LINE, MARGIN = 8.4, 19, 16
BACKGROUND, FOREGROUND = "#1e2127", "#d7dae0"
PALETTE = [
    "#3f4451", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0",
    "#7f848e", "#ff7a85", "#b5e890", "#ffd68a", "#7cc5ff", "#de8fff", "#6fdbe8", "#ffffff",
]


def width(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


class Pen:
    """The state that escape sequences (SGR) set. It carries over from line to line."""

    ON = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}
    OFF = {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("reverse",)}

    def __init__(self):
        self.reset()

    def reset(self):
        self.colour = self.ground = None
        for look in self.ON.values(): setattr(self, look, False)

    def set(self, parameters):
        numbers = [int(part or 0) for part in re.split("[;:]", parameters)]
        for number in numbers:
            if number == 0: self.reset()
            elif number in self.ON: setattr(self, self.ON[number], True)
            elif number in self.OFF:
                for look in self.OFF[number]: setattr(self, look, False)
            elif 30 <= number <= 37: self.colour = PALETTE[number - 30]
            elif 90 <= number <= 97: self.colour = PALETTE[number - 82]
            elif 40 <= number <= 47: self.ground = PALETTE[number - 40]
            elif 100 <= number <= 107: self.ground = PALETTE[number - 92]
            elif number == 39: self.colour = None
            elif number == 49: self.ground = None
            else: sys.exit(f"draw.py: no picture has SGR {parameters}")

    def attributes(self):
        colour, ground = self.colour or FOREGROUND, self.ground
        if self.reverse: colour, ground = ground or BACKGROUND, colour
        words = []
        if colour != FOREGROUND: words.append(f'fill="{colour}"')
        if self.bold: words.append('font-weight="bold"')
        if self.dim: words.append('opacity="0.6"')
        if self.italic: words.append('font-style="italic"')
        if self.underline: words.append('text-decoration="underline"')
        return " ".join(words), ground


def runs(line, pen):
    """The parts of a line with one look each: column, text, attributes and ground."""
    # A hyperlink (OSC 8) is shown as its text.
    line = re.sub(r"\x1b\]8;[^\x1b\x07]*(\x1b\\|\x07)", "", line)
    column = 0
    for part in re.split(r"(\x1b\[[\d;:]*m|\x0e|\x0f)", line):
        if part.startswith("\x1b["):
            pen.set(part[2:-1])
            continue
        # Wide characters and columns of a table get places of their own: fonts differ in widths.
        for text in re.findall(r"[\u2e80-\uffff]+| {2,}|(?:(?! {2})[^\u2e80-\uffff])+", part.strip("\x0e\x0f")):
            yield column, text, *pen.attributes()
            column += width(text)


def picture(lines, columns, title):
    """Returns an SVG. Its ground is dark on light pages as well, as a terminal's is."""
    size = (2 * MARGIN + columns * CELL, 2 * MARGIN + len(lines) * LINE)
    number = lambda value: f"{value:.1f}".rstrip("0").rstrip(".")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(size[0])}" height="{number(size[1])}" '
        f'viewBox="0 0 {number(size[0])} {number(size[1])}" role="img">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>',
        f'<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" '
        f'font-size="14" fill="{FOREGROUND}" xml:space="preserve">',
    ]
    pen = Pen()
    for row, line in enumerate(lines):
        y = MARGIN + row * LINE
        for column, text, attributes, ground in runs(line, pen):
            x, length = MARGIN + column * CELL, width(text) * CELL
            if ground:
                parts.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(length)}" '
                             f'height="{LINE}" fill="{ground}"/>')
            if text.strip():
                look = f" {attributes}" if attributes else ""
                parts.append(f'<text x="{number(x)}" y="{number(y + 14)}" textLength="{number(length)}"{look}>'
                             f"{html.escape(text, quote=False)}</text>")
    return "\n".join([*parts, "</g>", "</svg>", ""])


def main():
    program = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 else RESOURCES
    for name, (play, columns, rows, title) in SCENES.items():
        with tempfile.TemporaryDirectory() as scratch:
            terminal = Terminal(program, scratch, columns, rows)
            try:
                lines = play(terminal) or terminal.lines()
            finally:
                terminal.end()
        # The last line is the shell's next prompt.
        lines.pop()
        while not lines[-1].strip():
            lines.pop()
        with open(os.path.join(folder, name + ".svg"), "w", encoding="utf-8") as file:
            file.write(picture(lines, columns, title))


main()
