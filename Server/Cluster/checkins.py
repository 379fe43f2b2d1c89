#!/usr/bin/env python3
"""Lets a day's devices check in with three nodes within minutes, kills a node again and again, and compares the numbers with what every device is.

Usage: checkins.py AIRWORTHY [--devices N] [--seconds S]

AIRWORTHY is a release build. N devices (5,000,000) check in once, in the course of the 24 hours of a day that take S seconds (600), or
longer if the nodes cannot keep up; a part of them updates and checks in again. Check-ins that a node refuses with 503, because it cannot
store them soon, come again. There are two apps: the devices of one use all nodes,
those of the other all but node 2, which is killed in the busiest hour and then every ten seconds. The exit code is 1 if a check-in is
counted twice, one is missing except those of the ten seconds before a kill of node 2, or a preflight says anything but what the devices are.
"""
import argparse
import collections
import datetime
import itertools
import json
import sys
import time

import workers as clients
from cluster import Caller, Cluster, wait_until
from devices import CELLS, COUNTRIES, NEXT, VERSIONS, effects, facts, play, requests

# The hours from which on node 2 is killed, and until which.
KILL_AT, LAST_KILL = 19.5, 23
KILL_SECONDS = 10
CONNECTIONS = 2
# A node accepts check-ins for so long, at most, without storing them.
WAIT_SECONDS = 10
POLICY = {"schema": 1, "appleID": 1000000001, "rules": [{"id": "floor", "when": {"version": "<3.0.0"}, "update": "required"}]}
# Every version is known, so that none is counted among the invented ones, and only the newest one can be had.
CATALOG = {"schema": 1, "releases": [{"platform": "ios", "version": "5.0.0", "build": "500", "minimumOS": "16.0", "offers": [
    {"channel": "appstore", "publishedAt": "2020-01-01T00:00:00Z"}]}] + [
    {"platform": "ios", "version": facts(NEXT * version)["version"], "build": facts(NEXT * version)["build"], "offers": [
        {"channel": "appstore", "publishedAt": "2019-01-01T00:00:00Z", "state": "withdrawn"}]} for version in range(VERSIONS)]}


def decided(cell):
    """The status under POLICY and CATALOG, from their meaning."""
    version, system = cell // NEXT, cell % NEXT // len(COUNTRIES)
    if version >= 20:
        return "ok"
    return "required" if system >= 4 else "requiredUnavailable"


class Truth:
    """The devices of an app by cell, and by how many the stored numbers may differ."""

    def __init__(self):
        self.exact, self.low, self.high = ([0] * CELLS for _ in range(3))

    def add(self, code):
        for cell, devices in effects(code):
            self.exact[cell] += devices

    def may_miss(self, code):
        """A check-in that was acknowledged and may not be stored."""
        for cell, devices in effects(code):
            (self.low if devices > 0 else self.high)[cell] -= devices

    def may_have(self, code):
        """A check-in that was not acknowledged and may be stored."""
        for cell, devices in effects(code):
            (self.high if devices > 0 else self.low)[cell] += devices

    def wrong(self, stored):
        """The cells whose number is impossible. Nothing below zero is shown."""
        return [cell for cell in range(CELLS) if not max(0, self.exact[cell] + self.low[cell]) <= stored[cell]
                <= max(0, self.exact[cell] + self.high[cell])]


