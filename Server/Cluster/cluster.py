"""Several servers on one PostgreSQL behind nginx: real processes on free loopback ports, in a temporary folder."""
import base64
import http.client
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

DEPLOY = pathlib.Path(__file__).resolve().parents[2] / "Deploy"
READY_SECONDS = 30

# Told to end, a script ends what it started; without this it would just be gone.
for _number in [signal.SIGTERM, signal.SIGHUP]:
    signal.signal(_number, lambda number, frame: sys.exit(128 + number))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what, seconds=READY_SECONDS):
    """Looks every 10 ms; ends the script if `condition()` is not true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"cluster: not within {seconds} s: {what}")
        time.sleep(0.01)


class Caller:
    """An HTTP connection that is kept open, and opened again after a failure; `tls` is a context of the module ssl."""

    def __init__(self, port, token=None, seconds=100, tls=None, address=None):
        more = {"timeout": seconds, "source_address": address and (address, 0)}
        self.wire = (http.client.HTTPSConnection("127.0.0.1", port, context=tls, **more) if tls else
                     http.client.HTTPConnection("127.0.0.1", port, **more))
        self.token = token

    def ask(self, method, path, body=None, **headers):
        """Returns the response, read, and its body; raises OSError or HTTPException if there was none."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            self.wire.request(method, path, body, headers)
            answer = self.wire.getresponse()
            return answer, answer.read()
        except BaseException:
            self.wire.close()
            raise

    def expect(self, statuses, method, path, body=None, **headers):
        answer, text = self.ask(method, path, body, **headers)
        if answer.status not in statuses:
            sys.exit(f"cluster: {method} {path}: {answer.status}: {text[:500].decode(errors='replace')}")
        return json.loads(text or b"null")


