#!/usr/bin/env python3
"""Attacks a server with hostile callers, and prints what honest callers notice.

Usage: hostile.py AIRWORTHY [--seconds N] [--floor MS] [--only WORD]

AIRWORTHY is a release build. Each attack runs for N seconds (5) beside three honest callers of health, manifest and
decision, after a quiet run of the same length. Callers that hang up open a thousand connections a second; their quiet run
has the same traffic on a path that does not exist, because that costs the machine as much. The exit code is 1 if a 99th percentile is over three times the quiet
one (and over the floor, 12 ms, below which it is noise of the machine), if an honest request of health or manifest
fails, if the memory rises by more than 64 MiB, if a request that must be refused is not, or if SIGTERM takes more than
10 s.
"""
import argparse
import os
import sys

import load
from refusals import unexpected_answers
from target import ADMIN, APP, Target, policy, rules

HANGS_UP = "reader: preflight, then hangs up"
RATIO, MEMORY, SIGTERM_SECONDS = 3, 64, 10
CORES = os.cpu_count() or 2


def attacks(target):
    """The attacks by name. Publishes the policies that two of them compare."""
    garbage = b'{"schema":1,"rules":[' + b",".join([b'{"x":1}'] * 131_000) + b"]}"
    keys = b'{"schema":1,' + b",".join(b'"k%d":1' % n for n in range(90_000)) + b"}"
    old = target.publish(policy(rules(1_900)))
    new = target.publish(policy(rules(1_900, version=lambda n: f"<{n + 7}", first=5_000)))
    target.publish(policy(rules(20)))
    app, pages = f"/v1/apps/{APP}", f"/apps/{APP}"
    person = {"Cookie": target.sign_in(), "Accept": "text/html"}
    return {
        "person: 4 comparisons, 1,900 rules": load.callers(4, "GET", f"{pages}/history?from={old}&to={new}", **person),
        "person: 16 × what people see": load.callers(16, "GET", f"{pages}/screens", **person),
        "person: 16 × explain": load.callers(
            16, "GET", f"{pages}/explain?version=1.3&channel=appstore&os=17.1&storefront=JP", **person),
        "person: 16 × roll back, 1,900 rules": load.callers(16, "GET", f"{pages}/rollback?to={new}", **person),
        "anyone: 48 × /sign-in?next=N": load.flood(48, "/sign-in?next=/{n}"),
        "anyone: 48 × a page without a session": load.flood(48, f"{pages}/explain?version=1.{{n}}"),
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
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("airworthy")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--floor", type=float, default=12)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    target, broken = Target(options.airworthy), []
    try:
        chosen = {name: attack for name, attack in attacks(target).items() if options.only in name}
        load.measure(target, 1)
        print(f"| attack | answers | {' | '.join(f'{route} p99, ms' for route in load.PROBES)} | memory, MiB |")
        print("| --- | --- |" + " ---: |" * (len(load.PROBES) + 1))
        for name, attack in chosen.items():
            control = load.leavers(CORES, "/nothing", policy(rules(2_400))) if name == HANGS_UP else None
            quiet, _, before = load.measure(target, options.seconds, control)
            loud, answers, peak = load.measure(target, options.seconds, attack)
            cells = [f"{quiet[route][1]:.1f} → {loud[route][1]:.1f}" for route in load.PROBES]
            counts = ", ".join(f"{status}: {count:,}" for status, count in sorted(answers.items(), key=str))
            print(f"| {name} | {counts} | {' | '.join(cells)} | {before:.0f} → {peak:.0f} |", flush=True)
            for route in load.PROBES:
                (_, usual, _), (_, p99, failures) = quiet[route], loud[route]
                if p99 > max(options.floor, RATIO * usual):
                    broken.append(f"{name}: {route} p99 {p99:.1f} ms, quiet {usual:.1f} ms")
                if failures:
                    broken.append(f"{name}: {failures} failed requests of {route}")
            if peak - before > MEMORY:
                broken.append(f"{name}: memory {before:.0f} → {peak:.0f} MiB")
            if 500 in answers:
                broken.append(f"{name}: {answers[500]} answers with 500")
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
