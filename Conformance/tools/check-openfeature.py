#!/usr/bin/env python3
"""Checks the flags that a server serves: OpenFeature's own provider for Python reads them, and where AIRWORTHY_REFERENCE says in
which folder it is, the protocol's own description holds for every answer. Called with the path of `airworthy`."""
import os
import pathlib
import sys

import jsonschema
import requests
import yaml
from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from openfeature.exception import ErrorCode
from openfeature.flag_evaluation import Reason

from throwaway import Throwaway

checks = 0
POLICY = {
    "schema": 1, "rules": [], "features": {
        "checkout": {"default": False, "rules": [
            {"id": "premium", "when": {"attributes": {"plan": "premium"}}, "value": True},
            {"id": "testers", "when": {"channel": ["testflight", "play.internal"]}, "value": True}]},
        "colour": {"default": "blue"}, "limit": {"default": 5}, "ratio": {"default": 0.5},
        "look": {"default": {"radius": 4}},
        "half": {"default": False, "rules": [{"when": {"rollout": 50}, "value": True}]},
    }}


def check(condition, sentence, found=None):
    global checks
    checks += 1
    if not condition:
        sys.exit(f"contract: not so: {sentence}\n{found}")


def provider(server):
    headers = {"Airworthy-App": "flags"}
    api.set_provider(OFREPProvider(server.url, headers_factory=lambda: headers))
    client = api.get_client()
    premium = EvaluationContext("user-1", {"plan": "premium", "version": "2.2.0", "build": 310})
    found = client.get_boolean_details("checkout", False, premium)
    check(found.value is True and found.reason == Reason.TARGETING_MATCH and found.variant == "premium", "a rule matches", found)
    found = client.get_boolean_details("checkout", True, EvaluationContext("user-1", {"channel": "appstore"}))
    check(found.value is False and found.reason == Reason.STATIC, "no rule matches", found)
    check(client.get_boolean_value("checkout", False, EvaluationContext("u", {"channel": "play.internal"})), "a tester")
    check(client.get_string_value("colour", "red") == "blue", "a text, without any context")
    check(client.get_integer_value("limit", 0) == 5 and client.get_float_value("ratio", 0.0) == 0.5, "numbers")
    check(client.get_object_value("look", {}) == {"radius": 4}, "an object")
    shares = [client.get_boolean_details("half", False, EvaluationContext(f"user-{n}")) for n in range(200)]
    on = [found for found in shares if found.value]
    check(60 < len(on) < 140 and all(found.reason == Reason.SPLIT for found in on), "a half of the users", len(on))
    for key, code, context in [
        ("half", ErrorCode.TARGETING_KEY_MISSING, EvaluationContext()),
        ("missing", ErrorCode.FLAG_NOT_FOUND, premium),
        ("colour", ErrorCode.INVALID_CONTEXT, EvaluationContext("u", {"version": "two"})),
    ]:
        found = client.get_boolean_details(key, True, context)
        check(found.value is True and found.error_code == code, f"{key}: the default and {code}", found)
    headers.update({"X-API-Key": "pub_gone"})
    check(client.get_string_details("colour", "red").error_code == ErrorCode.GENERAL, "a token that is none")


def description(server, folder):
    """Holds every kind of answer against the schemas of the protocol."""
    text = (pathlib.Path(folder) / "reference" / "ofrep-openapi.yaml").read_text()
    # One of its alternatives, a flag without a value, is true of every flag, so that exactly one of them is never true.
    document = yaml.safe_load(text.replace("oneOf:", "anyOf:"))
    one, all_ = [document["paths"][path]["post"]["responses"]
                 for path in ["/ofrep/v1/evaluate/flags/{key}", "/ofrep/v1/evaluate/flags"]]

    def hold(answer, responses):
        content = responses[str(answer.status_code)].get("content")
        if content is None:
            return check(not answer.content, "an answer without a body", answer.text)
        check(answer.headers["Content-Type"] == "application/json", "JSON", answer.headers)
        schema = {**content["application/json"]["schema"], "components": document["components"]}
        errors = [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(answer.json())]
        check(not errors, "an answer as the protocol describes it", f"{answer.text}\n{errors}")

    session = requests.Session()
    session.headers["Airworthy-App"] = "flags"
    url = f"{server.url}/ofrep/v1/evaluate/flags"
    for context in [{}, {"targetingKey": "u"}, {"targetingKey": "u", "plan": "premium"}, {"version": 2}]:
        answer = session.post(url, json={"context": context})
        hold(answer, all_)
        if answer.ok:
            hold(session.post(url, json={"context": context}, headers={"If-None-Match": answer.headers["ETag"]}), all_)
        for key in [*POLICY["features"], "missing"]:
            hold(session.post(f"{url}/{key}", json={"context": context}), one)
    hold(session.post(url, data="{", headers={"Content-Type": "application/json"}), all_)


def main():
    with Throwaway(sys.argv[1]) as server:
        admin = {"Authorization": f"Bearer {server.token}"}
        made = requests.post(f"{server.url}/v1/admin/apps", headers=admin, json={"slug": "flags", "bundleID": "com.example.flags"})
        check(made.status_code == 201, "the app is created", made.text)
        put = requests.put(
            f"{server.url}/v1/admin/apps/flags/policy", json=POLICY, headers={**admin, "If-None-Match": "*"})
        check(put.status_code == 201, "the policy is published", put.text)
        provider(server)
        folder = os.environ.get("AIRWORTHY_REFERENCE")
        if folder:
            description(server, folder)
        else:
            print("openfeature: SKIPPED: the protocol's description, because AIRWORTHY_REFERENCE names no folder")
    print(f"openfeature: {checks} checks, all as described")


if __name__ == "__main__":
    main()
