#!/usr/bin/env python3
"""Holds the simulator, and what our client asks of it, to Apple's description of App Store Connect.

A client that shares no code with ours walks pages, filters and faults; our own commands read the same; everything that
passes is held to the description. Called with the path of `airworthy`; AIRWORTHY_REFERENCE names the folder with
`appstoreconnect-openapi.subset.json`, without which there is nothing to compare with.
"""
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
import urllib.parse

import requests

from apple_client import AppleClient
from apple_proxy import RecordingProxy, check_token
from apple_schema import Description
from simulator import Simulator
from throwaway import Throwaway, wait_until

checks = 0
HASHTAGS = "6504763618"
# The types of resources that the simulator has.
MODELLED = {
    "apps", "builds", "preReleaseVersions", "buildBetaDetails", "betaGroups", "betaBuildLocalizations",
    "betaAppReviewSubmissions", "buildUploads", "appStoreVersions", "appStoreVersionLocalizations",
    "appStoreVersionPhasedReleases", "webhooks", "webhookDeliveries", "webhookEvents"}


def check(condition, sentence, answer=None):
    global checks
    checks += 1
    if not condition:
        shown = "" if answer is None else f"\n{answer.status_code} {dict(answer.headers)}\n{answer.text[:600]}"
        sys.exit(f"contract: not so: {sentence}{shown}")


def error_of(answer):
    return answer.json()["errors"][0]


# MARK: Tokens

def tokens(client, simulator):
    def status(token):
        return client.send("GET", "/v1/apps", token=token).status_code

    now = int(time.time())
    check(client.get("/v1/apps").status_code == 200, "a good token counts")
    check(status(client.token(iat=now - 60, exp=now + 1140)) == 200, "an issue date in the past counts")
    check(status(client.token(scope=["GET /v1/apps"])) == 200, "a scope that matches counts")
    for name, token in {
        "another audience": client.token(aud="appstoreconnect-v2"),
        "no audience": client.token(aud=None),
        "an expired one": client.token(iat=now - 700, exp=now - 100),
        "one of the future": client.token(iat=now + 120, exp=now + 600),
        "21 minutes": client.token(iat=now - 60, exp=now + 1200),
        "no expiry": client.token(exp=None),
        "no issue date": client.token(iat=None),
        "another issuer": client.token(iss="57246542-96fe-1a63-e053-0824d011072a"),
        "no issuer": client.token(iss=None),
        "a user and an issuer": client.token(sub="user"),
        "another key id": client.token(headers={"kid": "ABCDEFGHIJ"}),
        "another algorithm": client.token(key="0123456789" * 4, algorithm="HS256"),
        "a scope that does not match": client.token(scope=["GET /v1/builds"]),
        "a signature that is cut off": client.token()[:-8],
        "no token at all": "",
    }.items():
        check(status(token) == 401, f"{name} is refused")
    answer = requests.get(simulator.url + "/v1/builds", timeout=10)
    check(answer.status_code == 401 and error_of(answer)["code"] == "NOT_AUTHORIZED", "without a token: 401", answer)


# MARK: Reading

def samples(client):
    """An id of each type, and a value for each parameter that is not a list of words."""
    builds = client.all("/v1/builds", filter__app=HASHTAGS, limit=200)
    released = client.get("/v1/builds", include="appStoreVersion,betaAppReviewSubmission,betaGroups,preReleaseVersion",
                          filter__version="310").json()
    ids = {item["type"]: item["id"] for item in released["included"]}
    ids |= {"apps": HASHTAGS, "builds": released["data"][0]["id"], "buildBetaDetails": released["data"][0]["id"]}
    ids["betaBuildLocalizations"] = client.all("/v1/betaBuildLocalizations", filter__build=ids["builds"])[0]["id"]
    planned = next(item for item in client.all(f"/v1/apps/{HASHTAGS}/appStoreVersions")
                   if item["attributes"]["appVersionState"] == "PREPARE_FOR_SUBMISSION")
    hook = client.post("/v1/webhooks", {"data": {
        "type": "webhooks", "attributes": {
            "name": "samples", "url": "http://127.0.0.1:9/", "secret": "s", "enabled": False, "eventTypes": []},
        "relationships": {"app": {"data": {"type": "apps", "id": HASHTAGS}}}}})
    check(hook.status_code == 201, "a webhook can be registered", hook)
    ids["webhooks"] = hook.json()["data"]["id"]
    return builds, ids, planned["id"]


