"""Turns an archive of DocC into the site: `finish.py ARCHIVE`. Adds the look and the search for headings."""

import sys
from pathlib import Path

import look
import mend
import search
from pages import CATALOG

HOME = f"/documentation/{CATALOG.lower()}"

if __name__ == "__main__":
    site = Path(sys.argv[1])
    look.dress(site, HOME[1:] + "/")
    restored, removed = mend.mend(site)
    print(f"site: restored {restored} links to other sites in first paragraphs, and removed {removed} to pages that DocC lacks")
    print(f"site: {search.index(site, HOME)} headings can be searched for")
