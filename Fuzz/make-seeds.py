#!/usr/bin/env python3
"""Takes fuzzing seeds from Conformance/ and Examples/: make-seeds.py OUT writes a folder for each target.

The committed corpus is what `scripts/fuzz --seeds` keeps of these: those that reach something the others do not, and
those in OUT/kept, which stand at an edge that coverage does not see.
"""

import base64
import glob
import hashlib
import json
import os
import sys
import urllib.parse

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
out = sys.argv[1]


def load(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return json.load(file)


def write(target, content, kept=False):
    if not isinstance(content, (str, bytes)):
        content = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    folder = os.path.join(out, "kept" if kept else "", target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, hashlib.sha256(content).hexdigest()[:16]), "wb") as file:
        file.write(content)


def scalars(value):
    if isinstance(value, dict):
        for member in value.values():
            scalars(member)
    elif isinstance(value, list):
        for member in value:
            scalars(member)
    elif isinstance(value, str) and len(value) < 80 and " " not in value.strip():
        write("scalars", value)


for path in sorted(glob.glob(os.path.join(root, "Conformance/decisions/*.json"))):
    for case in load(path)["cases"]:
        facts = {key: value for key, value in (case.get("manifest") or {}).items()}
        manifest = {"schema": 1, **facts, "policy": case["policy"], "catalog": case.get("catalog")}
        if manifest["catalog"] is None:
            del manifest["catalog"]
        write("policy", case["policy"])
        if "catalog" in case:
            write("policy", case["catalog"])
        write("manifest", manifest)
        moments = {key: case[key] for key in ("now", "confirmedAt", "storedAt") if key in case}
        write("decide", {"manifest": manifest, "installation": case["installation"], **moments})
        write("convert", {"policy": case["policy"], "installation": case["installation"]})
        scalars(case["installation"])
        facts = {key: value for key, value in case["installation"].items() if isinstance(value, str)}
        write("request", urllib.parse.urlencode({**facts, "attribute.plan": "free", "explain": 1}) + "\n{}")
        write("request", "\n" + json.dumps(case["installation"]))
        scalars(case["policy"])
        scalars(manifest.get("catalog"))

presentation = load("Conformance/presentation.json")
rules = {
    "schema": 1,
    "policy": {
        "schema": 1,
        "appleID": 1,
        "rules": [
            {"id": "floor", "when": {"version": "<2.0"}, "update": "required", "url": "https://apps.apple.com/app/id1"},
            {"id": "nudge", "when": {}, "update": "recommended", "url": "https://apps.apple.com/app/id1"},
        ],
    },
}
for case in presentation["cases"]:
    if "history" in case:
        facts = {"version": "1.0", "build": "300", "channel": "appstore"}
        write("decide", {"manifest": rules, "installation": facts, "history": case["history"]})

ranges = load("Conformance/ranges.json")
texts = []
for case in ranges["cases"]:
    members = case["range"] if isinstance(case["range"], list) else [case["range"]]
    first, second = (members + members)[:2] if members else ("", "")
    write("range", "\n".join([first, second, case.get("version", ""), case.get("build", "")]))
for text in ranges["invalid"]:
    if isinstance(text, str):
        write("range", text)

order = load("Conformance/version-order.json")
for pair in order["pairs"]:
    write("version", "\n".join([pair["a"], pair["b"], "1.4.0"]))
for text in order["invalid"]:
    write("version", text if isinstance(text, str) else json.dumps(text))

for case in load("Conformance/envelopes.json")["cases"]:
    envelopes = [case["envelope"]] + [step if isinstance(step, str) else step.get("envelope") for step in case["before"]]
    for envelope in envelopes:
        if envelope is None:
            continue
        write("envelope", envelope)
        try:
            document = json.loads(envelope)
            write("manifest", base64.b64decode(document["payload"]))
            write("envelope", document["keyring"])
            write("envelope", base64.b64decode(document["keyring"]["payload"]))
        except (ValueError, KeyError, TypeError):
            pass