def every_parameter(client, description, ids, planned):
    """Each documented parameter of each read is taken, and none besides."""
    # Documented, and refused by the real thing all the same.
    refused = {"filter[deliveryState]"}
    for template, operations in description.paths.items():
        if "get" not in operations:
            continue
        kind = template.split("/")[2]
        path = template.replace("{id}", ids.get(kind, ""))
        if template.endswith("/appStoreVersionPhasedRelease"):
            path = template.replace("{id}", planned)
        base = {}
        if template.endswith("/deliveries") and "relationships" not in template:
            base = {"filter[createdDateLessThan]": "2100-01-01T00:00:00Z"}
        if template == "/v1/betaAppReviewSubmissions":
            base = {"filter[build]": ids["builds"]}

        def status(more):
            return client.send("GET", path, params={**base, **more})

        answer = status({})
        check(answer.status_code == 200, f"GET {template} can be read", answer)
        names = set()
        for parameter in operations["get"].get("parameters", []):
            if parameter["in"] != "query":
                continue
            name, schema = parameter["name"], parameter["schema"]
            names.add(name)
            items = schema.get("items", {}).get("enum")
            if items:
                values = [items[0], ",".join(items)] if len(items) > 1 else items
            elif schema["type"] == "integer":
                values = ["1", str(schema["maximum"])]
            elif "Date" in name:
                values = ["2020-01-01T00:00:00Z"]
            else:
                values = ["true"] if schema["type"] == "boolean" else ["1"]
            for value in values:
                answer = status({name: value})
                check((answer.status_code == 200) != (name in refused), f"GET {template} takes {name}={value}", answer)
            if schema["type"] == "integer":
                for value in ["0", str(schema["maximum"] + 1), "many"]:
                    answer = status({name: value})
                    check(answer.status_code == 400 and error_of(answer)["code"].startswith("PARAMETER_ERROR"),
                          f"GET {template} refuses {name}={value}", answer)
            # Of the types that it has none of, the simulator takes every field.
            if items and name not in refused and not (name.startswith("fields[") and name[7:-1] not in MODELLED):
                answer = status({name: "nonsense"})
                check(answer.status_code == 400 and error_of(answer)["code"] == "PARAMETER_ERROR.INVALID"
                      and error_of(answer)["source"]["parameter"] == name,
                      f"GET {template} refuses {name}=nonsense", answer)
        for name in ["filter[emaill]", "filter[App]", "include", "sort", "limit", "limit[betaGroups]", "exists[x]",
                     "fields[nonsense]", "page[size]", "nonsense"]:
            if name not in names:
                answer = status({name: "1"})
                check(answer.status_code == 400 and error_of(answer)["code"].startswith("PARAMETER_ERROR"),
                      f"GET {template} refuses {name}", answer)
    answer = client.get("/v1/builds", filter__emaill="x")
    check(error_of(answer)["detail"] == "'emaill' is not a valid filter type", "the documented words", answer)
    answer = client.get("/v1/builds", include="betaBuildMetrics")
    check(error_of(answer)["detail"] == "'betaBuildMetrics' is not a valid relationship name", "observed words", answer)
    answer = client.get("/v1/betaAppReviewSubmissions")
    check(error_of(answer)["code"] == "PARAMETER_ERROR.REQUIRED", "a parameter that is required", answer)


def paging(client, builds):
    for path, more in [("/v1/builds", {"sort": "-uploadedDate"}), ("/v1/builds", {"sort": "preReleaseVersion,version"}),
                       ("/v1/betaGroups", {"sort": "name"}), ("/v1/preReleaseVersions", {}),
                       (f"/v1/apps/{HASHTAGS}/builds", {}), (f"/v1/apps/{HASHTAGS}/appStoreVersions", {})]:
        whole = [item["id"] for item in client.all(path, limit=200, **more)]
        check(len(whole) == len(set(whole)), f"{path}: nothing twice")
        for size in [1, 2, len(whole)]:
            pages = list(client.pages(path, limit=size, **more))
            check([item["id"] for page in pages for item in page["data"]] == whole, f"{path}: pages of {size}")
            check(all(len(page["data"]) == size for page in pages[:-1]), f"{path}: full pages of {size}")
            check(all(page["meta"]["paging"] | {"nextCursor": ""} ==
                      {"total": len(whole), "limit": size, "nextCursor": ""} for page in pages), f"{path}: told so")
    dates = [item["attributes"]["uploadedDate"] for item in client.all("/v1/builds", sort="-uploadedDate", limit=3)]
    check(dates == sorted(dates, reverse=True), "newest upload first")
    check(client.get("/v1/builds", cursor="nonsense").status_code == 400, "no such cursor")
    check(len({item["attributes"]["version"] for item in builds}) < len(builds), "one number on two platforms")


