"""Writes the manual pages: manpages.py FOLDER VERSION DATE HELP < the output of `airworthy --experimental-dump-help`.

HELP is a file with the output of `airworthy --help`, whose end the page of the program has too.

One page for the program, airworthy.1, and one for each command, such as airworthy-keys-new.1."""

import json
import pathlib
import sys

folder, version, date = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
help_text = pathlib.Path(sys.argv[4]).read_text(encoding="utf-8")
appendix = help_text[help_text.index("EXIT CODES") :]


def escaped(text):
    """Text for roff: nothing in it is a request, and hyphens and quotes can be copied to a shell."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti")
    text = "".join(character if character.isascii() else f"\\[u{ord(character):04X}]" for character in text)
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def is_shown(item):
    return item.get("shouldDisplay", True)


def dashed(name):
    return ("-" if name["kind"] != "long" else "--") + name["name"]


def usage(argument):
    """An argument in the synopsis."""
    value = "\\fI" + escaped(argument.get("valueName", "")) + "\\fR"
    if argument["kind"] == "positional":
        text = value
    else:
        text = "\\fB" + escaped(dashed(argument["preferredName"])) + "\\fR"
        if argument["kind"] == "option":
            text += " " + value
    if argument.get("isRepeating"):
        text += " ..."
    return "[" + text + "]" if argument.get("isOptional") else text


def heading(argument):
    """An argument in the list of options."""
    value = "\\fI" + escaped(argument.get("valueName", "")) + "\\fR"
    if argument["kind"] == "positional":
        return value
    names = ", ".join("\\fB" + escaped(dashed(name)) + "\\fR" for name in argument.get("names", []))
    return names + " " + value if argument["kind"] == "option" else names


def discussion(text):
    """Headings in capitals become sections. Everything else stays as it is laid out."""
    lines, is_open = [], False
    for line in text.strip("\n").split("\n"):
        is_heading = line and line == line.upper() and line[0].isalpha() and line.replace(" ", "").isalpha()
        if is_heading or not is_open:
            if is_open:
                lines.append(".fi")
            lines.append(".SH " + escaped(line) if is_heading else ".SH DESCRIPTION")
            lines.append(".nf")
            is_open = True
            if is_heading:
                continue
        lines.append(escaped(line) if line else ".sp")
    # No empty line at the beginning or the end of a section.
    kept = []
    for index, line in enumerate(lines + [".fi"]):
        if line == ".fi" and kept and kept[-1] == ".sp":
            kept.pop()
        if line == ".sp" and kept[-1] == ".nf":
            continue
        kept.append(line)
    return kept


def write(command, parents):
    path = parents + [command["commandName"]]
    name = "-".join(path)
    commands = [item for item in command.get("subcommands", []) if is_shown(item) and item["commandName"] != "help"]
    arguments = [item for item in command.get("arguments", []) if is_shown(item)]
    lines = [
        f'.TH {escaped(name).upper()} 1 {date} "airworthy {escaped(version)}" "Airworthy"',
        ".SH NAME",
        escaped(name) + " \\- " + escaped(command.get("abstract", "").rstrip(".") or name),
        ".SH SYNOPSIS",
        ".nh",
        ".ad l",
        "\\fB" + escaped(" ".join(path)) + "\\fR " + " ".join(
            (["\\fIcommand\\fR ..."] if commands else [usage(item) for item in arguments])),
        ".ad b",
        ".hy",
    ]
    if command.get("discussion"):
        lines += discussion(command["discussion"])
    if arguments:
        lines.append(".SH OPTIONS")
        for argument in arguments:
            text = " ".join(argument.get(key, "").strip() for key in ("abstract", "discussion")).strip()
            default = argument.get("defaultValue")
            if default and "(default:" not in text:
                text += f" (default: {default})"
            lines += [".TP", heading(argument), escaped(text.replace("\n", " ")) or "\\&"]
    if commands:
        lines.append(".SH COMMANDS")
        for item in commands:
            page = "\\fB" + escaped("-".join(path + [item["commandName"]])) + "\\fR(1)"
            lines += [".TP", page, escaped(item.get("abstract", "")) or "\\&"]
    if not parents:
        lines += discussion(appendix)
    if parents:
        lines += [".SH SEE ALSO", "\\fB" + escaped("-".join(parents)) + "\\fR(1)"]
    (folder / (name + ".1")).write_text("\n".join(lines) + "\n", encoding="utf-8")
    for item in commands:
        write(item, path)


write(json.load(sys.stdin)["command"], [])
