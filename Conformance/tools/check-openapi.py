#!/usr/bin/env python3
"""Has schemathesis read the server's own description of its HTTP interface and hold it to it.

Each phase gets a server of its own. Called with the path of `airworthy`; `SEED` is a number or `random`, and a run
with the same seed sends the same requests.
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
SETTINGS = {"AIRWORTHY_HTTP_TRUSTED_PROXIES": "127.0.0.1", "AIRWORTHY_LOG_LEVEL": "warning"}
# How many requests each route gets, or how many sequences there are, where they are made up; and whether a token is left
# out or made up too: then nothing else that is wrong with a request is seen.
PHASES = {"examples": (1, True), "coverage": (1, True), "fuzzing": (40, False), "stateful": (100, False)}


def run(binary, phase, seed, folder):
    cases, makes_up_tokens = PHASES[phase]
    report, count = pathlib.Path(folder, "report.json"), pathlib.Path(folder, "count")
    with Throwaway(binary, SETTINGS) as server:
        if phase == "examples":
            validate(yaml.safe_load(requests.get(f"{server.url}/openapi.yaml", timeout=10).text))
            print("openapi: a valid description by openapi-spec-validator", flush=True)
        began = time.monotonic()
        result = subprocess.run(
            [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()",
             "--config-file", str(TOOLS.parent / "schemathesis.toml"), "run", f"{server.url}/openapi.yaml",
             "--phases", phase, "--max-examples", str(cases), "--seed", str(seed), "--no-color",
             "--generation-with-security-parameters", str(makes_up_tokens).lower(),
             "--report-json-path", str(report), *os.environ.get("EXTRA", "").split()],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(TOOLS), "PYTHONDONTWRITEBYTECODE": "1", "AIRWORTHY_COUNT": str(count),
                 "AIRWORTHY_SERVER": server.url, "AIRWORTHY_TOKEN": server.token,
                 "AIRWORTHY_PHASE": phase})
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
    seed = random.randrange(1 << 32) if seed == "random" else int(seed)
    print(f"openapi: SEED={seed}", flush=True)
    totals = []
    for phase in sys.argv[2:] or PHASES:
        with tempfile.TemporaryDirectory() as folder:
            totals.append(run(binary, phase, seed, folder))
    print(f"openapi: {totals[0][0]} operations, {sum(total[1] for total in totals)} cases, "
          f"{sum(total[2] for total in totals)} checks, all as described")


main()
