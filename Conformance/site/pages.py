"""The pages of the repository: which there are, what they are called on the site, which headings they have."""

import os
import re
import unicodedata
from pathlib import Path

# The page that the site begins with, and the name of its catalog.
INDEX = "Documentation/README.md"
CATALOG = "Guide"
TITLE = "Airworthy Guide"
# Pages outside of the folder, with their names on the site. A title stands for one that only fits a repository.
ROOT_PAGES = {
    "README.md": ("what-is-airworthy", "What is Airworthy?"), "README.ja.md": ("ja", "Airworthyとは"),
    "CONTRIBUTING.md": ("contributing", "How do I contribute?"), "CHANGELOG.md": ("changelog", "What changed?"),
    "SECURITY.md": ("security", None), "Documentation/images/README.md": ("pictures", None),
}
# Pages that the index does not list, and where the navigator has them.
FIRST, LAST = "I want to know what this is", "I look at the project"
# Articles of the libraries: their catalogs and modules.
LIBRARIES = {"Sources/Airworthy/Airworthy.docc": "Airworthy", "Sources/AirworthyUI/AirworthyUI.docc": "AirworthyUI"}

FENCE = re.compile(r"^ *(```+|~~~+)")
CODE_SPAN = r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
LINK = r"(?P<image>!?)\[(?P<text>(?:[^\[\]`]|`[^`]*`|\[[^\[\]]*\])*)\]\((?P<target>[^()\s]*)\)"
SPAN = re.compile(CODE_SPAN + "|" + LINK, re.DOTALL)
COMMENT = re.compile(r"^ *<!--.*?-->[ \t]*\n?", re.DOTALL | re.MULTILINE)


class Mistake(Exception):
    """Something in a page that cannot be shown, in a sentence."""


def parts(text):
    """Splits a page into prose and fenced blocks: pairs of whether it is code, and the text."""
    found, lines, fence = [], [], None
    for line in text.splitlines(keepends=True):
        mark = FENCE.match(line)
        if mark and (fence is None or line.strip() == fence):
            if fence is None:
                found.append((False, "".join(lines)))
                lines, fence = [line], mark[1]
            else:
                found.append((True, "".join(lines) + line))
                lines, fence = [], None
        else:
            lines.append(line)
    if fence:
        raise Mistake("a block of code does not end")
    return [*found, (False, "".join(lines))]


def plain(markdown):
    """A heading or a text of a link, without its marks."""
    text = SPAN.sub(lambda span: span["text"] if span["text"] is not None else span[0].strip("`"), markdown)
    return re.sub(r"\\(.)", r"\1", text.replace("`", "")).replace("**", "").strip()


def github_anchor(heading):
    """The anchor that GitHub gives to a heading."""
    kept = [mark for mark in heading.lower() if mark in " -_" or unicodedata.category(mark)[0] in "LMN"]
    return "".join(kept).replace(" ", "-")


def docc_anchor(heading):
    """The anchor that DocC gives to a heading: without punctuation, with one hyphen where there was space."""
    words = re.sub(r"[\s\u2013\u2014-]+", "-", heading)
    kept = [mark for mark in words if mark == "-" or not unicodedata.category(mark).startswith("P") and mark != "`"]
    return "".join(kept).strip("-")


class Page:
    """A page of the repository."""

    def __init__(self, path, name, title=None):
        self.path, self.name = path, name
        raw = Path(path).read_text(encoding="utf-8")
        self.parts = [(code, part if code else COMMENT.sub("", part)) for code, part in parts(raw)]
        headings = [
            plain(heading) for code, part in self.parts if not code
            for heading in re.findall(r"^#{1,6} +(.*?) *#*$", part, re.MULTILINE)]
        if not headings:
            raise Mistake(f"{path} has no heading")
        self.title = title or headings[0]
        self.headings = headings[1:]
        self.anchors = {}
        for heading in self.headings:
            anchor, number = github_anchor(heading), 0
            while (f"{anchor}-{number}" if number else anchor) in self.anchors:
                number += 1
            self.anchors[f"{anchor}-{number}" if number else anchor] = heading


def all_pages():
    """Every page by its path."""
    found = [Page(INDEX, CATALOG, TITLE)]
    found += [Page(path, *names) for path, names in ROOT_PAGES.items()]
    for path in sorted(Path("Documentation").glob("*.md")):
        if str(path) != INDEX:
            found.append(Page(str(path), path.stem))
    found += [Page(str(path), "ja-" + path.stem) for path in sorted(Path("Documentation/ja").glob("*.md"))]
    return {page.path: page for page in found}


def library_article(path):
    """The link to an article of a library, without the scheme, or None."""
    for catalog, module in LIBRARIES.items():
        if path.startswith(catalog + "/") and path.endswith(".md"):
            stem = Path(path).stem
            # The file that is called as its module is the module's page.
            return f"/{module}" if stem == module else f"/{module}/{stem}"
    return None


def resolved(page, target):
    """The path in the repository that a relative link of a page leads to, and its anchor."""
    path, _, anchor = target.partition("#")
    if not path:
        return page.path, anchor
    return os.path.normpath(os.path.join(os.path.dirname(page.path), path)), anchor


def groups(pages):
    """The navigator's sections: of each section of the index its title and the pages that it lists, each page once."""
    index, found, seen = pages[INDEX], [(FIRST, ["README.md"])], {INDEX, "README.md"}
    title = None
    for _, prose in index.parts:
        for line in prose.splitlines():
            if line.startswith("## "):
                title = plain(line[3:])
                found.append((title, []))
            for span in SPAN.finditer(line):
                path = resolved(index, span["target"])[0] if span["target"] else None
                if title and path in pages and path not in seen:
                    seen.add(path)
                    found[-1][1].append(path)
    found.append((LAST, [path for path in pages if path not in seen]))
    return [(title, paths) for title, paths in found if paths]
