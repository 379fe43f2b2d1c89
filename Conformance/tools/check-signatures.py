#!/usr/bin/env python3
"""Checks signatures of the command line and of the server in both directions, with "cryptography" for Ed25519.

Nothing here knows the Swift code: PEM files, DSSE, key ids and JSON are read and written by hand or by Python's own
libraries. Called with the path of `airworthy`; ends with 1 at the first thing that is not as it should be.
"""
import base64
import datetime
import hashlib
import json
import pathlib
import stat
import subprocess
import sys
import tempfile

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
import requests

from throwaway import Throwaway

MANIFEST = "application/vnd.airworthy.manifest+json"
KEYRING = "application/vnd.airworthy.keyring+json"
AIRWORTHY = str(pathlib.Path(sys.argv[1]).resolve())
POLICY = {"schema": 1, "app": "tour", "rules": [{"id": "floor", "when": {"version": "<1.10"}, "update": "required",
                                                "url": "https://apps.apple.com/app/id1"}]}
checks = 0


def check(condition, sentence):
    global checks
    checks += 1
    if not condition:
        sys.exit(f"contract: not so: {sentence}")


def airworthy(*arguments, status=0):
    result = subprocess.run([AIRWORTHY, *map(str, arguments)], capture_output=True, text=True)
    check(result.returncode == status,
          f"airworthy {' '.join(map(str, arguments))} ends with {status}\n{result.stdout}{result.stderr}")
    return result


def b64(data):
    return base64.standard_b64encode(data).decode()


def pae(kind, body):
    kind = kind.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(body), body)


def raw(public):
    return public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def key_id(public):
    return hashlib.sha256(raw(public)).hexdigest()[:16]


def envelope(kind, document, *keys):
    body = json.dumps(document, ensure_ascii=False).encode()
    return {"payload": b64(body), "payloadType": kind,
            "signatures": [{"keyid": key_id(k.public_key()), "sig": b64(k.sign(pae(kind, body)))} for k in keys]}


def verified(document, kind, public):
    """The payload, if `public` signed it."""
    check(document["payloadType"] == kind, f"the payload type is {kind}")
    body = base64.b64decode(document["payload"], validate=True)
    check(b64(body) == document["payload"], "the payload is standard base64 with padding")
    for signature in document["signatures"]:
        if signature["keyid"] == key_id(public):
            try:
                public.verify(base64.b64decode(signature["sig"], validate=True), pae(kind, body))
            except InvalidSignature:
                sys.exit(f"contract: not so: the signature of {signature['keyid']} is good")
            return json.loads(body)
    sys.exit(f"contract: not so: {key_id(public)} signed the {kind}")


def manifest(revision, **changes):
    return {"schema": 1, "app": "tour", "audience": "production", "lineage": "tour", "revision": revision,
            "issuedAt": "2026-11-20T09:00:00Z", "policy": POLICY, **changes}


def ours_read_by_a_stranger(folder):
    keys = folder / "keys"
    airworthy("keys", "new", "--out", keys)
    public = {}
    for name in ["root-primary", "root-backup", "online"]:
        secret_file = keys / f"{name}.key"
        check(stat.S_IMODE(secret_file.stat().st_mode) == 0o600, f"{name}.key is readable for its owner alone")
        secret = serialization.load_pem_private_key(secret_file.read_bytes(), password=None)
        public[name] = serialization.load_pem_public_key((keys / f"{name}.pub").read_bytes())
        check(isinstance(secret, Ed25519PrivateKey) and isinstance(public[name], Ed25519PublicKey),
              f"{name} is an Ed25519 key in PKCS#8 and SubjectPublicKeyInfo")
        check(raw(secret.public_key()) == raw(public[name]), f"{name}.pub belongs to {name}.key")
        check(secret.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                   serialization.NoEncryption()) == secret_file.read_bytes(),
              f"{name}.key is byte for byte what others write")

    policy, ring, signed = folder / "policy.json", folder / "keyring.json", folder / "manifest.json"
    policy.write_text(json.dumps(POLICY))
    airworthy("keyring", "--root", keys / "root-primary.key", "--online", keys / "online.pub", "--epoch", 3, "-o", ring)
    airworthy("sign", "--policy", policy, "--key", keys / "online.key", "--key", keys / "root-backup.key", "--keyring",
              ring, "--app", "tour", "--revision", 7, "--expires-in", "30d", "--now", "2026-11-20T09:00:00Z", "-o", signed)
    document = json.loads(signed.read_text())
    payload = verified(document, MANIFEST, public["online"])
    check(payload == verified(document, MANIFEST, public["root-backup"]), "both keys signed the same bytes")
    check(payload["policy"] == POLICY, "the policy travels as it was written")
    check((payload["app"], payload["audience"], payload["lineage"], payload["revision"]) ==
          ("tour", "production", "tour", 7), "the header is as asked for")
    check((payload["issuedAt"], payload["expiresAt"]) == ("2026-11-20T09:00:00Z", "2026-12-20T09:00:00Z"),
          "the dates are as asked for")
    inner = verified(document["keyring"], KEYRING, public["root-primary"])
    check(inner["epoch"] == 3 and [k["key"] for k in inner["keys"]] == [b64(raw(public["online"]))],
          "the keyring names the online key")


