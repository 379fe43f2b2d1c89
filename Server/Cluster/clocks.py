#!/usr/bin/env python3
"""Lets the clock of a server be fifteen days ahead, at its start and while it runs, and looks whether that stops publishing.

Usage: clocks.py AIRWORTHY [--three]

Without --three one server with SQLite; with it three on one PostgreSQL. The processes see a shifted clock by clock.c, so it needs Linux
and a C compiler. The exit code is 1 if a manifest from the future was signed, or if anything is refused once the clock is right again.
"""
import argparse
import base64
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from cluster import Caller, Cluster, Node, wait_until

DAYS = 15
APP, ADMIN = "hashtags", "/v1/admin/apps/hashtags"
TOLERANCE = datetime.timedelta(minutes=10)


class Shift:
    """The seconds by which the clock of a process is wrong. They may change while it runs."""

    def __init__(self, folder, name):
        library = folder / "clock.so"
        if not library.exists():
            source = pathlib.Path(__file__).with_name("clock.c")
            compiler = os.environ.get("CC", "cc" if _has("cc") else "clang")
            subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self.file = folder / f"shift-{name}"
        self.set(0)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_SHIFT": str(self.file)}

    def set(self, days):
        self.file.write_text(str(days * 86_400))


def _has(program):
    return any(os.access(os.path.join(folder, program), os.X_OK) for folder in os.environ["PATH"].split(":"))


class Checks:
    def __init__(self):
        self.broken = 0

    def check(self, condition, sentence, *facts):
        print(("holds: " if condition else "BROKEN: ") + sentence + "".join(f"\n  {fact}" for fact in facts if not condition), flush=True)
        self.broken += not condition


def policy(number):
    return json.dumps({"schema": 1, "rules": [{"id": f"r{number}", "when": {"version": "<1.0"}, "update": "recommended"}]}).encode()


def publish(node, number):
    """Publishes on a node in place of anything, and returns the status and the answer."""
    caller = Caller(node.port, node.token)
    head = {"If_Match": "*"}
    if caller.ask("GET", f"{ADMIN}/policy")[0].status == 404:
        head = {"If_None_Match": "*"}
    answer, text = caller.ask("PUT", f"{ADMIN}/policy", policy(number), **head)
    return answer.status, text.decode()


def manifest(node):
    """The revision and the issue date of the manifest that a node serves."""
    envelope = json.loads(Caller(node.port).ask("GET", f"/v1/apps/{APP}/manifest")[1])
    content = json.loads(base64.b64decode(envelope["payload"]))
    return content["revision"], datetime.datetime.fromisoformat(content["issuedAt"].replace("Z", "+00:00"))


def is_future(date):
    return date > datetime.datetime.now(datetime.timezone.utc) + TOLERANCE


def run(node, *arguments):
    """Runs the command line with the clock of this machine, and returns everything it prints."""
    environment = {**node.environment, "AIRWORTHY_SERVER": f"http://127.0.0.1:{node.port}", "AIRWORTHY_TOKEN": node.token or ""}
    environment = {name: value for name, value in environment.items() if name not in ("LD_PRELOAD", "CLOCK_SHIFT")}
    result = subprocess.run([node.tool, *arguments], cwd=node.folder, env=environment, capture_output=True, text=True)
    return result.stdout + result.stderr


def create_app(node):
    pem = (node.folder / "keys/root-primary.pub").read_text().split("-----")[2]
    root = base64.b64encode(base64.b64decode(pem)[-32:]).decode()
    body = json.dumps({"slug": APP, "bundleID": "com.example.hashtags", "pins": [{"key": root, "role": "root"}]}).encode()
    Caller(node.port, node.token).expect([201], "POST", "/v1/admin/apps", body)


def one(tool, checks):
    """One server with SQLite, without another source of the time."""
    with tempfile.TemporaryDirectory(prefix="airworthy-clocks-") as name:
        folder = pathlib.Path(name)
        for words in ["keys new --out keys",
                      "keyring --root keys/root-primary.key --online keys/online.pub --epoch 1 -o keyring.json"]:
            subprocess.run([tool, *words.split()], cwd=folder, check=True, capture_output=True)
        for number, story in enumerate([starts_ahead, was_ahead], start=1):
            shift = Shift(folder, number)
            kept = {name: value for name, value in os.environ.items() if not name.startswith("AIRWORTHY_")}
            node = Node(number, tool, folder, {
                **kept, **shift.environment, "AIRWORTHY_SIGNING_KEY": "file:keys/online.key",
                "AIRWORTHY_SIGNING_KEYRING": "keyring.json", "AIRWORTHY_APPLE_URL": "none", "AIRWORTHY_LOOKUP_URL": "none"})
            try:
                story(node, shift, checks)
            finally:
                if node.process and node.process.poll() is None:
                    node.kill()


def begin(node):
    node.start()
    token = node.folder / node.data / "first-admin-token"
    # It may be ready a little earlier.
    wait_until(lambda: token.exists() and token.read_text().endswith("\n"), f"{token} is written")
    node.token = token.read_text().strip()
    create_app(node)
    status, text = publish(node, 0)
    if status != 201:
        sys.exit(f"clocks: the first publish: {status}: {text}")