def filters(client, builds):
    attributes = {item["id"]: item["attributes"] for item in builds}
    versions, platforms, groups = {}, {}, {}
    for page in client.pages("/v1/builds", filter__app=HASHTAGS, include="preReleaseVersion,betaGroups", limit=4):
        named = {(item["type"], item["id"]): item["attributes"] for item in page["included"]}
        for item in page["data"]:
            relations = item["relationships"]
            to = relations["preReleaseVersion"]["data"]
            versions[item["id"]] = named[to["type"], to["id"]]["version"]
            platforms[item["id"]] = named[to["type"], to["id"]]["platform"]
            groups[item["id"]] = {link["id"] for link in relations["betaGroups"]["data"]}
            check(relations["betaGroups"]["meta"]["paging"]["total"] == len(groups[item["id"]]), "groups are counted")
            check("data" not in relations["app"], "what is not included has links only")
    some_group = next(iter(set().union(*groups.values())))
    for name, value, wanted in [
        ("filter__expired", "false", lambda id: not attributes[id]["expired"]),
        ("filter__expired", "true", lambda id: attributes[id]["expired"]),
        ("filter__buildAudienceType", "INTERNAL_ONLY", lambda id: attributes[id]["buildAudienceType"] == "INTERNAL_ONLY"),
        ("filter__version", "321,322", lambda id: attributes[id]["version"] in ("321", "322")),
        ("filter__preReleaseVersion_version", "2.3.0", lambda id: versions[id] == "2.3.0"),
        ("filter__preReleaseVersion_platform", "MAC_OS", lambda id: platforms[id] == "MAC_OS"),
        ("filter__betaGroups", some_group, lambda id: some_group in groups[id]),
        ("filter__processingState", "VALID", lambda id: attributes[id]["processingState"] == "VALID"),
    ]:
        found = {item["id"] for item in client.all("/v1/builds", filter__app=HASHTAGS, limit=200, **{name: value})}
        check(found and found == {id for id in attributes if wanted(id)}, f"{name}={value}")
    both = client.all("/v1/builds", filter__app=HASHTAGS, filter__version="322", filter__preReleaseVersion_platform="IOS")
    check(len(both) == 1, "filters are joined by and")
    check(not client.all("/v1/builds", filter__betaAppReviewSubmission_betaReviewState="APPROVED", filter__version="323"),
          "a build that was never reviewed is not among the approved")
    sparse = client.get("/v1/builds", include="betaGroups", fields__builds="version,betaGroups", limit=1).json()
    item = sparse["data"][0]
    check(set(item["attributes"]) == {"version"} and set(item["relationships"]) == {"betaGroups"}, "sparse fields")
    lost = client.get("/v1/builds", include="betaGroups", fields__builds="version", limit=1).json()
    check("relationships" not in lost["data"][0], "a relationship left out of the fields is lost")


def manners(client):
    ids = {"missing": "00000000-0000-4000-8000-000000000000"}
    for method, path, headers, status, code in [
        ("GET", "/v1/nonsense", {}, 404, "PATH_ERROR"), ("GET", f"/v1/builds/{ids['missing']}", {}, 404, "NOT_FOUND"),
        ("GET", f"/v1/builds/{ids['missing']}/betaGroups", {}, 404, "PATH_ERROR"),
        ("PUT", "/v1/builds", {}, 405, "METHOD_NOT_ALLOWED"), ("GET", "/v1/webhooks", {}, 405, "METHOD_NOT_ALLOWED"),
    ]:
        answer = client.send(method, path, headers=headers)
        check(answer.status_code == status and error_of(answer)["code"] == code, f"{method} {path}: {status}", answer)
    answer = client.send("GET", "/v1/apps", headers={"Accept": "text/html"})
    check(answer.status_code == 406 and answer.headers["Content-Type"].startswith("text/plain"), "406 in plain text", answer)
    answer = client.send("POST", "/v1/webhooks", data="{}", headers={"Content-Type": "text/plain"})
    check(answer.status_code == 415, "only JSON is taken", answer)
    answer = client.send("POST", "/v1/webhooks", data="{", headers={"Content-Type": "application/json"})
    check(answer.status_code == 400 and error_of(answer)["code"] == "ENTITY_INVALID", "no JSON", answer)
    answer = client.get("/v1/apps")
    limits = dict(part.split(":") for part in answer.headers["X-Rate-Limit"].strip(";").split(";"))
    again = client.get("/v1/apps")
    left = dict(part.split(":") for part in again.headers["X-Rate-Limit"].strip(";").split(";"))
    check(limits["user-hour-lim"] == "3600", "3600 requests an hour", answer)
    check(int(limits["user-hour-rem"]) == int(left["user-hour-rem"]) + 1, "each request counts once")


