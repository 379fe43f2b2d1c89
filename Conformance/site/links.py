"""Checks a built site: `links.py SITE`.

Every link and anchor of every page leads somewhere, also those of the navigator. Every image exists. Links lead from
the landing page to every page. Nothing that a page needs comes from another server.
"""

import json
import re
import sys
import urllib.parse
from pathlib import Path

from blocks import blocks
from finish import HOME

# Attributes and rules that make a browser fetch something.
FETCHED = re.compile(
    r"""(?:<(?:script|img|iframe|source)\b[^>]*?\bsrc|<link\b[^>]*?\bhref)=["']?((?:https?:)?//[^"'\s>]+)|"""
    r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""")
# Anchors that the renderer itself gives to the parts of a page.
BY_RENDERER = {
    "topics", "see-also", "relationships", "parameters", "return-value", "mentions", "discussion", "overview",
    "default-implementations"}


class Site:
    """What a built site consists of, in memory, so that the self-test can damage it."""

    def __init__(self, folder):
        folder = Path(folder)

        def text(name):
            return (folder / name).read_text(encoding="utf-8")

        self.files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        self.pages = {
            "/" + name.removeprefix("data/").removesuffix(".json"): json.loads(text(name))
            for name in sorted(self.files) if name.startswith("data/") and name.endswith(".json")}
        index = json.loads(text("index/index.json"))
        # The renderer shows links to other archives as text.
        self.archives = set(index["includedArchiveIdentifiers"])
        self.entries = [
            block["path"] for block in blocks(index["interfaceLanguages"])
            if "path" in block and not block.get("external")]
        self.texts = {name: text(name) for name in self.files if name.endswith((".html", ".css"))}
        self.bytes = sum((folder / name).stat().st_size for name in self.files)


class Check:
    """Findings of one site, each a sentence, and counts."""

    def __init__(self, site):
        self.site, self.findings = site, []
        self.links = self.anchored = self.images = self.external = 0
        self.anchors = {path: self.anchors_of(data) for path, data in site.pages.items()}
        self.reached = {}
        for path, data in site.pages.items():
            self.page(path, data)
        for entry in site.entries:
            self.link("the navigator", entry)
        self.reachable()
        self.self_contained()

    @staticmethod
    def anchors_of(data):
        """The anchors of a page."""
        found = {block["anchor"] for block in blocks(data) if isinstance(block.get("anchor"), str)}
        return {urllib.parse.unquote(anchor) for anchor in found}

    def page(self, path, data):
        """Checks what a page refers to."""
        if path[1:] + "/index.html" not in self.site.files:
            self.findings.append(f"{path} has no file that a browser could open")
        references = data.get("references", {})
        content = {key: value for key, value in data.items() if key != "references"}
        for block in blocks(content):
            name = block.get("identifier") if block.get("type") in ("reference", "image", "video", "link") else None
            if isinstance(name, str) and name not in references:
                self.findings.append(f"{path} refers to {name}, which it does not describe")
        for section in [*data.get("topicSections", []), *data.get("seeAlsoSections", [])]:
            for name in section["identifiers"]:
                if name not in references:
                    self.findings.append(f"{path} lists {name}, which it does not describe")
        for name, reference in references.items():
            if reference["type"] in ("image", "video"):
                for variant in reference["variants"]:
                    self.image(path, variant["url"])
            elif "url" in reference and not self.elsewhere(name):
                self.link(path, reference["url"])

    def elsewhere(self, name):
        """Whether a name is that of a page of a library that the site does not have."""
        archive = re.match(r"doc://([^/]+)/", name)
        return archive and archive[1] not in self.site.archives

    def image(self, path, url):
        """An image lies in the site."""
        self.images += 1
        if urllib.parse.unquote(url).lstrip("/") not in self.site.files:
            self.findings.append(f"{path} shows the image {url}, which the site does not have")

    def link(self, path, url):
        """A link leads to a page, and to a heading of it; or to another site."""
        if re.match(r"(https?://|mailto:)", url):
            self.external += 1
            return
        target, _, anchor = urllib.parse.unquote(url).partition("#")
        target = target.rstrip("/") or path
        self.links += 1
        if target not in self.site.pages:
            self.findings.append(f"{path} links to {url}, which is no page")
            return
        self.reached.setdefault(path, set()).add(target)
        if anchor:
            self.anchored += 1
            if anchor not in self.anchors[target] and anchor.lower() not in BY_RENDERER:
                self.findings.append(f"{path} links to {url}, but the page has no such heading")

    def reachable(self):
        """Links lead from the landing page, whose navigator is part of it, to every page."""
        seen, waiting = set(), [HOME, "the navigator"]
        while waiting:
            path = waiting.pop()
            if path not in seen:
                seen.add(path)
                waiting += self.reached.get(path, ())
        self.findings += [f"{path} cannot be reached from {HOME}" for path in self.site.pages if path not in seen]

    def self_contained(self):
        """Pages and style sheets fetch nothing from elsewhere. What the script asks for is seen in the browser."""
        for name, text in self.site.texts.items():
            self.findings += [f"{name} fetches {match[1] or match[2]}" for match in FETCHED.finditer(text)]


def main(folder):
    """Prints the counts, or ends with the findings."""
    site = Site(folder)
    check = Check(site)
    if check.findings:
        sys.exit("site: " + "\n      ".join(check.findings))
    print(
        f"site: {len(site.pages)} pages, {check.links} links ({check.anchored} to a heading), {check.images} images, "
        f"{check.external} links to other sites, {site.bytes / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
