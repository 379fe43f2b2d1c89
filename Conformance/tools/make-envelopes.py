#!/usr/bin/env python3
"""Writes Conformance/envelopes.json: signed manifests with the outcome a client must come to.

Independent of the Swift code on purpose: DSSE by hand, hashes by hashlib, Ed25519 by the package "cryptography".
Keys come from fixed seeds and Ed25519 signatures are deterministic, so running it again changes nothing.
"""
import base64
import hashlib
import json
import pathlib

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MANIFEST = "application/vnd.airworthy.manifest+json"
KEYRING = "application/vnd.airworthy.keyring+json"
NOW = "2026-11-20T12:00:00Z"


class Key:
    def __init__(self, name):
        self.seed = hashlib.sha256(f"airworthy conformance key {name}".encode()).digest()
        self.private = Ed25519PrivateKey.from_private_bytes(self.seed)
        self.public = self.private.public_key().public_bytes(
            serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        self.id = hashlib.sha256(self.public).hexdigest()[:16]


NAMES = ["root-primary", "root-backup", "online-1", "online-2", "stranger"]
KEYS = {name: Key(name) for name in NAMES}


def b64(data):
    return base64.standard_b64encode(data).decode()


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def pae(kind, body):
    kind = kind.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(body), body)


def dsse(body, keys, kind=MANIFEST, signed_kind=None, keyid=lambda key: key.id):
    signatures = []
    for name in keys:
        key = KEYS[name]
        signature = {"keyid": keyid(key), "sig": b64(key.private.sign(pae(signed_kind or kind, body)))}
        signatures.append({k: v for k, v in signature.items() if v is not None})
    return {"payload": b64(body), "payloadType": kind, "signatures": signatures}


def manifest(revision=7, issued="2026-11-20T09:00:00Z", expires="2026-12-20T09:00:00Z", **changes):
    body = {
        "schema": 1, "app": "tour", "audience": "production", "lineage": "tour-1", "revision": revision,
        "issuedAt": issued, "refreshEvery": 3600, "expiresAt": expires, "bucketing": "sha256-ppm-1",
        "policy": {"schema": 1, "rules": [{"when": {"version": "<2.0"}, "require": {}}]},
    }
    body.update(changes)
    return compact({k: v for k, v in body.items() if v is not None})


def keyring(epoch, online, roots=("root-primary",), **changes):
    body = {"schema": 1, "epoch": epoch, "keys": [{"key": b64(KEYS[n].public), "keyid": KEYS[n].id} for n in online]}
    body.update(changes)
    return dsse(compact(body), roots, KEYRING)


def text(envelope, ring=None):
    if ring is not None:
        envelope = {**envelope, "keyring": ring}
    return compact(envelope).decode()


CASES = []


def case(name, envelope, outcome, before=(), keys=(("root-primary", "root"), ("root-backup", "root")), pins=None,
         **expected):
    CASES.append({
        "name": name,
        "pins": {"app": "tour", **(pins or {}), "keys": [{"key": k, "role": r} for k, r in keys]},
        "before": list(before), "envelope": envelope, "outcome": outcome, **expected,
    })


def accepted(name, envelope, body, epoch, role, expired=False, **rest):
    case(name, envelope, "accepted", digest=hashlib.sha256(body).hexdigest(), epoch=epoch, role=role,
         expired=expired, **rest)


m7 = manifest()
by_root = dsse(m7, ["root-primary"])
ring1, ring2 = keyring(1, ["online-1"]), keyring(2, ["online-2"])
by_online = dsse(m7, ["online-1"])
pinned_online = (("root-primary", "root"), ("online-1", "online"))
later = {"issued": "2026-11-20T10:00:00Z"}

# Accepted.
accepted("a root signs without a keyring", text(by_root), m7, 0, "root")
accepted("an online key of the keyring signs", text(by_online, ring1), m7, 1, "online")
accepted("a pinned online key signs", text(by_online), m7, 0, "online", keys=pinned_online)
accepted("one signature of a trusted key among strangers is enough",
         text(dsse(m7, ["stranger", "root-backup"])), m7, 0, "root")