# MARK: Writing

def writing(client, simulator, builds):
    def link(kind, id):
        return {"data": {"type": kind, "id": id}}

    by_number = {(item["attributes"]["version"], item["attributes"]["minOsVersion"]): item["id"] for item in builds}
    internal_only, newest = by_number["323", "16.0"], by_number["322", "16.0"]
    groups = {item["attributes"]["name"]: item["id"] for item in client.all("/v1/betaGroups", filter__app=HASHTAGS)}
    assign = f"/v1/builds/{newest}/relationships/betaGroups"
    friends = {"data": [{"type": "betaGroups", "id": groups["friends"]}]}
    check(client.post(assign, friends).status_code == 204, "a build can be assigned")
    check(any(item["id"] == newest for item in client.all(f"/v1/betaGroups/{groups['friends']}/builds")), "and is")
    linked = client.all(f"/v1/betaGroups/{groups['friends']}/relationships/builds")
    check({"type": "builds", "id": newest} in linked, "identifiers only")
    check(client.post(assign, friends, method="DELETE").status_code == 204, "and taken away")
    other_way = f"/v1/betaGroups/{groups['friends']}/relationships/builds"
    link_to_build = {"data": [{"type": "builds", "id": newest}]}
    check(client.post(other_way, link_to_build).status_code == 204, "the other way round too")
    check(client.post(other_way, link_to_build, method="DELETE").status_code == 204, "and taken away")
    answer = client.post(f"/v1/builds/{internal_only}/relationships/betaGroups", friends)
    check(answer.status_code == 422, "an internal build never gets outside", answer)
    answer = client.post(assign, {"data": [{"type": "betaGroups", "id": "none"}]})
    check(answer.status_code == 409, "no such group", answer)

    note = {"data": {"type": "betaBuildLocalizations", "attributes": {"locale": "de-DE", "whatsNew": "Neu"},
                     "relationships": {"build": link("builds", newest)}}}
    made = client.post("/v1/betaBuildLocalizations", note)
    check(made.status_code == 201, "notes can be written", made)
    check(client.post("/v1/betaBuildLocalizations", note).status_code == 409, "once for each language")
    place = f"/v1/betaBuildLocalizations/{made.json()['data']['id']}"
    change = {"data": {"type": "betaBuildLocalizations", "id": made.json()["data"]["id"], "attributes": {"whatsNew": "X"}}}
    check(client.post(place, change, method="PATCH").json()["data"]["attributes"]["whatsNew"] == "X", "and changed")
    check(client.send("DELETE", place).status_code == 204, "and deleted")
    check(client.send("GET", place).status_code == 404, "and are gone")

    expire = {"data": {"type": "builds", "id": newest, "attributes": {"expired": True}}}
    check(client.post(f"/v1/builds/{newest}", expire, method="PATCH").json()["data"]["attributes"]["expired"], "expired")
    detail = client.get(f"/v1/builds/{newest}/buildBetaDetail").json()["data"]["attributes"]
    check(detail["internalBuildState"] == "EXPIRED", "which its states tell")
    expire["data"]["attributes"]["expired"] = False
    check(client.post(f"/v1/builds/{newest}", expire, method="PATCH").status_code == 409, "for good")
    check(client.post(f"/v1/builds/{newest}", {"data": []}, method="PATCH").status_code == 422, "the wrong shape")

    version = simulator.control("version", app="hashtags", version="2.3.1", state="PENDING_DEVELOPER_RELEASE")["id"]
    phased = {"data": {"type": "appStoreVersionPhasedReleases", "attributes": {"phasedReleaseState": "INACTIVE"},
                       "relationships": {"appStoreVersion": link("appStoreVersions", version)}}}
    made = client.post("/v1/appStoreVersionPhasedReleases", phased)
    check(made.status_code == 201, "a phased release can be planned", made)
    place = f"/v1/appStoreVersionPhasedReleases/{made.json()['data']['id']}"
    check(client.send("DELETE", place).status_code == 204, "and called off")
    check(client.get(f"/v1/appStoreVersions/{version}/appStoreVersionPhasedRelease").status_code == 404, "then there is none")
    made = client.post("/v1/appStoreVersionPhasedReleases", phased)
    release = {"data": {"type": "appStoreVersionReleaseRequests",
                        "relationships": {"appStoreVersion": link("appStoreVersions", version)}}}
    check(client.post("/v1/appStoreVersionReleaseRequests", release).status_code == 201, "a version can be released")
    check(client.post("/v1/appStoreVersionReleaseRequests", release).status_code == 409, "once")

    def phase(state):
        body = {"data": {"type": "appStoreVersionPhasedReleases", "id": made.json()["data"]["id"],
                         "attributes": {"phasedReleaseState": state}}}
        return client.post(place, body, method="PATCH")

    now = client.get(f"/v1/appStoreVersions/{version}", include="appStoreVersionPhasedRelease").json()
    check(now["data"]["attributes"]["appVersionState"] == "READY_FOR_DISTRIBUTION", "it is on the App Store")
    check(now["included"][0]["attributes"] | {"startDate": ""} == {
        "phasedReleaseState": "ACTIVE", "startDate": "", "totalPauseDuration": 0, "currentDayNumber": 1}, "day one")
    for state in ["PAUSED", "ACTIVE", "COMPLETE"]:
        answer = phase(state)
        check(answer.json()["data"]["attributes"]["phasedReleaseState"] == state, f"it can be {state}", answer)
    check(phase("ACTIVE").status_code == 409, "what is complete stays so")
    live = client.all(f"/v1/apps/{HASHTAGS}/appStoreVersions", filter__appVersionState="READY_FOR_DISTRIBUTION")
    check([item["id"] for item in live] == [version], "one version is live")


