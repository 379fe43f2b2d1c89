#!/usr/bin/env python3
"""Attacks a server with hostile callers, and prints what honest callers notice.

Usage: hostile.py AIRWORTHY [--seconds N] [--floor MS] [--connections C] [--only WORD]

AIRWORTHY is a release build. Each attack runs for N seconds (5) beside four honest callers: of health, manifest and decision,
each on one connection, and of the manifest on a new connection each time; before and after it they run as long without it. Callers that
hang up open a thousand connections a second; their quiet run has the same traffic on a path that does not exist, because that costs the
machine as much. Beside those who keep more connections than the server has room for, new ones wait in the kernel's queue, and how fast
that moves depends on the machine. So the quiet run for new connections has as many others that wait, which leave after each answer.

An attack that breaks a promise runs once more, with its quiet run, and counts only if it does so again: a 99th percentile is that of a few
requests, and a machine that is busy with the attackers delays some now and then.

The exit code is 1 if one of these holds:
- a 99th percentile is over three times the one before, and over the noise of the machine: 12 ms, twice that for a new connection, and five
  times that beside those who open thousands;
- an honest request of health or manifest fails;
- the memory rises by more than 64 MiB, and 24 KiB for each connection of those who keep many, or is not back within a
  minute after readers that keep C connections (2,000) each and read slowly;
- a small token delays a publish of another app by more than a second, makes it fail, fills the disk or creates tokens without end;
- a request that must be refused is not, or SIGTERM takes more than 10 s.
"""
import argparse
import os
import sys
import time

import load
from connections import holders, keepers, newcomers, pipeliners
from readers import slow_readers
from refusals import unexpected_answers
import tokens
from target import ADMIN, APP, Target, policy, rules

SLOW, KEEPS, HOLDS = "reads slowly", "keeps", "holds back"
LOST = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
HANGS_UP = "reader: preflight, then hangs up"
RATIO, MEMORY, SIGTERM_SECONDS = 3, 64, 10
# The addresses that keep connections; the server has places for those of four.
KEEPERS = 5
# The noise of the machine, in ms; with a higher one, as for a debug build, a publish may take longer as well.
FLOOR, WRITE_SECONDS = 12, 1
# What an open connection may take, in MiB.
CONNECTION = 24 / 1024
# How long the memory may take to get back, and how much may stay.
BACK_SECONDS, KEPT = 60, 32
CORES = os.cpu_count() or 2


def attacks(target, connections):
    """The attacks by name. Publishes the policies that two of them compare."""
    garbage = b'{"schema":1,"rules":[' + b",".join([b'{"x":1}'] * 131_000) + b"]}"
    keys = b'{"schema":1,' + b",".join(b'"k%d":1' % n for n in range(90_000)) + b"}"
    old = target.publish(policy(rules(1_900)))
    new = target.publish(policy(rules(1_900, version=lambda n: f"<{n + 7}", first=5_000)))
    target.publish(policy(rules(20)))
    app, pages = f"/v1/apps/{APP}", f"/apps/{APP}"
    few = connections // 50
    person = {"Cookie": target.sign_in(), "Accept": "text/html"}
    return {
        "person: 4 comparisons, 1,900 rules": load.callers(4, "GET", f"{pages}/history?from={old}&to={new}", **person),
        "person: 16 × what people see": load.callers(16, "GET", f"{pages}/screens", **person),
        "person: 16 × explain": load.callers(
            16, "GET", f"{pages}/explain?version=1.3&channel=appstore&os=17.1&storefront=JP", **person),
        "person: 16 × roll back, 1,900 rules": load.callers(16, "GET", f"{pages}/rollback?to={new}", **person),
        "anyone: 48 × /sign-in?next=N": load.flood(48, "/sign-in?next=/{n}"),
        "anyone: 48 × /sign-in?once=N": load.flood(48, "/sign-in?once=" + "0" * 59 + "{n}"),
        "anyone: 48 × a page without a session": load.flood(48, f"{pages}/explain?version=1.{{n}}"),
        "anyone: 16 × a form of 60 KiB without a session": load.callers(
            16, "POST", f"{pages}/policy", b"text=" + b"%3C" * 20_000, **LOST),
        "reader: preflight, 15,000 rules": load.callers(CORES, "POST", f"{ADMIN}/preflight", policy(rules(15_000))),
        "reader: 16 preflights, 2,400 rules": load.callers(16, "POST", f"{ADMIN}/preflight", policy(rules(2_400))),
        "reader: preflight, 131,000 bad rules": load.callers(CORES, "POST", f"{ADMIN}/preflight", garbage),
        "reader: preflight, 90,000 unknown keys": load.callers(CORES, "POST", f"{ADMIN}/preflight", keys),
        HANGS_UP: load.leavers(CORES, f"{ADMIN}/preflight", policy(rules(2_400))),
        "reader: 4 diffs, 1,900 rules": load.callers(4, "GET", f"{ADMIN}/diff?from={old}&to={new}"),
        "anyone: 48 × testflight/latest?x=N": load.flood(48, f"{app}/testflight/latest/external?x={{n}}"),
        "anyone: 48 × builds/N/audience": load.flood(48, f"{app}/testflight/builds/7{{n}}/audience"),
        "anyone: 48 × releases/latest, os=N": load.flood(
            48, f"{app}/releases/latest?channel=testflight.external&os=iOS%2017.{{n}}"),
        "anyone: 48 × unique decisions": load.flood(48, f"{app}/decision?channel=appstore&version=1.{{n}}"),
        "anyone: 1,300 × releases?x=N, 1 MiB": load.flood(16, f"{app}/releases?x={{n}}", total=1_300),
        f"anyone: {few} × 1,000 errors in a row": pipeliners(few, 1_000, "/x/1"),
        f"anyone: {few} × 1,000 check-in errors in a row": pipeliners(few, 1_000, f"{app}/check-ins"),
        f"{HOLDS}: {connections} webhooks of 64 KiB": holders(connections, 64 << 10, f"/hooks/app-store-connect/{APP}"),
        f"{HOLDS}: {connections} check-ins of 4 KiB": holders(connections, 4 << 10, f"{app}/check-ins"),
        f"{HOLDS}: {connections} decisions of 16 KiB": holders(connections, 16 << 10, f"{app}/decision"),
        f"{KEEPS}: {KEEPERS} × {connections} connections": keepers(connections, KEEPERS),
        f"{SLOW}: releases, 1 × {connections} × 12": slow_readers(f"{app}/releases", connections, 12),
        f"{SLOW}: releases, 4 × {connections} × 24": slow_readers(f"{app}/releases", connections, 24, addresses=4),
        f"{SLOW}: openapi.yaml, 1 × {connections} × 40": slow_readers("/openapi.yaml", connections, 40),
    }


