"""Texts that somebody else writes: markup, quotation marks, changes of the writing direction, and 10,000 characters, on every page."""

import urllib.parse

from browser import Failure

MARKUP = "\"'><script>attacked=1</script><img src=x onerror=attacked=1><b data-attacked style=color:red>{{{page}}}</b></textarea></title><!--"
# What a name may have: 64 characters, nothing that cannot be seen.
NAME = "\"'><script>attacked=1</script><b data-attacked>{{name}}</b><!--"[:64]
LONG = MARKUP + "W" * (10_000 - len(MARKUP) - 40) + " end \u202eforeign\u2066"
# What is looked for in the text of pages, to know that they show these texts at all.
MARK = "attacked=1</script>"
# The kinds of pages that show them at least.
FEWEST = 11


def fill(demo):
    """Writes such texts wherever this server takes texts, and returns a token whose name is one."""
    def api(method, path, body=None, **fields):
        return demo.api(method, f"/v1/admin{path}", body, **fields)

    quoted = urllib.parse.quote
    token = api("POST", "/tokens", {"kind": "adm", "name": NAME})["token"]
    pins = api("GET", "/apps/hashtags")["pins"]
    api("POST", "/apps", {
        "slug": "foreign", "bundleID": "com.example.foreign", "audience": NAME.replace(" ", "_"), "lineage": "foreign",
        "pins": [{"key": pin["key"], "role": pin["role"]} for pin in pins]})
    notes = {"en": LONG, "ar": LONG}
    api("PUT", "/apps/foreign/catalog", {
        "schema": 1, "app": "foreign", "releases": [
            {"version": "2.0", "build": "20", "offers": [
                {"channel": "appstore", "storefronts": ["US"], "publishedAt": "2026-01-01T00:00:00Z", "notes": notes}]},
            {"version": "2.1", "build": "21", "offers": [
                {"channel": "testflight.external", "groups": [MARKUP, LONG], "notes": notes,
                 "publishedAt": "2026-01-01T00:00:00Z"}]}]})
    rule = {"id": "gate", "when": {"version": "<2.0"}, "update": "required", "title": notes, "message": notes}
    policy = {
        "schema": 1, "app": "foreign", "meta": {NAME: LONG},
        "rules": [
            rule, {"id": "plan", "when": {"attributes": {NAME: MARKUP}}, "update": "recommended", "title": {"en": MARKUP}}],
        "features": {"flag": {"default": MARKUP, "rules": [{"when": {"version": "1.0"}, "value": LONG}]}}}
    by_name = {"Authorization": f"Bearer {token}"}
    note, forced = quoted((MARKUP * 9)[:1_000]), quoted(MARKUP)
    api("PUT", f"/apps/foreign/policy?note={note}&force={forced}", policy, If_None_Match="*", **by_name)
    policy["rules"][0]["when"]["version"] = "<1.5"
    policy["rules"][0]["message"] = {"en": MARKUP}
    api("PUT", f"/apps/foreign/policy?note={note}&force={forced}", policy, If_Match="*", **by_name)
    policy["rules"] = []
    api("POST", f"/apps/foreign/drafts?name={quoted(NAME)}&note={note}", policy, **by_name)
    cells = [["ios", version, "", "appstore", "17.4", "US", count] for version, count in [("1.0", 700), ("1.6", 200), ("2.0", 100)]]
    api("PUT", "/apps/foreign/adoption/import", {"schema": 1, "origin": NAME, "rows": cells}, **by_name)
    return token


def typed():
    """Addresses that somebody may have typed or sent."""
    text, name, long = (urllib.parse.quote(text) for text in (MARKUP, NAME, LONG[:4_000]))
    app = "/apps/foreign"
    return [
        f"/apps?q={text}", f"/audit?q={text}", f"/audit?app={name}&action={name}", f"/sign-in?next=/{text}",
        f"{app}/explain?version=1.0&channel=appstore&os={name}&storefront={name}&language={name}&attributes={text}",
        f"{app}/explain?version={text}", f"{app}/explain?report={long}", f"{app}/screens?rule={name}&language={name}&kind={name}",
        f"{app}/history?from=1&to=2", f"{app}/rollback?to=1", f"{app}/history?from={name}&to={name}", f"{app}/rollback?to={name}",
        f"{app}/policy?block={text}", f"{app}/policy?draft={name}", f"{app}/adoption?days={name}", f"{app}/publish/{name}", f"/apps/{name}", f"/nothing/{name}",
        f"/get/foreign?version={name}", "/get/foreign?version=1.0&language=ar", f"{app}?done={text}",
    ]


def check(page, path):
    """No foreign text became markup, or ran."""
    state = page.evaluate(
        "({ ran: typeof attacked !== 'undefined', made: document.querySelectorAll('[data-attacked], main script, img[onerror]').length,"
        " shows: document.body.innerText })")
    if state["ran"] or state["made"]:
        raise Failure(f"{path}: a foreign text {'ran as a script' if state['ran'] else 'became markup'}")
    return MARK in state["shows"]
