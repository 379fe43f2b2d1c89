#!/usr/bin/env python3
"""Checks what the command line sends to App Store Connect: tokens with PyJWT, bodies and signatures by hand.

A server of Python's own plays Apple, on whatever clock; nothing here knows the Swift code. Called with the path of
`airworthy`; ends with 1 at the first thing that is not as it should be.
"""
import email.utils
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
import jwt

AIRWORTHY = str(pathlib.Path(sys.argv[1]).resolve())
ISSUER = "57246542-96fe-1a63-e053-0824d011072a"
KEY_ID = "2X9R4HXF34"
APP = {"type": "apps", "id": "12", "attributes": {"bundleId": "com.example.hashtags", "name": "Hashtags"}}
checks = 0


def check(condition, sentence):
    global checks
    checks += 1
    if not condition:
        sys.exit(f"contract: not so: {sentence}")


class Apple(http.server.BaseHTTPRequestHandler):
    """Lets in who has a token that PyJWT accepts, by a clock that may be wrong on purpose."""
    protocol_version = "HTTP/1.1"
    public = None
    ahead = 0          # seconds this clock is ahead of everybody else's
    refusals = 0       # how many good tokens to refuse all the same
    asked = []         # (method, path, token, body)

    def now(self):
        return time.time() + Apple.ahead

    def refusal(self, token):
        try:
            header = jwt.get_unverified_header(token)
            claims = jwt.decode(token, Apple.public, algorithms=["ES256"], audience="appstoreconnect-v1", options={
                "require": ["iat", "exp", "aud"], "verify_exp": False, "verify_iat": False})
        except jwt.InvalidTokenError as error:
            return f"PyJWT: {error}"
        if not claims["iat"] <= self.now() < claims["exp"] or claims["exp"] - claims["iat"] > 1200:
            return "its time has not come, is over, or is too long"
        if header != {"alg": "ES256", "kid": KEY_ID, "typ": "JWT"}:
            return f"its header is {header}"
        return None

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Rate-Limit", "user-hour-lim:3500;user-hour-rem:3400;")
        self.end_headers()
        self.wfile.write(body)

    def do(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        Apple.asked.append((self.command, self.path, token, body))
        why = self.refusal(token) if scheme == "Bearer" else "no token"
        if why is None and Apple.refusals > 0:
            Apple.refusals -= 1
            why = "a mood"
        if why is not None:
            return self.answer(401, {"errors": [{"status": "401", "code": "NOT_AUTHORIZED", "title": "No.",
                                                 "detail": why}]})
        if self.command == "POST":
            return self.answer(201, {"data": {"type": "webhooks", "id": "w1", "attributes": json.loads(body)
                                              ["data"]["attributes"]}})
        self.answer(200, {"data": [APP] if self.path.startswith("/v1/apps?") else [], "links": {"self": self.path}})

    do_GET = do_POST = do

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(self.now(), usegmt=True)

    def log_message(self, *_):
        pass


def airworthy(folder, url, *arguments, status=0, issuer=ISSUER):
    Apple.asked = []
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AIRWORTHY_")}
    if issuer:
        environment["AIRWORTHY_APPLE_ISSUER"] = issuer
    result = subprocess.run([AIRWORTHY, *arguments, "--key-file", f"{folder}/AuthKey_{KEY_ID}.p8", "--url", url],
                            capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, env=environment)
    said = result.stdout + result.stderr
    check(result.returncode == status, f"airworthy {' '.join(arguments)} ends with {status}\n{said}")
    check(not any(token and token in said for _, _, token, _ in Apple.asked), "no token is printed")
    check("PRIVATE" not in said, "no key is printed")
    return [token for _, _, token, _ in Apple.asked]


def claims(token):
    return jwt.decode(token, Apple.public, algorithms=["ES256"], audience="appstoreconnect-v1")


def main():
    key = ec.generate_private_key(ec.SECP256R1())
    Apple.public = key.public_key()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Apple)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file = folder / f"AuthKey_{KEY_ID}.p8"
        file.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                           serialization.NoEncryption()))
        file.chmod(0o600)

        # PyJWT checks signature, audience and, with its own clock, iat and exp.
        tokens = airworthy(folder, url, "builds")
        check(len(tokens) == 2 and len(set(tokens)) == 1, "a token is used again")
        check(set(claims(tokens[0])) == {"iss", "iat", "exp", "aud"}, "a team's token has these claims")
        check(claims(tokens[0])["iss"] == ISSUER, "a team's token names the issuer")
        check(all(type(claims(tokens[0])[claim]) is int for claim in ["iat", "exp"]), "times are whole seconds")

        tokens = airworthy(folder, url, "builds", issuer=None)
        check(set(claims(tokens[0])) == {"sub", "iat", "exp", "aud"}, "a person's token has these claims")
        check(claims(tokens[0])["sub"] == "user", "a person's token says user")

        for Apple.ahead in [-86400, -600, -61, 61, 600, 86400]:
            tokens = airworthy(folder, url, "builds")
            check(len(tokens) <= 3, f"a clock that differs by {-Apple.ahead} s costs one request at most")
        Apple.ahead = 0

        Apple.refusals = 1
        tokens = airworthy(folder, url, "builds")
        check(len(tokens) == 3 and len(set(tokens)) == 2, "a refused token is replaced once")
        Apple.refusals = 9
        check(len(airworthy(folder, url, "builds", status=77)) == 2, "a refused key is not tried on and on")
        Apple.refusals = 0

        other = ec.generate_private_key(ec.SECP256R1())
        Apple.public = other.public_key()
        check(len(airworthy(folder, url, "builds", status=77)) == 2, "another key's token is refused")
        Apple.public = key.public_key()

        secret = folder / "hook.secret"
        secret.write_text("0123456789abcdef0123456789abcdef\n")
        secret.chmod(0o600)
        airworthy(folder, url, "webhooks", "register", "https://updates.example.com/hooks/app-store-connect/hashtags",
                  "--secret-file", str(secret))
        method, path, _, body = Apple.asked[-1]
        data = json.loads(body)["data"]
        check((method, path, data["type"]) == ("POST", "/v1/webhooks", "webhooks"), "a webhook is made")
        check(data["relationships"] == {"app": {"data": {"type": "apps", "id": "12"}}}, "of the app")
        check(data["attributes"]["secret"] == "0123456789abcdef0123456789abcdef", "with the secret of the file")
    server.shutdown()
    print(f"contract: {checks} checks with PyJWT {jwt.__version__}, all as they should be")


main()
