#!/usr/bin/env python3
"""Measures the routes of the server under load beside other programs in the same run, and prints a markdown table.

Usage: bench.py BUILDS EXAMPLES, a folder of release builds and the folder of examples. BenchServer is the server with
the app of the demo and a control route, /v1/apps/{app}/control, that returns a prepared buffer of 200 bytes through the
router and the middleware. Beside it run BareServer (Hummingbird alone), RawServer (SwiftNIO alone, with the bytes of the
manifest's responses), nginx (the manifest as a file) and the server of a tutorial. `wrk` measures everything in each of
five rounds, so that other load on the machine affects all of them. A ratio is the median of the ratios of the rounds.
"""
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROUNDS, SECONDS, CONNECTIONS = 5, 3, 64
MANIFEST = "/v1/apps/hashtags/manifest"
# The route, the program that it is compared with, and the lowest ratio.
AIMS = [
    ("manifest", "bare Hummingbird, the manifest", 1.2), ("manifest", "raw SwiftNIO, the manifest", 0.8),
    ("manifest", "nginx, the manifest as a file", None),
    ("manifest, 304", "bare Hummingbird, 304", 1.2), ("manifest, 304", "raw SwiftNIO, 304", 0.8),
    ("manifest, 304", "nginx, 304", None),
    ("decision, GET, a fleet of a thousand kinds", "bare Hummingbird, 200 bytes", 1.0),
    ("decision, POST, the same fleet", "bare Hummingbird, 200 bytes", 0.7),
    ("decision, every installation different", "bare Hummingbird, 200 bytes", 0.5),
    ("check-in, a fleet of a thousand kinds", "control, 200 bytes by the router", 0.6),
    ("newest TestFlight build", "bare Hummingbird, 200 bytes", 1.0),
    ("newest TestFlight build", "the same from the FastAPI server of a tutorial", 8),
]

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
# The check-ins of that fleet, each with its last one and what it was told, from 4,000 addresses behind a proxy.
CHECK_INS = """
local requests, next = {}, 0
function init(args)
  local yesterday = os.date("!%Y-%m-%d", os.time() - 86400)
  for number = 0, 3999 do
    local version, minor = math.floor(number / 100) % 10, math.floor(number / 10) % 10
    local country = ({"JP", "US", "DE", "FR", "GB", "KR", "CN", "TW", "BR", "IN"})[number % 10 + 1]
    local facts = string.format('"platform":"ios","version":"2.%d.%d","build":"3%d0","channel":"appstore","os":"17.%d","storefront":"%s"',
      version % 4, version, version, minor, country)
    local body = string.format('{"schema":1,"now":{%s},"last":{"day":"%s",%s},"decision":{"status":"ok","rule":null}}',
      facts, yesterday, facts)
    local address = string.format("10.0.%d.%d", math.floor(number / 250), number % 250 + 1)
    table.insert(requests, wrk.format("POST", PATH, {["Content-Type"] = "application/json", ["X-Forwarded-For"] = address}, body))
  end
end
function request()
  next = next % #requests + 1
  return requests[next]
end
"""
# Requests that are never cached: each has its own install id, as rollouts require, or its own unknown parameter.
UNIQUE = """
local next = math.random(1000000) * 1000
function request()
  next = next + 1
  return wrk.format("GET", PATH .. "?version=2.2.0&channel=appstore&os=iOS%2017.4&" .. NAME .. "=" .. next)
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
                found = re.search(r"adm_[\w-]+", text)
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
    # The last requests of the load before, whose clients are gone, have left the queue of evaluations then.
    time.sleep(0.2)
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
        simulator = Server(builds / "airworthy", "simulator", "--port", "0", until=r"/_simulator/state")
        servers = [ours, simulator, tutorial_server(simulator)]
        try:
            ours.admin("POST", "apps", json.dumps({"slug": app["slug"], "bundleID": app["bundleID"]}).encode())
            ours.admin("PUT", "apps/hashtags/catalog", catalog)
            ours.admin("PUT", "apps/hashtags/policy", policy, **{"If-None-Match": "*"})
            answers = folder / "answers"
            answers.mkdir()
            tag = save_manifest(ours, answers)
            servers += [Server(builds / "BareServer", answers / "manifest.json"), Server(builds / "RawServer", answers),
                        Nginx(answers)]
            measure(*servers, tag=tag, folder=folder)
        finally:
            for server in servers:
                server.stop()


def save_manifest(ours, folder):
    """Saves the responses of the manifest route as they are on the wire, and its body; returns the entity tag."""
    def response(fields=""):
        host, port = ours.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(f"GET {MANIFEST} HTTP/1.1\r\nHost: bench\r\n{fields}\r\n".encode())
            bytes_, length = b"", None
            while length is None or len(bytes_) < length:
                bytes_ += connection.recv(65_536)
                if length is None and (end := bytes_.find(b"\r\n\r\n")) >= 0:
                    found = re.search(rb"\r\nContent-Length: (\d+)", bytes_[:end])
                    length = end + 4 + (int(found.group(1)) if found else 0)
            return bytes_

    full = response()
    tag = re.search(rb"\r\nETag: (\S+)", full).group(1).decode()
    (folder / "200").write_bytes(full)
    (folder / "304").write_bytes(response(f"If-None-Match: {tag}\r\n"))
    (folder / "manifest.json").write_bytes(full[full.index(b"\r\n\r\n") + 4:])
    return tag


class Nginx:
    """nginx with as many workers as cores, which serves a folder from its cache of open files, without a log."""

    def __init__(self, folder):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        (folder / "nginx").mkdir()
        configuration = folder / "nginx.conf"
        temporary = " ".join(f"{kind}_temp_path nginx;" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;" if os.getuid() == 0 else ""
        configuration.write_text(f"""
            daemon off; {user} worker_processes auto; pid nginx.pid; error_log stderr;
            events {{ worker_connections 1024; }}
            http {{
                {temporary}
                access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=10;
                default_type application/json;
                server {{ listen 127.0.0.1:{port}; root {folder}; }}
            }}""")
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        self.process = subprocess.Popen([program, "-p", folder, "-c", configuration], stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                with urllib.request.urlopen(self.url + "/manifest.json") as answer:
                    self.tag = answer.headers["ETag"]
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("bench: nginx did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def tutorial_server(simulator):
    """The server from tutorial.py, which queries the simulator; run in this Python environment."""
    port = free_port()
    for name, pattern in {"KEY_ID": r"key id +(\S+)", "ISSUER": r"issuer +(\S+)", "KEY_FILE": r"key file +(\S+)"}.items():
        os.environ[f"APPLE_{name}"] = re.search(pattern, simulator.text).group(1)
    os.environ.update(APPLE_URL=simulator.url, APPLE_APP="6504763618")
    return Server(sys.executable, "-u", "-m", "uvicorn", "tutorial:app", "--app-dir", pathlib.Path(__file__).parent,
                  "--port", port, "--loop", "uvloop", "--http", "httptools", "--no-access-log", stderr=subprocess.STDOUT)


def script(folder, name, text):
    path = folder / f"{name}.lua"
    path.write_text(text)
    return str(path)


def measure(ours, simulator, tutorial, bare, raw, nginx, tag, folder):
    manifest, decision = ours.url + MANIFEST, "/v1/apps/hashtags/decision"
    known = script(folder, "known", f"wrk.headers[\"If-None-Match\"] = {json.dumps(tag)}\n")
    known_file = script(folder, "known-file", f"wrk.headers[\"If-None-Match\"] = {json.dumps(nginx.tag)}\n")
    get = script(folder, "get", f'local METHOD, PATH = "GET", "{decision}"\n' + FLEET)
    post = script(folder, "post", f'local METHOD, PATH = "POST", "{decision}"\n' + FLEET)
    unique = script(folder, "unique", f'local PATH, NAME = "{decision}", "installID"\n' + UNIQUE)
    check_in = script(folder, "check-in", 'local PATH = "/v1/apps/hashtags/check-ins"\n' + CHECK_INS)
    respelled = script(folder, "respelled", f'local PATH, NAME = "{decision}", "unknown"\n' + UNIQUE)
    routes = {
        "bare Hummingbird, 200 bytes": (bare.url + "/control", None),
        "bare Hummingbird, the manifest": (bare.url + "/file", None),
        "bare Hummingbird, 304": (bare.url + "/file", known),
        "raw SwiftNIO, the manifest": (raw.url, None),
        "raw SwiftNIO, 304": (raw.url, known),
        "nginx, the manifest as a file": (nginx.url + "/manifest.json", None),
        "nginx, 304": (nginx.url + "/manifest.json", known_file),
        "control, 200 bytes by the router": (ours.url + "/v1/apps/hashtags/control", None),
        "manifest": (manifest, None),
        "manifest, 304": (manifest, known),
        "decision, GET, a fleet of a thousand kinds": (ours.url + decision, get),
        "decision, POST, the same fleet": (ours.url + decision, post),
        "decision, every installation different": (ours.url + decision, unique),
        "check-in, a fleet of a thousand kinds": (ours.url + "/v1/apps/hashtags/check-ins", check_in),
        "newest TestFlight build": (ours.url + "/testflight/latest/internal", None),
        "the same from the FastAPI server of a tutorial": (tutorial.url + "/testflight/latest/internal", None),
    }
    for url, lua in routes.values():
        load(url, lua, seconds=1)
    rounds = {name: [] for name in routes}
    for _ in range(ROUNDS):
        for name, (url, lua) in routes.items():
            rounds[name].append(load(url, lua))
    print_tables(rounds, (folder / "answers/manifest.json").stat().st_size)
    memory(ours, manifest, None, "manifests")
    memory(ours, ours.url + decision, respelled, "different queries")
    # Four times as many as may wait for a decision.
    overload(ours, manifest, "decisions", decision, unique, 256, 3)
    for connections in (8, CONNECTIONS):
        overload(ours, manifest, "check-ins", "/v1/apps/hashtags/check-ins", check_in, connections, 1.5)


def print_tables(rounds, size):
    print(f"{ROUNDS} rounds of {SECONDS} s, {CONNECTIONS} connections, a manifest of {size:,} bytes, "
          f"load average {os.getloadavg()[0]:.1f}\n")
    print("| | requests/s | p99 |")
    print("| --- | ---: | ---: |")
    for name, values in rounds.items():
        rate, tail = (statistics.median(value[index] for value in values) for index in (0, 1))
        print(f"| {name} | {rate:,.0f} | {tail:.1f} ms |")
    print("\n| route | beside | ratio | aim |")
    print("| --- | --- | ---: | ---: |")
    for name, other, aim in AIMS:
        ratio = statistics.median(a[0] / b[0] for a, b in zip(rounds[name], rounds[other]))
        print(f"| {name} | {other} | {ratio:.2f} | {f'≥ {aim}' if aim else ''} |")


def memory(ours, url, lua, what):
    """Prints the growth of the process during the second of two million requests."""
    sizes = []
    for _ in range(2):
        sent = 0
        while sent < 1_000_000:
            rate, _ = load(url, lua, seconds=10)
            sent += rate * 10
        sizes.append(ours.resident())
    print(f"\nResident memory after one million {what} {sizes[0]:.1f} MB, after two {sizes[1]:.1f} MB "
          f"(aim: at most 2 MB more).")


def overload(ours, manifest, what, path, lua, connections, aim):
    """Prints the p99 of the manifest while others ask for something else."""
    quiet = statistics.median(load(manifest, connections=8)[1] for _ in range(ROUNDS))
    busy = []
    for _ in range(ROUNDS):
        flood = subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS + 2}s", "-s", lua, ours.url + path], stdout=subprocess.DEVNULL)
        time.sleep(1)
        busy.append(load(manifest, connections=8)[1])
        flood.wait()
    print(f"\nManifest p99 with 8 connections: quiet {quiet:.2f} ms; beside {connections} connections with {what} "
          f"{statistics.median(busy):.2f} ms, {statistics.median(busy) / quiet:.1f} times (aim: at most {aim}).")


main()