key = load("Conformance/envelopes.json")["keys"]["root-primary"]["public"]
write("envelope", key)
spki = bytes.fromhex("302a300506032b6570032100") + base64.b64decode(key)
write("envelope", "-----BEGIN PUBLIC KEY-----\n" + base64.b64encode(spki).decode() + "\n-----END PUBLIC KEY-----\n")
pkcs8 = bytes.fromhex("302e020100300506032b657004220420") + bytes(32)
write("envelope", "-----BEGIN PRIVATE KEY-----\n" + base64.b64encode(pkcs8).decode() + "\n-----END PRIVATE KEY-----\n")
floor = {"lineage": "tour-1", "epoch": 1, "revision": 7, "digest": "0" * 64, "issuedAt": "2026-11-20T09:00:00Z"}
write("envelope", {"version": 1, "floors": [{**floor, "signers": [key]}]})

# What other formats can say.
copy = {"version": "1.3", "build": "5", "channel": "appstore", "os": "iOS 17.0", "attributes": {"team": "red"}}
team = {"attributes": {"team": "red"}, "ifMissing": False}
for written in [
    [{"when": {"version": ["2.2.0", "2.2.1"]}, "update": "required"}, {"when": {"version": "<1.4"}, "update": "required"}],
    [{"when": {"version": "<1.4"}, "update": "required"}, {"when": {"version": "<latest"}, "update": "recommended"}],
    [{"when": {"version": "<1.4"}, "update": "required"}, {"when": {"version": "<3"}, "update": "recommended", "remind": "always"}],
    [{"when": {**team, "platform": "ios", "os": {"iOS": ">=13"}, "version": ["<2.0", "2.0 (<7)"]}, "update": "required"},
     {"when": {**team, "platform": "ios", "os": {"iOS": ">=13"}}, "update": "none"},
     {"when": {"platform": "ios", "version": "<3.0"}, "update": "recommended", "remind": "weekly"}],
    [{"when": {**team, "version": "<2"}, "update": "required"},
     {"when": {"attributes": {"team": "blue"}, "ifMissing": False, "version": "<3"}, "update": "required"}],
    [{"when": team, "update": "none"}, {"when": {"version": "<2"}, "update": "required"}],
    [{"when": {"platform": "macos", "version": "<2 "}, "update": "required"}, {"when": {"version": "<=1.9"}, "update": "required"}],
]:
    write("convert", {"policy": {"schema": 1, "appleID": 1, "rules": written}, "installation": copy})

for path in sorted(glob.glob(os.path.join(root, "Examples/data/*.json"))):
    with open(path, "rb") as file:
        write("legacy", file.read())
for path in sorted(glob.glob(os.path.join(root, "Examples/data/*.yaml"))):
    with open(path, "rb") as file:
        write("yaml", file.read())
for text in [
    "a: &x [1, '*']\nb: *x\n", "? [a]\n: 1", "a: &x {b: 1}\nc:\n  <<: *x", "a: !!str 1\nb: !mine {}", "a: 1\n---\nb: 1",
    "a: |-\n  1.10\nb: >-\n  x\n", "\"\\u0301\\x41\\U0001F600\\\n  b\": {c: [1, ~, true]}", "%TAG !a! tag:x,\n---\na: !a!b 1",
]:
    write("yaml", text)
