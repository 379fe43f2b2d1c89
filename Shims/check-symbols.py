"""Compares the stubs with what Apple publishes of each symbol: its identifier, and the systems that have it.

Usage: check-symbols.py LIST FOLDER, where FOLDER has symbol graphs of the stubs. Foundation's types are written as those
of FoundationEssentials where the open Foundation has them, and CGFloat is CoreFoundation's on Apple's systems, which
shortens other names too; CGImage is a C type there; and much of SwiftUI's is an extension of what another of Apple's modules
has. Such symbols are compared as text, demangled.
"""

import glob
import json
import re
import subprocess
import sys


def demangled(identifiers):
    names = ["$s" + identifier[2:] for identifier in identifiers]
    text = subprocess.run(
        ["swift-demangle", "--compact"], input="\n".join(names), capture_output=True, text=True, check=True
    ).stdout
    text = re.sub(r"\b(FoundationEssentials|CoreFoundation)\.", "Foundation.", text)
    text = text.replace("__C.CGImageRef", "CoreGraphics.CGImage")
    return text.replace("(extension in SwiftUI):", "").splitlines()


def version(entry):
    return "%d.%d" % (entry["introduced"]["major"], entry["introduced"].get("minor", 0))


def availability(symbol, by_path):
    """Its own, else that of what it is declared in."""
    found = {}
    path = tuple(symbol["pathComponents"])
    while path:
        for entry in symbol.get("availability", []):
            if entry.get("isUnconditionallyUnavailable"):
                found.setdefault(entry["domain"], "-")
            elif "introduced" in entry:
                found.setdefault(entry["domain"], version(entry))
        path = path[:-1]
        symbol = by_path.get(path, {})
    return found.get("iOS", "-"), found.get("macOS", "-")


def isolation(symbol):
    """As it is written in the declaration; no part of an identifier tells it."""
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return next((word for word in ("nonisolated", "MainActor") if re.search(r"\b%s\b" % word, declaration)), "-")


def main(list_path, folder):
    ours = {}
    for path in glob.glob(folder + "/*.symbols.json"):
        with open(path) as file:
            for symbol in json.load(file)["symbols"]:
                identifier = symbol["identifier"]["precise"]
                if identifier.startswith("s:") and "::SYNTHESIZED::" not in identifier:
                    ours[identifier] = symbol
    with open(list_path) as file:
        apples = [line.split() for line in file if line.strip() and not line.startswith("#")]
    by_path = {tuple(symbol["pathComponents"]): symbol for symbol in ours.values()}
    by_text = dict(zip(demangled(ours), ours.values()))
    texts = demangled([identifier for identifier, *_ in apples])

    findings = []
    exact = 0
    for (identifier, ios, macos, *actor), text in zip(apples, texts):
        symbol = ours.get(identifier)
        exact += symbol is not None
        symbol = symbol or (by_text.get(text) if re.search(r"\b(Foundation|SwiftUI)\.", text) else None)
        if symbol is None:
            findings.append("no stub is the same as Apple's " + text)
        elif availability(symbol, by_path) != (ios, macos):
            findings.append("%s: Apple says iOS %s, macOS %s, the stub iOS %s, macOS %s" % (
                text, ios, macos, *availability(symbol, by_path)))
        elif actor and isolation(symbol) != actor[0]:
            findings.append("%s: Apple says %s, the stub %s" % (text, actor[0], isolation(symbol)))
    for finding in findings:
        print("symbols: " + finding, file=sys.stderr)
    if findings or not apples:
        sys.exit(1)
    print("symbols: %d of %d public ones of the stubs are Apple's, %d of them to the letter" % (
        len(apples), len(ours), exact))


main(*sys.argv[1:])