accepted("a signature without a key id is tried with all keys",
         text(dsse(m7, ["root-backup"], keyid=lambda key: None)), m7, 0, "root")
accepted("an empty key id is none", text(dsse(m7, ["root-backup"], keyid=lambda key: "")), m7, 0, "root")
utf8 = manifest(note="ûï¾ÿ>>>???")
assert {*"-_"} & {*base64.urlsafe_b64encode(utf8).decode()}
accepted("the URL-safe alphabet is base64 too",
         json.dumps({"payload": base64.urlsafe_b64encode(utf8).decode(), "payloadType": MANIFEST,
                     "signatures": [{"keyid": KEYS["root-primary"].id, "sig": base64.urlsafe_b64encode(
                         KEYS["root-primary"].private.sign(pae(MANIFEST, utf8))).decode()}]}), utf8, 0, "root")
accepted("unknown members are ignored and white space between them too",
         json.dumps({"x": [1], **by_root, "keyring": None}, indent=2), m7, 0, "root")
expired = manifest(issued="2026-09-01T00:00:00Z", expires=None)
accepted("a manifest past its lifetime is accepted and expired", text(dsse(expired, ["root-primary"])), expired, 0,
         "root", expired=True)
accepted("the same manifest again", text(by_root), m7, 0, "root", before=[text(by_root)])
m8 = manifest(8, **later)
accepted("a higher revision follows", text(dsse(m8, ["root-primary"])), m8, 0, "root", before=[text(by_root)])
other = manifest(3, lineage="tour-2")
accepted("each lineage has its own revisions", text(dsse(other, ["root-primary"])), other, 0, "root",
         before=[text(by_root)])
top = manifest(2**63 - 1)
accepted("a stolen key's last revision does not outlive its keyring", text(dsse(m8, ["online-2"]), ring2), m8, 2,
         "online", before=[text(dsse(top, ["online-1"]), ring1)])
lower = manifest(2, **later)
accepted("a higher epoch lets the revision fall", text(dsse(lower, ["root-primary"]), ring1), lower, 1, "root",
         before=[text(by_root)])
accepted("the accepted keyring counts for an envelope without one", text(dsse(m8, ["online-1"])), m8, 1, "online",
         before=[text(by_online, ring1)])

# Refused for its form.
case("a web page", "<html><body>Welcome to the hotel</body></html>", "malformed-envelope")
case("no signatures", text({**by_root, "signatures": []}), "malformed-envelope")
case("a signature that is no text", text({**by_root, "signatures": [{"sig": 1}]}), "malformed-envelope")
case("a key twice in the envelope", text(by_root)[:-1] + ',"payload":"e30="}', "duplicate-key")
case("a key twice in the payload", text(dsse(m7[:-1] + b',"app":"tour"}', ["root-primary"])), "duplicate-key")
odd = next(m for m in (manifest(note="x" * n) for n in range(3)) if len(m) % 3 == 1)
odd_text = text(dsse(odd, ["root-primary"]))
odd_payload = b64(odd)
case("missing padding", odd_text.replace(odd_payload, odd_payload.rstrip("=")), "malformed-base64")
case("white space in base64", odd_text.replace(odd_payload, odd_payload[:8] + " " + odd_payload[8:]),
     "malformed-base64")
case("set bits behind the last byte", odd_text.replace(odd_payload, odd_payload[:-3] + chr(ord(odd_payload[-3]) + 1) + "=="),
     "malformed-base64")
case("a keyring where a manifest belongs", text(ring1), "wrong-payload-type")
case("a manifest where a keyring belongs", text(by_root, by_root), "wrong-payload-type")
case("nine signatures", text({**by_root, "signatures": by_root["signatures"] * 9}), "too-many-signatures")

# Refused for its signature.
case("an unknown key", text(dsse(m7, ["stranger"])), "unknown-key")
case("a stranger under a root's id", text(dsse(m7, ["stranger"], keyid=lambda key: KEYS["root-primary"].id)),
     "bad-signature")
case("a root under a stranger's id", text(dsse(m7, ["root-primary"], keyid=lambda key: KEYS["stranger"].id)),
     "unknown-key")
