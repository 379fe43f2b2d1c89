"""Walks every page of the dashboard in a real browser: `check.py AIRWORTHY CHROMIUM FOLDER`.

As a full and as a reading session, with and without script, wide in light and narrow in dark: every page that a link leads to
opens, fits, asks nothing of other servers, logs no error, and has no serious finding of axe-core. Pages stay below 100 KB, also
with foreign texts of 10,000 characters. With SHORT=1 each kind of page is opened once by fewer people. FOLDER gets a trace and a
picture of each failure, and the demo's data while this runs.
"""

import os
import re
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

import foreign
import stories
from browser import Browsers, Demo, Failure

LARGEST_PAGE = 100 * 1024
MOST_PAGES = 120
# Pages of one kind, such as those of two apps.
MOST_OF_KIND = 1 if os.environ.get("SHORT") else 4


def links(page, url):
    """The pages of the server that a page links to, without queries and anchors."""
    found = set()
    for link in page.eval_on_selector_all("a[href]", "all => all.map(link => link.href)"):
        parts = urllib.parse.urlsplit(link)
        if link.startswith(url) and not parts.path.startswith(("/v1/", "/openapi", "/sign-")) and "format=csv" not in parts.query:
            found.add(parts.path)
    return found


def kind(path):
    """The route of a page, as far as its path says it."""
    return re.sub(r"/publish/.*", "/publish", re.sub(r"^/(apps|get)/[^/]+", r"/\1/app", path))


def open_pages(page, url, start="/apps"):
    """Opens the pages that links lead to, each kind at most a few times, and returns the path of each."""
    seen, waiting, counts = set(), [start], {}
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0)
        if path in seen or counts.get(kind(path), 0) >= MOST_OF_KIND:
            continue
        counts[kind(path)] = counts.get(kind(path), 0) + 1
        page.goto(url + path)
        seen.add(path)
        waiting += sorted(links(page, url) - seen - set(waiting))
        yield path


def check_layout(page, path):
    """A page fits its window, and has one main heading."""
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if width > 0:
        raise Failure(f"{path} is {width} points wider than the window")
    if page.locator("h1").count() != 1:
        raise Failure(f"{path} has {page.locator('h1').count()} main headings")


def check_accessibility(page, path):
    """axe-core finds nothing serious."""
    findings = [
        violation for violation in Axe().run(page).response["violations"] if violation["impact"] in ("serious", "critical")]
    if findings:
        text = "; ".join(
            f"{finding['id']}: {finding['help']} ({finding['nodes'][0]['html'][:160]})" for finding in findings)
        raise Failure(f"{path}: {text}")


def check_keyboard(page, path):
    """The first press of Tab reaches the link to the content, and further ones leave the page's head visibly."""
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.className") not in ("skip", "") and not page.locator("[autofocus]").count():
        raise Failure(f"{path}: the first press of Tab does not reach the link to the content")
    places = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        places.add(page.evaluate(
            "(() => { const e = document.activeElement; const s = getComputedStyle(e);"
            " return e === document.body ? '' : e.outerHTML.slice(0, 80) + '|' + s.outlineStyle; })()"))
    hidden = [place for place in places if place.endswith("|none")]
    if hidden:
        raise Failure(f"{path}: focus cannot be seen on {hidden[0]}")


def check_sizes(watch):
    """No page that was opened is too large."""
    for url, size in watch.sizes.items():
        if size > LARGEST_PAGE:
            raise Failure(f"{url} has {size} bytes")


def walk(browsers, demo, reader):
    """Opens every page as different people do."""
    people = [
        ("full, wide, light", demo.token, 1280, "light", True), ("full, narrow, dark", demo.token, 360, "dark", True),
        ("reading, wide, dark", reader, 1280, "dark", True), ("full, without script", demo.token, 360, "light", False),
    ]
    if os.environ.get("SHORT"):
        people = [people[0], ("reading, narrow, dark", reader, 360, "dark", False)]
    count, failures = 0, []
    for name, token, width, scheme, script in people:
        with browsers.person(name, token, width, scheme, script) as (page, watch):
            for path in open_pages(page, demo.url):
                for check in (check_layout, check_accessibility, check_keyboard) if script else (check_layout,):
                    try:
                        check(page, path)
                    except Failure as failure:
                        failures.append(f"{name}: {failure}")
                count += 1
            watch.check(name)
            check_sizes(watch)
            if failures:
                raise Failure("\n".join(failures))
    print(f"dashboard: {count} pages opened as {len(people)} people, nothing serious")


def walk_with_foreign_texts(browsers, demo):
    """Opens every page of an app all of whose texts are hostile, and addresses that are."""
    token = foreign.fill(demo)
    count, shown, failures = 0, set(), []
    for width, scheme in [(360, "dark")] if os.environ.get("SHORT") else [(1280, "light"), (360, "dark")]:
        with browsers.person(f"foreign texts, {width}", token, width, scheme) as (page, watch):
            watch.expects_failure = True
            page.on("dialog", lambda dialog: failures.append(f"a dialog: {dialog.message}"))
            paths = list(dict.fromkeys([*own_pages(page, demo), *foreign.typed()]))
            for path in paths:
                page.goto(demo.url + path)
                try:
                    if foreign.check(page, path):
                        shown.add(kind(path.partition("?")[0]))
                    check_layout(page, path)
                except Failure as failure:
                    failures.append(str(failure))
                count += 1
            failures += [fault for fault in watch.faults if "elsewhere" in fault or "script" in fault]
            watch.faults.clear()
            check_sizes(watch)
    if len(shown) < foreign.FEWEST:
        failures.append(f"only {len(shown)} kinds of pages show foreign texts: {sorted(shown)}")
    if failures:
        raise Failure("\n".join(failures))
    print(f"dashboard: {count} pages opened with hostile texts, {len(shown)} kinds show them, and they are only texts")


def own_pages(page, demo):
    """The pages of the app with foreign texts, and those of the server."""
    for path in open_pages(page, demo.url, "/apps/foreign"):
        if kind(path) == path or "/foreign" in path:
            yield path


def main(airworthy, chromium, folder):
    """Runs everything."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as data:
        demo = Demo(airworthy, Path(data))
        browsers = Browsers(chromium, demo.url, folder)
        try:
            reader = demo.api("POST", "/v1/admin/tokens", {"kind": "adm", "name": "reader", "rights": ["read"]})["token"]
            walk(browsers, demo, reader)
            for story in stories.ALL:
                story(browsers, demo, reader)
                print(f"dashboard: {story.__doc__.splitlines()[0]}")
            walk_with_foreign_texts(browsers, demo)
        finally:
            browsers.stop()
            demo.stop()
    print(f"dashboard: {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Failure as failure:
        sys.exit(f"dashboard: {failure}; see {sys.argv[3]} for a trace and a picture")
