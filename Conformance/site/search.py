"""One navigator and one search for all pages.

DocC's renderer searches the titles in its navigator, which has one branch, that of a library or of the guide. Here
the libraries become a part of the guide's branch, so that every page has the same navigator. The headings of articles
become entries, so that the search finds a question and not only the page that answers it.
"""

import collections
import json

# Deeper headings are details of these.
DEEPEST = 3
# DocC sets this one itself, above what a page says before its first heading.
BY_DOCC = "Overview"
GROUP = "I look up a library"


def content(data):
    """The blocks of a page's text."""
    return [
        block for section in data.get("primaryContentSections", []) if section.get("kind") == "content"
        for block in section["content"]]


def headings(data, path):
    """Returns entries for the headings of a page, except for those that it has twice: "Added" alone says nothing."""
    found = [block for block in content(data) if block["type"] == "heading" and block["level"] <= DEEPEST]
    counts = collections.Counter(block["text"] for block in found)
    return [
        {"title": block["text"], "path": f"{path}#{block['anchor']}", "type": "section"}
        for block in found if counts[block["text"]] == 1 and block["text"] != BY_DOCC]


def write_preview(data, file):
    """Writes the preview that the search shows of a page. For a heading it asks for the file without an ending."""
    for block in content(data):
        if block["type"] == "heading":
            # The preview stays in the document, and the renderer scrolls to the first heading with an anchor.
            block["anchor"] = "preview-" + block["anchor"]
    file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def extend(node, site):
    """Adds the headings of articles below a node of the navigator, and returns how many."""
    count = sum(extend(child, site) for child in node.get("children", []))
    if node["type"] == "article" and "children" not in node and not node.get("external"):
        data = json.loads((site / f"data{node['path']}.json").read_text(encoding="utf-8"))
        node["children"] = headings(data, node["path"])
        count += len(node["children"])
        if node["children"]:
            write_preview(data, site / f"data{node['path']}")
    return count


def one_branch(nodes, home):
    """Moves the branches of the libraries to the end of the guide's, as something other than modules."""
    modules = nodes[0]["children"] if nodes[0]["path"] == "/documentation" else nodes
    guide = next(module for module in modules if module["path"] == home)
    libraries = [module | {"type": "collection"} for module in modules if module is not guide]
    if libraries:
        guide["children"] += [{"title": GROUP, "type": "groupMarker"}, *libraries]
    return [guide]


def index(site, home):
    """Rewrites the navigator's index, and returns how many headings it got."""
    file = site / "index/index.json"
    tree = json.loads(file.read_text(encoding="utf-8"))
    languages = tree["interfaceLanguages"]
    languages["swift"] = one_branch(languages["swift"], home)
    count = extend(languages["swift"][0], site)
    file.write_text(json.dumps(tree, ensure_ascii=False), encoding="utf-8")
    return count
