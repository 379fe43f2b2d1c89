"""A client of a hand-made TestFlight server, as teams have it in apps that are already on devices: it asks three paths and knows their keys.

Usage: testflight-client.py URL [APP]

Prints what a tester would see, as JSON. It shows `detail` of an error, as such clients do, and sends no `language`: the system adds
`Accept-Language`, here Japanese.
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request


class Client:
    def __init__(self, url, app=None):
        self.url = url.rstrip("/")
        self.query = "?" + urllib.parse.urlencode({"app": app}) if app else ""

    def get(self, path):
        request = urllib.request.Request(self.url + path + self.query, headers={"Accept-Language": "ja-JP,ja;q=0.9"})
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response), None
        except urllib.error.HTTPError as error:
            return None, json.load(error)["detail"]

    def latest(self, audience):
        answer, problem = self.get("/testflight/latest/" + audience)
        if problem:
            return {"error": problem}
        # The notes may be missing, the number may not.
        return {"build": int(answer["buildNumber"]), "notes": answer.get("releaseNotes")}

    def environment(self, version):
        answer, problem = self.get("/testflight/version/%s/audience" % urllib.parse.quote(version, safe=""))
        if problem:
            return {"error": problem}
        known = {"INTERNAL_ONLY": "internal", "APP_STORE_ELIGIBLE": "external"}
        return {"environment": known[answer["audienceType"]]}


def main(url, app=None):
    client = Client(url, app)
    seen = {audience: client.latest(audience) for audience in ("internal", "external")}
    for version in ("2.3.0", "2.2.1", "9.9.9"):
        seen[version] = client.environment(version)
    print(json.dumps(seen, ensure_ascii=False, sort_keys=True))


main(*sys.argv[1:])
