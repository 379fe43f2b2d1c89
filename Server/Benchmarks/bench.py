#!/usr/bin/env python3
"""Measures the routes of the server under load against a control route in the same run, and prints a markdown table.

Usage: bench.py BUILDS EXAMPLES, a folder of release builds and the folder of examples. BenchServer is the server with
its middleware, the app of the demo and a control route, /v1/apps/{app}/control, that returns a prepared buffer of 200
bytes. `wrk` measures all routes in each of five rounds, so that other load on the machine affects all of them. A ratio
is the median of the ratios of the rounds.
"""
import json
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROUNDS, SECONDS, CONNECTIONS = 5, 3, 64
AIMS = {"manifest": 0.90, "manifest 304": 0.90, "decision GET": 0.65, "decision POST": 0.40,
        "TestFlight": 0.60}

# A realistic fleet: 1,000 combinations of version, system and storefront. Each request has the next one.
FLEET = """
local requests, next = {}, 0
local function add(version, minor, country)
  local os = "17." .. minor
  if METHOD == "GET" then
    table.insert(requests, wrk.format("GET", PATH .. "?version=" .. version .. "&channel=appstore&os=iOS%20" .. os
      .. "&storefront=" .. country .. "&language=ja"))
  else
    local body = string.format('{"version": "%s", "channel": "appstore", "os": "iOS %s", "storefront": "%s", "language": "ja"}',
      version, os, country)
    table.insert(requests, wrk.format("POST", PATH, {["Content-Type"] = "application/json"}, body))
  end
end
function init(args)
  for version = 0, 9 do for minor = 0, 9 do
    for _, country in ipairs({"JP", "US", "DE", "FR", "GB", "KR", "CN", "TW", "BR", "IN"}) do
      add("2." .. (version % 4) .. "." .. version, minor, country)
    end
  end end
end
function request()
  next = next % #requests + 1
  return requests[next]
end
"""
# Requests that are never cached: each has its own install id, as rollouts require.
UNIQUE = """
local next = math.random(1000000) * 1000
function request()
  next = next + 1
  return wrk.format("GET", PATH .. "?version=2.2.0&channel=appstore&os=iOS%2017.4&installID=" .. next)
end
"""


