#!/usr/bin/env python3
"""Lets a folder become read-only, kills a server during a migration, and lets the kernel kill one that is out of memory: what an operator
sees, and that nothing is lost.

Usage: mishaps.py AIRWORTHY [--kills N] [--short] [--only WORD]

Prints a line for each mishap: what happened | what the operator saw | what was lost. A part that this machine does not allow (mounts and
memory limits need root) is skipped, and says why. `--short` leaves out the attacks below the memory limit. The exit code is 1 if
anything was lost, if an error does not say what to do, or if a server does not start again afterwards.
"""
import argparse
import base64
import ctypes
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Cluster"))

import hostile
import load
from clocks import ADMIN, APP, begin, publish
from cluster import Caller, Node, Postgres, wait_until
from connections import holders
from target import Target

MANIFEST, DECISION = f"/v1/apps/{APP}/manifest", f"/v1/apps/{APP}/decision?channel=appstore&version=1.0"
NO_ANSWER = (OSError, http.client.HTTPException)
# The newest migrations, and the statements that undo them. With so many rows they take a second or so.
OLD, NEW, ROWS = 12, 18, 120_000
UNDO = [
    "DROP INDEX adoption_batches_by_date",
    "ALTER TABLE adoption_days DROP COLUMN is_unknown",
    "ALTER TABLE adoption_cells DROP COLUMN last_day",
    *(f"DROP INDEX {index}" for index in ["tokens_created_with", "tokens_of_chain", "policies_by_size", "manifests_by_size"]),
    *(f"ALTER TABLE tokens DROP COLUMN {column}" for column in ["created_with", "chain", "used_at"]),
    "ALTER TABLE policies DROP COLUMN size",
    "ALTER TABLE airworthy_migrations DROP COLUMN oldest_program",
    f"DELETE FROM airworthy_migrations WHERE number > {OLD}",
]
UNDO_POSTGRES = ["ALTER TABLE adoption_days RESET (fillfactor)", "ALTER TABLE adoption_cells RESET (fillfactor)"]
# The moments of kills, as parts of the time that it takes: before, during and after the transaction.
MOMENTS = 0.25, 1.25
MEBIBYTE = 1 << 20
LIMIT, LOW_LIMIT = 512, 128


