#!/usr/bin/env python3
"""Runs the steps of action.yml as GitHub does, with events that GitHub sends, against real servers and a stand-in for GitHub.

Called with the path of `airworthy` and, if wanted, with the folder of `scripts/dist`, whose archive the action then installs. Beside
`airworthy` is `linux-client`, a device; without it that part is skipped.
"""
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import requests
import yaml

from throwaway import Throwaway

ROOT = pathlib.Path(__file__).resolve().parents[2]
EVENTS = ROOT / "Conformance" / "events"
SECRET = "ghs_0123456789secret"
checks = 0


def check(condition, sentence, found=""):
    global checks
    checks += 1
    if not condition:
        raise SystemExit(f"contract: not so: {sentence}\n{found}")


class GitHub:
    """The comments of one pull request, and the files of a release."""

    def __init__(self, files=None):
        self.comments = [{"id": 1, "user": {"type": "User"}, "body": "Why 1.0.0?"}]
        self.downloads = 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, status, body=b"{}"):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                if "/releases/download/" in self.path:
                    file = files and files / self.path.rsplit("/", 1)[1]
                    if not file or not file.is_file():
                        return self.answer(404)
                    outer.downloads += 1
                    return self.answer(200, file.read_bytes())
                if self.headers["Authorization"] != f"Bearer {SECRET}":
                    return self.answer(401)
                self.answer(200, json.dumps(outer.comments).encode())

            def write(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]
                if self.headers["Authorization"] != f"Bearer {SECRET}":
                    return self.answer(401)
                number = self.path.rsplit("/", 1)[1]
                if self.command == "POST" and self.path == "/repos/me/apps/issues/7/comments":
                    outer.comments.append({"id": len(outer.comments) + 1, "user": {"type": "Bot"}, "body": body})
                    return self.answer(201)
                known = [comment for comment in outer.comments if str(comment["id"]) == number]
                if self.command != "PATCH" or not known:
                    return self.answer(404)
                known[0]["body"] = body
                self.answer(200)

            do_POST = do_PATCH = write

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def plan(self):
        """The comment of the action; there may be one only."""
        mine = [comment["body"] for comment in self.comments if comment["user"]["type"] == "Bot"]
        check(len(mine) == 1, "there is one comment", mine)
        return mine[0]


def action(event, folder, github, inputs, ref="refs/heads/main"):
    """Runs the steps for an event, in a checkout. Returns the finished process."""
    described = yaml.safe_load((ROOT / "action.yml").read_text())
    given = {name: value.get("default", "") for name, value in described["inputs"].items()}
    given.update(inputs)
    work = pathlib.Path(tempfile.mkdtemp(dir=folder.parent))
    # `pull_request` runs on a commit of its own, not on a branch.
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(work), "RUNNER_TEMP": str(work), "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(EVENTS / f"{event}.json"), "GITHUB_REPOSITORY": "me/apps",
        "GITHUB_REF": "refs/pull/7/merge" if event == "pull_request" else ref, "GITHUB_API_URL": github.url,
        "GITHUB_SERVER_URL": github.url, "GITHUB_STEP_SUMMARY": str(work / "summary.md")}
    known = {"github.token": SECRET, "github.action_repository": "owner/airworthy"}
    for step in described["runs"]["steps"]:
        for name, text in step["env"].items():
            value = re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: str(given[found[1]]), text)
            environment[name] = re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: known[found[1]], value)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=folder, env=environment,
            text=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
    for secret in [SECRET, given["token"]]:
        check(not secret or secret not in done.stdout + done.stderr, "no secret is printed")
    done.said = done.stdout + done.stderr
    return done