def a_strangers_read_by_ours(folder):
    root, online = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    pin, secret, signed = folder / "root.pub", folder / "online.key", folder / "stranger.json"
    pin.write_bytes(root.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
    secret.write_bytes(online.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))

    def verify(document, status, *options):
        signed.write_text(json.dumps(document))
        return airworthy("verify", signed, "--root", pin, "--app", "tour", *options, status=status)

    by_root = envelope(MANIFEST, manifest(7, note="žluťoučký ûï¾ÿ>>>???"), root)
    verify(by_root, 0)
    ring = envelope(KEYRING, {"schema": 1, "epoch": 1, "keys": [{"key": b64(raw(online.public_key()))}]}, root)
    by_online = envelope(MANIFEST, manifest(8), online)
    verify({**by_online, "keyring": ring}, 0)
    check("[unknown-key]" in verify(by_online, 65).stderr, "an online key counts through a keyring only")
    forged = {**by_root, "payload": envelope(MANIFEST, manifest(9), root)["payload"]}
    check("[bad-signature]" in verify(forged, 65).stderr, "another payload under the signature is refused")
    check("[wrong-app]" in verify(envelope(MANIFEST, manifest(9, app="other"), root), 65).stderr,
          "another app's manifest is refused")

    # A key that Python made, in our hands.
    policy = folder / "policy.json"
    airworthy("sign", "--policy", policy, "--key", secret, "--app", "tour", "--revision", 1, "-o", signed)
    verified(json.loads(signed.read_text()), MANIFEST, online.public_key())


def over_http():
    """What the server signed, and what it has to store and serve as it came."""
    with Throwaway(AIRWORTHY) as server:
        admin = {"Authorization": f"Bearer {server.token}"}

        def ask(method, path, status, **arguments):
            answer = requests.request(method, server.url + path, timeout=10, **arguments)
            check(answer.status_code == status, f"{method} {path} answers {status}\n{answer.text}")
            return answer

        # The roots are pinned; the online key counts because a root signed it into the keyring.
        keys = ask("GET", "/v1/apps/hashtags/keys", 200).json()
        roots = [Ed25519PublicKey.from_public_bytes(base64.b64decode(pin["key"], validate=True)) for pin in keys["keys"]]
        check([key_id(root) for root in roots] == [pin["id"] for pin in keys["keys"]], "ids are made from the keys")
        answer = ask("GET", "/v1/apps/hashtags/manifest", 200, headers={"Accept-Encoding": "identity"})
        check(answer.headers["ETag"].strip('"') == hashlib.sha256(answer.content).hexdigest(), "ETag is the SHA-256")
        ring = verified(answer.json()["keyring"], KEYRING, roots[0])
        online = Ed25519PublicKey.from_public_bytes(base64.b64decode(ring["keys"][0]["key"], validate=True))
        payload = verified(answer.json(), MANIFEST, online)
        check((payload["app"], payload["audience"], payload["lineage"], payload["revision"] >= 1) ==
              ("hashtags", "production", "hashtags", True), "the server signed a manifest of the app")

        # An app that CI signs, and we are CI.
        key = Ed25519PrivateKey.generate()
        path = "/v1/admin/apps/tour/manifest"
        ask("POST", "/v1/admin/apps", 201, headers=admin, json={
            "slug": "tour", "bundleID": "com.example.tour", "signing": "ci",
            "pins": [{"key": b64(raw(key.public_key())), "role": "root"}]})
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        dates = {"issuedAt": now.isoformat(), "expiresAt": (now + datetime.timedelta(days=30)).isoformat()}
        sent = json.dumps(envelope(MANIFEST, manifest(7, **dates), key), indent=3).encode()

        def publish(body, status):
            return ask("PUT", path, status, headers={**admin, "Content-Type": "application/json"}, data=body)

        publish(sent, 201)
        served = ask("GET", "/v1/apps/tour/manifest", 200, headers={"Accept-Encoding": "identity"})
        check(served.content == sent, "an envelope that CI signed is served byte for byte")
        decision = ask("GET", "/v1/apps/tour/decision?version=1.9&channel=web", 200).json()
        check(decision["revision"] == 7 and decision["rule"] == "floor", "and decided by")
        publish(sent, 200)
        stranger = Ed25519PrivateKey.generate()
        check(publish(json.dumps(envelope(MANIFEST, manifest(8, **dates), stranger)), 422).json()["type"]
              .endswith(":not-trusted"), "a stranger's signature is refused")
        check(publish(json.dumps(envelope(MANIFEST, manifest(6, **dates), key)), 409).json()["type"]
              .endswith(":revision-not-rising"), "an older revision is refused")
        check(ask("GET", "/v1/apps/tour/manifest", 200, headers={"Accept-Encoding": "identity"}).content == sent,
              "what was refused changed nothing")


with tempfile.TemporaryDirectory() as name:
    ours_read_by_a_stranger(pathlib.Path(name))
    a_strangers_read_by_ours(pathlib.Path(name))
over_http()
print(f"contract: {checks} checks, all as they should be")
