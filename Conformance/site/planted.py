"""Plants mistakes, each of which has to be found, and nothing else: `planted.py SITE`."""

import copy
import sys

from article import Articles
from finish import HOME
from links import Check, Site
from pages import INDEX, Mistake, all_pages

PAGE = HOME + "/begin"


def first(site, matches):
    """A reference of the page that fits."""
    return next(reference for reference in site.pages[PAGE]["references"].values() if matches(reference))


def is_page(reference):
    """Whether a reference is a link to a page."""
    return reference["type"] == "topic"


def no_page(site):
    """A link to a page that does not exist."""
    first(site, is_page)["url"] = HOME + "/nowhere"


def no_heading(site):
    """A link to a heading that its page does not have."""
    first(site, is_page)["url"] += "#nowhere"


def left_over(site):
    """A link as the page in the repository has it."""
    first(site, is_page)["url"] = "nowhere.md"


def no_image(site):
    """An image that was not copied."""
    site.files.discard("images/Guide/dashboard-overview-wide-light.png")


def no_reference(site):
    """A link that the page does not describe."""
    content = site.pages[PAGE]["primaryContentSections"][0]["content"]
    content.append({"type": "reference", "identifier": "doc://Guide/nowhere"})


def no_way(site):
    """A page that nothing links to."""
    site.pages[HOME + "/nowhere"] = {"references": {}}
    site.files.add(HOME[1:] + "/nowhere/index.html")


def no_file(site):
    """A page that only the script could open."""
    site.files.discard(PAGE[1:] + "/index.html")


def no_entry(site):
    """An entry of the navigator whose heading is gone."""
    site.entries.append(PAGE + "#nowhere")


def foreign_script(site):
    """A script of another site."""
    site.texts["index.html"] += '<script defer src="https://nowhere.example/a.js"></script>'


def foreign_font(site):
    """A font of another site."""
    name = next(name for name in site.texts if name.endswith(".css"))
    site.texts[name] += "@font-face{src:url(//nowhere.example/a.woff2)}"


IN_SITE = (
    no_page, no_heading, left_over, no_image, no_reference, no_way, no_file, no_entry, foreign_script, foreign_font)
WORDS = ("nowhere", "overview-wide", "begin has no file")
# Lines of a page that cannot be shown, and a word of what is said about each.
IN_PAGES = {
    "[a](nowhere.md)": "does not exist", "[a](begin.md#nowhere)": "no such heading",
    "![a](images/nowhere.png)": "no image",
    "<details>": "HTML", "## Topics": "keeps for itself",
}


def copied(site):
    """A copy of what is damaged. The pages of the libraries, of which there are many, are not."""
    copied = copy.copy(site)
    copied.pages = site.pages | {PAGE: copy.deepcopy(site.pages[PAGE])}
    copied.files, copied.texts, copied.entries = set(site.files), dict(site.texts), list(site.entries)
    return copied


def main(folder):
    """Plants every mistake alone."""
    site = Site(folder)
    for plant in IN_SITE:
        damaged = copied(site)
        plant(damaged)
        findings = Check(damaged).findings
        if len(findings) != 1 or not any(word in findings[0] for word in WORDS):
            sys.exit(f"site: {plant.__doc__} was planted, and this was found: {findings}")
    pages = all_pages()
    for line, words in IN_PAGES.items():
        try:
            Articles(pages, (), None).prose(pages[INDEX], line)
        except Mistake as mistake:
            if words in str(mistake):
                continue
        sys.exit(f"site: {line} was planted in {INDEX} and not found")
    print(f"site: {len(IN_SITE) + len(IN_PAGES)} planted mistakes were found")


if __name__ == "__main__":
    main(*sys.argv[1:])
