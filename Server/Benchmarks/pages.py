#!/usr/bin/env python3
"""Measures how long the dashboard's pages take to their first byte, in a server that has been in use for more than a year.

Usage: pages.py BUILDS, a folder of release builds. PagesBench is the server: 200 apps, 400 days of check-ins, 5,000 rows in
the audit log. Every page that a link of the busiest app and of the server leads to is opened ten times by one client. Ends
with 1 if one takes longer than the aim at the median, or is larger.
"""
import http.client
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

AIM, LARGEST, TIMES = 50, 100 * 1024, 10
APP = "/apps/app-001"
# Pages that no link leads to, or only with another query.
MORE = [f"{APP}/explain?version=1.3&channel=appstore&os=17.1&storefront=JP", f"{APP}/history?from=1&to=2", f"{APP}/rollback?to=1"]


class Browser:
    """One connection with a session."""

    def __init__(self, url, token):
        self.host = urllib.parse.urlsplit(url).netloc
        self.connection = http.client.HTTPConnection(self.host)
        self.connection.request("POST", "/sign-in", urllib.parse.urlencode({"token": token}), {
            "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"})
        answer = self.connection.getresponse()
        answer.read()
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def open(self, path):
        """Returns the milliseconds to the first byte and the page."""
        start = time.perf_counter()
        self.connection.request("GET", path, headers={"Cookie": self.cookie, "Accept": "text/html"})
        answer = self.connection.getresponse()
        waited = (time.perf_counter() - start) * 1000
        body = answer.read()
        if answer.status != 200:
            sys.exit(f"pages: {path} answered {answer.status}: {body[:300]!r}")
        return waited, body.decode()


def addresses(browser):
    """The pages of the busiest app and of the server, as their links say."""
    found, waiting = [], ["/apps", APP]
    while waiting:
        path = waiting.pop(0)
        found.append(path)
        for link in re.findall(r'<a [^>]*href="(/[^"#?]*)"', browser.open(path)[1]):
            ours = link.startswith(APP) if link.startswith("/apps/") else not link.startswith(("/v1", "/openapi", "/get"))
            if ours and link != "/" and link not in found + waiting and "/rollback" not in link:
                waiting.append(link)
    return found + MORE


def main(builds):
    """Prints a table."""
    with tempfile.TemporaryDirectory(prefix="airworthy-pages-") as folder:
        server = subprocess.Popen([pathlib.Path(builds) / "PagesBench", folder + "/data"], stdout=subprocess.PIPE, text=True)
        try:
            url, token = server.stdout.readline().split()
            browser = Browser(url, token)
            failed = False
            print("| page | ms to the first byte, median | slowest | first | kB |\n| --- | ---: | ---: | ---: | ---: |")
            for path in addresses(browser):
                times, size = [], 0
                for _ in range(TIMES):
                    waited, page = browser.open(path)
                    times.append(waited)
                    size = len(page.encode())
                median = statistics.median(times)
                failed |= median > AIM or size > LARGEST
                print(f"| `{path.replace(APP, '/apps/{app}')}` | {median:.1f} | {max(times):.1f} | {times[0]:.1f} | {size / 1024:.0f} |")
            print(f"\naim: {AIM} ms, {LARGEST // 1024} kB" + ("; missed" if failed else ""))
            sys.exit(1 if failed else 0)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
