#!/usr/bin/env python3
"""Shows what several nodes do: demo.py AIRWORTHY [--port N] [--once]

Starts PostgreSQL, three nodes and nginx, publishes, ends a node, then PostgreSQL, and tells what happens. Goes on until Ctrl-C, with
--once only until the story is told. Nothing is left behind.
"""
import argparse
import json
import pathlib
import shutil
import socket
import sys
import threading
import time

from cluster import Caller, Cluster, wait_until

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Examples/data"
DECISION = "/v1/apps/hashtags/decision?version=2.2.0&channel=appstore&os=iOS%2017.4"


def say(*lines):
    print(*lines, sep="\n", flush=True)


class Reader(threading.Thread):
    """A device that asks through nginx, some hundred times a second."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.caller, self.reads, self.failures, self.is_ended = Caller(port), 0, 0, False
        self.start()

    def run(self):
        while not self.is_ended:
            try:
                is_answered = self.caller.ask("GET", DECISION)[0].status == 200
            except OSError:
                is_answered = False
            self.reads, self.failures = self.reads + 1, self.failures + (not is_answered)
            time.sleep(0.003)

    def report(self):
        return f"{self.reads:,} decisions were read through nginx so far, {self.failures} failed"


def leader_of(cluster):
    found = []
    wait_until(lambda: found.extend(node for node in cluster.nodes if node.leads()) or found, "a node leads", 60)
    return found[0]


def sign_in(cluster):
    """A person signs in at one node with an address that another one made, and is known to all of them until a third one is told."""
    people, programs = zip(*((Caller(node.port), Caller(node.port, cluster.token)) for node in cluster.nodes))

    def pages(cookie):
        return [person.ask("GET", "/apps", Cookie=cookie, Accept="text/html")[0].status for person in people]

    link = programs[0].expect([201], "POST", "/v1/admin/sign-in-links", b"")["path"]
    answer, _ = people[1].ask("GET", link)
    cookie = answer.headers.get("Set-Cookie", "").split(";")[0]
    again, signed_in = people[2].ask("GET", link)[0].status, pages(cookie)
    for session in programs[2].expect([200], "GET", "/v1/admin/sessions")["sessions"]:
        programs[2].expect([204], "DELETE", f"/v1/admin/sessions/{session['id']}")
    ended = pages(cookie)
    if (answer.status, again, signed_in, ended) != (303, 401, [200] * 3, [303] * 3):
        sys.exit(f"demo-cluster: sign-in {answer.status}, again {again}, pages {signed_in}, after the end {ended}")
    say(f"A person signed in at {cluster.nodes[1].name} with an address of {cluster.nodes[0].name}, and used pages of all three until "
        f"{cluster.nodes[2].name} ended the session.", "")


def tell(cluster):
    say(f"PostgreSQL    runs in {cluster.folder}/pg; its tables were created by `airworthy migrate`")
    for node in cluster.nodes:
        say(f"{node.name}        http://127.0.0.1:{node.port}")
    say(f"nginx         http://127.0.0.1:{cluster.port} in front of them, with Deploy/nginx/nodes.conf", "")

    for name in ["policy", "catalog"]:
        shutil.copy(EXAMPLES / f"hashtags.{name}.yaml", cluster.folder / f"{name}.yaml")
    cluster.client("apps", "create", "hashtags", "--bundle-id", "com.example.hashtags", "--root", "keys/root-primary.pub")
    cluster.client("catalog", "import", "catalog.yaml", "--app", "hashtags")
    cluster.client("publish", "policy.yaml", "--app", "hashtags", "--yes")
    began = time.monotonic()
    callers = [Caller(node.port) for node in cluster.nodes]
    wait_until(lambda: all(caller.ask("GET", DECISION)[0].status == 200 for caller in callers), "every node has the policy")
    say(f"Published a policy through one of the nodes; all three served it {(time.monotonic() - began) * 1000:.0f} ms later.")
    decision = json.loads(callers[2].ask("GET", DECISION)[1])
    say(f"Version 2.2.0 on iOS 17.4, asked of {cluster.nodes[2].name}: {decision['status']}, blocking: {decision['blocking']}.", "")

    sign_in(cluster)

    reader = Reader(cluster.port)
    leader = leader_of(cluster)
    say(f"{leader.name} leads: it alone would ask Apple, and renews manifests. It is killed with SIGKILL.")
    leader.kill()
    began = time.monotonic()
    successor = leader_of(cluster)
    say(f"{successor.name} leads {time.monotonic() - began:.1f} s later. {reader.report()}.")
    leader.start()
    say(f"{leader.name} is back and ready, with everything it needs from PostgreSQL.", "")

    say("PostgreSQL is stopped.")
    cluster.postgres.stop()
    answer, _ = Caller(cluster.port, cluster.token).ask("POST", "/v1/admin/apps/hashtags/rollback", b'{"policyVersion":1}')
    say(f"A change gets {answer.status} with Retry-After: {answer.headers['Retry-After']}. {reader.report()}.")
    cluster.postgres.start()
    began = time.monotonic()
    wait_until(lambda: cluster.can_change("hashtags"), "a change succeeds again", 60)
    say(f"PostgreSQL is back; a change succeeded {time.monotonic() - began:.1f} s later. {reader.report()}.")
    reader.is_ended = True
    reader.join()
    if reader.failures:
        sys.exit("demo-cluster: reads failed")


def invite(cluster):
    say("", "Try it in another terminal:", "",
        f"  export AIRWORTHY_SERVER=http://127.0.0.1:{cluster.port} AIRWORTHY_TOKEN={cluster.token}",
        f"  {cluster.tool} history --app hashtags",
        f"  curl '$AIRWORTHY_SERVER{DECISION}'".replace("'$", '"$').replace("4'", '4"'),
        "  kill -9 " + "   # or ".join(f"{node.process.pid} ({node.name})" for node in cluster.nodes), "",
        "Ctrl-C ends everything and deletes it.")
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        say("")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("airworthy")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--once", action="store_true")
    options = parser.parse_args()
    with socket.socket() as probe:
        if options.port and probe.connect_ex(("127.0.0.1", options.port)) == 0:
            sys.exit(f"demo-cluster: port {options.port} is in use; choose another one: make demo-cluster PORT=8090")
    with Cluster(options.airworthy, port=options.port) as cluster:
        tell(cluster)
        if not options.once:
            invite(cluster)
    say("Stopped; everything was deleted.")


if __name__ == "__main__":
    main()