def webhooks(client, simulator):
    received = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((self.headers["x-apple-signature"], body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        secret = "This is my secret"
        body = {"data": {
            "type": "webhooks", "attributes": {
                "name": "contract", "url": f"http://127.0.0.1:{server.server_port}/hook", "secret": secret, "enabled": True,
                "eventTypes": ["BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED",
                               "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED"]},
            "relationships": {"app": {"data": {"type": "apps", "id": HASHTAGS}}}}}
        made = client.post("/v1/webhooks", body)
        check(made.status_code == 201 and "secret" not in made.text, "registered, and the secret is not told", made)
        hook = made.json()["data"]["id"]
        check(client.post("/v1/webhooks", body).status_code == 409, "an address once")
        del body["data"]["attributes"]["secret"]
        answer = client.post("/v1/webhooks", body)
        check(answer.status_code == 409 and error_of(answer)["source"] == {"pointer": "/data/attributes/secret"},
              "what is missing is pointed at", answer)

        simulator.control("build", app="hashtags", build="320", external="BETA_REJECTED")
        wait_until(lambda: received, "an event arrives")
        signature, sent = received.pop()
        check(signature == "hmacsha256=" + hmac.new(secret.encode(), sent, hashlib.sha256).hexdigest(), "signed")
        event = json.loads(sent)["data"]
        check(event["type"] == "buildBetaDetailExternalBuildStateUpdated"
              and event["attributes"]["oldExternalBuildState"] == "IN_BETA_TESTING"
              and event["attributes"]["newExternalBuildState"] == "BETA_REJECTED"
              and event["relationships"]["instance"]["data"]["type"] == "buildBetaDetails", f"says what: {event}")
        ping = {"data": {"type": "webhookPings", "relationships": {"webhook": {"data": {"type": "webhooks", "id": hook}}}}}
        check(client.post("/v1/webhookPings", ping).status_code == 201, "a ping can be asked for")
        wait_until(lambda: received, "a ping arrives")
        check(json.loads(received.pop()[1])["data"]["type"] == "webhookPingCreated", "and is one")

        since = {"filter__createdDateGreaterThanOrEqualTo": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 86400))}
        path = f"/v1/webhooks/{hook}/deliveries"

        def delivered():
            return [item for item in client.all(path, include="event", **since)
                    if item["attributes"]["deliveryState"] == "SUCCEEDED"]

        wait_until(lambda: len(delivered()) == 2, "both are told of")
        check(client.get(path).status_code == 400, "a date is required")
        template = {"data": {"type": "webhookDeliveries", "relationships": {
            "template": {"data": {"type": "webhookDeliveries", "id": delivered()[0]["id"]}}}}}
        check(client.post("/v1/webhookDeliveries", template).status_code == 201, "it can be had again")
        wait_until(lambda: received, "it comes again")
        received.clear()
        change = {"data": {"type": "webhooks", "id": hook, "attributes": {"enabled": False}}}
        answer = client.post(f"/v1/webhooks/{hook}", change, method="PATCH")
        check(answer.json()["data"]["attributes"]["enabled"] is False, "it can be turned off", answer)
        simulator.control("build", app="hashtags", build="320", external="IN_BETA_TESTING")
        check(len(client.all(f"/v1/webhooks/{hook}/relationships/deliveries")) == 3, "then nothing is sent")
        check(client.send("DELETE", f"/v1/webhooks/{hook}").status_code == 204, "it can be deleted")
        check(client.get(f"/v1/webhooks/{hook}").status_code == 404, "and is gone")
    finally:
        server.shutdown()
        server.server_close()


