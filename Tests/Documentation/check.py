"""Checks README.md and the articles: runs their examples, and follows their links.

    python3 Tests/Documentation/check.py PROGRAM [--update] [PAGE...]

A block ```console is a session in bash: a command begins with "$ ", goes on with "> ", and is followed by
what it prints. In that, "…" stands for any text, and a line "…" for any lines. The blocks of a page share
one folder, one shell, and the port 18450, for which a free one is used. --update writes what commands print now into the page.

A block ```chat is a transcript, and must be what the program prints for it. A block ```sh is not run, and
a comment before it says why: <!-- not run: needs root -->.
"""

import difflib
import os
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "Sources" / "signup-bot" / "Documentation.docc"
LANGUAGES = {"console", "chat", "sh", "json", "text"}
BLOCK = re.compile(r"(?P<before>[^\n]*\n)?```(?P<language>\w*)\n(?P<text>.*?)^```$", re.S | re.M)
README_LINES = 200
# For the examples of a page, in seconds. Only limits how long a failure takes.
DEADLINE = 600
# What stands in the text like an option or a subcommand, and is none.
OTHERS = {"--disable-local-rpath"}


def pages():
    return [ROOT / "README.md", *sorted(CATALOGUE.glob("*.md"))]


# MARK: Examples

def commands(block):
    """The commands of a session, each with the output that the page shows."""
    result = []
    for line in block.splitlines():
        if line.startswith("$ "):
            result.append((line[2:], []))
        elif line.startswith("> ") and not result[-1][1]:
            result[-1] = (result[-1][0] + "\n" + line[2:], [])
        else:
            result[-1][1].append(line)
    return result


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def outputs(program, scripts):
    """Runs commands in one shell, and returns the lines that each prints."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / ".bin").mkdir()
        (folder / ".bin" / "signup-bot").symlink_to(program)
        (folder / "transcripts").symlink_to(ROOT / "transcripts")
        (folder / ".build").symlink_to(ROOT / ".build")
        with open(folder / ".script", "w") as script:
            # Whatever a page starts in the background ends with it.
            script.write("trap 'kill $(jobs -p) 2> .dead' EXIT\n")
            for number, command in enumerate(scripts):
                script.write(f"status=$?; exec > ~/.out{number} 2>&1; (exit $status)\n{command.replace('18450', port)}\n")
        environment = {
            "PATH": f"{folder}/.bin:{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(folder),
            "LANG": "C.UTF-8", "TZ": "UTC",
        }
        try:
            run = subprocess.run(["bash", ".script"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, timeout=DEADLINE)
            failure = run.stderr
        except subprocess.TimeoutExpired:
            failure = f"(the examples took more than {DEADLINE} s)"
        if failure:
            yield from ([failure] for _ in scripts)
            return
        for number in range(len(scripts)):
            path = folder / f".out{number}"
            text = path.read_text() if path.exists() else "(the shell ended before)\n"
            yield text.replace(str(folder), "/home/ann").replace(port, "18450").splitlines()


def agrees(wanted, got):
    pattern = ""
    for line in wanted:
        if line == "…":
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.split("…"))) + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


def check_examples(page, program, update):
    text = page.read_text()
    blocks = list(BLOCK.finditer(text))
    for block in blocks:
        if block["language"] not in LANGUAGES:
            yield f"a block is of the unknown language {block['language'] or '(none)'}"
        if block["language"] == "sh" and not (block["before"] or "").startswith("<!-- "):
            yield "a block is not run, and no comment says why:\n" + block["text"]
        if block["language"] == "chat":
            run = subprocess.run([program], input=block["text"], text=True, capture_output=True, cwd=ROOT)
            if run.stdout != block["text"]:
                yield "a transcript differs:\n" + difference(block["text"].splitlines(), run.stdout.splitlines())
    sessions = [block for block in blocks if block["language"] == "console"]
    parts = [commands(block["text"]) for block in sessions]
    answers = outputs(program, [command for part in parts for command, _ in part])
    replaced = text
    for block, part in zip(sessions, parts):
        lines = []
        for command, wanted in part:
            got = next(answers)
            first, *rest = command.split("\n")
            lines += ["$ " + first, *("> " + line for line in rest)]
            if agrees(wanted, got):
                lines += wanted
            elif update:
                lines += got
            else:
                yield f"$ {command}\n" + difference(wanted, got)
        replaced = replaced.replace("```console\n" + block["text"], "```console\n" + "".join(f"{l}\n" for l in lines))
    if update and replaced != text:
        page.write_text(replaced)


def difference(wanted, got):
    return "\n".join(difflib.unified_diff(wanted, got, "the page", "the program", lineterm="", n=2))


# MARK: Links and completeness

def anchors(page):
    """The names by which links reach a page's headings, as GitHub makes them."""
    text = BLOCK.sub("", page.read_text())
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def check_links(page):
    text = BLOCK.sub("", page.read_text())
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        if "://" in path:
            continue
        file = page.parent / path if path else page
        # DocC finds a picture by its name.
        if not file.exists() and not (CATALOGUE / "Resources" / path).exists():
            yield f"the link {target} leads nowhere"
        elif anchor and anchor not in anchors(file):
            yield f"the link {target} leads to no heading"


def vocabulary(program, *words):
    """The subcommands and options that the help of a command and of its subcommands names."""
    text = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout
    yield from re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M)
    if "SUBCOMMANDS:" in text:
        for name in re.findall(r"^  ([\w-]+) ", text.split("SUBCOMMANDS:")[1].split("\n\n")[0], re.M):
            yield name
            # The help of the default subcommand is that of the program.
            if name != "talk":
                yield from vocabulary(program, *words, name)


def named(code):
    """The subcommands and options in a command, or in a part of one, that a text names."""
    first, *rest = code.split()
    if first == "signup-bot":
        words = rest[:2] if rest[:1] == ["accounts"] else rest[:1]
        yield from (word for word in words if re.fullmatch(r"[a-z][a-z-]+", word))
    if first == "signup-bot" or first.startswith("--"):
        yield from re.findall(r"(?<!\S)--[a-z][a-z-]*(?![\w…-])", code)


def check_completeness(program):
    text = "".join(page.read_text() for page in pages())
    known = set(vocabulary(program))
    for word in sorted(known):
        if not re.search(re.escape(word) + r"(?![\w-])", text):
            yield f"no page says what {word} does"
    known |= {"help", "--generate-completion-script"}
    for code in re.findall(r"`([^`\n]+)`", BLOCK.sub("", text)):
        for word in named(code):
            if word not in known | OTHERS:
                yield f"`{code}`: there is no {word}"
    index = (CATALOGUE / "signup-bot.md").read_text()
    for page in pages()[1:]:
        if page.name != "signup-bot.md" and f"({page.name})" not in index:
            yield f"signup-bot.md does not link to {page.name}"


def main():
    program, *names = sys.argv[1:]
    update = "--update" in names
    wanted = [(Path.cwd() / name).resolve() for name in names if name != "--update"] or pages()
    failed = False
    for page in wanted:
        problems = [*check_examples(page, str(Path(program).resolve()), update), *check_links(page)]
        if page.name == "README.md":
            lines = page.read_text().count("\n")
            if lines > README_LINES:
                problems.append(f"{lines} lines, more than {README_LINES}")
            problems += check_completeness(program)
        for problem in problems:
            failed = True
            print(f"{page.name}: {problem}")
    return failed


sys.exit(main())