class Server:
    """A server on a free port; `text` is its output up to the line with its address."""

    def __init__(self, *command, until=r"http://127\.0\.0\.1:\d+", stderr=None):
        self.process = subprocess.Popen(
            [str(part) for part in command], stdout=subprocess.PIPE, stderr=stderr, text=True)
        text = ""
        for line in self.process.stdout:
            text += line
            if re.search(until, text):
                self.text = text
                self.url = re.search(r"http://127\.0\.0\.1:\d+", text).group()
                found = re.search(r"adm_\S+", text)
                self.token = found.group() if found else None
                return
        sys.exit(f"bench: {command[0]} did not start")

    def admin(self, method, path, body=None, **headers):
        request = urllib.request.Request(f"{self.url}/v1/admin/{path}", body, method=method, headers={
            "Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers})
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def resident(self):
        """The resident memory in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1_000, "m": 60_000}[unit]


def load(url, script=None, seconds=SECONDS, connections=CONNECTIONS):
    """Returns the requests per second and the 99th percentile of the response time in milliseconds."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", url]
    if script:
        command[1:1] = ["-s", script]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if errors := re.search(r"Non-2xx or 3xx responses: (\d+)", text):
        sys.exit(f"bench: {url} answered {errors.group(1)} times with an error")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
    return rate, milliseconds(re.search(r"\n\s+99%\s+(\S+)", text).group(1))


def main():
    builds, examples = pathlib.Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        demo = Server(builds / "airworthy", "demo", "--port", "0", "--examples", examples, "--data", folder / "demo",
                      until=r"adm_\S+")
        policy, catalog = (demo.admin("GET", f"apps/hashtags/{what}") for what in ("policy", "catalog"))
        app = json.loads(demo.admin("GET", "apps/hashtags"))
        demo.stop()

        ours = Server(builds / "BenchServer", folder / "data", folder / "demo/online.key")
        bare = Server(builds / "BareServer")
        simulator = Server(builds / "airworthy", "simulator", "--port", "0", until=r"/_simulator/state")
        tutorial = tutorial_server(simulator)
        try:
            ours.admin("POST", "apps", json.dumps({"slug": app["slug"], "bundleID": app["bundleID"]}).encode())
            ours.admin("PUT", "apps/hashtags/catalog", catalog)
            ours.admin("PUT", "apps/hashtags/policy", policy, **{"If-None-Match": "*"})
            measure(ours, bare, tutorial, folder)
        finally:
            for server in (tutorial, simulator, ours, bare):
                server.stop()


def tutorial_server(simulator):
    """The server from tutorial.py, which queries the simulator; run in this Python environment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for name, pattern in {"KEY_ID": r"key id +(\S+)", "ISSUER": r"issuer +(\S+)", "KEY_FILE": r"key file +(\S+)"}.items():
        os.environ[f"APPLE_{name}"] = re.search(pattern, simulator.text).group(1)
    os.environ.update(APPLE_URL=simulator.url, APPLE_APP="6504763618")
    return Server(sys.executable, "-u", "-m", "uvicorn", "tutorial:app", "--app-dir", pathlib.Path(__file__).parent,
                  "--port", port, "--loop", "uvloop", "--http", "httptools", "--no-access-log", stderr=subprocess.STDOUT)


def measure(ours, bare, tutorial, folder):
    manifest = ours.url + "/v1/apps/hashtags/manifest"
    with urllib.request.urlopen(manifest) as answer:
        tag, size = answer.headers["ETag"], len(answer.read())
    known, post = folder / "known.lua", folder / "post.lua"
    known.write_text(f"wrk.headers[\"If-None-Match\"] = {json.dumps(tag)}\n")
    decision = "/v1/apps/hashtags/decision"
    get, unique = folder / "get.lua", folder / "unique.lua"
    get.write_text(f'local METHOD, PATH = "GET", "{decision}"\n' + FLEET)
    post.write_text(f'local METHOD, PATH = "POST", "{decision}"\n' + FLEET)
    unique.write_text(f'local PATH = "{decision}"\n' + UNIQUE)
    routes = {
        "bare Hummingbird": (bare.url + "/control", None),
        "control": (ours.url + "/v1/apps/hashtags/control", None),
        "manifest": (manifest, None),
        "manifest 304": (manifest, str(known)),
        "decision GET": (ours.url + decision, str(get)),
        "decision POST": (ours.url + decision, str(post)),
        "decision, each a copy of its own": (ours.url + decision, str(unique)),
        "TestFlight": (ours.url + "/testflight/latest/internal", None),
        "a tutorial's FastAPI server": (tutorial.url + "/testflight/latest/internal", None),
    }
    for url, script in routes.values():
        load(url, script, seconds=1)
    rounds = {name: [] for name in routes}
    for _ in range(ROUNDS):
        for name, (url, script) in routes.items():
            rounds[name].append(load(url, script))

    print(f"{ROUNDS} rounds of {SECONDS} s, {CONNECTIONS} connections, a manifest of {size:,} bytes\n")
    print("| route | requests/s | of the control | aim | p99 | of the control's |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, values in rounds.items():
        share = statistics.median(a[0] / b[0] for a, b in zip(values, rounds["control"]))
        tail = statistics.median(a[1] / b[1] for a, b in zip(values, rounds["control"]))
        aim = f"≥ {AIMS[name]:.2f}" if name in AIMS else ""
        print(f"| {name} | {statistics.median(v[0] for v in values):,.0f} | {share:.2f} | {aim} "
              f"| {statistics.median(v[1] for v in values):.1f} ms | {tail:.1f} |")
    times = statistics.median(a[0] / b[0] for a, b in zip(rounds["TestFlight"], rounds["a tutorial's FastAPI server"]))
    print(f"\nTestFlight routes answer {times:.1f} times as many requests as the tutorial's server (aim: 5).")
    memory(ours, manifest)
    overload(ours, manifest, str(unique))


def memory(ours, manifest):
    """Returns the growth of the process during the second of two million requests."""
    sizes = []
    for _ in range(2):
        sent = 0
        while sent < 1_000_000:
            rate, _ = load(manifest, seconds=10)
            sent += rate * 10
        sizes.append(ours.resident())
    print(f"\nResident memory after one million requests {sizes[0]:.1f} MB, after two {sizes[1]:.1f} MB "
          f"(aim: at most 2 MB more).")


def overload(ours, manifest, flood_of):
    """Returns the p99 of the manifest while decisions are requested by four times as many clients as the limit."""
    quiet = statistics.median(load(manifest, connections=8)[1] for _ in range(ROUNDS))
    busy = []
    for _ in range(ROUNDS):
        flood = subprocess.Popen(
            ["wrk", "-t1", "-c256", f"-d{SECONDS + 2}s", "-s", flood_of, ours.url + "/v1/apps/hashtags/decision"],
            stdout=subprocess.DEVNULL)
        time.sleep(1)
        busy.append(load(manifest, connections=8)[1])
        flood.wait()
    print(f"\nManifest p99 with 8 connections: quiet {quiet:.2f} ms; while 256 connections ask for decisions "
          f"{statistics.median(busy):.2f} ms, {statistics.median(busy) / quiet:.1f} times (aim: at most 3).")


main()
