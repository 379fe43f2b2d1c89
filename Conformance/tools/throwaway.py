"""A server to break: `airworthy demo` in a temporary folder on a free port, ended by its process id."""
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "data"


class Throwaway:
    """`with Throwaway(binary) as server:` gives `server.url` and `server.token`."""

    def __init__(self, binary, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        self.command = [str(binary), "demo", "--port", "0", "--examples", str(EXAMPLES), "--data",
                        self.folder.name, *arguments]
        self.lines = []
        self.ready = threading.Event()

    def __enter__(self):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("AIRWORTHY_")}
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        if not self.ready.wait(20):
            self.stop()
            raise SystemExit("contract: the server did not start:\n" + "".join(self.lines))
        text = "".join(self.lines)
        self.url = re.search(r"http://127\.0\.0\.1:\d+", text).group()
        self.token = re.search(r"export AIRWORTHY_TOKEN=(adm_\S+)", text).group(1)
        return self

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line)
            if "export AIRWORTHY_TOKEN=" in line:
                self.ready.set()
        self.ready.set()

    def kill(self):
        """Ends it at once, as a crash does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise SystemExit("contract: the server did not end within 30 s of SIGTERM") from None

    def __exit__(self, kind, error, trace):
        self.stop()
        self.folder.cleanup()
        if kind is not None:
            print("".join(self.lines[-40:]))


def wait_until(condition, sentence, seconds=10):
    """Returns when `condition()` holds; ends the script when it does not within `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"contract: not within {seconds} s: {sentence}")
        time.sleep(0.05)