class Postgres:
    """A PostgreSQL of its own, with the settings of Debian's package, on a socket in a folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.programs = self._programs()
        self.user = {}
        if os.getuid() == 0:
            # It refuses to run as root.
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self.user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self.log = open(folder + ".log", "ab")
        self._run("initdb", "-D", "data", "-U", "airworthy", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions")
        self.process = None
        self.start()
        self.sql("CREATE DATABASE airworthy", database="postgres")
        self.url = f"postgresql://airworthy@/airworthy?host={self.folder}"

    @staticmethod
    def _programs():
        debian = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
        for folder in [*debian, *map(pathlib.Path, os.environ["PATH"].split(":"))]:
            if all(os.access(folder / name, os.X_OK) for name in ["initdb", "postgres", "psql", "pg_isready"]):
                return folder
        sys.exit("cluster: PostgreSQL is not installed; scripts/bootstrap postgres installs it")

    def _run(self, program, *arguments):
        subprocess.run([self.programs / program, *arguments], cwd=self.folder, check=True, stdin=subprocess.DEVNULL,
                       stdout=self.log, stderr=self.log, **self.user)

    def sql(self, statement, database="airworthy"):
        self._run("psql", "-q", "-h", str(self.folder), "-U", "airworthy", "-d", database, "-c", statement)

    def start(self):
        self.process = subprocess.Popen(
            [self.programs / "postgres", "-D", "data", "-c", "listen_addresses=", "-k", str(self.folder)], cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, **self.user)
        is_ready = [self.programs / "pg_isready", "-q", "-h", str(self.folder)]
        wait_until(lambda: subprocess.run(is_ready).returncode == 0, "PostgreSQL accepts connections")

    def stop(self):
        """Ends it as `systemctl stop` does: transactions are rolled back, connections end."""
        if self.process and self.process.poll() is None:
            self.resume()
            self.process.send_signal(signal.SIGINT)
            self.process.wait()

    def cut(self):
        """Ends all connections; clients may connect again at once."""
        self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'airworthy'")

    def pause(self):
        """Stops its processes where they are, as a machine that hangs: connections stay, nobody answers."""
        self._signal(signal.SIGSTOP)

    def resume(self):
        self._signal(signal.SIGCONT)

    def _signal(self, number):
        for pid in [self.process.pid, *self._children()]:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def _children(self):
        found = []
        for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                # The name of a process, in parentheses, may contain blanks.
                parent = int(status.read_text().rpartition(")")[2].split()[1])
            except (FileNotFoundError, ProcessLookupError):
                continue
            if parent == self.process.pid:
                found.append(int(status.parent.name))
        return found


class Node:
    """One server of several. `tool` may be replaced between `stop` and `start`."""

    def __init__(self, number, tool, folder, environment):
        self.name, self.tool, self.folder, self.environment = f"node {number}", tool, folder, environment
        self.data, self.port, self.process = f"node-{number}", free_port(), None
        self.token = None

    def start(self):
        with open(self.folder / f"{self.data}.log", "ab") as log:
            self.process = subprocess.Popen(
                [self.tool, "serve", "--port", str(self.port), "--data", self.data], cwd=self.folder,
                env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(self.is_ready, f"{self.name} is ready; see {self.folder}/{self.data}.log")

    def is_ready(self):
        if self.process.poll() is not None:
            sys.exit(f"cluster: {self.name} ended with {self.process.returncode}:\n{self.last_lines()}")
        try:
            return Caller(self.port, seconds=5).ask("GET", "/health/ready")[0].status == 200
        except (OSError, http.client.HTTPException):
            return False

    def last_lines(self):
        return "\n".join(self._log().splitlines()[-20:])

    def has_logged(self, text):
        return text in self._log()

    def _log(self):
        return (self.folder / f"{self.data}.log").read_text(errors="replace")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def metric(self, name):
        text = Caller(self.port, self.token).ask("GET", "/metrics")[1].decode()
        return float(re.search(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.M).group(1))

    def leads(self):
        return self.process.poll() is None and self.metric("airworthy_leader") == 1

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


class Cluster:
    """`with Cluster("airworthy") as cluster:` has PostgreSQL, three nodes, nginx and an admin token."""

    # The context with which clients trust the proxy, if it speaks TLS.
    tls = None

    def __init__(self, tool, size=3, port=0):
        self.tool, self.size, self.port = os.path.abspath(tool), size, port or free_port()
        self.nodes, self.proxy, self.postgres = [], None, None

    def __enter__(self):
        # Short, because the path of a socket has at most about a hundred characters.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="airworthy-cluster-", dir="/tmp"))
        try:
            # The user that runs PostgreSQL has to get through.
            self.folder.chmod(0o711)
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.kill()
        if self.proxy:
            # Not killed, because its worker would stay.
            self.proxy.terminate()
            self.proxy.wait()
        if self.postgres:
            self.postgres.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self):
        self.postgres = Postgres(str(self.folder / "pg"))
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AIRWORTHY_")}
        # Apple is no part of it.
        self.environment = {
            **kept, "AIRWORTHY_DATABASE_URL": self.postgres.url, "AIRWORTHY_SIGNING_KEY": "file:keys/online.key",
            "AIRWORTHY_SIGNING_KEYRING": "keyring.json", "AIRWORTHY_HTTP_TRUSTED_PROXIES": "127.0.0.1",
            "AIRWORTHY_APPLE_URL": "none", "AIRWORTHY_LOOKUP_URL": "none",
            # Publishing without a pause is the point of it, and so are a thousand tokens.
            "AIRWORTHY_APP_PUBLISHES_PER_MINUTE": "1000000", "AIRWORTHY_TOKENS_PER_CREATOR": "1000000"}
        self.run("migrate")
        self.run("keys", "new", "--out", "keys")
        self.run("keyring", "--root", "keys/root-primary.key", "--online", "keys/online.pub", "--epoch", "1", "-o", "keyring.json")
        for number in range(1, self.size + 1):
            node = Node(number, self.tool, self.folder, self.environment)
            self.nodes.append(node)
            node.start()
        self.token = (self.folder / "node-1/first-admin-token").read_text().strip()
        for node in self.nodes:
            node.token = self.token
        self._start_proxy()

    def run(self, *arguments, **environment):
        """Runs the command line as an operator does, and returns what it prints."""
        result = subprocess.run([self.tool, *arguments], cwd=self.folder, capture_output=True, text=True,
                                stdin=subprocess.DEVNULL, env={**self.environment, **environment})
        if result.returncode:
            sys.exit(f"cluster: airworthy {' '.join(arguments)}: {result.stderr or result.stdout}")
        return result.stdout

    def client(self, *arguments):
        """Runs the command line as somebody who publishes does, through the proxy."""
        return self.run(*arguments, AIRWORTHY_SERVER=f"http://127.0.0.1:{self.port}", AIRWORTHY_TOKEN=self.token)

    def _start_proxy(self):
        self._start_nginx()

    def _start_nginx(self, tls="", connections=1_024):
        """nginx with the file that we hand out, on other ports; `tls` is what follows the port."""
        text = (DEPLOY / "nginx/nodes.conf").read_text()
        for number, node in enumerate(self.nodes, start=1):
            text = text.replace(f"127.0.0.1:808{number}", f"127.0.0.1:{node.port}")
        text = text.replace("listen 8080;", f"listen 127.0.0.1:{self.port}{tls};")
        folder = self.folder / "nginx"
        folder.mkdir()
        temporary = " ".join(f"{kind}_temp_path temporary;" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;" if os.getuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            f"daemon off; {user} worker_processes 1; worker_rlimit_nofile {2 * connections}; pid pid; error_log error.log;\n"
            f"events {{ worker_connections {connections}; }}\nhttp {{ {temporary} access_log off;\n{text}}}\n")
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        if not program:
            sys.exit("cluster: nginx is not installed; scripts/bootstrap demo-cluster installs it")
        self._run_proxy([program, "-p", folder, "-c", "nginx.conf", "-e", "error.log"], folder / "error.log")

    def _run_proxy(self, command, log, **options):
        self.proxy = subprocess.Popen(command, stdin=subprocess.DEVNULL, **{
            "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options})

        def answers():
            try:
                return self.caller(seconds=5).ask("GET", "/health/ready")[0].status == 200
            except (OSError, http.client.HTTPException):
                return False

        wait_until(answers, f"the proxy answers; see {log}")

    def caller(self, **options):
        """A connection through the proxy."""
        return Caller(self.port, tls=self.tls, **options)

    def create_app(self, slug, node=None):
        """Creates an app through the proxy, or on a node."""
        pem = (self.folder / "keys/root-primary.pub").read_text().split("-----")[2]
        root = base64.b64encode(base64.b64decode(pem)[-32:]).decode()
        body = json.dumps({"slug": slug, "bundleID": f"com.example.{slug}", "pins": [{"key": root, "role": "root"}]})
        caller = Caller(node.port, node.token) if node else self.caller(token=self.token)
        caller.expect([201], "POST", "/v1/admin/apps", body.encode())

    def can_change(self, app):
        """Whether a change of an app succeeds: its policy is published once more."""
        caller = self.caller(token=self.token)
        path = f"/v1/admin/apps/{app}/policy"
        try:
            answer, policy = caller.ask("GET", path)
            if answer.status != 200:
                return False
            return caller.ask("PUT", path, policy, If_Match=answer.headers["ETag"])[0].status in (200, 201)
        except (OSError, http.client.HTTPException):
            return False