# MARK: Faults

def faults(client, simulator):
    def seen(kind, path="/v1/apps", **more):
        simulator.control("faults", kind=kind, requests=1, **more)
        try:
            return client.send("GET", path, timeout=1)
        except requests.exceptions.RequestException as error:
            return error

    for kind, status, code in [
        ("unauthorized", 401, "NOT_AUTHORIZED"), ("revoked", 401, "NOT_AUTHORIZED"),
        ("agreements", 403, "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED"), ("forbidden", 403, "FORBIDDEN_ERROR"),
        ("rateLimited", 429, "RATE_LIMIT_EXCEEDED"), ("serverError", 500, "UNEXPECTED_ERROR"),
    ]:
        answer = seen(kind)
        check(answer.status_code == status and error_of(answer)["code"] == code, f"the fault {kind}", answer)
        check(client.get("/v1/apps").status_code == 200, f"{kind} is over")
    check(seen("revoked", status=403).status_code == 403, "a revoked key as it is documented")
    check(seen("rateLimited", seconds=7).headers["Retry-After"] == "7", "a time to wait for")
    check("<html" in seen("badGateway").text and seen("badGateway").status_code == 502, "a gateway's own words")
    check(seen("html").status_code == 200 and "<html" in seen("html").text, "a page in place of JSON")
    empty = seen("emptyForbidden")
    check(empty.status_code == 403 and not empty.content, "forbidden without a word", empty)
    cut = seen("truncated")
    try:
        cut.json()
        check(False, "JSON that is cut off is none", cut)
    except requests.exceptions.JSONDecodeError:
        check(cut.status_code == 200, "and says 200")
    check(isinstance(seen("cutOff"), requests.exceptions.RequestException), "a body that ends too early")
    check(isinstance(seen("reset"), requests.exceptions.ConnectionError), "a reset")
    check(isinstance(seen("timeout", seconds=3), requests.exceptions.Timeout), "no answer")
    started = time.monotonic()
    check(seen("latency", seconds=0.5).status_code == 200 and time.monotonic() - started >= 0.5, "a late answer")
    foreign = seen("foreignNext", "/v1/builds?limit=1")
    check(not foreign.json()["links"]["next"].startswith(client.url), "a link to somewhere else")
    simulator.control("faults", kind="serverError", path="/v1/builds")
    check(client.get("/v1/builds").status_code == 500 and client.get("/v1/builds").status_code == 500
          and client.get("/v1/apps").status_code == 200, "until it is cleared, on some paths")
    simulator.control("faults", method="DELETE")
    check(client.get("/v1/builds").status_code == 200, "cleared")
    simulator.control("clock", dateOffset="PT30M")
    skewed = client.get("/v1/apps")
    check(skewed.status_code == 401 and "Date" in skewed.headers, "a clock that is ahead refuses tokens", skewed)
    simulator.control("clock", offset="P91D", dateOffset=0)
    check(not client.all("/v1/builds", filter__app=HASHTAGS, filter__expired="false"), "in three months all has expired")
    simulator.control("reset")
    check(client.all("/v1/builds", filter__app=HASHTAGS, filter__expired="false"), "and it is today again")


