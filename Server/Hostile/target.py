"""The server under attack: a real process on a free loopback port, with one app, in a temporary folder."""
import base64
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

APP = "hashtags"
ADMIN = f"/v1/admin/apps/{APP}"


def compact(value):
    return json.dumps(value, separators=(",", ":")).encode()


def policy(rules):
    return compact({"schema": 1, "rules": rules})


def rules(count, version=lambda n: f"<{n % 50 + 1}.{n}", first=0):
    """Valid rules, each with a range of its own."""
    return [{"id": f"r{first + n}", "when": {"version": version(n)}, "update": "recommended"} for n in range(count)]


def catalog(builds):
    """TestFlight builds of about 150 bytes, so that 5,000 of them fit into one import. All but the newest 50 have expired,
    as old builds have; otherwise the manifest would be too large to sign."""
    def build(n):
        expiry = "2099-01-01T00:00:00Z" if n >= builds - 50 else "2020-01-01T00:00:00Z"
        offer = {"channel": "testflight.external", "groups": [f"group {n % 7}"], "expiresAt": expiry}
        return {"version": f"{1 + n // 100}.{n % 100}", "build": str(1000 + n), "offers": [offer]}
    newest_first = [build(n) for n in reversed(range(builds))]
    return compact({"schema": 1, "app": APP, "asOf": "2026-01-01T00:00:00Z", "releases": newest_first})


class Target:
    def __init__(self, airworthy, builds=5_000, connections=8_192, disk=None):
        """`disk` is the size of a disk of its own for the data folder, such as `96m`, which only the server sees; it needs root."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="airworthy-hostile-"))
        self.tool = os.path.abspath(airworthy)
        self.run("keys", "new", "--out", "keys")
        self.run("keyring", "--root", "keys/root-primary.key", "--online", "keys/online.pub", "--epoch", "1",
                 "-o", "keyring.json")
        wrapper = []
        if disk:
            (self.folder / "data").mkdir(mode=0o700)
            wrapper = ["unshare", "-m", "sh", "-c", f'mount -t tmpfs -o size={disk},mode=700 none data && exec "$0" "$@"']
        self.process = subprocess.Popen(
            [*wrapper, self.tool, "serve", "--data", "data", "--port", "0", "--signing-key", "keys/online.key", "--keyring",
             "keyring.json"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=open(self.folder / "log", "wb"),
            env=self.environment(AIRWORTHY_HTTP_MAX_CONNECTIONS=str(connections)))
        self.port = int(re.search(r":(\d+)\s*$", self.process.stdout.readline().decode()).group(1))
        # The mounts of a process are seen through its own root.
        self.data = pathlib.Path(f"/proc/{self.process.pid}/root{self.folder}/data") if disk else self.folder / "data"
        self.token = (self.data / "first-admin-token").read_text().strip()
        pem = (self.folder / "keys/root-primary.pub").read_text().split("-----")[2]
        self.root = base64.b64encode(base64.b64decode(pem)[-32:]).decode()
        self.create_app(APP)
        self.expect(200, "PUT", f"{ADMIN}/catalog", catalog(builds))

    def environment(self, **more):
        return {**os.environ, "AIRWORTHY_APPLE_URL": "none", "AIRWORTHY_LOOKUP_URL": "none", **more}

    def run(self, *arguments):
        """Runs the command line in the folder of the server, as an operator does."""
        return subprocess.run([self.tool, *arguments], cwd=self.folder, check=True, capture_output=True, text=True)

    def ask(self, method, path, body=None, token=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body, {
                "Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def expect(self, wanted, method, path, body=None, **headers):
        status, answer = self.ask(method, path, body, **headers)
        if status != wanted:
            raise SystemExit(f"{method} {path}: {status} instead of {wanted}: {answer[:500].decode(errors='replace')}")
        return json.loads(answer or b"null")

    def create_app(self, slug):
        self.expect(201, "POST", "/v1/admin/apps", compact(
            {"slug": slug, "bundleID": f"com.example.{slug}", "appleID": 6504763618,
             "pins": [{"key": self.root, "role": "root"}]}))

    def create_token(self, creator, name, *rights):
        """A token that another one creates."""
        body = compact({"kind": "adm", "name": name, "rights": rights})
        return json.loads(self.ask("POST", "/v1/admin/tokens", body, creator)[1])["token"]

    def publish(self, text):
        """Publishes a policy in place of any other, and returns its version."""
        status, answer = self.ask("PUT", f"{ADMIN}/policy?force=test", text, **{"If-Match": "*"})
        if status == 412:
            status, answer = self.ask("PUT", f"{ADMIN}/policy?force=test", text, **{"If-None-Match": "*"})
        if status not in (200, 201):
            raise SystemExit(f"publish: {status}: {answer[:500].decode(errors='replace')}")
        return json.loads(answer)["policyVersion"]

    def new_token(self, *rights):
        """A token with the rights that the arguments of `tokens create` give."""
        environment = self.environment(AIRWORTHY_SERVER=f"http://127.0.0.1:{self.port}", AIRWORTHY_TOKEN=self.token)
        text = subprocess.run([self.tool, "tokens", "create", *rights], cwd=self.folder, check=True,
                              capture_output=True, text=True, env=environment).stdout
        return re.search(r"\b[a-z]+_[A-Za-z0-9_-]{20,}", text).group()

    def sign_in(self):
        """Signs in to the dashboard, and returns the cookie."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", "/sign-in", f"token={self.token}", {"Content-Type": "application/x-www-form-urlencoded"})
        return connection.getresponse().headers["Set-Cookie"].split(";")[0]

    def memory(self, field="VmRSS"):
        """The resident memory in MiB; `VmHWM` is the highest since `forget_peak`."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status).group(1)) / 1024

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def stop(self):
        """Ends the server with SIGTERM, and returns the seconds it took and its exit code."""
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
        return time.monotonic() - began, self.process.returncode
