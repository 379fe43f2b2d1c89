#!/usr/bin/env python3
"""Publishes on three nodes while they and PostgreSQL are killed, cut off and stopped, and checks what every client saw.

Usage: torture.py AIRWORTHY [--publishes N] [--every S] [--seconds S] [--pause S] [--apps N] [--previous OLD]

AIRWORTHY is a release build. Four clients publish through nginx on the same four apps, two read through it, and each node has a
watcher. The phases: quiet; a random node killed each S seconds (1) until N publishes (10,000) succeeded and for at least --seconds;
PostgreSQL restarted, then its connections cut, then stopped for --pause seconds (75). --apps N instead measures nodes with that many
apps and a tenth as many tokens, the quiet phase included. --previous OLD starts with nodes of an older release: under load the database
is migrated, each old node is killed and starts again on the newer tables, and then one after the other is upgraded.
Devices check in with each node all the time. The exit code is 1 if a device is counted twice or one is missing that did not check
in during the ten seconds before its node was killed, if a publish that was acknowledged is missing or there twice, a node served a lower revision than before or other
bytes for the same one, a read failed, a refusal of PostgreSQL's outage was no 503 with Retry-After, or a time of --limits is exceeded.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import sys
import time

import workers as clients
from cluster import Caller, Cluster, wait_until

APPS = ["one", "two", "three", "four"]
VISIBLE_SECONDS, RECOVERY_SECONDS, START_SECONDS, IDLE_SHARE = 0.3, 15, 3, 0.01
# Check-ins wait in memory for so long; storing them takes part of a second.
CHECK_IN_SECONDS = 11
# An outage of PostgreSQL, after which tokens are refused because a revocation could have been missed.
TOKEN_SECONDS = 60


class Torture:
    def __init__(self, cluster, options):
        self.cluster, self.options, self.broken, self.phases = cluster, options, [], []
        # Node's name -> [(ready, ended)]; a node that runs has no end yet.
        self.alive = {node.name: [[time.monotonic(), None]] for node in cluster.nodes}

    def check(self, condition, sentence):
        if not condition:
            self.broken.append(sentence)

    def say(self, sentence):
        print(f"{time.monotonic() - self.began:6.1f} s  {sentence}", flush=True)

    def phase(self, name, act):
        began = time.monotonic()
        act()
        self.phases.append((name, began, time.monotonic()))

    def run(self):
        self.began, cluster = time.monotonic(), self.cluster
        if self.options.apps:
            self.measure_many_apps(self.options.apps)
        for app in APPS:
            cluster.create_app(app)
            Caller(cluster.port, cluster.token).expect(
                [201], "PUT", f"/v1/admin/apps/{app}/policy", clients.policy(0), If_None_Match="*")
        for node in cluster.nodes:
            wait_until(lambda: all(
                Caller(node.port).ask("GET", clients.manifest_path(app))[0].status == 200 for app in APPS), f"{node.name} has all apps")
        self.workers = clients.Workers()
        for number in range(1, 5):
            self.workers.start(clients.publish, cluster.port, cluster.token, APPS, number)
        for number in range(2):
            self.workers.start(clients.read, cluster.port, APPS, number)
        for node in cluster.nodes:
            self.workers.start(clients.watch, node.name, node.port, APPS)
        for node in cluster.nodes:
            cluster.create_app(self.counted(node.name))
            self.workers.start(clients.check_in, node.name, node.port, self.counted(node.name))
        self.workers.start(clients.ask_who, cluster.nodes[0].port, cluster.token)
        try:
            self.phase("quiet", lambda: time.sleep(self.options.quiet))
            self.say(f"quiet: {self.workers.published.value:,} publishes")
            if not self.options.apps:
                self.harm()
        finally:
            notes = self.workers.stop()
        self.judge(notes)

    @staticmethod
    def counted(name):
        """The app whose devices check in with a node."""
        return f"counted-{name.replace(' ', '-')}"

    # What happens to the cluster.

    def harm(self):
        if self.options.previous:
            self.phase("upgrade", self.upgrade)
        self.phase("kills", self.kill_nodes)
        for _ in range(self.options.restarts):
            self.phase("restart", self.restart_postgres)
            self.phase("cut", self.cut_connections)
        self.phase("pause", self.pause_postgres)
        self.phase("after", lambda: time.sleep(3))

    def upgrade(self):
        self.cluster.tool = self.options.airworthy
        ran = self.cluster.run("migrate").strip().splitlines()
        self.say("migrate: " + "; ".join(ran))
        for node in self.cluster.nodes:
            self.end(node, node.kill)
            self.start(node)
            newer = [line.removeprefix("ran ") for line in ran if line.startswith("ran ")]
            self.check(not newer or node.has_logged("database.newer"), f"{node.name} did not say that {newer} are newer than itself")
        self.say("every old node has started again")
        for node in self.cluster.nodes:
            self.end(node, node.stop)
            node.tool = self.cluster.tool
            self.start(node)
            time.sleep(2)
        self.say("every node is of the new release")

    def kill_nodes(self):
        chance, kills, before = random.Random(1), 0, self.workers.published.value
        end = time.monotonic() + self.options.seconds
        while self.workers.published.value - before < self.options.publishes or time.monotonic() < end:
            began, node = time.monotonic(), chance.choice(self.cluster.nodes)
            self.end(node, node.kill)
            self.start(node)
            kills += 1
            time.sleep(max(0, self.options.every - (time.monotonic() - began)))
        self.say(f"kills: {kills}, meanwhile {self.workers.published.value - before:,} publishes")

    def end(self, node, how):
        self.alive[node.name][-1][1] = time.monotonic()
        how()

    def start(self, node):
        node.start()
        self.alive[node.name].append([time.monotonic(), None])

    def wait_for_publish(self, event):
        began, before = time.monotonic(), self.workers.published.value
        wait_until(lambda: self.workers.published.value > before, f"a publish succeeds after {event}", 60)
        seconds = time.monotonic() - began
        self.say(f"{event}: the next publish succeeded after {seconds:.2f} s")
        self.check(seconds < RECOVERY_SECONDS, f"{event}: no publish for {seconds:.1f} s")

    def restart_postgres(self):
        self.cluster.postgres.stop()
        time.sleep(1)
        self.cluster.postgres.start()
        self.wait_for_publish("PostgreSQL restarted")

    def cut_connections(self):
        self.cluster.postgres.cut()
        self.wait_for_publish("connections cut")

    def pause_postgres(self):
        self.cluster.postgres.pause()
        time.sleep(self.options.pause)
        self.cluster.postgres.resume()
        self.wait_for_publish(f"PostgreSQL paused for {self.options.pause:g} s")
        wait_until(lambda: sum(node.leads() for node in self.cluster.nodes) == 1, "one node leads again", 60)

    # What the clients saw.

    def judge(self, notes):
        of = collections.defaultdict(list)
        for kind, arguments, seen in notes:
            of[kind].append((arguments, seen))
        published = [note for _, seen in of["publish"] for note in seen]
        watched = {arguments[0]: seen for arguments, seen in of["watch"]}
        self.judge_history(published)
        self.judge_answers(published)
        self.judge_nodes(watched)
        self.judge_visibility(published, watched)
        reads = sum(seen[0] for _, seen in of["read"])
        failures = [failure for _, seen in of["read"] for failure in seen[2]]
        print(f"reads: {reads:,}, {len(failures)} failed, the slowest took {max(seen[1] for _, seen in of['read']):.2f} s")
        self.check(not failures, f"{len(failures)} reads failed, e.g. {failures[:3]}")
        self.judge_token(of["ask_who"][0][1])
        self.judge_check_ins({arguments[0]: seen for arguments, seen in of["check_in"]})

    def judge_history(self, published):
        """Every acknowledged publish is in the history with its digest, and no revision was given to two."""
        total = 0
        for app in APPS:
            history, before = {}, ""
            while True:
                page = Caller(self.cluster.port, self.cluster.token).expect(
                    [200], "GET", f"/v1/admin/apps/{app}/history?limit=200{before}")["revisions"]
                if not page:
                    break
                for entry in page:
                    self.check(entry["revision"] not in history, f"{app}: revision {entry['revision']} is there twice")
                    history[entry["revision"]] = entry["digest"]
                before = f"&before={page[-1]['revision']}"
            markers = {}
            for note in published:
                if note[0] != app or note[6] is None:
                    continue
                revision, marker, digest = note[6:]
                self.check(history.get(revision) == digest, f"{app}: revision {revision} was acknowledged and is lost")
                self.check(markers.setdefault(revision, marker) == marker, f"{app}: revision {revision} was given to two publishes")
            total += len(markers)
            unknown = len(history) - len(markers)
            self.check(0 <= unknown <= sum(note[0] == app and note[6] is None for note in published) + 1,
                       f"{app}: {unknown} revisions more than publishes without an answer")
        print(f"publishes: {len(published):,} tried, {total:,} acknowledged, all of them in the history")

    def judge_answers(self, published):
        """While nodes die, the proxy may have no answer; while PostgreSQL is away, each refusal is a 503 that says when to come back."""
        for name, began, ended in self.phases:
            answers = collections.Counter(
                f"{note[3] or ''} {note[4] or ''}".strip() for note in published if began <= note[2] < ended)
            print(f"{name}, {ended - began:.0f} s: " + ", ".join(f"{count:,} × {answer}" for answer, count in answers.most_common()))
        for app, sent, answered, status, problem, retry_after, *_ in published:
            self.check(status in (200, 201, 412, 503) or self.ended_between(sent, answered),
                       f"{app}: a publish got {status} {problem} although no node was killed")
            self.check(status != 503 or retry_after is not None, f"{app}: 503 {problem} without Retry-After")

    def ended_between(self, began, ended):
        return any(end and began - 1 < end < ended + 1 for lives in self.alive.values() for _, end in lives)

    def judge_nodes(self, watched):
        """No node ever serves a lower revision than before, also after it was killed; all serve the same bytes."""
        tags = {}
        for name, notes in watched.items():
            highest = {}
            for app, _, revision, tag in notes:
                self.check(revision >= highest.get(app, 0), f"{name}: {app} fell from {highest.get(app)} to {revision}")
                highest[app] = max(revision, highest.get(app, 0))
                self.check(tags.setdefault((app, revision), tag) == tag, f"{name}: other bytes for {app} {revision}")
        print(f"nodes: {len(tags):,} revisions seen, none lower than one before on the same node, the same bytes on all")

    def judge_visibility(self, published, watched):
        """The time from an acknowledgement until the last node that ran all the time serves that revision or a later one."""
        for wanted, began, ended in self.phases:
            if wanted not in ("quiet", "kills"):
                continue
            delays = []
            for name, notes in watched.items():
                seen = collections.defaultdict(list)
                for app, when, revision, _ in notes:
                    seen[app].append((when, revision))
                for ready, end in self.alive[name]:
                    for app in APPS:
                        delays += self.delays(
                            [note for note in published if note[0] == app and note[6] and began <= note[2] < ended],
                            seen[app], ready, end or ended)
            delays.sort()
            if not delays:
                self.check(False, f"{wanted}: no publish could be watched")
                continue
            median, p99 = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
            print(f"{wanted}: {len(delays):,} times publish to visible on a node, median {median * 1000:.0f} ms, "
                  f"99 % {p99 * 1000:.0f} ms, all {delays[-1] * 1000:.0f} ms")
            self.check(p99 < VISIBLE_SECONDS, f"{wanted}: publish to visible, 99 %: {p99 * 1000:.0f} ms")

    @staticmethod
    def delays(published, seen, ready, end):
        found, position = [], 0
        for note in sorted(published, key=lambda note: note[6]):
            acknowledged, revision = note[2], note[6]
            if not ready <= acknowledged < end:
                continue
            while position < len(seen) and (seen[position][1] < revision or seen[position][0] < ready):
                position += 1
            when = seen[position][0] if position < len(seen) else float("inf")
            if when < end:
                found.append(max(0.0, when - acknowledged))
            elif end - acknowledged > 5:
                found.append(end - acknowledged)
        return found

    def judge_token(self, answers):
        """Node 1 accepts the token unless it could not look for revocations for a minute."""
        began = next((began for name, began, _ in self.phases if name == "pause"), float("inf"))
        paused = [status for when, status in answers if began + TOKEN_SECONDS + 5 < when < began + self.options.pause]
        if paused:
            self.check(set(paused) == {503}, f"after {TOKEN_SECONDS} s without PostgreSQL, whoami got {collections.Counter(paused)}")
            print(f"after {TOKEN_SECONDS} s without PostgreSQL, {len(paused)} requests with a token got 503")
        self.check(answers[-1][1] == 200, f"at the end, whoami gets {answers[-1][1]}")

    def judge_check_ins(self, sent):
        """No device is counted twice, and of each killed node at most the last ten seconds are missing."""
        # What is in memory is stored by then.
        time.sleep(CHECK_IN_SECONDS if sent else 0)
        total, missing, allowed = 0, 0, 0
        for name, (acknowledged, unknown) in sent.items():
            counted = Caller(self.cluster.port, self.cluster.token).expect(
                [200], "GET", f"/v1/admin/apps/{self.counted(name)}/adoption?days=2")["installations"]
            ends = [end for _, end in self.alive[name] if end]
            at_risk = sum(any(end - CHECK_IN_SECONDS <= when < end for end in ends) for when in acknowledged)
            lost = len(acknowledged) - counted
            self.check(counted <= len(acknowledged) + unknown,
                       f"{name}: {counted} devices counted, {len(acknowledged)} acknowledged and {unknown} without an answer")
            self.check(lost <= at_risk,
                       f"{name}: {lost} of {len(acknowledged)} devices missing, {at_risk} checked in just before it was killed")
            total, missing, allowed = total + len(acknowledged), missing + max(0, lost), allowed + at_risk
        if sent:
            print(f"check-ins: {total:,} devices acknowledged, none counted twice, {missing:,} missing, all of them within "
                  f"{CHECK_IN_SECONDS} s before a node was killed ({allowed:,} devices checked in then)")

    # A node with many apps.

    def measure_many_apps(self, count):
        cluster, node = self.cluster, self.cluster.nodes[0]
        processes = concurrent.futures.ProcessPoolExecutor(
            4, initializer=_connect, initargs=(cluster.port, cluster.token, str(cluster.folder)))
        with processes as pool:
            for create, number in [(_create_app, count), (_create_token, count // 10)]:
                collections.deque(pool.map(create, range(number), chunksize=50), maxlen=0)
        self.say(f"{count:,} apps with a manifest, and {count // 10:,} tokens")
        node.stop()
        began = time.monotonic()
        node.start()
        seconds = time.monotonic() - began
        time.sleep(5)
        began, used = time.monotonic(), node.processor_seconds()
        time.sleep(60)
        share = (node.processor_seconds() - used) / (time.monotonic() - began)
        print(f"{node.name} with {count:,} apps: ready after {seconds:.2f} s, idle it uses {share:.2%} of a core, "
              f"{node.resident_megabytes():.0f} MiB resident")
        self.check(seconds <= START_SECONDS, f"a start with {count:,} apps took {seconds:.1f} s")
        self.check(share <= IDLE_SHARE, f"an idle node with {count:,} apps uses {share:.2%} of a core")


def _connect(port, token, folder):
    global _caller, _root
    import base64
    _caller = Caller(port, token)
    pem = pathlib.Path(folder, "keys/root-primary.pub").read_text().split("-----")[2]
    _root = base64.b64encode(base64.b64decode(pem)[-32:]).decode()


def _create_app(number):
    slug = f"app-{number}"
    body = {"slug": slug, "bundleID": f"com.example.app{number}", "pins": [{"key": _root, "role": "root"}]}
    _caller.expect([201], "POST", "/v1/admin/apps", json.dumps(body).encode())
    _caller.expect([201], "PUT", f"/v1/admin/apps/{slug}/policy", clients.policy(number), If_None_Match="*")


def _create_token(number):
    body = {"kind": "ci", "name": f"token {number}", "apps": ["app-1"], "rights": ["read"]}
    _caller.expect([201], "POST", "/v1/admin/tokens", json.dumps(body).encode())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("airworthy")
    parser.add_argument("--publishes", type=int, default=10_000)
    parser.add_argument("--every", type=float, default=1)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--quiet", type=float, default=30)
    parser.add_argument("--restarts", type=int, default=5)
    parser.add_argument("--pause", type=float, default=75)
    parser.add_argument("--apps", type=int, default=0)
    parser.add_argument("--previous")
    options = parser.parse_args()
    with Cluster(options.previous or options.airworthy) as cluster:
        torture = Torture(cluster, options)
        torture.run()
    for line in collections.Counter(torture.broken).most_common(40):
        print("BROKEN:", *line)
    sys.exit(bool(torture.broken))


if __name__ == "__main__":
    main()
