"""Photographs the pages of the dashboard, wide and narrow, light and dark: `pictures.py AIRWORTHY CHROMIUM FOLDER`."""

import sys
import tempfile
from pathlib import Path

from browser import Browsers, Demo

# What is below is cut off.
HIGHEST = 1_800
SIZES = [("wide", 1280), ("narrow", 360)]


def pages(demo):
    """The pages by the names of their pictures."""
    draft = demo.api("GET", "/v1/admin/apps/hashtags/drafts")["drafts"][0]["id"]
    app = "/apps/hashtags"
    return {
        "apps": "/apps", "overview": app, "editor": f"{app}/policy", "publish": f"{app}/publish/{draft}",
        "history": f"{app}/history?from=1&to=2", "rollback": f"{app}/rollback", "adoption": f"{app}/adoption",
        "explain": f"{app}/explain?version=2.2.0&channel=appstore&os=15.8&storefront=JP&language=ja",
        "screens": f"{app}/screens", "releases": f"{app}/releases", "settings": f"{app}/settings",
        "audit": "/audit", "tokens": "/tokens", "status": "/status", "get": "/get/hashtags?version=2.2.0", "missing": "/nothing",
    }


def photograph(page, path, file):
    """Takes a picture of a page, as high as it is."""
    height = page.evaluate("document.documentElement.scrollHeight")
    page.screenshot(path=file, full_page=True, clip={
        "x": 0, "y": 0, "width": page.viewport_size["width"], "height": min(height, HIGHEST)})


def main(airworthy, chromium, folder):
    """Takes all pictures."""
    folder = Path(folder)
    with tempfile.TemporaryDirectory() as data:
        demo = Demo(airworthy, Path(data))
        browsers = Browsers(chromium, demo.url, data)
        try:
            for size, width in SIZES:
                for scheme in ("light", "dark"):
                    with browsers.person("sign-in", None, width, scheme) as (page, _):
                        page.goto(demo.url + "/sign-in")
                        photograph(page, "/sign-in", folder / f"sign-in-{size}-{scheme}.png")
                    with browsers.person("pictures", demo.token, width, scheme) as (page, watch):
                        watch.expects_failure = True
                        for name, path in pages(demo).items():
                            page.goto(demo.url + path)
                            photograph(page, path, folder / f"{name}-{size}-{scheme}.png")
        finally:
            browsers.stop()
            demo.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
