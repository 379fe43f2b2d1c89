"""Writes the public declarations of modules as text, from the symbol graphs that the compiler emits for each platform.

Usage: api.py GRAPHS FOLDER MODULE…, where GRAPHS has a folder for each platform, and modules stand in the order in which they
import each other: a declaration belongs to the first of them that has it, so those that others re-export are not repeated.
"""

import collections
import functools
import glob
import json
import os
import re
import subprocess
import sys

PLATFORMS = {
    "ios17": "iOS", "catalyst15": "Mac Catalyst", "macos12": "macOS", "tvos15": "tvOS", "watchos8": "watchOS", "visionos1": "visionOS",
}
HEAD = """\
// The public API of %s on Apple's platforms. A comment after a declaration says where it is missing, if it is.
// `make api` writes this file. `make typecheck-apple` fails if the API has changed and the file has not.
"""
# The order of members, then by name.
KINDS = ["typealias", "associatedtype", "enum.case", "type.property", "property", "init", "subscript", "type.subscript", "type.method", "method"]
TYPES = {"struct", "class", "enum", "protocol", "actor"}
# Every type has the first ones; the others come with another conformance.
IMPLIED = {
    "": ["Copyable", "Escapable", "SendableMetatype"], "Hashable": ["Equatable"], "Comparable": ["Equatable"], "Error": ["Sendable"],
    "UIHostingController": ["NSObjectProtocol", "Hashable", "CustomStringConvertible", "CustomDebugStringConvertible"],
    "ExpressibleByStringLiteral": ["ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByUnicodeScalarLiteral"],
}
# Members that a conformance already promises.
PROMISED = {
    "==(_:_:)": "Equatable", "hash(into:)": "Hashable", "<(_:_:)": "Comparable", "encode(to:)": "Encodable", "init(from:)": "Decodable",
}


def kind(symbol):
    return symbol["kind"]["identifier"].removeprefix("swift.")


@functools.cache
def lines_of(path):
    with open(path) as file:
        return file.read().splitlines()


@functools.cache
def demangled(identifier):
    """The parameters and the result of a function."""
    options = ["swift-demangle", "--compact", "--no-sugar", "$s" + identifier[2:]]
    text = subprocess.run(options, capture_output=True, text=True, check=True).stdout.strip()
    return re.sub(r"^[^(]*|\bSwift\.", "", text)


def availability(symbol):
    """The attributes, as they are written in a source."""
    systems, attributes = [], []
    for entry in sorted(symbol.get("availability", []), key=lambda entry: entry["domain"]):
        version = {key: ".".join(str(entry[key][part]) for part in ("major", "minor", "patch") if entry[key].get(part))
                   for key in ("introduced", "deprecated", "obsoleted") if key in entry}
        if list(version) == ["introduced"]:
            systems.append("%s %s" % (entry["domain"], version["introduced"]))
            continue
        words = ["deprecated"] if entry.get("isUnconditionallyDeprecated") else []
        words += ["unavailable"] if entry.get("isUnconditionallyUnavailable") else []
        words += ["%s: %s" % item for item in version.items()]
        words += ['%s: "%s"' % (key, entry[key]) for key in ("message", "renamed") if key in entry]
        attributes.append("@available(%s)" % ", ".join([entry["domain"].replace("AppExtension", "ApplicationExtension"), *words]))
    return "".join(part + " " for part in (["@available(%s, *)" % ", ".join(systems)] if systems else []) + attributes)


def declaration(symbol):
    """The declaration as the compiler prints it, in one line."""
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    text = re.sub(r"\s+", " ", text).strip().replace(" : ", ": ")
    # The compiler prints a setter that is not public where a macro or a wrapper makes it, and forgets what such a closure takes.
    location = symbol["location"]
    if "(set)" in lines_of(location["uri"].removeprefix("file://"))[location["position"]["line"]]:
        text = text.removesuffix(" { get set }").removesuffix(" { get }") + " { get }"
    if re.search(r": nonisolated\(nonsending\)[,)]", text):
        text += " // " + demangled(symbol["identifier"]["precise"])
    return text


def constraints(list_of_them, protocol=None):
    """What stands behind `where`. In an extension of a protocol the compiler also says that `Self` conforms to it."""
    words = {"sameType": "==", "conformance": ":", "superclass": ":"}
    texts = ["%s %s %s" % (one["lhs"], words[one["kind"]], one["rhs"]) for one in list_of_them
             if one["lhs"] != "Self" or (protocol and one["rhs"] != protocol)]
    return (" where " + ", ".join(sorted(texts))).replace(" :", ":") if texts else ""


def listed(conformances):
    """What stands after the colon of a type or of an extension."""
    names = {name for _, name in conformances}
    hidden = {implied for name, all_implied in IMPLIED.items() if not name or name in names for implied in all_implied}
    if {"Decodable", "Encodable"} <= names:
        conformances = conformances | {(1, "Codable")}
        hidden |= {"Decodable", "Encodable"}
    texts = [name for _, name in sorted(conformances) if name not in hidden]
    return ": " + ", ".join(texts) if texts else ""