# Written for this purpose, after the descriptions of the formats.
for text in [
    {"version": "1.2.0", "url": "https://example.com/app"},
    {"minimum_version": "1.4", "specific_versions": ["1.5.0", "1.6"], "version": "2.0"},
    {
        "ios": [
            {"required_version": "1.2.3", "last_version_available": "1.9.0", "notify_last_version_frequency": "ALWAYS",
             "requirements": {"required_os_version": "15.0", "region": "hr"}, "meta": {"key": 1}},
            {"last_version_available": "1.8.0-12", "notify_last_version_frequency": "ONCE"},
        ],
        "macos": [{"required_version": "10.0"}],
        "meta": {"root": True},
    },
    {"ios2": {"required_version": "1.2", "requirements": {"required_os_version": "12"}}, "ios": {"minimum_version": "1.0"}},
    {"ios": {"minimum_version": "1.2.3", "minimum_version_min_sdk": "12.0",
             "latest_version": {"version": "2.4.5", "notification_type": "ALWAYS", "min_sdk": "12.1"}}, "meta": {}},
    {"ios": {"alert": {"blocking": True, "message": "Hello"}, "optionalUpdate": {"optionalVersion": "1.2", "message": "New"},
             "requiredUpdate": {"minimumVersion": "1.1", "message": "Old"}}},
    {"updates": {"check-for": "manually", "app-store-id": "815", "min-os-required": "15.0", "version": "2.3.4",
                 "release-notes": "Faster.", "comparing": "minor-versions", "notify": "always", "update-type": "hard"}},
    {"updates": {"check-for": "automatically", "min-required-app-version": "1.5", "min-optional-app-version": "2.0",
                 "notify": "twice", "build": "3"}},
    {"resultCount": 1, "results": [{"kind": "software", "trackId": 1, "bundleId": "a.b", "version": "1.2", "minimumOsVersion": "12.0",
     "currentVersionReleaseDate": "2026-09-13T00:00:00Z", "releaseNotes": "x",
     "trackViewUrl": "https://apps.apple.com/jp/app/x/id1?uo=4"}]},
    '{"ios":[{"required_version":"1.2",},],}',
]:
    write("legacy", text)
for text in ["P1DT12H", "PT0S", "P1W", "PT3600S", "2026-11-20T09:00:00+09:00", "2026-11-20T23:59:60.125Z", "-0.5e-3",
             "iOS 17.4", "https://apps.apple.com/jp/app/x/id123?uo=4", "mailto:a@b.c", "itms-apps://apps.apple.com/app/id1",
             "marketplace:com.x", "testflight.internal", "JPN"]:
    write("scalars", text)

for text in ["PT9223372036854775807S", "P106751991167300DT15H30M7S", "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59.9995-23:59",
             "9223372036854775807", "-9223372036854775808", "1e999999999999999999999", "0.1e-9223372036854775808",
             "https://apps.apple.com/app/id9223372036854775807"]:
    write("scalars", text, kept=True)
longest = "1" * 126
for text in [f"{longest}.1\n{longest}.2\n{longest}", "1" + ".0" * 63 + "\n1\n1" + ".0" * 62 + ".1",
             f"1-{longest}\n1-{longest[:-1]}2\n1-{longest[:-1]}a", "9223372036854775807\n9223372036854775808\n0"]:
    write("version", text, kept=True)
write("range", f"<{longest}\n>={longest}\n{longest}\n{longest}", kept=True)
numbers = {"revision": 9223372036854775807, "policyVersion": 9223372036854775807, "refreshEvery": 9223372036854775807}
far = {"deadline": "9999-12-31T23:59:59Z", "releasedFor": "PT9223372036854775807S", "remind": "PT9223372036854775807S"}
edge = {"schema": 1, **numbers, "issuedAt": "0000-01-01T00:00:00Z", "expiresAt": "9999-12-31T23:59:59Z", "policy": {
    "schema": 1, "betaReminder": "PT9223372036854775807S", "appleID": 9223372036854775807,
    "rules": [{"id": "far", "when": {"rollout": 99.9999}, "update": "required", **far}]},
    "catalog": {"schema": 1, "releases": [{"platform": "ios", "version": "9.0", "offers": [
        {"channel": "appstore", "publishedAt": "9999-12-31T23:59:59Z", "phase": {"state": "active", "day": 9223372036854775807}},
        {"channel": "testflight", "publishedAt": "0000-01-01T00:00:00Z", "expiresAt": "9999-12-31T23:59:59Z"}]}]}}
write("manifest", edge, kept=True)
# A leap second after the last one that a date can have.
write("manifest", {**edge, "expiresAt": "9999-12-31T23:59:60Z"}, kept=True)
write("policy", edge["policy"], kept=True)
for channel in ["appstore", "testflight"]:
    facts = {"version": "1.0", "build": "1", "channel": channel, "os": "iOS 17", "installID": "x"}
    write("decide", {"manifest": edge, "installation": facts, "now": "9999-12-31T23:59:59Z"}, kept=True)