class Team:
    """The commands of people, in a folder."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.environment = binary, folder, {}

    def run(self, *arguments, status=0):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("AIRWORTHY_")}
        done = subprocess.run(
            [self.binary, *arguments], cwd=self.folder, env={**environment, **self.environment}, text=True,
            capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
        check(done.returncode == status, f"{arguments} ends with {status}", done.stdout + done.stderr)
        return done.stdout

    def token(self, name, *rights):
        made = self.run("tokens", "create", "--kind", "ci", "--name", name, "--app", "hashtags", "--json",
                        *(part for right in rights for part in ["--right", right]))
        return json.loads(made)["token"]

    def edit(self, old, new):
        file = self.folder / "airworthy" / "hashtags" / "policy.yaml"
        text = file.read_text()
        check(old in text, f"the policy has {old}", text)
        file.write_text(text.replace(old, new))

    def policy_version(self):
        return json.loads(self.run("apps", "show", "hashtags", "--json"))["head"]["policyVersion"]


def demo(binary, dist):
    """A pull request over the apps of `airworthy demo`; the folder is what `pull` writes."""
    with Throwaway(binary) as server, GitHub(dist) as github, tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "checkout"
        folder.mkdir()
        team = Team(binary, folder)
        team.environment = {"AIRWORTHY_SERVER": server.url, "AIRWORTHY_TOKEN": server.token}
        team.run("pull", "airworthy", "--app", "hashtags")
        check("no changes" in team.run("apply", "airworthy", "--plan"), "what was pulled is in force")
        inputs = {"server": server.url, "token": team.token("pull-requests", "read"), "tool": binary}
        if dist:
            [line] = [line.split() for line in (dist / "SHA256SUMS").read_text().splitlines() if ".tar.xz" in line]
            version = re.search(r"airworthy-(.+)-linux-", line[1])[1]
            inputs |= {"tool": "no-such-program", "tool-version": version, "tool-sha256": line[0]}
        done = action("pull_request", folder, github, inputs)
        check(done.returncode == 0 and "no changes" in github.plan, "nothing changes yet", done.said)
        before = team.policy_version()
        text = (folder / "airworthy/hashtags/policy.yaml").read_text()
        (folder / "airworthy/hashtags/policy.yaml").write_text(text.replace(
            "rules:\n", "rules:\n- id: from-a-pull-request\n  when: {version: 2.1.0}\n  update: required\n", 1))
        done = action("pull_request", folder, github, inputs)
        check(done.returncode == 0, "the plan is shown", done.said)
        # The demo has a fleet, so whom it hits is known: by decisions before and after, and who cannot update.
        for words in ["No findings.", "  + from-a-pull-request", "would be blocked", "  →  required", "Told to update and cannot"]:
            check(words in github.plan, f"the comment says {words}", github.plan)
        check(team.policy_version() == before, "a pull request publishes nothing")
        done = action("push", folder, github, {**inputs, "max-blocked": "100%", "max-stuck": "100%"})
        check(done.returncode == 77, "the token of pull requests publishes nothing", done.said)
        merges = {**inputs, "token": team.token("merges", "read", "publish", "catalog")}
        done = action("push", folder, github, {**merges, "max-blocked": "0%"})
        check(done.returncode == 1 and team.policy_version() == before, "a limit holds", done.said)
        done = action("push", folder, github, {**merges, "max-blocked": "100%", "max-stuck": "100%"})
        check(done.returncode == 0 and team.policy_version() == before + 1, "a merge publishes", done.said)
        check(not dist or github.downloads == 5, "the archive was installed each time", github.downloads)


def story(binary, client):
    """A folder of `airworthy init`: pull request, comment, merge, published, visible on a device."""
    with tempfile.TemporaryDirectory() as scratch, GitHub() as github:
        folder = pathlib.Path(scratch) / "checkout"
        folder.mkdir()
        team = Team(binary, folder)
        team.run("init", ".", "--app", "hashtags", "--bundle-id", "com.example.hashtags", "--apple-id", "6504763618",
                 "--with", "server", "--url", "https://updates.example.com")
        data = pathlib.Path(scratch) / "data"
        environment = {key: value for key, value in os.environ.items() if not key.startswith("AIRWORTHY_")}
        server = subprocess.Popen(
            [binary, "serve", "--data", data, "--signing-key", "keys/online.key", "--keyring", "keyring.json", "--port", "0"],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**environment, "AIRWORTHY_APPLE_URL": "none", "AIRWORTHY_LOOKUP_URL": "none"})
        try:
            line = server.stdout.readline()
            check("listening on" in line, "the server starts", line)
            url = re.search(r"http://127\.0\.0\.1:\d+", line)[0]
            team.environment = {
                "AIRWORTHY_SERVER": url, "AIRWORTHY_TOKEN": (data / "first-admin-token").read_text().strip()}
            merge(team, client, github, url)
        finally:
            server.terminate()
            server.wait(30)
            server.stdout.close()


def merge(team, client, github, url):
    folder = team.folder
    # Once, by hand: the app, and the releases that everybody can get.
    (folder / "airworthy/hashtags/catalog.yaml").write_text(
        "schema: 1\nreleases:\n  - version: 1.0.1\n    build: 101\n    minimumOS: 16\n    offers: [{channel: appstore}]\n")
    team.run("apply", "airworthy", "--yes")
    (folder.parent / "installs.csv").write_text(
        "platform,version,build,channel,os,storefront,count\n"
        "ios,1.0.1,101,appstore,18.0,JP,900\nios,1.0.0,100,appstore,18.0,JP,90\nios,1.0.0,100,appstore,15.8,JP,10\n")
    team.run("adoption", "import", "../installs.csv", "--app", "hashtags")
    device = Device(client, folder.parent / "phone", folder, url)
    check(device.launch("1.0.0") != "gate", "1.0.0 may carry on before", device.last)

    # A pull request, twice.
    inputs = {"server": url, "token": team.token("pull-requests", "read"), "tool": team.binary}
    team.edit("version: 0.0.1,", "version: 1.0.0,")
    done = action("pull_request", folder, github, inputs)
    check(done.returncode == 0, "the plan is shown", done.said)
    first = github.plan
    # The linter, the difference in words, from which decisions to which, and those who cannot update.
    for words in ["**Plan: 1 of 1 app changes.**", "No findings.", "bad-version", '{"version":"1.0.0"', "  →  required",
                  "Told to update and cannot\n  osTooOld"]:
        check(words in first, f"the comment says {words}", first)
    team.edit("This version does not work any more. Please update.", "1.0.0 loses tags. Please update.")
    done = action("pull_request", folder, github, inputs)
    check(done.returncode == 0 and "loses tags" in github.plan and github.plan != first, "the comment is kept up to date",
          github.plan)
    check(team.policy_version() == 1 and device.launch("1.0.0") != "gate", "nothing is published yet")
    # A mistake fails the check, and the comment has its place.
    team.edit("update: required", "udpate: required")
    done = action("pull_request", folder, github, inputs)
    check(done.returncode == 65 and "policy.yaml:" in github.plan, "a mistake has its place", github.plan)
    team.edit("udpate: required", "update: required")

    # The merge.
    merges = {**inputs, "token": team.token("merges", "read", "publish", "catalog"), "max-blocked": "10%"}
    done = action("push", folder, github, merges, ref="refs/heads/block-1.0.0")
    check(done.returncode == 0 and team.policy_version() == 1, "another branch publishes nothing", done.said)
    done = action("push", folder, github, merges)
    check(done.returncode == 0 and team.policy_version() == 2, "the merge publishes", done.said)
    check("Block 1.0.0, which loses tags (#7)" in team.run("history", "--app", "hashtags"), "the history has the commit")
    shown = device.launch("1.0.0")
    check(shown == "gate", "1.0.0 is blocked on the device", f"{shown} {device.last}")
    check(device.launch("1.0.1") != "gate", "1.0.1 is not", device.last)
    done = action("push", folder, github, merges)
    check(done.returncode == 0 and team.policy_version() == 2, "once is enough", done.said)
    # The tokens are for this app only.
    shutil.copytree(folder / "airworthy/hashtags", folder / "airworthy/birthdays")
    done = action("push", folder, github, merges)
    check(done.returncode in (65, 66, 77) and team.policy_version() == 2, "no other app", done.said)


class Device:
    """An app in a terminal that pins the roots of the folder; `None` as program shows what the server decides instead."""

    def __init__(self, client, store, folder, url):
        self.client, self.store, self.url, self.last = client, store, url, ""
        self.roots = re.findall(r'"([A-Za-z0-9+/]{43}=)"', (folder / "ReleaseControl.swift").read_text())
        check(len(self.roots) == 2, "the app's code pins two roots", self.roots)

    def launch(self, version):
        """Launches a version, and returns what is on the screen: `gate`, `prompt` or nothing."""
        if not self.client:
            answer = requests.get(f"{self.url}/v1/apps/hashtags/decision", params={
                "version": version, "channel": "appstore", "os": "iOS 18.0", "storefront": "JP"}, timeout=10).json()
            return "gate" if answer["blocking"] else None
        done = subprocess.run(
            [self.client, "--store", self.store, "--app-version", version, "--channel", "appstore", "--os", "iOS 18.0",
             "--storefront", "JP", "--app", "hashtags", *(part for root in self.roots for part in ["--root", root]),
             "--source", "server=https://updates.example.com", "--host", f"updates.example.com={self.url}"],
            input="settle\npresent launch\nquit\n", text=True, capture_output=True, timeout=60)
        check(done.returncode == 0, "the device works", done.stdout + done.stderr)
        self.last = done.stdout
        return (json.loads(done.stdout.splitlines()[-1]).get("screen") or {}).get("show")


def main():
    binary = sys.argv[1]
    dist = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    client = pathlib.Path(binary).parent / "linux-client"
    demo(binary, dist)
    story(binary, str(client) if client.exists() else None)
    if not client.exists():
        print("action: SKIPPED the device, because there is no linux-client; the server's decision was looked at instead")
    print(f"action: {checks} checks, all as they should be")


if __name__ == "__main__":
    main()
