"""Attacks with a small token: it publishes without a pause, creates others to get more places, creates thousands, and publishes on a
disk that is nearly full. Beside it an admin publishes another app, whose times and failures count."""
import itertools
import json
import os
import shutil
import subprocess
import threading
import time

from target import APP, Target, compact, policy, rules

# An admin publishes so often.
HONEST_SECONDS = 0.25
# The most that one token may add to the database in the seconds of an attack, in MiB. A minute's publishes of the largest size take 12, and
# as much in the log.
DISK = 32
# The setting `tokens.perCreator`.
TOKENS = 500


class Honest:
    """Publishes an app of its own again and again, until `stop`."""

    def __init__(self, target, app):
        self.target, self.app, self.times, self.failures = target, app, [], []
        target.create_app(app)
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self._publish)
        self.thread.start()

    def _publish(self):
        number = 0
        while not self.ends.wait(HONEST_SECONDS):
            number += 1
            began = time.monotonic()
            status, _ = publish(self.target, self.app, policy(rules(3, first=number)))
            self.times.append(time.monotonic() - began)
            if status != 201:
                self.failures.append(status)

    def stop(self):
        self.ends.set()
        self.thread.join()
        return self


def publish(target, app, text, token=None):
    path = f"/v1/admin/apps/{app}/policy?force=test"
    answer = target.ask("PUT", path, text, token, **{"If-Match": "*"})
    return answer if answer[0] != 412 else target.ask("PUT", path, text, token, **{"If-None-Match": "*"})


def size(target):
    return sum(file.stat().st_size for file in target.data.glob("airworthy.sqlite*")) / (1 << 20)


def callers(count, seconds, call):
    """Calls from `count` threads, until the time is over, and returns how often each status came."""
    end, counts, lock = time.monotonic() + seconds, {}, threading.Lock()

    def run(number):
        while time.monotonic() < end:
            try:
                status = call(number)
            except OSError as error:
                status = type(error).__name__
            with lock:
                counts[status] = counts.get(status, 0) + 1
            if status in (429, 503):
                time.sleep(0.02)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts


def publishing(target, seconds):
    """A pipeline's token publishes 160 KB of text after another."""
    token = target.new_token("--name", "pipeline", "--kind", "ci", "--app", APP)
    numbers = itertools.count()

    def call(_):
        return publish(target, APP, policy(rules(20, first=next(numbers))) + b" " * 150_000, token)[0]
    return callers(4, seconds, call)


def multiplying(target, seconds):
    """A token that may create others takes the places of four."""
    parent = target.new_token("--name", "parent", "--kind", "adm", "--app", APP, "--right", "read", "--right", "tokens")
    tokens = [parent] + [target.create_token(parent, f"child {number}", "read") for number in range(3)]
    text = policy(rules(15_000))

    def call(number):
        return target.ask("POST", f"/v1/admin/apps/{APP}/preflight", text, tokens[number % len(tokens)])[0]
    return callers(30, seconds, call)


def creating(target, seconds):
    """A token creates others as fast as it can."""
    parent = target.new_token("--name", "minter", "--kind", "adm", "--app", APP, "--right", "read", "--right", "tokens")
    body = compact({"kind": "adm", "name": "one of many", "rights": ["read", "tokens"]})
    return callers(4, seconds, lambda _: target.ask("POST", "/v1/admin/tokens", body, parent)[0])


ATTACKS = {"a pipeline publishes 160 KB each time": publishing, "30 refused preflights with a token and three of its own": multiplying,
           "a token creates tokens": creating}


def faults(target, seconds, longest):
    """Runs the attacks, prints a table, and returns what must not be, a line each: a publish that takes `longest` seconds is one."""
    broken = []
    print("\n| attack with a token of one app | answers | publishes of another app | median, worst, ms | refused | database, MiB |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for number, (name, attack) in enumerate([("none", lambda *_: time.sleep(seconds) or {}), *ATTACKS.items()]):
        honest, before = Honest(target, f"other-{number}"), size(target)
        answers = attack(target, seconds)
        honest.stop()
        times, grown = sorted(honest.times), size(target) - before
        counts = ", ".join(f"{status}: {count:,}" for status, count in sorted(answers.items(), key=str))
        print(f"| {name} | {counts} | {len(times)} | {times[len(times) // 2] * 1000:.0f}, {times[-1] * 1000:.0f} "
              f"| {len(honest.failures)} | {grown:+.1f} |", flush=True)
        if honest.failures:
            broken.append(f"{name}: publishes of another app were answered with {set(honest.failures)}")
        if times[-1] > longest:
            broken.append(f"{name}: a publish of another app took {times[-1]:.2f} s")
        if grown > DISK:
            broken.append(f"{name}: the database grew by {grown:.0f} MiB in {seconds} s")
        if attack is creating and answers.get(201, 0) > TOKENS:
            broken.append(f"{name}: {answers[201]:,} were created, {TOKENS} are the limit")
    return broken


def faults_on_a_full_disk(airworthy):
    """Fills the disk of a server of its own, and returns what must not be, a line each."""
    if os.getuid() != 0 or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode != 0:
        print("\nSkipped: a disk of its own needs root and `unshare -m`.")
        return []
    target = Target(airworthy, builds=50, disk="96m")
    broken = []
    try:
        token = target.new_token("--name", "pipeline", "--kind", "ci", "--app", APP)
        token_id = next(one["id"] for one in json.loads(target.ask("GET", "/v1/admin/tokens")[1])["tokens"] if one["name"] == "pipeline")
        first = target.publish(policy(rules(2)))
        target.publish(policy(rules(3)))
        withdrawal = compact({"version": "1.0", "platform": "ios"})

        def check(what, status, wanted):
            if status != wanted:
                broken.append(f"{what}: answered {status} instead of {wanted}")

        for left, publishes, rolls in [(40, 201, 201), (24, 507, 201), (4, 507, 507)]:
            with open(target.data / "filler", "ab") as filler:
                rest = shutil.disk_usage(target.data).free - (left << 20)
                filler.write(bytes(max(0, rest)))
            check(f"{left} MiB left, publish", publish(target, APP, policy(rules(4, first=left)), token)[0], publishes)
            back = compact({"policyVersion": first})
            check(f"{left} MiB left, roll back", target.ask("POST", f"/v1/admin/apps/{APP}/rollback", back)[0], rolls)
            # So that the next one has something to roll back.
            first = first + 1 if rolls == 201 else first
            check(f"{left} MiB left, manifest", target.ask("GET", f"/v1/apps/{APP}/manifest", token="none")[0], 200)
        check("4 MiB left, withdraw", target.ask("POST", f"/v1/admin/apps/{APP}/catalog/withdraw", withdrawal)[0], 200)
        check("4 MiB left, revoke", target.ask("DELETE", f"/v1/admin/tokens/{token_id}")[0], 204)
        check("the revoked token", publish(target, APP, policy(rules(5)), token)[0], 401)
        (target.data / "filler").unlink()
        check("room again, publish", publish(target, APP, policy(rules(6)))[0], 201)
    finally:
        target.stop()
    print(f"\nA disk with 40, 24 and 4 MiB left: {'as promised' if not broken else 'not as promised'}.")
    return broken
