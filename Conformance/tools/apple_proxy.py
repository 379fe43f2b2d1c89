"""Stands between a client and the simulator, and notes what passes. Tokens are checked by PyJWT on the way."""
import collections
import http.client
import http.server
import threading
import urllib.parse

import jwt

Exchange = collections.namedtuple(
    "Exchange", "method target content_type body status headers answer token")
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class RecordingProxy:
    """`with RecordingProxy(url) as proxy:` forwards what comes to `proxy.url`, and keeps it in `proxy.exchanges`."""

    def __init__(self, upstream):
        self.upstream = urllib.parse.urlsplit(upstream)
        self.exchanges = []

    def take(self):
        """What passed since the last call."""
        taken, self.exchanges = self.exchanges, []
        return taken

    def __enter__(self):
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def forward(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                upstream = http.client.HTTPConnection(proxy.upstream.hostname, proxy.upstream.port, timeout=20)
                try:
                    # The name that the client used stays: the links of the answer lead here again.
                    fields = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
                    upstream.request(self.command, self.path, body=body or None, headers=fields)
                    answer = upstream.getresponse()
                    content = answer.read()
                finally:
                    upstream.close()
                token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
                proxy.exchanges.append(Exchange(
                    self.command, self.path, self.headers.get("Content-Type"), body, answer.status,
                    dict(answer.getheaders()), content, token))
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in HOP:
                        self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = forward

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        return self

    def __exit__(self, *arguments):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def check_token(token, public_key, key_id, issuer):
    """Has PyJWT say whether App Store Connect would take a token; raises what is wrong with it."""
    header = jwt.get_unverified_header(token)
    assert header["kid"] == key_id and header["alg"] == "ES256" and header["typ"] == "JWT", header
    claims = jwt.decode(
        token, public_key, algorithms=["ES256"], audience="appstoreconnect-v1", issuer=issuer,
        options={"require": ["iat", "exp", "aud"]}, leeway=0)
    assert 0 < claims["exp"] - claims["iat"] <= 1200, claims
    assert isinstance(claims["iat"], int) and isinstance(claims["exp"], int), claims
    assert claims.get("sub", "user") == "user" and ("sub" in claims) != ("iss" in claims), claims
    return claims