class Day:
    def __init__(self, cluster, options):
        self.cluster, self.options, self.broken = cluster, options, []
        self.killed = cluster.nodes[1]

    def check(self, condition, sentence):
        if not condition:
            self.broken.append(sentence)

    def caller(self):
        return Caller(self.cluster.nodes[0].port, self.cluster.token)

    def run(self):
        left = 86_400 - time.time() % 86_400
        if left < max(180, 2.6 * self.options.seconds):
            print(f"waiting for {left / 60:.0f} minutes, because the day (UTC) must not change meanwhile", flush=True)
            time.sleep(left + 1)
        self.day = f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}"
        for app in ["all-nodes", "two-nodes"]:
            self.cluster.create_app(app)
            path = f"/v1/admin/apps/{app}"
            self.caller().expect([200, 201], "PUT", f"{path}/catalog", json.dumps({**CATALOG, "app": app}).encode())
            nothing = json.dumps({"schema": 1, "rules": []}).encode()
            self.caller().expect([201], "PUT", f"{path}/policy", nothing, If_None_Match="*")
            for node in self.cluster.nodes:
                wait_until(lambda: Caller(node.port).ask("GET", clients.manifest_path(app))[0].status == 200, f"{node.name} has {app}")
        ends, crowd = requests(self.day), clients.Workers()
        self.began = time.monotonic()
        for number, node in enumerate(self.cluster.nodes * CONNECTIONS):
            apps = ["all-nodes"] if node is self.killed else ["all-nodes", "two-nodes"]
            devices = self.options.devices // (3 * CONNECTIONS)
            crowd.start(play, node.name, node.port, apps, devices, self.options.seconds, self.day, ends, number)
        self.kill_repeatedly(crowd)
        notes = crowd.stop()
        self.ended = time.monotonic()
        print(f"memory of the nodes: {', '.join(f'{node.resident_megabytes():.0f} MiB' for node in self.cluster.nodes)}")
        wait_until(lambda: all(node.metric("airworthy_check_ins_pending_cells") == 0 for node in self.cluster.nodes),
                   "every node has stored its check-ins")
        self.judge(notes)

    def kill_repeatedly(self, crowd):
        self.kills = []
        first, last = (self.began + self.options.seconds * hour / 24 for hour in [KILL_AT, LAST_KILL])
        while not self.kills or self.kills[-1][0] + KILL_SECONDS < last:
            due = self.kills[-1][0] + KILL_SECONDS if self.kills else first
            while time.monotonic() < due:
                time.sleep(0.01)
            self.kill(crowd)

    def kill(self, crowd):
        killed = time.monotonic()
        self.killed.kill()
        dead = time.monotonic()
        self.kills.append((killed, dead))
        count = crowd.published.value
        time.sleep(2)
        self.killed.start()
        print(f"{self.killed.name} was killed after {count:,} check-ins, and is back after {time.monotonic() - dead:.1f} s")

    def is_at_risk(self, when):
        """Whether a check-in that node 2 acknowledged then may be lost."""
        # An answer may be read when its node is dead; the next one comes two seconds later.
        return any(killed - WAIT_SECONDS <= when <= dead + 1 for killed, dead in self.kills)

    def mean_flush(self):
        seconds, count = (sum(node.metric(f"airworthy_check_ins_flush_seconds_{part}") for node in self.cluster.nodes)
                          for part in ["sum", "count"])
        return seconds / count

    def judge(self, notes):
        total, refused, per_second = 0, 0, collections.Counter()
        for app in ["all-nodes", "two-nodes"]:
            truth, risky = Truth(), 0
            for _, arguments, seen in notes:
                times, counts, acknowledged, unknown, refusals = seen.get(app, [[]] * 5)
                refused += sum(refusals)
                is_killed, codes = arguments[0] == self.killed.name, iter(acknowledged)
                for when, count in zip(times, counts):
                    per_second[int(when - self.began)] += count
                    for code in itertools.islice(codes, count):
                        truth.add(code)
                        if is_killed and self.is_at_risk(when):
                            truth.may_miss(code)
                            risky += code % 2 == 0
                for code in unknown:
                    truth.may_have(code)
                self.check(is_killed or not unknown, f"{app}: {len(unknown)} check-ins had no answer from {arguments[0]}, which was not killed")
                total += len(acknowledged)
            stored = self.stored(app)
            self.judge_numbers(app, truth, stored, risky)
            self.judge_preflight(app, stored)
        seconds = self.ended - self.began
        print(f"{total:,} check-ins in {seconds:.0f} s: {total / seconds:,.0f} a second, {max(per_second.values()):,} in the busiest one; "
              f"{refused:,} others were refused first; storing took {self.mean_flush():.2f} s on average")

    def judge_numbers(self, app, truth, stored, risky):
        """No device is counted twice, and none is missing but those that the killed node did not store in time."""
        for cell in truth.wrong(stored)[:3]:
            self.check(False, f"{app}: {facts(cell)}: {stored[cell]} stored, {truth.exact[cell]} acknowledged")
        missing = sum(truth.exact) - sum(stored)
        self.check(missing <= risky, f"{app}: {missing} devices are missing, {risky} checked in just before a kill")
        if app == "two-nodes":
            self.check(stored == truth.exact, f"{app}: some numbers are not exact")
            print(f"{app}: {sum(stored):,} devices in {CELLS:,} cells, none missing, every number exact")
            return
        differ = sum(a != b for a, b in zip(stored, truth.exact))
        print(f"{app}: {sum(truth.exact):,} devices in {CELLS:,} cells, {missing:,} missing of {risky:,} that checked in during "
              f"the {WAIT_SECONDS} s before one of {len(self.kills)} kills of {self.killed.name}; {differ:,} numbers differ from what was acknowledged, none by more than that")

    def stored(self, app):
        numbers = {tuple(facts(cell).values()): cell for cell in range(CELLS)}
        stored = [0] * CELLS
        for row in self.caller().expect([200], "GET", f"/v1/admin/apps/{app}/adoption")["cells"]:
            stored[numbers[tuple(row[name] for name in facts(0))]] = row["count"]
        return stored

    def judge_preflight(self, app, stored):
        """What the preflight says of all installations is what each of them would be told."""
        began = time.monotonic()
        impact = self.caller().expect([200], "POST", f"/v1/admin/apps/{app}/preflight", json.dumps(POLICY).encode())["impact"]
        seconds, truth = time.monotonic() - began, collections.Counter()
        for cell, count in enumerate(stored):
            truth[decided(cell)] += count
        said = {(entry["from"], entry["to"]): entry["count"] for entry in impact["matrix"]}
        expected = {("ok", status): count for status, count in truth.items()}
        self.check(said == expected, f"{app}: the preflight says {said}, the devices are {expected}")
        numbers = (impact["installations"], impact["newlyBlocked"], impact["stuck"])
        self.check(numbers == (sum(stored), truth["required"], truth["requiredUnavailable"]), f"{app}: the preflight says {numbers}")
        print(f"{app}: the preflight says {numbers[1]:,} newly blocked and {numbers[2]:,} stuck of {numbers[0]:,}, as it is, "
              f"in {seconds:.2f} s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("airworthy")
    parser.add_argument("--devices", type=int, default=5_000_000)
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    with Cluster(options.airworthy) as cluster:
        day = Day(cluster, options)
        day.run()
    for sentence in day.broken[:20]:
        print("BROKEN:", sentence)
    sys.exit(bool(day.broken))


if __name__ == "__main__":
    main()
