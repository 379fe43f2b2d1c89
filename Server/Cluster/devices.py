"""Devices that check in: what they are, what they send, and a worker that plays some of them on one node."""
import array
import collections
import itertools
import json
import random
import re
import socket
import sys
import time

import workers as clients
from cluster import Caller

VERSIONS, SYSTEMS = 40, 8
COUNTRIES = ("US JP CN DE GB FR BR CA IT ES MX KR IN AU NL TR ID TH TW VN PL SE CH AT BE DK NO FI PT GR CZ HU RO IE NZ ZA EG SA AE IL "
             "AR CL CO PE UA SK BG HR SI LT LV EE IS LU MT CY MY SG PH HK").split()
CELLS = VERSIONS * SYSTEMS * len(COUNTRIES)
# The cell of the next version.
NEXT = CELLS // VERSIONS
# The installations of an hour, as a multiple of the mean: night, day, the busiest hour, evening.
HOURS = [0.3] * 7 + [0.8] * 12 + [10.0] + [0.575] * 4
# Requests that a connection sends before it reads the answers.
BATCH = 50


def facts(cell):
    (version, rest), country = divmod(cell, NEXT), COUNTRIES[cell % len(COUNTRIES)]
    system = rest // len(COUNTRIES)
    return {"platform": "ios", "version": f"{1 + version // 10}.{version % 10}.0", "build": str(100 + version), "channel": "appstore",
            "os": f"{14 + system // 2}.{system % 2 * 4}", "storefront": country}


def weight(cell):
    """The share of a cell: many devices have a new version and system, and live in few countries."""
    version, system, country = cell // NEXT, cell % NEXT // len(COUNTRIES), cell % len(COUNTRIES)
    return 1 / ((VERSIONS - version) * (SYSTEMS - system) * (1 + country))


def requests(day):
    """The end of each request: at 2 × cell the first check-in of a device, then that of the same device after an update."""
    found = []
    for cell in range(CELLS):
        moved = {"now": facts((cell + NEXT) % CELLS), "last": {"day": day, **facts(cell)}}
        for body in [{"now": facts(cell)}, moved]:
            text = json.dumps({"schema": 1, **body, "decision": {"status": "ok", "rule": None}})
            found.append(f"\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode())
    return found


def effects(code):
    """[(cell, devices)] of a check-in."""
    cell, is_moved = divmod(code, 2)
    return [(cell, -1), (cell + NEXT, 1)] if is_moved else [(cell, 1)]


class Wire:
    """A connection that is kept open. Requests are pipelined, and answers come in their order."""

    def __init__(self, port, day):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.counted = b'"day":"%s"' % day.encode()

    def ask(self, batch):
        """Returns for each check-in that was answered whether it was counted, and whether the connection is still good."""
        answers, bodies, is_good = b"", [], True
        try:
            self.socket.sendall(b"".join(batch))
            while len(bodies) < len(batch):
                part = self.socket.recv(1 << 16)
                if not part:
                    raise ConnectionError
                answers += part
                bodies = re.findall(rb"\{[^}]*\}", answers)
        except OSError:
            self.socket.close()
            is_good = False
        for body in set(bodies):
            if self.counted not in body and b'"status":503' not in body:
                sys.exit(f"cluster: a check-in was refused, or the day has changed: {body.decode(errors='replace')}")
        return [self.counted in body for body in bodies], is_good


def play(workers, name, port, apps, devices, seconds, day, ends, number):
    """Plays devices that check in with one node. Each has an address of its own, as behind a proxy.

    Notes, by app: (time of each batch, number of acknowledged check-ins in it, all of these, those without an answer, refused ones in
    it, which come again)."""
    chance, wire, sent = random.Random(number), None, 0
    weights = list(itertools.accumulate(weight(cell) for cell in range(CELLS)))
    hours = list(itertools.accumulate(HOURS, initial=0))
    heads = {app: f"POST /v1/apps/{app}/check-ins HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Forwarded-For: 10.".encode()
             for app in apps}
    notes = {app: (array.array("d"), *(array.array("I") for _ in range(4))) for app in apps}
    updating = {app: collections.deque() for app in apps}
    began = time.monotonic()
    for app in itertools.cycle(apps):
        if sent >= devices:
            return notes
        hour = min((time.monotonic() - began) / seconds, 1) * 24
        if sent > devices * (hours[int(hour)] + hour % 1 * HOURS[min(int(hour), 23)]) / hours[-1]:
            time.sleep(0.02)
            continue
        codes = [2 * updating[app].popleft() + 1 for _ in range(min(BATCH // 5, len(updating[app])))]
        firsts = chance.choices(range(CELLS), cum_weights=weights, k=min(BATCH - len(codes), devices - sent))
        codes += [2 * cell for cell in firsts]
        addresses = (b"%d.%d.%d" % (n >> 16, n >> 8 & 255, n & 255) for n in chance.choices(range(1 << 24), k=len(codes)))
        batch = [heads[app] + address + ends[code] for address, code in zip(addresses, codes)]
        while not wire:
            # A node that has just started refuses check-ins until it knows its apps.
            try:
                if Caller(port, seconds=5).ask("GET", "/health/ready")[0].status == 200:
                    wire = Wire(port, day)
            except clients.NO_ANSWER:
                time.sleep(0.05)
        answers, is_good = wire.ask(batch)
        wire = wire if is_good else None
        counted = [code for code, is_counted in zip(codes, answers) if is_counted]
        refused = [code for code, is_counted in zip(codes, answers) if not is_counted]
        times, counts, acknowledged, unknown, refusals = notes[app]
        times.append(time.monotonic())
        counts.append(len(counted))
        acknowledged.extend(counted)
        unknown.extend(codes[len(answers):])
        refusals.append(len(refused))
        updating[app].extend(
            code // 2 for code in counted if code % 2 == 0 and code // 2 + NEXT < CELLS and chance.random() < 0.125)
        updating[app].extend(code // 2 for code in refused if code % 2)
        sent += len(firsts) - sum(code % 2 == 0 for code in refused)
        with workers.published.get_lock():
            workers.published.value += len(counted)
        if refused:
            time.sleep(1)
