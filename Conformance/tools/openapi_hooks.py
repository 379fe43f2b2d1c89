"""What schemathesis has to know of this API beyond its description. Loaded by it, see ../schemathesis.toml.

1. The server refuses for a while whoever fails to authenticate too often. Here every request has an address of its own.
2. The apps of the demo stay what they are, so that every request finds them as the first one did: what would change one
   of them is sent to a copy. No request is left out.
3. What JSON Schema cannot say is put right in requests that are meant to be valid.
"""
import base64
import datetime
import hashlib
import itertools
import json
import os

import requests
import schemathesis
from hypothesis import strategies
from schemathesis.engine import events

SERVER, TOKEN, PHASE = (os.environ[f"AIRWORTHY_{name}"] for name in ["SERVER", "TOKEN", "PHASE"])
SEEDED = ["hashtags", "birthdays"]
# After these an app is gone, degraded, or close to the last revision there is.
DESTRUCTIVE = ["deleteApp", "updateApp", "bumpHead"]
CHANGING = ["publishPolicy", "publishManifest", "replaceCatalog", "rollBack"]
numbers = itertools.count(1)


# --- 1. An address for each request; the server believes the proxy it is told of, which is us.
def addressed(self, request, _send=requests.Session.send, **arguments):
    number = next(numbers)
    request.headers["X-Forwarded-For"] = f"198.18.{number // 250 % 256}.{number % 250 + 1}"
    if request.path_url.endswith("/check-ins:batch") and request.headers.get("Authorization") == f"Bearer {TOKEN}":
        # Only tokens of other servers may send batches.
        request.headers["Authorization"] = f"Bearer {RELAY}"
    return _send(self, request, **arguments)


requests.Session.send = addressed


# --- 2. Copies
session = requests.Session()
session.headers["Authorization"] = f"Bearer {TOKEN}"
copies, shared = set(), {}


def ask(method, path, status, **arguments):
    answer = session.request(method, SERVER + path, timeout=10, **arguments)
    if answer.status_code != status:
        raise SystemExit(f"contract: {method} {path} answers {answer.status_code}, not {status}\n{answer.text}")
    return answer


RELAY = ask("POST", "/v1/admin/tokens", 201, json={"kind": "srv", "name": "relay"}).json()["token"]
OWN = {token["id"] for token in ask("GET", "/v1/admin/tokens", 200).json()["tokens"]}
ORIGINALS = {app: {part: ask("GET", f"/v1/admin/apps/{app}/{part}", 200).json() for part in ["policy", "catalog"]}
             for app in SEEDED}


def copy(app):
    slug = f"copy-{next(numbers)}"
    copies.add(slug)
    ask("POST", "/v1/admin/apps", 201, json={"slug": slug, "bundleID": "com.example.copy"})
    for part, condition in [("catalog", {}), ("policy", {"If-None-Match": "*"})]:
        document = {key: value for key, value in ORIGINALS[app][part].items() if key not in ["bundleID", "appleID"]}
        ask("PUT", f"/v1/admin/apps/{slug}/{part}", {"catalog": 200, "policy": 201}[part],
            json={**document, "app": slug}, headers=condition)
    return slug


def copy_for(app, operation):
    # Sequences are replayed, so each begins with a copy that nobody has touched.
    if operation in DESTRUCTIVE or PHASE == "stateful":
        return copy(app)
    if app not in shared:
        shared[app] = copy(app)
    return shared[app]


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = case.operation.definition.raw.get("operationId")
    app = (case.path_parameters or {}).get("app")
    if app in SEEDED and operation in DESTRUCTIVE + CHANGING:
        case.path_parameters["app"] = copy_for(app, operation)
    elif operation == "revokeToken" and case.path_parameters.get("id") in OWN:
        case.path_parameters["id"] = ask(
            "POST", "/v1/admin/tokens", 201, json={"kind": "ci", "name": "spare"}).json()["id"]
    if case.meta is not None and case.meta.generation.mode.is_positive and isinstance(case.body, dict):
        complete(operation, case.path_parameters.get("app"), case.headers, case.body)


# --- 3. What a schema cannot say
def complete(operation, app, headers, body):
    if operation == "publishPolicy":
        # One of the two fields has to be there, and only one.
        if "If-None-Match" not in headers:
            headers.setdefault("If-Match", "*")
        elif "If-Match" in headers:
            del headers["If-None-Match" if app in copies else "If-Match"]
    if operation in ["publishPolicy", "preflightPolicy", "replaceCatalog", "preflightCatalog"]:
        # A document that names an app names the one it is for.
        body.pop("bundleID", None)
        body.pop("appleID", None)
        if "app" in body:
            body["app"] = app
    if operation == "createApp" and PHASE == "stateful":
        # A name that was in use would end a sequence that worked before.
        body["slug"] = f"{body['slug'][:40]}-{next(numbers)}"
    if operation in ["createApp", "updateApp"] and isinstance(body.get("pins"), list):
        # A key is pinned once, and its id is made from it.
        pins = list({pin["key"]: pin for pin in body["pins"]}.values())
        for pin in pins:
            if pin.get("id") is not None:
                pin["id"] = hashlib.sha256(base64.b64decode(pin["key"])).hexdigest()[:16]
        body["pins"] = pins
    if operation == "checkIn" and len(json.dumps(body)) > 3_500:
        # The whole report has at most 4 KiB.
        for member in set(body) - {"schema", "now", "last"}:
            del body[member]
    if operation == "checkInBatch":
        for entry in body["checkIns"]:
            entry["day"] = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    if operation == "createToken":
        # The apps of a token exist, and its end is yet to come.
        if body.get("apps"):
            body["apps"] = SEEDED[:len(body["apps"])]
        if body.get("expiresAt"):
            year = int(body["expiresAt"][:4])
            # 400 years later there is a 29 February where there was one.
            body["expiresAt"] = f"{year + 2400 if year < 2400 else year}{body['expiresAt'][4:]}"


# Texts that histories show: nothing that cannot be seen or turns the direction of writing, no blanks around them.
schemathesis.openapi.format("printable", strategies.text(
    strategies.characters(exclude_categories=["Cc", "Cf", "Cn", "Cs", "Zl", "Zp"]), min_size=1, max_size=64
).filter(lambda text: text == text.strip()))
schemathesis.openapi.format("country", strategies.sampled_from(["JP", "us", "JPN", "gbr", "Xks", "zz"]))


# --- 4. Counted for the last line
@schemathesis.cli.handler()
class Counter(schemathesis.cli.EventHandler):
    def __init__(self, *arguments, **options):
        self.checks = 0

    def handle_event(self, context, event):
        if isinstance(event, events.ScenarioFinished):
            self.checks += sum(len(checks) for checks in event.recorder.checks.values())

    def shutdown(self, context):
        with open(os.environ["AIRWORTHY_COUNT"], "w") as file:
            json.dump(self.checks, file)
