#!/usr/bin/env python3
"""Draws errors.svg, the picture in the README, from real output: docs/images/draw.py [WGSL_CHECK]

Runs the command (by default target/release/wgsl-check) on the first WGSL program in the README. Needs Python 3.8 and nothing else.
"""

import html
import itertools
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# A README column is about 830 pixels wide; a wider picture is scaled down and hard to read.
COLUMNS = 94
CHARACTER, LINE, MARGIN = 8.43, 18, 16

STYLES = {"1": "bold", "91": "red", "92": "green", "93": "yellow", "94": "blue", "96": "cyan"}
CSS = """
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; white-space: pre; fill: #d1d7e0; }
    .bold { font-weight: 600; fill: #ffffff; }
    .red { fill: #ff8b81; }
    .green { fill: #7ee787; }
    .yellow { fill: #f2cc60; }
    .blue { fill: #79c0ff; }
    .cyan { fill: #6fdbe6; }
  """


def styled(output):
    """Yields each line as a list of characters with their style."""
    style = ""
    for line in output.splitlines():
        characters = []
        for code, character in re.findall(r"\x1b\[([\d;]*)m|(.)", line):
            if character:
                characters.append((character, style))
            elif code in ("", "0"):
                style = ""
            else:
                style = " ".join(filter(None, [style, *(STYLES[one] for one in code.split(";"))]))
        yield characters


def wrapped(line):
    """Yields the parts of a line that fit into the picture; later parts are indented below the first note text."""
    text = "".join(character for character, _ in line)
    indent = [(" ", "")] * (len(text) - len(text.lstrip(" ")) + 2)
    while len(line) > COLUMNS:
        end = max(index for index in range(COLUMNS) if line[index][0] == " ")
        yield line[:end]
        line = indent + line[end + 1 :]
    yield line


def spans(line):
    """Returns the SVG text of a line."""
    groups = itertools.groupby(line, key=lambda one: one[1])
    pieces = [(style, html.escape("".join(character for character, _ in group), quote=False)) for style, group in groups]
    return "".join(f'<tspan class="{style}">{text}</tspan>' if style else text for style, text in pieces)


def main():
    command = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/wgsl-check").resolve()
    program = (ROOT / "README.md").read_text(encoding="utf-8").split("```wgsl\n", 1)[1].split("```", 1)[0]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "shader.wgsl").write_text(program, encoding="utf-8")
        arguments = [command, "--no-config", "--color", "always", "shader.wgsl"]
        output = subprocess.run(arguments, cwd=folder, stderr=subprocess.PIPE, encoding="utf-8", check=False).stderr
    prompt = [("$ wgsl-check shader.wgsl", "bold")]
    lines = [[(character, style) for text, style in prompt for character in text]]
    lines += [part for line in styled(output) for part in wrapped(line)]
    width, height = round(COLUMNS * CHARACTER + 2 * MARGIN), len(lines) * LINE + 2 * MARGIN
    rows = "\n".join(
        f'    <text x="{MARGIN}" y="{MARGIN + 14 + LINE * row}" xml:space="preserve">{spans(line)}</text>'
        for row, line in enumerate(lines)
        if line
    )
    (HERE / "errors.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">\n'
        f"  <title>Output of wgsl-check: two errors</title>\n  <style>{CSS}</style>\n"
        f'  <rect width="100%" height="100%" rx="6" fill="#15191f"/>\n  <g>\n{rows}\n  </g>\n</svg>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