def print_row(name, answers, before, during, after, memory):
    def cell(route):
        text = " → ".join(f"{times[route][0]:.1f}/{times[route][1]:.1f}" for times in (before, during, after))
        failures = [times[route][2] for times in (before, during, after)]
        return text + (f", failed {failures[0]}, {failures[1]}, {failures[2]}" if any(failures) else "")

    counts = ", ".join(f"{status}: {count:,}" for status, count in sorted(answers.items(), key=str))
    cells = [name, counts, *map(cell, load.PROBES), " → ".join(f"{size:.0f}" for size in memory)]
    print("|", " | ".join(cells), "|", flush=True)


def faults(options, name, routes, answers, before, during, memory):
    """What honest callers must not notice, a line each."""
    for route in routes:
        (_, usual, _), (_, p99, failures) = before[route], during[route]
        # A new connection takes several turns of the server's threads, and waits behind those that attackers open.
        floor = options.floor * (1 if route != "connection" else 5 if name.startswith(KEEPS) else 2)
        if p99 > max(floor, RATIO * usual):
            yield f"{route} p99 {p99:.1f} ms, before {usual:.1f} ms"
        if failures:
            yield f"{failures} failed requests of {route}"
    first, peak = memory
    open_connections = options.connections * (4 if name.startswith(KEEPS) else 1 if name.startswith(HOLDS) else 0)
    if peak - first > MEMORY + open_connections * CONNECTION:
        yield f"memory {first:.0f} → {peak:.0f} MiB"
    if 500 in answers:
        yield f"{answers[500]} answers with 500"


def run(target, options, name, attack, before):
    """Runs an attack, and prints its row: what it breaks, a line each, and the times after it."""
    if name == HANGS_UP:
        before, _, _ = load.measure(target, options.seconds, load.leavers(CORES, "/nothing", policy(rules(2_400))))
    if name.startswith(KEEPS):
        # Five addresses want 5 C connections, and the server keeps 15/16 of its 4 C places in use. So 5 C / 4 wait.
        control, _, _ = load.measure(target, options.seconds, newcomers(options.connections // 4, KEEPERS))
        before = {**before, "connection": control["connection"]}
    memory = target.memory()
    during, answers, peak = load.measure(target, options.seconds, attack)
    end = time.time() + (BACK_SECONDS if name.startswith(SLOW) else 0)
    while target.memory() > memory + KEPT and time.time() < end:
        time.sleep(0.2)
    kept = target.memory()
    after, _, _ = load.measure(target, options.seconds)
    print_row(name, answers, before, during, after, (memory, peak, kept))
    # New connections wait behind those that the attackers open, in the quiet run as well.
    routes = [route for route in load.PROBES if name != HANGS_UP or route != "connection"]
    found = [f"{name}: {fault}" for fault in faults(options, name, routes, answers, before, during, (memory, peak))]
    if name.startswith(SLOW) and kept - memory > KEPT:
        found.append(f"{name}: memory {memory:.0f} MiB before and {kept:.0f} MiB after a minute")
    return found, after


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("airworthy")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--floor", type=float, default=FLOOR)
    parser.add_argument("--connections", type=int, default=2_000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    target, broken = Target(options.airworthy, connections=4 * options.connections), []
    try:
        chosen = {name: attack for name, attack in attacks(target, options.connections).items() if options.only in name}
        load.measure(target, 1)
        print(f"| attack | answers | {' | '.join(f'{route}, ms' for route in load.PROBES)} | memory, MiB |")
        print("| --- | --- |" + " ---: |" * (len(load.PROBES) + 1))
        before, _, _ = load.measure(target, options.seconds)
        for name, attack in chosen.items():
            found, before = run(target, options, name, attack, before)
            if found:
                found, before = run(target, options, name, attack, before)
            broken += found
        if options.only in "tokens":
            longest = WRITE_SECONDS * max(1, options.floor / FLOOR)
            broken += tokens.faults(target, options.seconds, longest) + tokens.faults_on_a_full_disk(options.airworthy)
        broken += unexpected_answers(target)
        opened, kept, is_served = load.hold(target.port, 9_000)
        print(f"\nOne address opened {opened:,} connections and could keep {kept:,}; "
              f"another address {'is served' if is_served else 'is NOT served'}.")
        if not is_served:
            broken.append("one address took all connections")
    finally:
        seconds, code = target.stop()
    print(f"SIGTERM: ended after {seconds:.1f} s with exit code {code}.")
    if seconds > SIGTERM_SECONDS or code != 0:
        broken.append(f"SIGTERM took {seconds:.1f} s, exit code {code}")
    for line in broken:
        print("BROKEN:", line)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
