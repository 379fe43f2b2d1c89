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
    print(f"site: {mend.mend(site)} links to other sites were missing from first paragraphs")
    print(f"site: {search.index(site, HOME)} headings can be searched for")
