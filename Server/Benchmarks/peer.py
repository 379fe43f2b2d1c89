"""Times a toggle of Unleash's engine that has the same conditions as the 50 rules of airworthy-bench.

The engine is a library in Rust. Its users in Python call it through ctypes, with the context as JSON. A toggle without
conditions takes that way too, so the difference of both is the time of the 50 strategies.
"""
import json
import time

from yggdrasil_engine.engine import UnleashEngine

ROUNDS = 20
CALLS = 5_000


def constraint(name, operator, value=None, values=(), inverted=False):
    return {"contextName": name, "operator": operator, "value": value, "values": list(values), "inverted": inverted}


def since(version):
    return constraint("version", "SEMVER_LT", version, inverted=True)


def below(version):
    return constraint("version", "SEMVER_LT", version)


def conditions(number):
    match number % 4:
        case 0:
            return [constraint("version", "SEMVER_EQ", f"3.{number}.1")]
        case 1:
            return [since(f"4.{number}.0"), below(f"4.{number}.3"), constraint("channel", "IN", values=["appstore"])]
        case 2:
            return [
                constraint("os", "IN", values=["iOS"]), constraint("osVersion", "SEMVER_LT", "15.0.0"),
                since(f"2.{number}.0"), below(f"2.{number + 1}.0"),
            ]
        case _:
            return [
                constraint("tier", "IN", values=["free"]), constraint("version", "SEMVER_EQ", f"5.{number}.2"),
                constraint("build", "NUM_EQ", "77"),
            ]


def toggle(name, strategies):
    return {
        "name": name, "type": "release", "enabled": True, "variants": [],
        "strategies": [{"name": "default", "parameters": {}, "constraints": each} for each in strategies],
    }


def fastest(engine, cases):
    """The best of some rounds for each case, in microseconds. The cases take turns."""
    best = [float("inf")] * len(cases)
    for _ in range(ROUNDS):
        for index, (name, context, expected) in enumerate(cases):
            assert engine.check_enabled(name, context).is_enabled == expected, (name, context)
            start = time.perf_counter_ns()
            for _ in range(CALLS):
                engine.check_enabled(name, context)
            best[index] = min(best[index], (time.perf_counter_ns() - start) / CALLS / 1_000)
    return best


def context(version, build):
    properties = {
        "version": version, "build": build, "channel": "appstore", "os": "iOS", "osVersion": "17.4.0", "tier": "pro",
    }
    return {"userId": "9d4f6c1e", "properties": properties}


def main():
    engine = UnleashEngine()
    rules = [conditions(number) for number in range(49)] + [[below("2.0.0")]]
    engine.take_state(json.dumps({"version": 2, "features": [toggle("rules", rules), toggle("empty", [[]])]}))
    newest, old = context("10.19.0", "1199"), context("1.0.0", "900")
    empty, none, last = fastest(engine, [("empty", newest, True), ("rules", newest, False), ("rules", old, True)])
    print("| Unleash's engine, from Python | one call | without the call |\n| --- | ---: | ---: |")
    print(f"| a toggle without conditions | {empty:.1f} µs | |")
    print(f"| none of 50 strategies holds | {none:.1f} µs | {none - empty:.1f} µs |")
    print(f"| the last of 50 strategies holds | {last:.1f} µs | {last - empty:.1f} µs |")


main()
