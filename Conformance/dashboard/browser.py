"""Starts the demo, and browsers that note everything a page should not do."""

import contextlib
import json
import os
import re
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright


class Failure(Exception):
    """Something that is not as it should be, in a sentence."""


class Demo:
    """A running `airworthy demo` on a free port."""

    def __init__(self, airworthy, folder):
        self.airworthy, self.folder = airworthy, folder
        text = self.start(0)
        self.url = re.search(r"listening on (\S+)", text).group(1)
        self.link = re.search(r"(http\S+/sign-in\?once=\w+)", text).group(1)
        self.token = re.search(r"AIRWORTHY_TOKEN=(\S+)", text).group(1)

    def start(self, port):
        """Starts the server, and returns what it prints."""
        log = self.folder / "demo.log"
        with open(log, "ab") as errors:
            self.process = subprocess.Popen(
                [self.airworthy, "demo", "--port", str(port), "--data", str(self.folder / "data"), "--examples", "Examples/data"],
                stdout=subprocess.PIPE, stderr=errors, text=True)
        text = ""
        for line in self.process.stdout:
            text += line
            if "airworthy history" in line:
                return text
        raise Failure("the demo ended: " + log.read_text())

    def crash(self):
        """Kills the server, and starts it again on its data and port. Sessions and tokens last."""
        self.process.kill()
        self.process.wait(timeout=60)
        self.process.stdout.close()
        self.start(self.url.rsplit(":", 1)[1])

    def stop(self):
        """Ends the demo."""
        self.process.terminate()
        self.process.wait(timeout=60)

    def api(self, method, path, body=None, **fields):
        """Sends a request to the admin API and returns the JSON. Underscores in the names of fields are hyphens."""
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
            | {name.replace("_", "-"): value for name, value in fields.items()})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise Failure(f"{method} {path}: {error.code} {error.read().decode()[:500]}") from None

    def command(self, *arguments):
        """Runs the command line against the demo, without a screen, and returns its output."""
        environment = {name: value for name, value in os.environ.items() if name not in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")}
        result = subprocess.run(
            [self.airworthy, *arguments], env=environment | {"AIRWORTHY_SERVER": self.url, "AIRWORTHY_TOKEN": self.token},
            capture_output=True, text=True, timeout=60)
        if result.returncode:
            raise Failure(f"airworthy {' '.join(arguments)}: {result.stderr}")
        return result.stdout.strip()

    def decision(self, version):
        """Returns the status of an installation of a version from the App Store."""
        query = f"version={version}&channel=appstore&os=iOS%2017.4&storefront=US"
        with urllib.request.urlopen(f"{self.url}/v1/apps/hashtags/decision?{query}") as answer:
            return json.loads(answer.read())["status"]


class Watch:
    """The faults of a browser's pages: errors on the console, requests to elsewhere, answers with a failure."""

    def __init__(self, context, url):
        self.faults = []
        self.sizes = {}
        self.expects_failure = False
        context.on("console", self.console)
        context.on("weberror", lambda error: self.faults.append(f"an error of the script: {error.error}"))
        context.on("request", lambda request: self.request(request, url))
        context.on("response", self.response)

    def console(self, message):
        if message.type in ("error", "warning") and not self.expects_failure:
            self.faults.append(f"on the console: {message.text} ({message.page.url})")

    def request(self, request, url):
        if not request.url.startswith((url, "data:")):
            self.faults.append(f"a request to elsewhere: {request.url}")

    def response(self, response):
        if response.status >= 400 and not self.expects_failure:
            self.faults.append(f"{response.status} from {response.url}")
        if response.request.resource_type == "document":
            with contextlib.suppress(Exception):
                self.sizes[response.url] = len(response.body())

    def check(self, what):
        """Fails if there are faults."""
        if self.faults:
            raise Failure(f"{what}: " + "; ".join(dict.fromkeys(self.faults)))


class Browsers:
    """Contexts of one browser, each as a person: with a width, a colour scheme, with or without script."""

    def __init__(self, executable, url, traces):
        self.url = url
        self.traces = Path(traces)
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])

    def stop(self):
        """Ends the browser."""
        self.browser.close()
        self.playwright.stop()

    @contextlib.contextmanager
    def person(self, name, token=None, width=1280, scheme="light", script=True):
        """A signed-in browser. A trace and a picture stay if something fails."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=script,
            reduced_motion="reduce")
        context.tracing.start(screenshots=True, snapshots=True)
        watch = Watch(context, self.url)
        page = context.new_page()
        try:
            if token:
                page.goto(self.url + "/sign-in")
                page.fill("#token", token)
                page.click("main button")
                page.wait_for_url("**/apps")
            yield page, watch
            watch.check(name)
        except Exception:
            self.traces.mkdir(parents=True, exist_ok=True)
            slug = re.sub(r"\W+", "-", name)
            with contextlib.suppress(Exception):
                page.screenshot(path=self.traces / f"{slug}.png", full_page=True)
            context.tracing.stop(path=self.traces / f"{slug}.zip")
            raise
        finally:
            context.close()
