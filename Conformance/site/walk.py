"""Reads the site in a real browser: `walk.py SITE CHROMIUM FOLDER`.

Serves the folder on a free port. Opens every page of the guide and some of each library, wide in light and narrow in
dark. A page shows its headline and its images, fits the window, logs no error and fetches nothing from another server.
Then a link leads to a heading, the search finds a heading, and on a phone the navigator's filter finds a page. FOLDER
gets pictures, and a trace of each failure.
"""

import contextlib
import functools
import http.server
import json
import sys
import threading
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "dashboard"))

import look
from browser import Browsers, Failure
from finish import HOME

# Pages of each library beside its first one.
SAMPLE = 5
PEOPLE = [("wide, light", 1280, "light"), ("narrow, dark", 390, "dark")]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, *_):
        """Logs nothing."""


@contextlib.contextmanager
def served(site):
    """The address of a folder while it is served."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def chosen(site):
    """The pages to open: all of the guide, and the first ones of each library. With their titles."""
    counts, found = {}, {}
    for file in sorted((site / "data").rglob("*.json"), key=lambda file: (len(file.parts), file)):
        path = "/" + str(file.relative_to(site / "data")).removesuffix(".json")
        branch = path.split("/")[2]
        counts[branch] = counts.get(branch, 0) + 1
        if path.startswith(HOME) or counts[branch] <= SAMPLE + 1:
            found[path] = json.loads(file.read_text(encoding="utf-8"))["metadata"]["title"]
    return found


def open_page(page, url, path):
    """Opens a page and waits until its text is there."""
    page.goto(url + path)
    page.wait_for_selector("main h1")


def check_page(page, path, title):
    """A page shows its headline and its images, and fits the window."""
    shown = page.locator("main h1").first.inner_text().replace("\u200b", "").strip()
    if shown != title:
        raise Failure(f"{path} has the headline {shown!r}, not {title!r}")
    if title not in page.title():
        raise Failure(f"{path} is called {page.title()!r}")
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if width > 0:
        raise Failure(f"{path} is {width} points wider than the window")
    for image in page.locator("main img").all():
        image.scroll_into_view_if_needed()
        page.wait_for_function("image => image.complete", arg=image.element_handle())
        if not image.evaluate("image => image.naturalWidth"):
            raise Failure(f"{path} does not show {image.get_attribute('src')}")


def check_look(page, scheme):
    """The page has the dashboard's colours."""
    light, dark = look.variables(look.STYLES.read_text(encoding="utf-8"))
    wanted = (dark if scheme == "dark" else light)["paper"]
    shown = page.evaluate("getComputedStyle(document.body).getPropertyValue('--color-fill').trim()")
    if shown != wanted:
        raise Failure(f"the page's colour is {shown}, not {wanted}")


def check_heading(page, anchor):
    """The address names a heading, and the window shows it."""
    page.wait_for_url(f"**#{anchor}")
    heading = page.locator(f"main [id='{anchor}']:visible").first
    heading.wait_for()
    deadline = time.monotonic() + 10
    while not 0 <= heading.evaluate("heading => heading.getBoundingClientRect().top") < page.viewport_size["height"]:
        if time.monotonic() > deadline:
            raise Failure(f"{page.url} does not scroll to its heading")
        page.wait_for_timeout(100)


def walk(browsers, url, pages, folder):
    """Opens all pages as different people."""
    for name, width, scheme in PEOPLE:
        with browsers.person(name, width=width, scheme=scheme) as (page, watch):
            page.goto(url + "/")
            page.wait_for_url("**" + HOME + "/")
            page.wait_for_selector("main h1")
            check_look(page, scheme)
            for path, title in pages.items():
                open_page(page, url, path + "/")
                check_page(page, path, title)
                watch.check(path)
                if path == HOME or "policy-reference" in path or "ja-server" in path:
                    page.evaluate("window.scrollTo(0, 0)")
                    page.screenshot(path=folder / f"{path.split('/')[-1]}-{scheme}.png")
    print(f"site: {len(pages)} pages opened as {len(PEOPLE)} people")


def follow_link(browsers, url):
    """A link to a heading of another page leads there, and so does its address."""
    with browsers.person("link", width=1280) as (page, _):
        open_page(page, url, HOME + "/decisions/")
        link = page.locator("main a[href*='/guide/trust#which-time-counts' i]").first
        anchor = link.get_attribute("href").partition("#")[2]
        link.click()
        check_heading(page, anchor)
        page.reload()
        check_heading(page, anchor)
    print(f"site: followed a link to #{anchor}")


def search(browsers, url, folder):
    """The search finds a heading by a word, shows a preview and opens it; on a phone the filter finds a page."""
    with browsers.person("search", width=1280) as (page, _):
        open_page(page, url, HOME + "/")
        page.keyboard.press("/")
        page.locator(".quick-navigation input").fill("on Kubernetes")
        found = page.locator(".quick-navigation__reference").first
        found.wait_for()
        page.locator(".quick-navigation__preview").get_by_text("Kubernetes").first.wait_for()
        page.screenshot(path=folder / "search.png")
        found.click()
        check_heading(page, "How-do-I-run-it-on-Kubernetes")
    with browsers.person("filter", width=390, scheme="dark") as (page, _):
        open_page(page, url, HOME + "/")
        page.locator(".nav-menu-settings button, button.sidenav-toggle").locator("visible=true").first.click()
        page.locator(".filter__input:visible").first.fill("device see")
        # What it found is marked.
        found = page.locator(".navigator-card-item a").filter(has=page.locator(".match", has_text="device see"))
        found.first.wait_for()
        page.screenshot(path=folder / "filter.png")
        # The renderer keeps entries that it does not show above the window.
        found.evaluate_all("entries => entries.find(entry => entry.getBoundingClientRect().top > 0).click()")
        page.wait_for_url("**/explain-one-device")
    print("site: the search and the filter find what they should")


def main(site, chromium, folder):
    """Runs everything."""
    start, folder = time.monotonic(), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with served(site) as url:
        browsers = Browsers(chromium, url, folder)
        try:
            walk(browsers, url, chosen(Path(site)), folder)
            follow_link(browsers, url)
            search(browsers, url, folder)
        finally:
            browsers.stop()
    print(f"site: read in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Failure as failure:
        sys.exit(f"site: {failure}; see {sys.argv[3]} for a trace and a picture")
