"""Restores links to other sites in the first paragraph of a page.

DocC describes them only in the pages that list the page. The renderer leaves out what its page does not describe.
"""

import json

from blocks import blocks


def mend(site):
    """Copies the missing descriptions, and returns how many."""
    pages = {file: json.loads(file.read_text(encoding="utf-8")) for file in sorted((site / "data").rglob("*.json"))}
    known = {
        name: reference for data in pages.values() for name, reference in data["references"].items()
        if reference["type"] == "link"}
    count = 0
    for file, data in pages.items():
        named = {block.get("identifier") for block in blocks(data["abstract"])} if "abstract" in data else set()
        missing = {name: known[name] for name in named if name in known and name not in data["references"]}
        if missing:
            data["references"] |= missing
            file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
            count += len(missing)
    return count