class Mishaps:
    def __init__(self, options):
        self.tool, self.options, self.broken = os.path.abspath(options.airworthy), options, 0
        # Short, because the path of a socket has at most about a hundred characters.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="airworthy-mishaps-", dir="/tmp"))
        self.folder.chmod(0o711)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AIRWORTHY_")}
        self.environment = {
            **kept, "AIRWORTHY_SIGNING_KEY": "file:keys/online.key", "AIRWORTHY_SIGNING_KEYRING": "keyring.json",
            "AIRWORTHY_APPLE_URL": "none", "AIRWORTHY_LOOKUP_URL": "none", "AIRWORTHY_SHUTDOWN_DRAIN": "0"}
        self.started, self.number = [], 0
        self.run("keys", "new", "--out", "keys")
        self.run("keyring", "--root", "keys/root-primary.key", "--online", "keys/online.pub", "--epoch", "1", "-o", "keyring.json")

    def end(self):
        for node in self.started:
            if node.process and node.process.poll() is None:
                node.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments, **environment):
        """Runs the command line as an operator does: the exit code, and everything that it prints."""
        result = subprocess.run([self.tool, *arguments], cwd=self.folder, env={**self.environment, **environment}, text=True,
                                stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        return result.returncode, result.stdout + result.stderr

    def run_and_kill(self, seconds, *arguments, **environment):
        """Runs the command line, and kills it after that time."""
        process = subprocess.Popen([self.tool, *arguments], cwd=self.folder, env={**self.environment, **environment},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(seconds)
        finally:
            process.kill()
            process.wait()

    def node(self, data=None, tool=None, **environment):
        self.number += 1
        node = Node(self.number, tool or self.tool, self.folder, {**self.environment, **environment})
        node.data = str(data or node.data)
        self.started.append(node)
        return node

    def report(self, happened, saw, problems):
        problems = [problem for problem in problems if problem]
        self.broken += len(problems)
        print(f"{happened} | {saw} | what was lost: {'nothing' if not problems else 'BROKEN: ' + '; '.join(problems)}", flush=True)

    def skip(self, what, reason):
        print(f"SKIPPED: {what}: {reason}", flush=True)


def envelope(node):
    """The bytes of the manifest that a node serves."""
    answer, body = Caller(node.port, seconds=10).ask("GET", MANIFEST)
    return body if answer.status == 200 else answer.status


def status(node, path):
    return Caller(node.port, seconds=10).ask("GET", path)[0].status


def problem(text):
    """What a response with a problem says."""
    try:
        return json.loads(text).get("detail") or text
    except ValueError:
        return text


def line(text, *words):
    """The first line with one of the words, otherwise the last one."""
    lines = [entry.strip() for entry in text.splitlines() if entry.strip()]
    return next((entry for word in words for entry in lines if word in entry), lines[-1] if lines else "nothing")


# A read-only folder.

def own_mounts():
    """Gives this process mounts of its own, which end with it. Returns why it cannot."""
    if os.getuid() != 0:
        return "it needs root"
    if not sys.platform.startswith("linux"):
        return "it needs Linux"
    # CLONE_NEWNS
    if ctypes.CDLL(None, use_errno=True).unshare(0x20000) != 0:
        return f"unshare: {os.strerror(ctypes.get_errno())}"
    return mount("--make-rprivate", "/")


def mount(*arguments):
    """Returns why it failed."""
    result = subprocess.run(["mount", *arguments], capture_output=True, text=True, timeout=30)
    return result.stderr.strip() or None if result.returncode else None


def make_read_only(data):
    """By a mount, because root may write anything else. Returns why it failed."""
    if os.getuid() == 0:
        return mount("--bind", data, data) or mount("-o", "remount,bind,ro", data)
    for path in [*data.iterdir(), data]:
        path.chmod(0o500)
    return None


def make_writable(data):
    if os.getuid() == 0:
        subprocess.run(["umount", data], check=True, timeout=30)
        return
    for path in [data, *data.iterdir()]:
        path.chmod(0o700)


def read_only_from_the_start(mishaps):
    node = mishaps.node()
    begin(node)
    published = envelope(node)
    node.stop()
    for has_database in (True, False):
        data = mishaps.folder / (node.data if has_database else "empty")
        data.mkdir(exist_ok=True)
        refusal = make_read_only(data)
        if refusal:
            return mishaps.skip("a read-only folder", refusal)
        before = sorted(entry.name for entry in data.iterdir())
        process = subprocess.Popen([mishaps.tool, "serve", "--port", str(node.port), "--data", data.name], cwd=mishaps.folder,
                                   env=mishaps.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            text, _ = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            text = ""
        finally:
            process.kill()
            process.wait()
        code, said = mishaps.run("doctor", "--offline", "--data", data.name)
        found = line(said, "failed")
        make_writable(data)
        problems = [
            process.returncode == -signal.SIGKILL and "serve did not end",
            process.returncode == 0 and "serve ended with 0",
            data.name not in text and "the error does not name the folder",
            code != 1 and f"doctor exits with {code}",
            sorted(entry.name for entry in data.iterdir()) != before and "files changed"]
        if has_database:
            node.start()
            problems += [envelope(node) != published and "another manifest", publish(node, 1)[0] != 201 and "no publish afterwards"]
            node.stop()
        mishaps.report(f"`serve` on a read-only folder {'with' if has_database else 'without'} a database",
                       f"exit code {process.returncode}: {line(text, 'rror')}; doctor, exit code {code}: {found}", problems)


def read_only_while_serving(mishaps):
    """Files that nobody may write for a while, then a file system that the kernel makes read-only after an error of the disk; the operator
    repairs and mounts it again."""
    image, data = mishaps.folder / "disk", mishaps.folder / "on-disk"
    data.mkdir()
    with open(image, "wb") as file:
        file.truncate(2_048 * MEBIBYTE)
    what = "a folder that becomes read-only"
    try:
        subprocess.run(["mkfs.ext4", "-q", image], check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        return mishaps.skip(what, f"mkfs.ext4: {error}")
    refusal = mount("-o", "loop,errors=remount-ro", image, data)
    if refusal:
        return mishaps.skip(what, refusal)
    node = mishaps.node(data.name)
    try:
        begin(node)
        _unwritable_for_a_while(mishaps, node, data)
        _failing_disk(mishaps, node, image, data)
    finally:
        if node.process and node.process.poll() is None:
            node.kill()
        subprocess.run(["umount", data], capture_output=True, timeout=30)


def observed(mishaps, node, number):
    """Publishes and reads: the status of the publish, what an operator sees, and problems."""
    published, before = envelope(node), failures(node)
    refused, text = publish(node, number)
    reads = [status(node, path) for path in (MANIFEST, DECISION, "/health/live")]
    ready = status(node, "/health/ready")
    code, said = mishaps.run("doctor", "--offline", "--data", node.data)
    log = line(node.last_lines(), " error ", " warning ")[25:]
    saw = (f"manifest, decision and health {', '.join(map(str, reads))}, publish {refused}: {problem(text)}; /health/ready {ready}; "
           f"airworthy_store_failures_total rises by {failures(node) - before:.0f}; "
           f"log: {log}; doctor, exit code {code}: {line(said, 'failed', 'ok       disk')}")
    problems = [
        reads != [200] * 3 and f"reads got {reads}", envelope(node) != published and "another manifest",
        refused not in (503, 507) and f"a publish got {refused}: {text}",
        node.process.poll() is not None and f"the server ended with {node.process.returncode}"]
    return saw, problems


def failures(node):
    text = Caller(node.port, node.token).ask("GET", "/metrics")[1].decode()
    return sum(float(entry.split()[-1]) for entry in text.splitlines() if entry.startswith("airworthy_store_failures_total{"))


def _unwritable_for_a_while(mishaps, node, data):
    # Not the shared memory of SQLite, which is mapped: a write to it would be a bus error, which no read-only folder causes.
    files = [file for file in data.iterdir() if file.is_file() and not file.name.endswith("-shm")]
    try:
        subprocess.run(["chattr", "+i", data, *files], check=True, capture_output=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        return mishaps.skip("files that cannot be written for a while", f"chattr: {error}")
    try:
        saw, problems = observed(mishaps, node, 1)
    finally:
        subprocess.run(["chattr", "-i", data, *files], check=True, capture_output=True, timeout=30)
    code, _ = publish(node, 2)
    problems.append(code != 201 and f"a publish got {code} afterwards")
    mishaps.report("nobody may write the folder and the database for a while, while a server runs",
                   f"{saw}; afterwards it publishes without a restart", problems)


def _failing_disk(mishaps, node, image, data):
    device = os.stat(data).st_dev
    name = pathlib.Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve().name
    trigger = pathlib.Path(f"/sys/fs/ext4/{name}/trigger_fs_error")
    if not trigger.exists():
        return mishaps.skip("a disk that fails", f"{trigger} does not exist")
    published = envelope(node)
    trigger.write_text("1")
    saw, problems = observed(mishaps, node, 3)
    node.stop()
    subprocess.run(["umount", data], check=True, timeout=30)
    subprocess.run(["fsck.ext4", "-fy", image], capture_output=True, timeout=60)
    problems.append(mount("-o", "loop", image, data))
    node.start()
    problems += [envelope(node) != published and "another manifest after the repair",
                 publish(node, 4)[0] != 201 and "no publish after the repair"]
    node.stop()
    mishaps.report("the disk fails, and the kernel makes its file system read-only while a server runs",
                   f"{saw}; after `fsck`, a mount and a restart it serves the same and publishes", problems)


# Kills during a migration.

def old_sqlite(path):
    """Takes the newest migrations back, and fills the tables that they change."""
    with sqlite3.connect(path) as database:
        for statement in UNDO:
            database.execute(statement)
        today = int(time.time() // 86_400)
        database.executemany(
            "INSERT INTO adoption_cells VALUES (?, ?, 'ios', ?, '1', 'appstore', '17', 'US')",
            ((APP, number, f"1.{number}") for number in range(ROWS)))
        database.executemany("INSERT INTO adoption_days (app, day, cell, latest, active) VALUES (?, ?, ?, 1, 1)",
                             ((APP, today - number % 9, number) for number in range(ROWS)))
    database.close()


def sqlite_state(path):
    """The schema and the number of rows, if the database is whole."""
    database = sqlite3.connect(path)
    try:
        whole = database.execute("PRAGMA integrity_check").fetchall()
        if whole != [("ok",)]:
            return ("damaged", whole)
        tables = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return (
            database.execute("SELECT max(number) FROM airworthy_migrations").fetchone()[0],
            tuple((table, tuple(column[1:] for column in database.execute(f"PRAGMA table_info({table})"))) for table in tables),
            tuple(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name")),
            tuple(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in CONTENT))
    finally:
        database.close()


CONTENT = ["apps", "heads", "policies", "manifests", "tokens", "adoption_cells", "adoption_days"]


def check_kill(state, old, new, counts):
    """Counts the state, and returns what is wrong with it."""
    name = "old" if state == old else "new" if state == new else "neither"
    counts[name] = counts.get(name, 0) + 1
    return None if name != "neither" else f"a database that is neither old nor new: {str(state)[:200]}"


def kills_of_serve(mishaps, chance):
    node = mishaps.node()
    begin(node)
    published = envelope(node)
    node.stop()
    data, kept = mishaps.folder / node.data, mishaps.folder / "old"
    fresh = sqlite_state(data / "airworthy.sqlite")
    old_sqlite(data / "airworthy.sqlite")
    shutil.copytree(data, kept)
    old = sqlite_state(kept / "airworthy.sqlite")
    began = time.monotonic()
    node.start()
    seconds = time.monotonic() - began
    node.stop()
    new = sqlite_state(data / "airworthy.sqlite")
    problems, counts, whole, empty, rest = [], {}, 0, 0, set()
    if [set(columns) for _, columns in new[1]] != [set(columns) for _, columns in fresh[1]] or new[2] != fresh[2]:
        problems.append("the database that was made old is not as a new one after the migration")
    for _ in range(mishaps.options.kills):
        shutil.rmtree(data)
        shutil.copytree(kept, data)
        mishaps.run_and_kill(seconds * chance.uniform(*MOMENTS), "serve", "--port", str(node.port), "--data", node.data)
        # Of copies, because reading a database ends what a crash left.
        copy = mishaps.folder / "copy"
        shutil.copytree(data, copy)
        state = sqlite_state(copy / "airworthy.sqlite")
        problems.append(check_kill(state, old, new, counts))
        # An empty file reserves the name until the backup is complete.
        files = list(copy.glob("airworthy.before-*.sqlite"))
        found = [file for file in files if file.stat().st_size > 0]
        problems += [f"{file.name} is not whole" for file in found if sqlite_state(file) != old]
        problems.append(state == new and not found and "upgraded without a backup")
        whole, empty = whole + len(found), empty + len(files) - len(found)
        shutil.rmtree(copy)
        node.start()
        if envelope(node) != published:
            problems.append("another manifest")
        node.stop()
        state = sqlite_state(data / "airworthy.sqlite")
        if state != new:
            problems.append("not new after the next start")
        rest |= {entry.name for entry in data.iterdir() if entry.name.endswith(".part")}
    shutil.rmtree(kept)
    mishaps.report(
        f"`serve` killed {mishaps.options.kills} times while it upgrades a SQLite database ({ROWS:,} installations, {seconds:.1f} s)",
        f"found {' and '.join(f'{count} {name}' for name, count in sorted(counts.items()))}, {whole} whole backups and {empty} empty "
        f"files with the name of one; the next start upgraded each, with a backup, and served the same manifest"
        + (f"; left over: {', '.join(sorted(rest))}" if rest else ""),
        sorted(set(filter(None, problems))))


def kills_of_migrate(mishaps, chance):
    postgres = Postgres(str(mishaps.folder / "pg"))
    try:
        _kills_of_migrate(mishaps, chance, postgres)
    finally:
        postgres.stop()


def _kills_of_migrate(mishaps, chance, postgres):
    # It is not killed here, only its clients.
    postgres.sql("ALTER SYSTEM SET fsync = off")
    postgres.sql("SELECT pg_reload_conf()")

    def query(statement, database="work"):
        return subprocess.run(
            [postgres.programs / "psql", "-At", "-h", str(postgres.folder), "-U", "airworthy", "-d", database, "-c", statement],
            check=True, capture_output=True, text=True, timeout=60, cwd=postgres.folder, **postgres.user).stdout.strip()

    def state(database="work"):
        return (
            int(query("SELECT max(number) FROM airworthy_migrations", database)),
            query("SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns "
                  "WHERE table_schema = 'public' ORDER BY 1, 2", database),
            query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1", database),
            query("SELECT relname, reloptions FROM pg_class WHERE relname LIKE 'adoption%' AND relkind = 'r' ORDER BY 1", database),
            query(" UNION ALL ".join(f"SELECT count(*) FROM {table}" for table in CONTENT), database))

    def renew():
        postgres.sql("DROP DATABASE IF EXISTS work WITH (FORCE)", "postgres")
        postgres.sql("CREATE DATABASE work TEMPLATE airworthy", "postgres")

    node = mishaps.node(AIRWORTHY_DATABASE_URL=postgres.url)
    url = postgres.url.replace("@/airworthy", "@/work")
    mishaps.run("migrate", AIRWORTHY_DATABASE_URL=postgres.url)
    begin(node)
    published = envelope(node)
    node.stop()
    fresh = state("airworthy")
    for statement in [*UNDO, *UNDO_POSTGRES]:
        postgres.sql(statement)
    postgres.sql(f"INSERT INTO adoption_cells SELECT '{APP}', n, 'ios', '1.' || n, '1', 'appstore', '17', 'US' "
                 f"FROM generate_series(1, {ROWS}) n")
    postgres.sql(f"INSERT INTO adoption_days (app, day, cell, latest, active) SELECT '{APP}', "
                 f"extract(epoch FROM now())::bigint / 86400 - n % 9, n, 1, 1 FROM generate_series(1, {ROWS}) n")
    postgres.sql("VACUUM ANALYZE")
    renew()
    old = state()
    began = time.monotonic()
    code, text = mishaps.run("migrate", AIRWORTHY_DATABASE_URL=url)
    seconds = time.monotonic() - began
    new = state()
    problems, counts = [code and f"migrate: {text}"], {}
    if new[:4] != fresh[:4]:
        problems.append("the database that was made old is not as a new one after the migration")
    for _ in range(mishaps.options.kills):
        renew()
        mishaps.run_and_kill(seconds * chance.uniform(*MOMENTS), "migrate", AIRWORTHY_DATABASE_URL=url)
        # PostgreSQL ends the statement, and then sees that nobody waits for it.
        wait_until(lambda: query("SELECT count(*) FROM pg_stat_activity WHERE datname = 'work'", "postgres") == "0",
                   "PostgreSQL ends the transaction of a killed client")
        problems.append(check_kill(state(), old, new, counts))
        code, text = mishaps.run("migrate", AIRWORTHY_DATABASE_URL=url)
        if code or state() != new:
            problems.append(f"migrate afterwards: exit code {code}: {text}")
    node.environment["AIRWORTHY_DATABASE_URL"] = url
    node.start()
    if envelope(node) != published:
        problems.append("another manifest")
    node.stop()
    mishaps.report(
        f"`migrate` killed {mishaps.options.kills} times on PostgreSQL ({ROWS:,} installations, {seconds:.1f} s)",
        f"found {' and '.join(f'{count} {name}' for name, count in sorted(counts.items()))}; the next `migrate` upgraded each, and a "
        f"server on it served the same manifest", sorted(set(filter(None, problems))))


# Out of memory.

class MemoryGroup:
    """A memory cgroup of version 1 or 2."""

    def __init__(self):
        root, name = pathlib.Path("/sys/fs/cgroup"), f"airworthy-mishaps-{os.getpid()}"
        self.is_first = (root / "memory/memory.limit_in_bytes").exists()
        self.path = (root / "memory" if self.is_first else root) / name
        self.reason = None
        try:
            if not self.is_first and "memory" not in (root / "cgroup.subtree_control").read_text().split():
                (root / "cgroup.subtree_control").write_text("+memory")
            self.path.mkdir()
            self.limit(LIMIT)
        except OSError as error:
            self.reason = f"no memory cgroup: {error}"

    def limit(self, mebibytes):
        self._file("memory.limit_in_bytes", "memory.max").write_text(str(mebibytes * MEBIBYTE))
        # Otherwise the machine would swap instead.
        without_swap = self._file("memory.swappiness", "memory.swap.max")
        if without_swap.exists():
            without_swap.write_text("0")

    def peak(self):
        """The highest use so far in MiB, with the pages of files that the kernel can drop."""
        try:
            return int(self._file("memory.max_usage_in_bytes", "memory.peak").read_text()) / MEBIBYTE
        except OSError:
            return float("nan")

    def kills(self):
        text = self._file("memory.oom_control", "memory.events").read_text()
        return next((int(entry.split()[1]) for entry in text.splitlines() if entry.startswith("oom_kill ")), 0)

    def kills_file(self):
        return self._file("memory.oom_control", "memory.events").name

    def _file(self, first, second):
        return self.path / (first if self.is_first else second)

    def program(self, tool, path):
        """Writes a program that runs another one in the group."""
        path.write_text(f'#!/bin/sh -e\necho $$ > {self.path}/cgroup.procs\nexec "{tool}" "$@"\n')
        path.chmod(0o755)
        return str(path)

    def remove(self):
        if self.path.exists():
            wait_until(lambda: not (self.path / "cgroup.procs").read_text().strip(), "the memory cgroup is empty", 10)
            self.path.rmdir()


def out_of_memory(mishaps):
    group = MemoryGroup()
    try:
        if group.reason:
            return mishaps.skip("out of memory", group.reason)
        tool = group.program(mishaps.tool, mishaps.folder / "in-group")
        if not mishaps.options.short:
            attacked_below_limit(mishaps, group, tool)
        killed_while_publishing(mishaps, group, tool)
    finally:
        for node in mishaps.started:
            if node.process and node.process.poll() is None:
                node.kill()
        group.remove()


def attacked_below_limit(mishaps, group, tool):
    connections, peaks, problems = 2_000, [], []
    target = Target(tool, connections=4 * connections)
    try:
        chosen = [(name, attack) for name, attack in hostile.attacks(target, connections).items()
                  if name.startswith((hostile.SLOW, hostile.HOLDS))]
        chosen.append((f"{hostile.HOLDS}: 4 × {connections} decisions of 16 KiB",
                       holders(connections, 16 << 10, f"/v1/apps/{APP}/decision", addresses=4)))
        for name, attack in chosen:
            during, _, peak = load.measure(target, 2, attack)
            peaks.append((peak, name))
            problems += [f"{name}: {during[route][2]} requests of {route} failed" for route in ("health", "manifest") if during[route][2]]
            if target.process.poll() is not None:
                problems.append(f"{name}: the server ended with {target.process.returncode}")
                break
    finally:
        target.stop()
    if group.kills():
        problems.append("the kernel killed it")
    peak, name = max(peaks)
    mishaps.report(f"{len(chosen)} attacks on one server in {LIMIT} MiB",
                   f"at most {peak:.0f} MiB resident (\"{name}\"), {group.peak():.0f} MiB of the group; not killed", problems)


def killed_while_publishing(mishaps, group, tool):
    """The limit is too low for clients that hold back what they send, while somebody publishes."""
    node = mishaps.node(tool=tool)
    group.limit(LOW_LIMIT)
    begin(node)
    stopping, published, answers = multiprocessing.Event(), multiprocessing.Queue(), multiprocessing.Queue()
    admin = multiprocessing.Process(target=_publish, args=(node.port, node.token, stopping, published), daemon=True)
    admin.start()
    time.sleep(1)
    before = group.kills()
    end = time.time() + 30
    attackers = holders(2_000, 16 << 10, f"/v1/apps/{APP}/decision", addresses=2)(node, end, answers)
    for process in attackers:
        process.daemon = True
        process.start()
    while node.process.poll() is None and time.time() < end:
        time.sleep(0.05)
    for process in attackers:
        process.terminate()
        process.join()
    stopping.set()
    revision, count = published.get(timeout=60)
    admin.join()
    code, killed = node.process.poll(), group.kills() - before
    problems = [code != -signal.SIGKILL and f"the server ended with {code}", killed < 1 and "the kernel killed nothing"]
    kernel = subprocess.run(["dmesg"], capture_output=True, text=True, timeout=30).stdout
    said = line("\n".join(entry for entry in kernel.splitlines() if f"Killed process {node.process.pid} " in entry), "Killed process")
    if code is None:
        node.kill()
    group.limit(LIMIT)
    last = line(node.last_lines())
    began = time.monotonic()
    node.start()
    seconds = time.monotonic() - began
    found = _revision(node)
    history = Caller(node.port, node.token).expect([200], "GET", f"/v1/admin/apps/{APP}/history?limit=1")["revisions"][0]["revision"]
    # The last one may be there without an answer.
    problems += [not revision <= found <= revision + 1 and f"revision {revision} was acknowledged and {found} is served",
                 history != found and f"the history ends with {history}", publish(node, 0)[0] != 201 and "no publish afterwards"]
    node.stop()
    mishaps.report(
        f"a server in {LOW_LIMIT} MiB runs out of memory, while {count} policies are published",
        f"exit code {128 - (code or 0)}; its log ends without a word (\"{last[:60]}\"); {group.kills_file()}: oom_kill {killed}; "
        f"dmesg: {said}; it starts again in {seconds:.1f} s and serves revision {found}, acknowledged was {revision}", problems)


def _publish(port, token, stopping, published):
    revision, count = 0, 0
    while not stopping.is_set():
        count += 1
        policy = json.dumps({"schema": 1, "rules": [
            {"id": f"r{n}", "when": {"version": f"<1.{count}.{n}"}, "update": "recommended"} for n in range(200)]}).encode()
        try:
            answer, text = Caller(port, token, seconds=5).ask("PUT", f"{ADMIN}/policy", policy, If_Match="*")
            if answer.status == 201:
                revision = json.loads(text)["revision"]
        except NO_ANSWER:
            time.sleep(0.05)
    published.put((revision, count))


def _revision(node):
    return json.loads(base64.b64decode(json.loads(envelope(node))["payload"]))["revision"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("airworthy")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # Of mount, mkfs.ext4 and fsck.ext4.
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    mishaps, chance = Mishaps(options), random.Random(options.seed)
    try:
        refusal = own_mounts()
        if options.only in read_only_from_the_start.__name__:
            if os.getuid() == 0 and refusal:
                mishaps.skip("a read-only folder", refusal)
            else:
                read_only_from_the_start(mishaps)
        if options.only in read_only_while_serving.__name__:
            if refusal:
                mishaps.skip("a folder that becomes read-only", refusal)
            else:
                read_only_while_serving(mishaps)
        for part in (kills_of_serve, kills_of_migrate):
            if options.only in part.__name__:
                part(mishaps, chance)
        if options.only in out_of_memory.__name__:
            out_of_memory(mishaps)
    finally:
        mishaps.end()
    sys.exit(bool(mishaps.broken))


if __name__ == "__main__":
    main()
