#!/usr/bin/env python3
"""Attacks three servers on one PostgreSQL through a proxy with TLS, and prints what honest callers notice.

Usage: proxied.py AIRWORTHY [--proxy nginx|caddy] [--seconds N] [--floor MS] [--connections C] [--only WORD]
                  [--worker-connections N]

AIRWORTHY is a release build. The proxy is nginx with Deploy/nginx/nodes.conf, or Caddy with the lines of
Documentation/docker-or-systemd.md; both with a certificate made for the run. Attackers and honest callers have addresses of their own,
which the proxy names in X-Forwarded-For. Each attack runs for N seconds (5) beside the honest callers of hostile.py, and beside an
admin who publishes through the proxy and looks when all three servers serve it. `--worker-connections N` is nginx's setting (16,384).

The exit code is 1 if one of these holds:
- an honest request of health or manifest fails;
- a 99th percentile is over three times the quiet one, and over the noise of the machine, on which four servers, a proxy, PostgreSQL
  and the attackers share two cores here: 60 ms, more for a new connection;
- a server ends, or its memory rises by more than 64 MiB;
- what was published is not served by all three servers within five seconds, or is not in the history at the end;
- a forged X-Forwarded-For evades the limit of failed authentications, or uses up that of somebody else.
"""
import argparse
import base64
import http.client
import json
import multiprocessing
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Cluster"))

import hostile
import load
import wires
from cluster import Caller, Cluster
from connections import holders, keepers, pipeliners
from hostile import HOLDS, KEEPS, SLOW
from readers import slow_readers
from target import ADMIN, APP, catalog, policy, rules

ADDRESS = "127.0.0.4"
VISIBLE_SECONDS = 5
FORGES = "forges an address"
# Caddy has no limit for a client, and so many slow readers at once keep it busy at first.
SECONDS_TO_CONNECT = 10
# The failed authentications of an address that get 401 before it gets 429, on each of three servers, with those that come back.
ALLOWED_FAILURES = 3 * 100


