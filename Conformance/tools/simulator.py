"""A simulator to break: `airworthy simulator` on a free port, ended by its process id."""
import re
import signal
import subprocess
import threading

import requests


class Simulator:
    """`with Simulator(binary) as simulator:` gives `url`, `key_id`, `issuer` and `key_file`."""

    def __init__(self, binary, *arguments):
        self.command = [str(binary), "simulator", "--port", "0", *map(str, arguments)]

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines, ready = [], threading.Event()

        def read():
            for line in self.process.stdout:
                lines.append(line)
                if "--help" in line:
                    ready.set()
            ready.set()

        threading.Thread(target=read, daemon=True).start()
        ready.wait(20)
        text = "".join(lines)
        found = re.search(r"listening on (\S+).*key id +(\S+).*issuer +(\S+).*key file +(\S+)", text, re.DOTALL)
        if not found:
            self.__exit__(None, None, None)
            raise SystemExit("contract: the simulator did not start:\n" + text)
        self.url, self.key_id, self.issuer, self.key_file = found.groups()
        return self

    def control(self, action, method="POST", **body):
        answer = requests.request(method, f"{self.url}/_simulator/{action}", json=body, timeout=10)
        answer.raise_for_status()
        return answer.json()

    def __exit__(self, *arguments):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.status = self.process.wait()
            raise SystemExit("contract: the simulator did not end within 10 s of SIGTERM") from None
