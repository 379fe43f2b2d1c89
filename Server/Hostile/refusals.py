"""Requests that the server must refuse: numbers that burn revisions, forms of other sites, and heads that a proxy in front
may read in another way."""
import json
import socket

from target import ADMIN, APP, compact

MANIFEST = f"/v1/apps/{APP}/manifest"

# The bytes of a head without its last empty line, and the status of the answer.
HEADS = {
    "no Host": (f"GET {MANIFEST} HTTP/1.1", 400),
    "two Hosts": (f"GET {MANIFEST} HTTP/1.1\r\nHost: a\r\nHost: b", 400),
    "gzip before chunked": (f"POST /v1/apps/{APP}/decision HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked", 400),
    "a length and chunks": (
        f"POST /v1/apps/{APP}/decision HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked", 400),
    "a double slash": ("GET //v1/admin/apps HTTP/1.1\r\nHost: a", 400),
    "dots": ("GET /v1/apps/../admin/apps HTTP/1.1\r\nHost: a", 400),
    "an absolute target": ("GET http://a/v1/admin/apps HTTP/1.1\r\nHost: a", 400),
    "an encoded slash": ("GET /v1%2Fadmin/apps HTTP/1.1\r\nHost: a", 400),
}


def unexpected_answers(target):
    """Sends each request, and returns a line for each that was not refused as it must be."""
    lines = []

    def check(name, status, wanted):
        if status != wanted:
            lines.append(f"{name}: answered {status} instead of {wanted}")

    highest = compact({"atLeast": 2 ** 63 - 3})
    pipeline = target.new_token("--name", "pipeline", "--kind", "ci", "--app", APP)
    check("a pipeline's token bumps the revision", target.ask("POST", f"{ADMIN}/head/bump", highest, pipeline)[0], 403)
    check("the highest revision", target.ask("POST", f"{ADMIN}/head/bump", highest)[0], 400)
    check("a form of another site", target.ask(
        "POST", f"{ADMIN}/catalog/sync", b"", **{"Content-Type": "text/plain"})[0], 415)
    cookie = target.sign_in()
    form = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    check("a page's form without its token", target.ask("POST", f"/apps/{APP}/rollback", b"to=1", **form)[0], 403)
    check("a page's form of another site", target.ask(
        "POST", f"/apps/{APP}/rollback", b"to=1", **form, **{"Sec-Fetch-Site": "cross-site"})[0], 403)
    check("a cookie for programs", target.ask("GET", ADMIN, token="none", **{"Cookie": cookie})[0], 401)
    check("a wrong sign-in", target.ask(
        "POST", "/sign-in", b"token=adm_guess", **{"Content-Type": "application/x-www-form-urlencoded"})[0], 401)
    link = json.loads(target.ask("POST", "/v1/admin/sign-in-links", b"")[1])["path"]
    check("a pipeline's token asks for an address that signs in", target.ask(
        "POST", "/v1/admin/sign-in-links", b"", pipeline)[0], 403)
    check("a cookie asks for one", target.ask(
        "POST", "/v1/admin/sign-in-links", b"", token="none", **{"Cookie": cookie})[0], 401)
    check("a cookie ends a session", target.ask("DELETE", "/v1/admin/sessions/x", token="none", **{"Cookie": cookie})[0], 401)
    check("another site leads to such an address", target.ask(
        "GET", link, token="none", **{"Sec-Fetch-Site": "cross-site"})[0], 401)
    check("such an address without TLS elsewhere", target.ask(
        "GET", link, token="none", **{"Host": "updates.example.com"})[0], 401)
    check("its first use", target.ask("GET", link, token="none")[0], 303)
    check("its second use", target.ask("GET", link, token="none")[0], 401)
    check("a guessed one", target.ask("GET", "/sign-in?once=" + "0" * 64, token="none")[0], 401)
    check("metrics without a token", target.ask("GET", "/metrics", token="none")[0], 401)
    for name, (head, wanted) in HEADS.items():
        with socket.create_connection(("127.0.0.1", target.port), timeout=10) as wire:
            wire.sendall(head.encode() + b"\r\n\r\n")
            check(name, int((wire.recv(64).split(b" ") + [b"0", b"0"])[1]), wanted)
    return lines