case("a changed payload", text({**by_root, "payload": b64(manifest(8))}), "bad-signature")
case("a payload signed as something else", text(dsse(m7, ["root-primary"], signed_kind=KEYRING)), "bad-signature")
case("a signature over the bare payload", text({**by_root, "signatures": [
    {"keyid": KEYS["root-primary"].id, "sig": b64(KEYS["root-primary"].private.sign(m7))}]}), "bad-signature")
case("a signature cut off", text({**by_root, "signatures": [
    {"keyid": KEYS["root-primary"].id, "sig": b64(b"short")}]}), "bad-signature")
case("an online key without a keyring", text(by_online), "unknown-key")
case("a keyring signed by an online key", text(dsse(m7, ["online-1"]), keyring(1, ["online-1"], ["online-1"])),
     "untrusted-keyring", keys=pinned_online)
case("a keyring replaces pinned online keys", text(by_online, ring2), "unknown-key", keys=pinned_online)
case("the old online key after a rotation", text(by_online), "unknown-key",
     before=[text(dsse(m7, ["online-2"]), ring2)])
case("the old keyring after a rotation", text(dsse(manifest(9, **later), ["online-1"]), ring1), "epoch-went-back",
     before=[text(dsse(m7, ["online-2"]), ring2)])
case("two keyrings with one epoch", text(dsse(m8, ["online-2"]), keyring(1, ["online-2"])), "same-epoch-other-keys",
     before=[text(by_online, ring1)])
case("another app's keyring", text(by_online, keyring(1, ["online-1"], app="other")), "wrong-app")
case("a keyring without an epoch", text(by_online, keyring(0, ["online-1"])), "malformed-keyring")

# Refused for what was signed.
case("another app", text(dsse(manifest(app="other"), ["root-primary"])), "wrong-app")
case("another audience", text(dsse(manifest(audience="staging"), ["root-primary"])), "wrong-audience")
case("another lineage", text(by_root), "wrong-lineage", pins={"lineage": "tour-2"})
case("a later schema", text(dsse(manifest(schema=2), ["root-primary"])), "schema-too-new")
case("a later schema from a stranger", text(dsse(manifest(schema=2), ["stranger"])), "unknown-key")
case("no revision", text(dsse(manifest(None), ["root-primary"])), "no-revision")
case("no date of issue", text(dsse(manifest(issued=None), ["root-primary"])), "no-issued-at")
case("no manifest", text(dsse(b"[]", ["root-primary"])), "malformed-manifest")

# Refused for its place in the order.
case("an older manifest", text(dsse(manifest(6, issued="2026-11-19T09:00:00Z"), ["root-primary"])),
     "revision-went-back", before=[text(by_root)])
case("a cache that lags behind", text(dsse(manifest(6, issued="2026-11-19T09:00:01Z"), ["root-primary"])),
     "stale-copy", before=[text(by_root)])
case("a lower revision issued later", text(dsse(manifest(6, **later), ["root-primary"])), "revision-went-back",
     before=[text(by_root)])
case("one revision, two contents", text(dsse(manifest(7, **later), ["root-primary"])), "same-revision-other-bytes",
     before=[text(by_root)])
case("a new keyring beside an old manifest", text(dsse(manifest(6, issued="2026-11-01T09:00:00Z"), ["root-primary"]),
                                                  ring1),
     "revision-went-back", before=[text(by_root)])

PAE = [("http://example.com/HelloWorld", "hello world"), ("", ""), (MANIFEST, "žluťoučký"), ("ž", "1 x")]
document = {
    "now": NOW,
    "keys": {name: {"public": b64(key.public), "keyid": key.id} for name, key in KEYS.items()},
    "preAuthenticationEncoding": [
        {"payloadType": kind, "payload": body, "encoding": pae(kind, body.encode()).decode()} for kind, body in PAE],
    "cases": CASES,
}
target = pathlib.Path(__file__).resolve().parent.parent / "envelopes.json"
target.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
print(f"{len(CASES)} envelopes, {target.stat().st_size} bytes")
