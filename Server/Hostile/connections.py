"""Attackers that keep connections, or send many requests on each at once."""
import multiprocessing
import random
import selectors
import time

from wires import connect

# A connection asks again shortly before the server would close it as idle.
PAUSE = 22, 26
SECONDS_TO_OPEN = 2


def keepers(connections, addresses):
    """Addresses that keep as many connections as they may, with a request now and then, and open a new one for each that ends. The
    honest callers begin when all are open."""
    return _openers(connections, addresses, keeps=True)


def newcomers(connections, addresses):
    """Addresses that have a number of connections open at a time, end each after its answer and open the next one. If as many are open as
    keepers have waiting in the kernel's queue, a new connection waits behind as many here: the control of that attack."""
    return _openers(connections, addresses, keeps=False)


def _openers(connections, addresses, keeps):
    def attack(target, deadline, answers):
        return [multiprocessing.Process(
            target=_open, args=(target.port, deadline, answers, f"127.0.2.{number + 1}", connections, keeps))
            for number in range(addresses)]

    attack.opening = SECONDS_TO_OPEN
    return attack


def pipeliners(connections, requests, path):
    """An address that sends many requests in a row on each of its connections, and the next ones when it has all answers."""
    return lambda target, deadline, answers: [
        multiprocessing.Process(target=_pipeline, args=(target.port, deadline, answers, connections, requests, path))]


def holders(connections, size, path, addresses=1):
    """Addresses that send bodies and keep back their last byte. The honest callers begin when all are open."""
    def attack(target, deadline, answers):
        return [multiprocessing.Process(
            target=_hold, args=(target.port, deadline, answers, f"127.0.{number}.2", connections, size, path))
            for number in range(addresses)]

    attack.opening = SECONDS_TO_OPEN
    return attack


def _hold(port, deadline, answers, address, connections, size, path):
    head = (f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n"
            f"X-Apple-Signature: hmacsha256={'0' * 64}\r\n\r\n").encode()
    wires, counts = [], {}
    for _ in range(connections):
        try:
            wire = connect(port, address, seconds=5)
            wire.sendall(head + b"x" * (size - 1))
            wires.append(wire)
        except OSError:
            counts["ended"] = counts.get("ended", 0) + 1
    time.sleep(max(0, deadline - time.time()))
    for wire in wires:
        wire.setblocking(False)
        try:
            answer = wire.recv(64)
            what = int(answer[9:12]) if answer else "ended"
        except BlockingIOError:
            what = "no answer"
        except OSError:
            what = "ended"
        counts[what] = counts.get(what, 0) + 1
    answers.put(counts)


def _open(port, deadline, answers, address, connections, keeps):
    chooser, counts, due, opened = selectors.DefaultSelector(), {"opened": 0, "ended": 0}, {}, 0
    began = time.time()
    while time.time() < deadline:
        now = time.time()
        # At first as fast as all can be open in time, then one for each that has ended.
        wanted = min(connections, int(connections * (now - began) / SECONDS_TO_OPEN) + 1)
        while len(due) < wanted and time.time() < min(deadline, now + 0.1):
            try:
                wire = connect(port, address, seconds=5)
            except OSError:
                counts["ended"] += 1
                break
            chooser.register(wire, selectors.EVENT_READ)
            counts["opened"] += 1
            due[wire] = 0
        for wire in [wire for wire, at in due.items() if at <= now]:
            try:
                wire.sendall(b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")
                due[wire] = now + random.uniform(*PAUSE)
            except OSError:
                _end(wire, chooser, due, counts)
        for key, _ in chooser.select(0.02):
            try:
                ended = not (key.fileobj.recv(1 << 16) and keeps)
            except OSError:
                ended = True
            if ended:
                _end(key.fileobj, chooser, due, counts)
    answers.put(counts)


def _end(wire, chooser, due, counts):
    chooser.unregister(wire)
    wire.close()
    del due[wire]
    counts["ended"] += 1


def _pipeline(port, deadline, answers, connections, requests, path):
    chooser, counts = selectors.DefaultSelector(), {"answers": 0, "ended": 0}
    batch = f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode() * requests

    def begin():
        try:
            wire = connect(port, "127.0.0.2", seconds=5)
            wire.sendall(batch)
            chooser.register(wire, selectors.EVENT_READ, [0, b""])
        except OSError:
            counts["ended"] += 1

    for _ in range(connections):
        begin()
    while time.time() < deadline:
        for key, _ in chooser.select(0.1):
            wire, state = key.fileobj, key.data
            try:
                data = wire.recv(1 << 18)
                # A mark that was cut is found with the next piece.
                count = (state[1] + data).count(b"HTTP/1.1 ")
                state[0], state[1] = state[0] + count, data[-8:]
                counts["answers"] += count
                if data and state[0] < requests:
                    continue
                if data:
                    state[0] = 0
                    wire.sendall(batch)
                    continue
            except OSError:
                pass
            counts["ended"] += 1
            chooser.unregister(wire)
            wire.close()
            begin()
    answers.put(counts)