# MARK: Lookup

def lookup(simulator, reference):
    def get(path="/lookup", **query):
        return requests.get(simulator.url + path, params=query, timeout=10)

    answer = get(id=HASHTAGS, country="jp")
    check(answer.headers["Content-Type"] == "text/javascript; charset=utf-8", "the content type of old", answer)
    check("attachment" in answer.headers["Content-Disposition"] and answer.text.startswith("\n\n\n"), "an attachment")
    real = {}
    for path in sorted((reference / "itunes-lookup").glob("*-found-*.json")):
        for name, value in json.loads(path.read_text())["results"][0].items():
            real.setdefault(name, set()).add(float if isinstance(value, int) and name.startswith("average") else type(value))
    for found in [answer.json(), get(id="1673431227", country="jp").json()]:
        check(found["resultCount"] == 1 and set(found) == {"resultCount", "results"}, "the envelope")
        for name, value in found["results"][0].items():
            check(name in real, f"{name} occurs in real answers")
            check(type(value) in real[name] or (isinstance(value, float) and int in real[name]), f"{name} has its type")
    check(found["results"][0]["version"] == "4.6.8", "the version of the example")
    check(get("/jp/lookup", id=HASHTAGS).json()["results"][0]["trackViewUrl"].startswith("https://apps.apple.com/jp/"),
          "the country as a prefix")
    check(get(id=f"{HASHTAGS},1673431227,1", country="jp").json()["resultCount"] == 2, "a list")
    check(get(id="1673431227").json() == {"resultCount": 0, "results": []}, "not sold there")
    check(get(bundleId="com.example.hashtags").json()["resultCount"] == 1, "by bundle id")
    check(get(id=HASHTAGS, country="nowhere").status_code == 400, "no such country")
    simulator.control("release", app="hashtags", version="2.3.0", build="321", staleIn=["JP"])
    now = {country: get(id=HASHTAGS, country=country).json()["results"][0]["version"] for country in ["us", "jp"]}
    check(now == {"us": "2.3.0", "jp": "2.2.1"}, f"an edge that lags: {now}")
    check(get(id=HASHTAGS, country="jp", _=time.time()).json()["results"][0]["version"] == "2.3.0", "and can be got past")
    simulator.control("withdraw", app="hashtags", storefronts=["US"])
    check(get(id=HASHTAGS, country="us").json()["resultCount"] == 0, "withdrawn there")
    simulator.control("reset")


# MARK: Our client

