#!/usr/bin/env python3
"""Counts the instructions and allocations of a decision with callgrind, and compares them with limits.json.

Unlike times, both are the same in every run, so that a regression shows. A benchmark runs twice, a different number of
times; the difference leaves out the start of the process.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FEW, MANY = 100, 1_100
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"}


def counts(bench, name, times):
    """The instructions and the calls of allocators in one run of the process."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "callgrind.out"
        subprocess.run(
            ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={out}", bench, "--run", name, "--times",
             str(times)], check=True)
        names, called, instructions, allocations = {}, None, 0, 0
        for line in out.read_text().splitlines():
            # A function has its name where it first occurs, and only its number later.
            if match := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
                if match[2]:
                    names[match[1]] = match[2]
                called = names[match[1]]
            elif line.startswith("calls=") and called in ALLOCATORS:
                allocations += int(line[6:].split()[0])
            elif line.startswith("summary:"):
                instructions = int(line.split()[1])
        return instructions, allocations


def main(bench):
    with tempfile.TemporaryDirectory() as folder:
        # valgrind does not understand every kind of debugging information, and needs none.
        plain = str(pathlib.Path(folder) / "bench")
        subprocess.run(["strip", "--strip-debug", "-o", plain, bench], check=True)
        check(plain)


def check(bench):
    limits = json.loads(pathlib.Path(__file__).with_name("limits.json").read_text())
    print("| benchmark | instructions | at most | allocations | at most |\n| --- | ---: | ---: | ---: | ---: |")
    over = []
    for name, limit in limits.items():
        few, many = counts(bench, name, FEW), counts(bench, name, MANY)
        instructions, allocations = ((b - a) / (MANY - FEW) for a, b in zip(few, many))
        print(f"| {name} | {instructions:,.0f} | {limit['instructions']:,} | {allocations:.1f} | {limit['allocations']} |")
        # A library that allocates once for many decisions adds a fraction.
        if instructions > limit["instructions"] or round(allocations) > limit["allocations"]:
            over.append(name)
    if over:
        sys.exit("above the limits of limits.json: " + "; ".join(over))


main(sys.argv[1])
