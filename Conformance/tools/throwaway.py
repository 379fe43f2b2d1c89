"""A server to break: the apps of `airworthy demo` in a temporary folder, on a free port, ended by its process id."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

# Told to end, a script ends what it started; without this it would just be gone.
for number in [signal.SIGTERM, signal.SIGHUP]:
    signal.signal(number, lambda number, frame: sys.exit(128 + number))

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "data"


class Throwaway:
    """`with Throwaway(binary) as server:` gives `server.url` and `server.token`.

    With `settings`, environment variables that only `serve` reads, the demo fills the folder and `serve` takes over.
    """

    def __init__(self, binary, settings=None):
        self.binary = str(binary)
        self.settings = settings
        self.folder = tempfile.TemporaryDirectory()
        self.lines = []

    def __enter__(self):
        try:
            self._start(["demo", "--examples", str(EXAMPLES)], "AIRWORTHY_TOKEN=", {})
            self.token = re.search(r"AIRWORTHY_TOKEN=(adm_\S+)", "".join(self.lines)).group(1)
            if self.settings is not None:
                self.stop()
                keys = pathlib.Path(self.folder.name)
                self._start(["serve", "--signing-key", f"{keys}/online.key", "--keyring", f"{keys}/keyring.json"],
                            "listening on ", self.settings)
            self.url = re.findall(r"listening on (http://127\.0\.0\.1:\d+)", "".join(self.lines))[-1]
        except BaseException:
            self.stop()
            self.folder.cleanup()
            raise
        return self

    def _start(self, command, sign, settings):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("AIRWORTHY_")}
        # Apple is no part of it.
        environment.update({"AIRWORTHY_APPLE_URL": "none", "AIRWORTHY_LOOKUP_URL": "none"})
        self.process = subprocess.Popen(
            [self.binary, *command, "--port", "0", "--data", self.folder.name], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**environment, **settings})
        ready = threading.Event()
        self.is_ready = False

        def read(stream):
            for line in stream:
                self.lines.append(line)
                if sign in line:
                    self.is_ready = True
                    ready.set()
            ready.set()

        threading.Thread(target=read, args=(self.process.stdout,), daemon=True).start()
        if not ready.wait(20) or not self.is_ready:
            raise SystemExit("contract: the server did not start:\n" + "".join(self.lines))

    def kill(self):
        """Ends it at once, as a crash does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Ends it as a service manager does; `status` is how it went."""
        process = getattr(self, "process", None)
        if process is None:
            return
        if process.poll() is None:
            process.terminate()
        try:
            self.status = process.wait(30)
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