class Platform:
    """The declarations of one platform, for each module by block: the line of a type or of an extension, and its members' lines."""

    def __init__(self, folder, modules):
        self.blocks, self.paths, self.types, seen = {}, {}, {}, set()
        for module in modules:
            graphs = []
            for path in sorted(glob.glob("%s/%s.symbols.json" % (folder, module)) + glob.glob("%s/%s@*.symbols.json" % (folder, module))):
                with open(path) as file:
                    graphs.append(json.load(file))
            if not graphs:
                sys.exit("api: there is no symbol graph of %s in %s" % (module, folder))
            symbols = {one["identifier"]["precise"]: one for graph in graphs for one in graph["symbols"]}
            relations = {(one["kind"], one["source"], one["target"]): one for graph in graphs for one in graph["relationships"]}
            own = [symbol for identifier, symbol in symbols.items() if identifier not in seen]
            self.paths.update((identifier, ".".join(symbol["pathComponents"])) for identifier, symbol in symbols.items())
            self.blocks[module] = self.read(own, [one for key, one in relations.items() if key not in seen])
            seen.update(symbols, relations)

    def read(self, symbols, relations):
        conformances = collections.defaultdict(set)
        parent = {one["source"]: one["target"] for one in relations if one["kind"] in ("memberOf", "requirementOf")}
        requirements = {one["source"] for one in relations if one["kind"] == "requirementOf"}
        foreign = {one["target"]: one["targetFallback"] for one in relations if one["target"] not in self.paths and "targetFallback" in one}
        for one in relations:
            if one["kind"] in ("conformsTo", "inheritsFrom"):
                name = self.paths.get(one["target"]) or one["targetFallback"].partition(".")[2]
                # What the standard library's types conform to by themselves is not told.
                if one["source"] in self.paths or one["target"] in self.paths:
                    rank = 0 if one["kind"] == "inheritsFrom" else 1
                    conformances[one["source"]].add((rank, name + constraints(one.get("swiftConstraints", []))))
        # What the compiler adds has no location in a source. Of it, only the type of raw values is told.
        for symbol in symbols:
            if "location" not in symbol and symbol["names"]["title"] == "init(rawValue:)":
                names = conformances[parent[symbol["identifier"]["precise"]]]
                names.discard((1, "RawRepresentable"))
                names.add((0, symbol["functionSignature"]["parameters"][0]["declarationFragments"][-1]["spelling"]))
        promised = {identifier: {name for _, name in names} for identifier, names in conformances.items()}
        symbols = [one for one in symbols if "location" in one and PROMISED.get(one["names"]["title"]) not in promised.get(
            parent.get(one["identifier"]["precise"]), ())]

        blocks = collections.defaultdict(dict)
        own = {one["identifier"]["precise"]: one for one in symbols if kind(one) in TYPES}
        self.types.update(own)
        for identifier, symbol in own.items():
            blocks[self.paths[identifier], self.head(symbol, conformances.pop(identifier, set()))] = {}
        heads = {path: (path, head) for path, head in blocks}
        extended = {}
        for identifier, names in conformances.items():
            path = self.paths.get(identifier) or foreign.get(identifier, "").partition(".")[2]
            if listed(names):
                extended[path] = listed(names)
                blocks[path, "extension " + path + listed(names)] = {}
        for symbol in symbols:
            identifier = symbol["identifier"]["precise"]
            if identifier in own:
                continue
            path, extension = ".".join(symbol["pathComponents"][:-1]), symbol.get("swiftExtension", {})
            holder = own.get(parent.get(identifier))
            where = constraints(extension.get("constraints", []), protocol=path)
            optional = holder and kind(holder) == "protocol" and identifier not in requirements
            if path and (not holder or where or optional):
                key = (path, "extension " + path + (where or extended.get(path, "")))
            else:
                key = heads.get(path, ("", ""))
            text = declaration(symbol)
            upper = self.types.get(parent.get(identifier))
            if upper:
                if "@MainActor" in declaration(upper):
                    text = text.replace("@MainActor ", "", 1)
                if availability(symbol) == availability(upper):
                    symbol.pop("availability", None)
            order = KINDS.index(kind(symbol)) if kind(symbol) in KINDS else len(KINDS)
            blocks[key][order, symbol["names"]["title"], availability(symbol) + text] = availability(symbol) + text
        return blocks

    def head(self, symbol, conformances):
        """The line of a type: its full name, and what it conforms to."""
        text, short = declaration(symbol), symbol["names"]["title"].split(".")[-1]
        text = re.sub(r"\b%s\b" % short, self.paths[symbol["identifier"]["precise"]], text, count=1)
        text, where, rest = text.partition(" where ")
        return availability(symbol) + text.split(": ")[0] + listed(conformances) + where + rest


def note(have, among):
    """Where a declaration is missing, of the platforms that have what it is declared in."""
    lack = [name for name in among if name not in have]
    if not lack:
        return ""
    return " // " + ("not on " + ", ".join(lack) if len(lack) <= len(have) else "only on " + ", ".join(have))


def text_of(module, platforms):
    every = list(platforms)
    lines = collections.defaultdict(lambda: collections.defaultdict(list))
    have = collections.defaultdict(list)
    for name, platform in platforms.items():
        for block, members in platform.blocks[module].items():
            have[block].append(name)
            for key, line in members.items():
                lines[block][key, line].append(name)
    parts = [HEAD % module]
    for block in sorted(have, key=lambda block: (block[0], block[1].startswith("extension"), block[1])):
        indent = "    " if block[1] else ""
        parts.append("\n" + (block[1] + note(have[block], every) + "\n" if block[1] else ""))
        for (_, line), names in sorted(lines[block].items()):
            parts.append(indent + line + note(names, have[block] if block[1] else every) + "\n")
    return "".join(parts)


def main(graphs, folder, *modules):
    platforms = {name: Platform(os.path.join(graphs, key), modules) for key, name in PLATFORMS.items() if os.path.isdir(os.path.join(graphs, key))}
    for module in modules:
        with open(os.path.join(folder, module + ".txt"), "w") as file:
            file.write(text_of(module, platforms))


main(*sys.argv[1:])
