#!/usr/bin/env python3
"""Has strangers read the server's own description of its HTTP interface and hold it to it.

openapi-spec-validator says whether the description is one, schemathesis asks what it allows and what it does not, in
phases that get a server of their own each. Called with the path of `airworthy`, and with names of phases if not all
are wanted; `SEED` is a number or `random`, and the same number makes up the same requests.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import requests
import yaml
from openapi_spec_validator import validate

from throwaway import Throwaway

TOOLS = pathlib.Path(__file__).resolve().parent
SETTINGS = {"AIRWORTHY_HTTP_TRUSTED_PROXIES": "127.0.0.1", "AIRWORTHY_LOG_LEVEL": "warning",
            "AIRWORTHY_APP_PUBLISHES_PER_MINUTE": "1000000"}
# The phase of schemathesis; how many requests each route gets, or how many sequences there are, where they are made up;
# and whether the token is made up or left out too, behind which nothing else that is wrong with a request is seen.
PHASES = {
    "examples": ("examples", 1, True),
    "coverage": ("coverage", 1, True),
    "fuzzing": ("fuzzing", 40, False),
    "stateful": ("stateful", 100, False),
    # With a token for each of the two apps, in place of one for all: neither may see what is the other's.
    "teams": ("stateful", 60, False),
}
ADMIN = '[auth.openapi.bearer]\nbearer = "${AIRWORTHY_TOKEN}"\n'
TEAMS = '[auth.wfc]\npath = "teams.json"\npeers = ["hashtags", "birthdays"]\n'


def configuration(phase, server, folder):
    text = (TOOLS.parent / "schemathesis.toml").read_text()
    if phase == "teams":
        identities = []
        for app in ["hashtags", "birthdays"]:
            made = requests.post(f"{server.url}/v1/admin/tokens", json={"kind": "adm", "name": app, "apps": [app]},
                                 headers={"Authorization": f"Bearer {server.token}"}, timeout=10)
            made.raise_for_status()
            field = {"name": "Authorization", "value": f"Bearer {made.json()['token']}"}
            identities.append({"name": app, "fixedHeaders": [field]})
        pathlib.Path(folder, "teams.json").write_text(json.dumps({"auth": identities}))
        assert ADMIN in text
        text = text.replace(ADMIN, TEAMS)
    path = pathlib.Path(folder, "schemathesis.toml")
    path.write_text(text)
    return path


def run(binary, phase, seed, folder):
    own_phase, cases, makes_up_tokens = PHASES[phase]
    report, count = pathlib.Path(folder, "report.json"), pathlib.Path(folder, "count")
    with Throwaway(binary, SETTINGS) as server:
        began = time.monotonic()
        result = subprocess.run(
            [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()",
             "--config-file", str(configuration(phase, server, folder)), "run", f"{server.url}/openapi.yaml",
             "--phases", own_phase, "--max-examples", str(cases), "--seed", str(seed), "--no-color",
             "--generation-with-security-parameters", str(makes_up_tokens).lower(),
             "--report-json-path", str(report)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(TOOLS), "AIRWORTHY_COUNT": str(count), "AIRWORTHY_PHASE": phase,
                 "AIRWORTHY_SERVER": server.url, "AIRWORTHY_TOKEN": server.token})
        if result.returncode != 0:
            print(result.stdout)
            raise SystemExit(f"contract: not as described, in the phase {phase}; SEED={seed} repeats it")
        if server.process.poll() is not None:
            raise SystemExit(f"contract: the server ended in the phase {phase}; SEED={seed} repeats it")
    told, checks = json.loads(report.read_text()), json.loads(count.read_text())
    print(f"openapi: {phase}: {told['operations']['tested']} of {told['operations']['total']} operations, "
          f"{told['test_cases']['generated']} cases, {checks} checks, {time.monotonic() - began:.0f} s", flush=True)
    return told["operations"]["total"], told["test_cases"]["generated"], checks


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    seed = os.environ.get("SEED") or "1"
    if seed == "random":
        seed = random.randrange(1 << 32)
    elif not seed.isdecimal():
        raise SystemExit("contract: SEED is a number, or the word random")
    unknown = set(sys.argv[2:]) - PHASES.keys()
    if unknown:
        raise SystemExit(f"contract: there is no phase {' or '.join(sorted(unknown))}, only {', '.join(PHASES)}")
    with Throwaway(binary) as server:
        validate(yaml.safe_load(requests.get(f"{server.url}/openapi.yaml", timeout=10).text))
    print(f"openapi: a valid description; SEED={seed}", flush=True)
    totals = []
    for phase in sys.argv[2:] or PHASES:
        with tempfile.TemporaryDirectory() as folder:
            totals.append(run(binary, phase, seed, folder))
    print(f"openapi: {totals[0][0]} operations, {sum(total[1] for total in totals)} cases, "
          f"{sum(total[2] for total in totals)} checks, all as described")


main()