def starts_ahead(node, shift, checks):
    """A renewal is due by that clock, as ten days after a publish."""
    begin(node)
    node.stop()
    shift.set(DAYS)
    node.start()
    revision, date = manifest(node)
    checks.check(revision == 1 and not is_future(date), "a server that starts fifteen days ahead renews nothing by itself", (revision, date))
    status, text = publish(node, 1)
    checks.check(status == 503 and "clock-wrong" in text and "airworthy clock confirm" in text, "it refuses to publish, with the remedy", status, text)
    text = run(node, "clock", "confirm")
    checks.check("yours" in text, "an admin with a right clock cannot confirm it", text)
    shift.set(0)
    status, text = publish(node, 1)
    checks.check(status == 201 and not is_future(manifest(node)[1]), "it publishes as soon as its clock is right", status, text)
    shift.set(DAYS)
    status, text = publish(node, 2)
    checks.check(status == 503, "it refuses again when its clock jumps ahead while it runs", status, text)


def was_ahead(node, shift, checks):
    """The first start of all, so that nothing tells how late it is."""
    shift.set(DAYS)
    begin(node)
    checks.check(is_future(manifest(node)[1]), "a new server with a wrong clock signs the future: nothing tells it")
    node.stop()
    shift.set(0)
    node.start()
    status, text = publish(node, 1)
    checks.check(status == 503 and "airworthy clock confirm" in text, "with the right clock it refuses to publish, with the remedy", status, text)
    text = run(node, "doctor", "--offline", "--data", node.data)
    checks.check("airworthy clock confirm" in text and "issued at" in text, "doctor says which manifest, and what to do", text)
    node.stop()
    text = run(node, "heads", "bump", "--all", "--local", "--data", node.data, "--yes")
    checks.check("not signed before" in text, "heads bump --all --local does not promise that it is signed again", text)
    node.start()
    text = run(node, "clock", "confirm")
    checks.check("confirmed" in text, "an admin confirms the clock", text)
    revision, date = manifest(node)
    checks.check(revision > 1 and not is_future(date), "the manifest from the future is replaced at once", (revision, date))
    status, text = publish(node, 1)
    checks.check(status == 201, "publishing works", status, text)
    actions = Caller(node.port, node.token).expect([200], "GET", "/v1/admin/audit")["entries"]
    actions = {entry["action"]: entry["detail"] for entry in actions}
    checks.check("clock.confirmed" in actions and "to come" in (actions.get("manifest.redated") or ""), "the audit tells both", actions)


def three(tool, checks):
    """Three servers on one PostgreSQL, whose clock is right."""
    with Cluster(tool) as cluster:
        cluster.create_app(APP)
        shifts = {}
        for node in cluster.nodes:
            shifts[node.name] = Shift(cluster.folder, node.data)
            node.stop()
            node.environment = {**node.environment, **shifts[node.name].environment}
            node.start()
        first, second, third = cluster.nodes
        status, text = publish(first, 0)
        checks.check(status == 201, "three servers with right clocks publish", status, text)
        for node in cluster.nodes:
            node.stop()
        shifts[second.name].set(DAYS)
        second.start()
        wait_until(second.leads, "node 2 leads")
        revision, date = manifest(second)
        checks.check(revision == 1 and not is_future(date), "the leader, fifteen days ahead, renews nothing", (revision, date))
        status, text = publish(second, 1)
        checks.check(status == 503 and "database" in text, "it refuses to publish, by the clock of PostgreSQL", status, text)
        first.start()
        third.start()
        status, text = publish(third, 1)
        checks.check(status == 201, "the others publish beside it", status, text)
        wait_until(lambda: manifest(second)[0] == manifest(third)[0], "node 2 serves what node 3 published")
        checks.check(not is_future(manifest(second)[1]), "and it serves that")
        shifts[second.name].set(0)
        status, text = publish(second, 2)
        checks.check(status == 201, "it publishes as soon as its clock is right", status, text)
        # All three wrong, as after a wrong time server; PostgreSQL's clock is not.
        for node in cluster.nodes:
            shifts[node.name].set(DAYS)
        statuses = [publish(node, 3)[0] for node in cluster.nodes]
        checks.check(statuses == [503] * 3, "if all three are ahead, none signs", statuses)
        for node in cluster.nodes:
            shifts[node.name].set(0)
        statuses = [publish(node, 4 + number)[0] for number, node in enumerate(cluster.nodes)]
        checks.check(statuses == [201] * 3, "and each does once their clocks are right", statuses)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("airworthy")
    parser.add_argument("--three", action="store_true")
    options = parser.parse_args()
    if sys.platform != "linux":
        print("skipped: the clock of a process can be shifted on Linux only")
        return
    checks = Checks()
    (three if options.three else one)(os.path.abspath(options.airworthy), checks)
    sys.exit(checks.broken > 0)


if __name__ == "__main__":
    main()
