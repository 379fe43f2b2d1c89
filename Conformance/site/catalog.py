"""Writes the DocC catalog of the pages: `catalog.py FOLDER [MODULE…]`.

The modules are those of the libraries whose archives DocC gets, so that pages can link to their articles.
AIRWORTHY_REPOSITORY is the address of the repository's files, such as https://example.com/airworthy/blob/main. Without
it, links to files that are no pages become text.
"""

import os
import shutil
import sys
from pathlib import Path

from article import Articles
from pages import Mistake, all_pages


def main(folder, *modules):
    """Writes a catalog into a folder that does not exist yet."""
    folder = Path(folder)
    folder.mkdir(parents=True)
    pages = all_pages()
    articles = Articles(pages, modules, os.environ.get("AIRWORTHY_REPOSITORY"))
    for page in pages.values():
        (folder / f"{page.name}.md").write_text(articles.text(page), encoding="utf-8")
    for name, path in articles.images.items():
        shutil.copyfile(path, folder / name)
    print(f"site: {len(pages)} pages, {len(articles.images)} images")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Mistake as mistake:
        sys.exit(f"site: {mistake}")
