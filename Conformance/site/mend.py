"""Mends what DocC leaves broken in the pages of an archive."""

import json

from blocks import blocks


def mend(site):
    """Mends all pages, and returns how many links it restored and how many it removed."""
    pages = {file: json.loads(file.read_text(encoding="utf-8")) for file in sorted((site / "data").rglob("*.json"))}
    known = {
        name: reference for data in pages.values() for name, reference in data["references"].items()
        if reference["type"] == "link"}
    paths = {"/" + str(file.relative_to(site / "data")).removesuffix(".json") for file in pages}
    restored = removed = 0
    for file, data in pages.items():
        missing, dead = lost_links(data, known), dead_parents(data, paths)
        data["references"] |= missing
        for name in dead:
            del data["references"][name]
        if missing or dead:
            file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        restored, removed = restored + len(missing), removed + len(dead)
    return restored, removed


def lost_links(data, known):
    """Links to other sites in the first paragraph of a page. DocC describes them only in the pages that list the page, and the
    renderer leaves out what its page does not describe."""
    named = {block.get("identifier") for block in blocks(data["abstract"])} if "abstract" in data else set()
    return {name: known[name] for name in named if name in known and name not in data["references"]}


def dead_parents(data, paths):
    """Takes those out of the path above a page that have no page: DocC names the types of other modules that a library extends.
    Returns the names of theirs that nothing else on the page uses."""
    references = data["references"]
    dead = {
        name for path in data.get("hierarchy", {}).get("paths", []) for name in path
        if name in references and references[name]["url"] not in paths}
    if dead:
        data["hierarchy"]["paths"] = [
            [name for name in path if name not in dead] for path in data["hierarchy"]["paths"]]
    text = json.dumps({key: value for key, value in data.items() if key != "references"}, ensure_ascii=False)
    return {name for name in dead if json.dumps(name, ensure_ascii=False) not in text}
