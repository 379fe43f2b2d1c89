"""Clients of a cluster, each a process that writes down what it saw: publishers, readers, and one watcher for each node."""
import base64
import http.client
import json
import multiprocessing
import random
import sys
import time

from cluster import Caller

NO_ANSWER = (OSError, http.client.HTTPException)


def manifest_path(app):
    return f"/v1/apps/{app}/manifest"


def policy(marker):
    """A valid policy that no other marker gives."""
    rule = {"id": "old", "when": {"version": f"<1.{marker}"}, "update": "recommended"}
    return json.dumps({"schema": 1, "rules": [rule]}).encode()


def revision_of(envelope):
    return json.loads(base64.b64decode(json.loads(envelope)["payload"]))["revision"]


class Workers:
    """Starts workers and collects their notes; times are those of `time.monotonic()`, which all processes share."""

    def __init__(self):
        self.stopping = multiprocessing.Event()
        self.published = multiprocessing.Value("l", 0)
        self.queue = multiprocessing.SimpleQueue()
        self.processes = []

    def start(self, work, *arguments):
        def run():
            # A worker that fails has to say so, because `stop` waits for all.
            notes = None
            try:
                notes = work(self, *arguments)
            finally:
                self.queue.put((work.__name__, arguments, notes))
        process = multiprocessing.Process(target=run, daemon=True)
        process.start()
        self.processes.append(process)

    def stop(self):
        """Ends all workers. Returns [(function's name, arguments, notes)]."""
        self.stopping.set()
        notes = [self.queue.get() for _ in self.processes]
        for process in self.processes:
            process.join()
            if process.exitcode:
                sys.exit("cluster: a client of the test failed; see above")
        return notes


def publish(workers, port, token, apps, number):
    """Publishes policies one after another, each in place of the one it knows, on apps that others publish on as well.

    Notes: (app, sent, answered, status, problem, retry_after, revision, marker, digest)."""
    caller, chance, notes, tags, count = Caller(port, token), random.Random(number), [], {}, 0
    while not workers.stopping.is_set():
        app, count = chance.choice(apps), count + 1
        marker = number * 10_000_000 + count
        path = f"/v1/admin/apps/{app}/policy"
        sent = time.monotonic()
        status, problem, retry_after, revision, digest = 0, None, None, None, None
        try:
            if app not in tags:
                answer, _ = caller.ask("GET", path)
                if answer.status in (200, 404):
                    tags[app] = answer.headers["ETag"] if answer.status == 200 else None
            if app in tags:
                condition = {"If_Match": tags[app]} if tags[app] else {"If_None_Match": "*"}
                answer, text = caller.ask("PUT", path, policy(marker), **condition)
            status, retry_after = answer.status, answer.headers["Retry-After"]
            if status in (200, 201):
                body = json.loads(text)
                revision, digest, tags[app] = body["revision"], body["digest"], f'"{body["policyTag"]}"'
                with workers.published.get_lock():
                    workers.published.value += 1
            else:
                problem = _problem(answer, text) if app in tags else "the policy's tag could not be read"
                tags.pop(app, None)
        except NO_ANSWER as error:
            problem = type(error).__name__
            tags.pop(app, None)
        notes.append((app, sent, time.monotonic(), status, problem, retry_after, revision, marker, digest))
        if status not in (200, 201, 412):
            time.sleep(0.05)
    return notes


def _problem(answer, text):
    try:
        return json.loads(text)["type"].rpartition(":")[2]
    except (ValueError, KeyError, TypeError):
        return f"{answer.status} of the proxy"


def read(workers, port, apps, number):
    """Reads manifests and decisions through the proxy. Notes: (number of reads, slowest, failures)."""
    caller, chance, reads, slowest, failures = Caller(port), random.Random(number), 0, 0, []
    while not workers.stopping.is_set():
        app = chance.choice(apps)
        path = chance.choice([manifest_path(app), f"/v1/apps/{app}/decision?channel=appstore&version={chance.randrange(9)}.1"])
        began = time.monotonic()
        try:
            status = caller.ask("GET", path)[0].status
        except NO_ANSWER as error:
            status = type(error).__name__
        reads, slowest = reads + 1, max(slowest, time.monotonic() - began)
        if status != 200:
            failures.append((began, path, status))
        time.sleep(0.002)
    return reads, slowest, failures


def watch(workers, name, port, apps):
    """Reads from one node, without the proxy. Notes: (app, seen, revision, tag) whenever a manifest has changed."""
    caller, notes, tags = Caller(port, seconds=5), [], {}
    while not workers.stopping.is_set():
        for app in apps:
            try:
                answer, text = caller.ask("GET", manifest_path(app), **({"If_None_Match": tags[app]} if app in tags else {}))
            except NO_ANSWER:
                # Killed. What it serves when it is back counts from the beginning.
                tags.clear()
                time.sleep(0.01)
                break
            if answer.status == 200:
                tags[app] = answer.headers["ETag"]
                notes.append((app, time.monotonic(), revision_of(text), tags[app]))
            time.sleep(0.001)
    return notes


def check_in(workers, name, port, app):
    """Plays devices that check in with one node, without the proxy. Each is new; a third of them updates at once and moves.

    Notes: (times of the first check-ins that were acknowledged, number of those without an answer)."""
    caller, chance, acknowledged, unknown = Caller(port, seconds=5), random.Random(name), [], 0
    path, countries = f"/v1/apps/{app}/check-ins", ["JP", "US", "DE", "FR", "GB"]

    def send(body):
        # Each device has an address of its own, as behind a proxy.
        address = ".".join(str(chance.randrange(1, 255)) for _ in range(4))
        try:
            answer, text = caller.ask("POST", path, json.dumps(body).encode(), X_Forwarded_For=address)
        except NO_ANSWER:
            return None, None
        return answer.status, text

    while not workers.stopping.is_set():
        facts = {"platform": "ios", "version": "1.0", "channel": "appstore", "storefront": chance.choice(countries)}
        status, text = send({"schema": 1, "now": facts})
        if status == 202:
            acknowledged.append(time.monotonic())
            if chance.randrange(3) == 0:
                send({"schema": 1, "now": {**facts, "version": "2.0"}, "last": {**facts, "day": json.loads(text)["day"]}})
        elif status is None:
            unknown += 1
            time.sleep(0.05)
        time.sleep(0.005)
    return acknowledged, unknown


def ask_who(workers, port, token):
    """Asks one node who the token is, again and again. Notes: (answered, status)."""
    caller, notes = Caller(port, token, seconds=30), []
    while not workers.stopping.is_set():
        try:
            status = caller.ask("GET", "/v1/admin/whoami")[0].status
        except NO_ANSWER:
            status = 0
        notes.append((time.monotonic(), status))
        time.sleep(0.1)
    return notes
