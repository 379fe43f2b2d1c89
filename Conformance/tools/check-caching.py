#!/usr/bin/env python3
"""Checks that a cache that knows nothing of Airworthy does the right thing with its answers.

The server, in front of it nginx as a caching proxy without any rule of ours, in front of that `requests`. Called with
the path of `airworthy`. Takes a good half minute, because a manifest has to grow stale for real.
"""
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import requests

from throwaway import Throwaway, wait_until

FRESH = 30  # seconds, `max-age` of a manifest
checks = 0

NGINX = """
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    proxy_cache_path {folder}/cache keys_zone=cache:1m;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass {upstream};
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_cache cache;
            proxy_cache_revalidate on;
            add_header X-Cache $upstream_cache_status always;
        }}
    }}
}}
"""


def check(condition, sentence, answer=None):
    global checks
    checks += 1
    if not condition:
        shown = "" if answer is None else f"\n{answer.status_code} {dict(answer.headers)}\n{answer.text[:400]}"
        sys.exit(f"contract: not so: {sentence}{shown}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    with tempfile.TemporaryDirectory() as folder, Throwaway(binary) as server:
        port = free_port()
        config = pathlib.Path(folder, "nginx.conf")
        config.write_text(NGINX.format(folder=folder, port=port, upstream=server.url))
        proxy = subprocess.Popen([nginx, "-c", str(config), "-p", folder, "-e", f"{folder}/error.log"])
        try:
            proxied = f"http://127.0.0.1:{port}"

            def accepts():
                with socket.socket() as probe:
                    return probe.connect_ex(("127.0.0.1", port)) == 0

            wait_until(accepts, "the proxy listens")
            talk(server, proxied)
        finally:
            proxy.terminate()
            proxy.wait()
    print(f"caching: {checks} checks, all hold")


def talk(server, proxied):
    session = requests.Session()
    manifest = "/v1/apps/hashtags/manifest"

    def get(path, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return session.get(proxied + path, headers={"Accept-Encoding": "identity", **headers}, timeout=10)

    def cache(answer):
        return answer.headers.get("X-Cache")

    first = get(manifest)
    started = time.monotonic()
    check(first.status_code == 200 and cache(first) == "MISS", "the first manifest comes from the server", first)
    check("public" in first.headers["Cache-Control"] and f"max-age={FRESH}" in first.headers["Cache-Control"],
          "a manifest says how long it is fresh", first)
    again = get(manifest)
    check(cache(again) == "HIT" and again.content == first.content and again.headers["ETag"] == first.headers["ETag"],
          "the second is the cache's, byte for byte", again)

    zipped = session.get(proxied + manifest, headers={"Accept-Encoding": "gzip"}, timeout=10)
    check(zipped.headers.get("Content-Encoding") == "gzip" and zipped.content == first.content,
          "who accepts gzip gets gzip of the same bytes", zipped)
    check(zipped.headers["ETag"] != first.headers["ETag"], "and another entity tag", zipped)
    check("accept-encoding" in zipped.headers["Vary"].lower(), "both say that they vary", zipped)
    check(cache(zipped) == "MISS", "a cache keeps the two apart", zipped)
    plain = get(manifest)
    check(cache(plain) == "HIT" and "Content-Encoding" not in plain.headers and plain.content == first.content,
          "who does not accept gzip never gets it from the cache", plain)

    same = get(manifest, If_None_Match=first.headers["ETag"])
    check(same.status_code == 304 and not same.content and same.headers["ETag"] == first.headers["ETag"],
          "a copy that has it already gets 304", same)
    weak = get(manifest, If_None_Match='"other", W/' + first.headers["ETag"])
    check(weak.status_code == 304, "also with a list and a weak tag", weak)
    # Straight to the server: another tag of the same manifest.
    cross = requests.get(server.url + manifest, headers={"If-None-Match": zipped.headers["ETag"]}, timeout=10)
    check(cross.status_code in (200, 304) and cross.headers["ETag"], "an entity tag of the gzip form does no harm", cross)

    query = "/v1/apps/hashtags/decision?version=2.2.0&channel=appstore&os=iOS%2017.4"
    for _ in range(2):
        decision = get(query)
        check(decision.status_code == 200 and cache(decision) != "HIT", "a decision is never the cache's", decision)
        check(decision.headers["Cache-Control"] == "no-store", "and says so", decision)
    check(decision.json()["status"] == "required" and decision.json()["update"]["version"] == "2.2.1",
          "2.2.0 must go to 2.2.1", decision)

    admin = {"Authorization": f"Bearer {server.token}"}
    missing = "/v1/apps/late/manifest"
    check(get(missing).status_code == 404 and cache(get(missing)) != "HIT", "that an app is missing is not remembered")
    made = session.post(proxied + "/v1/admin/apps", headers=admin, timeout=10,
                        json={"slug": "late", "bundleID": "com.example.late"})
    check(made.status_code == 201 and cache(made) != "HIT", "an app can be made through the proxy", made)
    policy = {"schema": 1, "app": "late", "rules": []}
    published = session.put(proxied + "/v1/admin/apps/late/policy", headers={**admin, "If-None-Match": "*"},
                            json=policy, timeout=10)
    check(published.status_code == 201, "and a policy published", published)
    check(get(missing).status_code == 200, "and is there at once")
    listed = session.get(proxied + "/v1/admin/apps", headers=admin, timeout=10)
    check(listed.status_code == 200 and cache(listed) != "HIT" and listed.headers["Cache-Control"] == "no-store",
          "what admins see is not cached", listed)
    stranger = session.get(proxied + "/v1/admin/apps", timeout=10)
    check(stranger.status_code == 401, "so that nobody else sees it", stranger)

    # A new policy: the cache goes on with the old manifest while it is fresh, then asks and gets the new one.
    current = session.get(server.url + "/v1/admin/apps/hashtags/policy", headers=admin, timeout=10)
    changed = json.loads(current.content)
    changed["rules"] = changed["rules"][:1]
    renewed = session.put(server.url + "/v1/admin/apps/hashtags/policy", timeout=10, json=changed,
                          headers={**admin, "If-Match": current.headers["ETag"]})
    check(renewed.status_code == 201, "a change of the policy is published", renewed)
    tag = requests.get(server.url + manifest, headers={"Accept-Encoding": "identity"}, timeout=10).headers["ETag"]
    check(tag != first.headers["ETag"], "the server has the new manifest at once")
    if time.monotonic() - started < FRESH - 5:
        check(get(manifest).headers["ETag"] == first.headers["ETag"], "the cache has the old one while it is fresh")
    time.sleep(max(0, started + FRESH + 1.5 - time.monotonic()))
    # Its entry may be served once more while it is fetched anew (stale-while-revalidate).
    wait_until(lambda: get(manifest).headers["ETag"] == tag, "the cache has the new manifest", 5)
    check(True, "a stale entry is replaced")

    late = get(missing)
    check(cache(late) in ("HIT", "STALE", "UPDATING", "REVALIDATED"), "a manifest that did not change is only asked about", late)
    wait_until(lambda: cache(get(missing)) == "HIT", "and is fresh again", 5)

    # The server dies: for ten hours the cache may go on.
    server.kill()
    dead = get(manifest)
    check(dead.status_code == 200 and dead.headers["ETag"] == tag, "the cache goes on without the server", dead)
    lost = get(query)
    check(lost.status_code >= 500, "decisions do not", lost)


main()
