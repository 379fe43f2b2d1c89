"""Attackers that ask for much and read little, so that their answers wait in the server."""
import multiprocessing
import selectors
import time

from wires import connect

# A reader takes some bytes now and then, so that it never counts as one that reads nothing.
BYTES_AT_ONCE, PAUSE = 512, 1.0
# To open all connections at once would be another attack.
SECONDS_TO_OPEN = 2


def slow_readers(path, connections, pipelined, addresses=1):
    """Each address keeps connections that ask for a path several times in a row and read little of the answers. The honest callers
    begin when all are open."""
    def attack(target, deadline, answers):
        return [multiprocessing.Process(target=_read_slowly, args=(
            target.port, deadline, answers, f"127.0.1.{number + 1}", path, connections, pipelined, attack.opening))
            for number in range(addresses)]

    attack.opening = SECONDS_TO_OPEN * addresses
    return attack


def _read_slowly(port, deadline, answers, address, path, connections, pipelined, opening):
    requests = f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode() * pipelined
    chooser, counts = selectors.DefaultSelector(), {"connections": 0, "ended": 0}
    began = time.time()
    for number in range(connections):
        time.sleep(max(0, began + opening * number / connections - time.time()))
        try:
            # The smallest that the kernel allows: what it has taken, it no longer has to keep for the server.
            wire = connect(port, address, kept=2_048)
            wire.sendall(requests)
        except OSError:
            counts["ended"] += 1
            continue
        wire.setblocking(False)
        counts["connections"] += 1
        chooser.register(wire, selectors.EVENT_READ)
    while chooser.get_map() and time.time() < deadline:
        began = time.time()
        for key, _ in chooser.select(0):
            try:
                ended = not key.fileobj.recv(BYTES_AT_ONCE)
            except BlockingIOError:
                continue
            except OSError:
                ended = True
            if ended:
                counts["ended"] += 1
                chooser.unregister(key.fileobj)
                key.fileobj.close()
        time.sleep(max(0, min(deadline, began + PAUSE) - time.time()))
    answers.put(counts)