class Proxied(Cluster):
    """A cluster behind a proxy with TLS, as a target of the attacks."""

    def __init__(self, tool, proxy, worker_connections):
        super().__init__(tool)
        self.kind, self.worker_connections, self.tls = proxy, worker_connections, wires.context()

    def _start_proxy(self):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
             "-subj", "/CN=localhost", "-keyout", "tls.key", "-out", "tls.pem"], cwd=self.folder, check=True, capture_output=True)
        certificate, key = self.folder / "tls.pem", self.folder / "tls.key"
        if self.kind == "nginx":
            self._start_nginx(f" ssl; ssl_certificate {certificate}; ssl_certificate_key {key}", self.worker_connections)
        else:
            self._start_caddy(certificate, key)

    def _start_caddy(self, certificate, key):
        program = shutil.which("caddy")
        if not program:
            sys.exit("proxied: Caddy is not installed; scripts/bootstrap hostile installs it")
        folder = self.folder / "caddy"
        folder.mkdir()
        nodes = " ".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        text = CADDYFILE.format(port=self.port, certificate=certificate, key=key, nodes=nodes)
        (folder / "Caddyfile").write_text(text)
        log = open(folder / "log", "ab")
        self._run_proxy([program, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"], folder / "log", stderr=log,
                        env={"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_HOME": str(folder)})

    def prepare(self):
        self.create_app(APP)
        caller = self.caller(token=self.token)
        caller.expect([200], "PUT", f"{ADMIN}/catalog", catalog(1_000))
        caller.expect([201], "PUT", f"{ADMIN}/policy", policy(rules(20)), If_None_Match="*")
        text = self.run("tokens", "create", "--name", "reader", "--kind", "ci", "--right", "read", "--app", APP,
                        AIRWORTHY_SERVER=f"http://127.0.0.1:{self.nodes[0].port}", AIRWORTHY_TOKEN=self.token)
        self.reader = re.search(r"\bci_[A-Za-z0-9_-]{20,}", text).group()

    # What `load` needs of a target.

    def ask(self, method, path, body=None, **headers):
        caller = Caller(self.port, self.reader, tls=self.tls, address=load.ATTACKER)
        try:
            answer, text = caller.ask(method, path, body, **headers)
            return answer.status, text
        finally:
            caller.wire.close()

    def forget_peak(self):
        for pid in self.pids():
            pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")

    def memory(self, field="VmRSS"):
        """The resident memory of each node and of the proxy, in MiB."""
        return [int(re.search(rf"{field}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1)) / 1024
                for pid in self.pids()]

    def pids(self):
        proxy = self.proxy.pid
        if self.kind == "nginx":
            # Its worker, the only child.
            proxy = int(pathlib.Path(f"/proc/{proxy}/task/{proxy}/children").read_text().split()[0])
        return [node.process.pid for node in self.nodes] + [proxy]

    def processor_seconds(self):
        """Of all nodes, and of the proxy."""
        def seconds(pid):
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        *nodes, proxy = map(seconds, self.pids())
        return sum(nodes), proxy

    def ended(self):
        return [node.name for node in self.nodes if node.process.poll() is not None]


CADDYFILE = """{{
    admin off
    auto_https off
    log {{
        level ERROR
    }}
    servers {{
        timeouts {{
            read_header 10s
            read_body 30s
            write 60s
            idle 1m
        }}
    }}
}}
:{port} {{
    bind 127.0.0.1
    tls {certificate} {key}
    reverse_proxy {nodes}
}}
"""


def attacks(target, connections):
    app, few = f"/v1/apps/{APP}", max(4, connections // 50)
    reader = {"Authorization": f"Bearer {target.reader}"}
    wrong = "Authorization: Bearer adm_{n}\r\n"
    slow = slow_readers("/openapi.yaml", connections, 40)
    if target.kind == "caddy":
        slow.opening = SECONDS_TO_CONNECT
    return {
        "48 × unique decisions": load.flood(48, f"{app}/decision?channel=appstore&version=1.{{n}}"),
        "48 × paths that do not exist": load.flood(48, "/x/{n}"),
        f"{few} × 1,000 errors in a row": pipeliners(few, 1_000, "/x/1"),
        "reader: 16 preflights, 2,400 rules": load.callers(16, "POST", f"{ADMIN}/preflight", policy(rules(2_400)), **reader),
        f"{FORGES}: 48 × wrong token, that of the honest": load.flood(
            48, ADMIN, head=f"X-Forwarded-For: {load.HONEST}\r\n{wrong}"),
        f"{FORGES}: 48 × wrong token, each another": load.flood(48, ADMIN, head="X-Forwarded-For: 2001:db8:{n}::1\r\n" + wrong),
        f"{HOLDS}: {connections} webhooks of 64 KiB": holders(connections, 64 << 10, f"/hooks/app-store-connect/{APP}"),
        f"{HOLDS}: {connections} decisions of 16 KiB": holders(connections, 16 << 10, f"{app}/decision"),
        f"{KEEPS}: 5 × {connections} connections": keepers(connections, 5),
        f"{SLOW}: openapi.yaml, 1 × {connections} × 40": slow,
    }


def publish(target, deadline, results):
    """Publishes through the proxy, and looks at each server until it serves that: acknowledged revisions, refusals, the longest wait."""
    revisions, refused, longest, number = [], 0, 0.0, 0
    while time.time() < deadline:
        number += 1
        caller = Caller(target.port, target.token, seconds=10, tls=target.tls, address=ADDRESS)
        try:
            answer, text = caller.ask("PUT", f"{ADMIN}/policy", policy(rules(20, first=int(time.time() * 1_000))), If_Match="*")
        except (OSError, http.client.HTTPException):
            refused += 1
            time.sleep(0.1)
            continue
        finally:
            caller.wire.close()
        if answer.status not in (200, 201):
            refused += 1
            time.sleep(0.2)
            continue
        began, revision = time.monotonic(), json.loads(text)["revision"]
        revisions.append(revision)
        for node in target.nodes:
            while _revision(node) < revision and time.monotonic() - began < 2 * VISIBLE_SECONDS:
                time.sleep(0.01)
        longest = max(longest, time.monotonic() - began)
        time.sleep(0.5)
    results.put((revisions, refused, longest))


def _revision(node):
    try:
        envelope = json.loads(Caller(node.port, seconds=5).ask("GET", f"/v1/apps/{APP}/manifest")[1])
        return json.loads(base64.b64decode(envelope["payload"]))["revision"]
    except (OSError, http.client.HTTPException, KeyError, ValueError):
        return 0


def measure(target, seconds, attack=None):
    """Like `load.measure`, with an admin who publishes."""
    results = multiprocessing.Queue()
    deadline = time.time() + getattr(attack, "opening", 0) + seconds
    admin = multiprocessing.Process(target=publish, args=(target, deadline, results))
    admin.start()
    measured = load.measure(target, seconds, attack)
    published = results.get(timeout=60)
    admin.join()
    return *measured, published


def faults(name, answers, published, target):
    revisions, refused, longest = published
    if target.ended():
        yield f"{', '.join(target.ended())} ended"
    if longest > VISIBLE_SECONDS:
        yield f"a publish was visible on all servers after {longest:.1f} s only"
    if not revisions:
        yield f"none of {refused} publishes succeeded"
    if name.startswith(FORGES):
        if answers.get(401, 0) > ALLOWED_FAILURES or 429 not in answers:
            yield f"wrong tokens got {answers}"
        # Another address than those that the attackers have: it must not pay for them.
        other = Caller(target.port, "adm_wrong", seconds=10, tls=target.tls, address=load.HONEST)
        status = other.ask("GET", ADMIN)[0].status
        if status != 401:
            yield f"another address gets {status} for a wrong token"


def lost(target, revisions):
    """The acknowledged revisions that are not in the history."""
    found, before = set(), ""
    while page := target.caller(token=target.token).expect(
            [200], "GET", f"/v1/admin/apps/{APP}/history?limit=200{before}")["revisions"]:
        found |= {entry["revision"] for entry in page}
        before = f"&before={page[-1]['revision']}"
    return sorted(set(revisions) - found)


def print_row(name, answers, times, memory, used, published):
    def cell(route):
        failed = [run[route][2] for run in times]
        return (" → ".join(f"{run[route][0]:.1f}/{run[route][1]:.1f}" for run in times)
                + (f", failed {', '.join(map(str, failed))}" if any(failed) else ""))

    counts = ", ".join(f"{status}: {count:,}" for status, count in sorted(answers.items(), key=str))
    largest = " → ".join(f"{max(sizes[:-1]):.0f}" for sizes in memory)
    proxy = " → ".join(f"{sizes[-1]:.0f}" for sizes in memory)
    revisions, refused, longest = published
    admin = f"{len(revisions)}, seen after {longest * 1000:.0f} ms" + (f", {refused} refused" if refused else "")
    print("|", " | ".join([name, counts, *map(cell, load.PROBES), largest, proxy, f"{used[0]:.1f}, {used[1]:.1f}", admin]), "|", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("airworthy")
    parser.add_argument("--proxy", choices=["nginx", "caddy"], default="nginx")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--floor", type=float, default=60)
    parser.add_argument("--connections", type=int, default=1_000)
    parser.add_argument("--worker-connections", type=int, default=16_384)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    # `wires.tls` is to be the same in all processes.
    multiprocessing.set_start_method("fork")
    broken, revisions = [], []
    with Proxied(options.airworthy, options.proxy, options.worker_connections) as target:
        wires.tls = target.tls
        target.prepare()
        measure(target, 1)
        routes = list(load.PROBES)
        print(f"{options.proxy}, p50/p99 before → during → after:\n")
        print(f"| attack | answers | {' | '.join(f'{route}, ms' for route in routes)} "
              f"| largest server, MiB | {options.proxy}, MiB | processor of the servers and {options.proxy}, s | published |")
        print("| --- | --- |" + " ---: |" * (len(routes) + 3) + " --- |")
        before, *_ = measure(target, options.seconds)
        for name, attack in attacks(target, options.connections).items():
            if options.only not in name:
                continue
            first, used = target.memory(), target.processor_seconds()
            during, answers, peak, published = measure(target, options.seconds, attack)
            broken += [f"{name}: {fault}" for fault in faults(name, answers, published, target)]
            if target.ended():
                break
            kept, used = target.memory(), [now - then for now, then in zip(target.processor_seconds(), used)]
            after, _, _, more = measure(target, options.seconds)
            print_row(name, answers, (before, during, after), (first, peak, kept), used, published)
            # The node whose memory rose most.
            rise = max(zip(first[:-1], peak[:-1]), key=lambda sizes: sizes[1] - sizes[0])
            broken += [f"{name}: {fault}" for fault in hostile.faults(options, name, routes, answers, before, during, rise)]
            revisions += published[0] + more[0]
            before = after
        missing = lost(target, revisions)
        print(f"\n{len(revisions):,} publishes were acknowledged; {len(missing) or 'none'} of them is missing in the history.")
        if missing:
            broken.append(f"revisions {missing[:9]} are lost")
    for line in broken:
        print("BROKEN:", line)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
