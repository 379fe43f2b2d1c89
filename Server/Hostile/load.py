"""Load from processes of their own: honest callers, whose response times count, and attackers."""
import multiprocessing
import selectors
import time

from target import APP
from wires import caller, connect

# Attackers and honest callers have addresses of their own, as they would outside.
ATTACKER, HONEST = "127.0.0.2", "127.0.0.3"
PROBES = {
    "health": "/health/live",
    "manifest": f"/v1/apps/{APP}/manifest",
    "decision": f"/v1/apps/{APP}/decision?channel=appstore&version=1.{{n}}",
    "connection": f"/v1/apps/{APP}/manifest",
}


def probe(port, route, deadline, results):
    """Requests a path again and again, 5 ms after each response: on one connection, or on a new one each time. How long the one
    connection took to open does not count; the route `connection` measures that."""
    path, times, failures, number = PROBES[route], [], 0, 0
    wire = caller(port, HONEST, seconds=10)
    if route != "connection":
        try:
            wire.request("GET", path.format(n=0))
            wire.getresponse().read()
        except OSError:
            failures += 1
            wire.close()
    while not times or time.time() < deadline:
        number += 1
        began = time.perf_counter()
        try:
            wire.request("GET", path.format(n=number))
            answer = wire.getresponse()
            answer.read()
            if route == "connection":
                wire.close()
            # 503 with Retry-After is how the server sheds decisions beyond its share; health and manifest never get it.
            failures += answer.status != 200 and not (answer.status == 503 and route == "decision")
        except OSError:
            failures += 1
            wire.close()
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.005)
    times.sort()
    results.put((route, times[len(times) // 2], times[int(len(times) * 0.99)], failures))


def measure(target, seconds, attack=None):
    """Runs the honest callers, beside an attack if there is one: {route: (p50, p99, failures)}, answers, peak memory."""
    opening = getattr(attack, "opening", 0)
    deadline = time.time() + opening + seconds
    results, answers = multiprocessing.Queue(), multiprocessing.Queue()
    target.forget_peak()
    attackers = attack(target, deadline, answers) if attack else []
    callers = [multiprocessing.Process(target=probe, args=(target.port, route, deadline, results)) for route in PROBES]
    for process in attackers:
        process.start()
    time.sleep(opening)
    for process in callers:
        process.start()
    found = {route: rest for route, *rest in (results.get(timeout=seconds + 60) for _ in callers)}
    statuses = {}
    for _ in attackers:
        for status, count in answers.get(timeout=180).items():
            statuses[status] = statuses.get(status, 0) + count
    for process in attackers + callers:
        process.join()
    return found, statuses, target.memory("VmHWM")


# Attackers: each of these returns a function (target, deadline, answers) -> processes.

def callers(count, method, path, body=None, **headers):
    """Callers with a token, each with one request at a time on a connection of its own."""
    return lambda target, deadline, answers: [
        multiprocessing.Process(target=_call, args=(target, deadline, answers, method, path, body, headers))
        for _ in range(count)]


def leavers(count, path, body):
    """Callers with a token that send a request and close the connection at once."""
    return lambda target, deadline, answers: [
        multiprocessing.Process(target=_leave, args=(target, deadline, answers, path, body)) for _ in range(count)]


def flood(connections, path, total=None, head=""):
    """One anonymous address that keeps connections busy; `{n}` in the path and in more lines of the head is a rising number."""
    return lambda target, deadline, answers: [
        multiprocessing.Process(target=_flood, args=(target.port, deadline, answers, connections, path, total, head))]


def _call(target, deadline, answers, method, path, body, headers):
    counts = {}
    while time.time() < deadline:
        try:
            status = target.ask(method, path, body, **headers)[0]
        except OSError as error:
            status = type(error).__name__
        counts[status] = counts.get(status, 0) + 1
        if status == 503:
            time.sleep(0.02)
    answers.put(counts)


def _leave(target, deadline, answers, path, body):
    head = (f"POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {target.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode()
    count = 0
    while time.time() < deadline:
        try:
            with connect(target.port, ATTACKER) as wire:
                wire.sendall(head + body)
        except OSError:
            pass
        count += 1
    answers.put({"left": count})


class Wire:
    """A connection of the flood, with the response it waits for."""

    def __init__(self, port):
        self.socket = connect(port, ATTACKER)

    def send(self, path, head=""):
        self.buffer, self.end, self.status = bytearray(), None, None
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n{head}\r\n".encode())

    def receive(self):
        """Reads what is there. Returns False once the connection has ended, and the status after a whole response."""
        try:
            data = self.socket.recv(1 << 18)
        except OSError:
            data = b""
        if not data:
            return False
        self.buffer += data
        if self.end is None:
            head = self.buffer.find(b"\r\n\r\n")
            if head < 0:
                return None
            lines = bytes(self.buffer[:head]).lower()
            self.status = int(lines.split(b" ")[1])
            self.end = head + 4 + int(lines.split(b"content-length:")[1].split(b"\r\n")[0])
        return self.status if len(self.buffer) >= self.end else None


def _flood(port, deadline, answers, connections, path, total, head):
    chooser, counts, number = selectors.DefaultSelector(), {}, 0

    def count(what):
        counts[what] = counts.get(what, 0) + 1

    def ask(wire):
        nonlocal number
        if total is not None and number >= total:
            return False
        number += 1
        try:
            wire.send(path.format(n=number), head.format(n=number))
        except OSError:
            count("closed")
            return False
        return True

    for _ in range(connections):
        try:
            wire = Wire(port)
        except OSError:
            count("refused")
            continue
        if ask(wire):
            chooser.register(wire.socket, selectors.EVENT_READ, wire)
    while chooser.get_map() and time.time() < deadline:
        for key, _ in chooser.select(0.2):
            status = key.data.receive()
            if status is None:
                continue
            count(status or "closed")
            if status is False or not ask(key.data):
                chooser.unregister(key.data.socket)
                key.data.socket.close()
    answers.put(counts)


def hold(port, count):
    """Opens idle connections from the attacker's address. Returns how many the server keeps, and whether it serves another
    address meanwhile."""
    wires = []
    for _ in range(count):
        try:
            wires.append(Wire(port).socket)
        except OSError:
            break
    time.sleep(1)  # The server closes connections beyond its limits after it has accepted them.
    kept = 0
    for wire in wires:
        wire.setblocking(False)
        try:
            kept += len(wire.recv(1)) > 0
        except BlockingIOError:
            kept += 1
        except OSError:
            pass
    try:
        honest = caller(port, HONEST, seconds=5)
        honest.request("GET", PROBES["manifest"])
        is_served = honest.getresponse().status == 200
    except OSError:
        is_served = False
    for wire in wires:
        wire.close()
    return len(wires), kept, is_served