def our_client(binary, simulator, proxy):
    """Runs our commands, where there are any by now."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("AIRWORTHY_")}
    environment |= {"AIRWORTHY_APPLE_KEY_FILE": simulator.key_file, "AIRWORTHY_APPLE_KEY_ID": simulator.key_id,
                    "AIRWORTHY_APPLE_ISSUER": simulator.issuer}

    def run(*arguments):
        return subprocess.run([binary, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=60)

    secret = pathlib.Path(simulator.key_file).with_name("secret")
    secret.write_text("This is my secret, and it is a long one\n")
    secret.chmod(0o600)
    ran = 0
    known = re.findall(r"^  (\S+) ", run("--help").stdout, re.MULTILINE)
    for command in json.loads((pathlib.Path(__file__).parent / "apple-commands.json").read_text()):
        if command[0] not in known:
            print(f"apple: there is no `airworthy {command[0]}` to check", flush=True)
            continue
        result = run(*[part.replace("URL", proxy.url).replace("SECRET", str(secret)) for part in command])
        check(result.returncode == 0, f"airworthy {' '.join(command)}\n{result.stdout}{result.stderr}")
        ran += 1
    secret.unlink()
    return ran


def our_server(binary, simulator, proxy):
    """Lets a server learn what it serves, and looks at how it asks."""
    settings = {
        "AIRWORTHY_APPLE_KEYS": f"{simulator.key_id}@{simulator.issuer}=file:{simulator.key_file}",
        "AIRWORTHY_APPLE_URL": proxy.url, "AIRWORTHY_LOOKUP_URL": proxy.url, "AIRWORTHY_LOG_LEVEL": "warning"}
    wanted = ["/v1/builds?", f"/v1/apps/{HASHTAGS}/appStoreVersions?", "/lookup?"]
    with Throwaway(binary, settings):
        wait_until(lambda: all(any(item.target.startswith(path) for item in list(proxy.exchanges)) for path in wanted),
                   "a server asks about builds, versions and the App Store", 20)


def notices(path, passed):
    """Whether a description notices what is wrong: a check that cannot fail is none."""
    good = next(item for item in passed if item.status == 200 and '"included"' in item.answer.decode()
                and item.target.startswith("/v1/builds?"))
    for old, new in [('"expired" :', '"isExpired" :'), ('"VALID"', '"FINE"'), ('"links" : {', '"link" : {'),
                     ('"type" : "builds"', '"type" : "build"'), ('"uploadedDate" : "2', '"uploadedDate" : "x'),
                     ('"expired" : false', '"expired" : "false"')]:
        assert old in good.answer.decode(), old
        spoilt = Description(path)
        spoilt.check_answer(good._replace(answer=good.answer.decode().replace(old, new).encode()))
        check(spoilt.problems, f"{new} in place of {old} is noticed")
    for target in ["/v1/builds?filter[App]=1", "/v1/builds?limit=201", "/v1/builds?include=group", "/v1/nonsense"]:
        spoilt = Description(path)
        spoilt.check_request(good._replace(target=target, body=b""))
        check(spoilt.problems, f"{target} is noticed")


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    reference = pathlib.Path(os.environ.get("AIRWORTHY_REFERENCE", "")) / "reference"
    path = reference / "appstoreconnect-openapi.subset.json"
    if not os.environ.get("AIRWORTHY_REFERENCE") or not path.exists():
        print(f"apple: SKIPPED, there is no {path.name}; AIRWORTHY_REFERENCE names the folder that has reference/{path.name}")
        return
    description = Description(path)
    with Simulator(binary) as simulator, RecordingProxy(simulator.url) as proxy:
        private_key = pathlib.Path(simulator.key_file).read_text()
        client = AppleClient(proxy.url, private_key, simulator.key_id, simulator.issuer)
        tokens(client, simulator)
        builds, ids, planned = samples(client)
        every_parameter(client, description, ids, planned)
        paging(client, builds)
        filters(client, builds)
        manners(client)
        writing(client, simulator, builds)
        webhooks(client, simulator)
        passed = proxy.take()
        notices(path, passed)
        for exchange in passed:
            description.check_answer(exchange)
        # Straight to it: what breaks off does not survive a proxy.
        faults(AppleClient(simulator.url, private_key, simulator.key_id, simulator.issuer), simulator)
        lookup(simulator, reference)
        operations, told = len(description.operations), dict(description.counts)

        commands = our_client(binary, simulator, proxy)
        our_server(binary, simulator, proxy)
        ours = [exchange for exchange in proxy.take() if exchange.target.startswith("/v")]
        public_key = subprocess.run(["openssl", "pkey", "-in", simulator.key_file, "-pubout"], check=True,
                                    capture_output=True, text=True).stdout
        for exchange in ours:
            check_token(exchange.token, public_key, simulator.key_id, simulator.issuer)
            description.check_request(exchange)
            description.check_answer(exchange)
        for secret in re.findall(r"[A-Za-z0-9+/]{40,}", private_key):
            check(not any(secret in str(exchange) for exchange in ours), "the private key stays at home")
        folder = pathlib.Path(simulator.key_file).parent
        check(folder.stat().st_mode & 0o777 == 0o700, "the key lies in a folder of its own")
    check(simulator.status == 0 and not folder.exists(), "nothing is left behind")
    if description.problems:
        for problem in dict.fromkeys(description.problems):
            print(problem[:600])
        sys.exit(f"contract: {len(description.problems)} times not as Apple describes it")
    described = sum(1 for item in description.paths.values() for name in item if name != "parameters")
    print(f"apple: second client: {checks} checks; {told['answers']} answers of {operations} of {described} operations "
          f"as described ({told.get('included resources', 0)} included resources, "
          f"{told.get('attributes that are null', 0)} attributes that are null)")
    print(f"apple: our client: {commands} commands and a server, {description.counts['requests']} requests "
          f"with {description.counts['parameters']} parameters and {description.counts['request bodies']} bodies as "
          f"described, {len(ours)} tokens taken by PyJWT")


if __name__ == "__main__":
    main()
