#!/usr/bin/env python3
"""Measures what check-ins cost, with a PostgreSQL of its own, and prints a markdown table.

AdoptionBench measures the memory and the databases, this script the largest answer of a server.

Usage: adoption.py BUILDS, a folder of release builds.
"""
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Cluster"))
from cluster import Caller, Cluster, Node, Postgres

BUILDS = pathlib.Path(sys.argv[1])
CELLS, DAYS = 22_000, 28
# As many combinations of facts as the check-ins of an app can have on a day.
FILL = [
    f"""INSERT INTO adoption_cells (app, cell, platform, version, build, channel, os, storefront)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {CELLS})
    SELECT 'hashtags', n * 23058430092, 'ios', '2.' || (n % 50) || '.0', '3' || (n % 50), 'appstore', '17.' || (n % 10),
        'S' || (n / 50) FROM numbers""",
    f"""INSERT INTO adoption_days (app, day, cell, latest, active)
    WITH RECURSIVE days (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM days WHERE n < {DAYS - 1})
    SELECT app, {int(time.time()) // 86_400} - n, cell, 3, 4 FROM adoption_cells CROSS JOIN days ORDER BY 1, 2, 3"""]


def measure_databases():
    # Short, because the path of a socket has at most about a hundred characters.
    with tempfile.TemporaryDirectory(prefix="airworthy-bench-", dir="/tmp") as folder:
        # The user that runs PostgreSQL has to get through.
        pathlib.Path(folder).chmod(0o711)
        postgres = Postgres(folder + "/pg")
        try:
            subprocess.run([BUILDS / "AdoptionBench", postgres.url], check=True)
        finally:
            postgres.stop()


def measure_answers():
    with Cluster(BUILDS / "airworthy", size=1) as cluster:
        cluster.create_app("hashtags")
        for statement in FILL:
            cluster.postgres.sql(statement)
        measure_answer("PostgreSQL", cluster.nodes[0])

        environment = {name: value for name, value in cluster.environment.items() if name != "AIRWORTHY_DATABASE_URL"}
        node = Node(2, cluster.tool, cluster.folder, environment)
        cluster.nodes.append(node)
        node.start()
        node.token = (cluster.folder / node.data / "first-admin-token").read_text().strip()
        cluster.create_app("hashtags", node)
        node.stop()
        database = sqlite3.connect(cluster.folder / node.data / "airworthy.sqlite")
        with database:
            for statement in FILL:
                database.execute(statement)
        database.close()
        node.start()
        measure_answer("SQLite", node)


def measure_answer(engine, node):
    """Reads the whole census with all facts five times, and prints the median time and what the memory grew by at its peak."""
    caller = Caller(node.port, node.token)
    caller.expect([200], "GET", "/v1/admin/apps/hashtags/adoption?by=version")
    process, times = pathlib.Path(f"/proc/{node.process.pid}"), []
    # From here on, VmHWM is the peak.
    (process / "clear_refs").write_text("5")
    before = node.resident_megabytes()
    for _ in range(5):
        start = time.monotonic()
        answer, body = caller.ask("GET", f"/v1/admin/apps/hashtags/adoption?days={DAYS}")
        times.append(time.monotonic() - start)
        if answer.status != 200 or body.count(b'"count"') != CELLS:
            sys.exit(f"adoption: {answer.status} and {len(body)} bytes instead of {CELLS} combinations")
    peak = int(re.search(r"VmHWM:\s+(\d+)", (process / "status").read_text()).group(1)) / 1024
    print(f"| {engine}, the answer of {len(body) / 1e6:.1f} MB with {CELLS} cells on {DAYS} days | "
          f"{sorted(times)[2] * 1_000:.0f} ms | ≤ 1,000 ms |")
    print(f"| {engine}, memory for it | {peak - before:.0f} MiB | ≤ 64 MiB |")


measure_databases()
measure_answers()
