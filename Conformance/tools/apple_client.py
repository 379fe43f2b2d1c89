"""A second client of App Store Connect that shares no code with ours: `requests`, PyJWT and the documentation."""
import time

import jwt
import requests


class AppleClient:
    def __init__(self, url, private_key, key_id, issuer):
        self.url, self.private_key, self.key_id, self.issuer = url, private_key, key_id, issuer
        self.session = requests.Session()

    def token(self, key=None, algorithm="ES256", headers=None, **claims):
        now = int(time.time())
        claims = {"iss": self.issuer, "iat": now, "exp": now + 600, "aud": "appstoreconnect-v1", **claims}
        claims = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(claims, key or self.private_key, algorithm=algorithm,
                          headers={"kid": self.key_id, **(headers or {})})

    def send(self, method, path, token=None, timeout=10, headers=None, **arguments):
        url = path if path.startswith("http") else self.url + path
        fields = {"Authorization": f"Bearer {self.token() if token is None else token}", **(headers or {})}
        return self.session.request(method, url, headers=fields, timeout=timeout, allow_redirects=False, **arguments)

    def get(self, path, **parameters):
        """Parameters are written as `filter__app`, `fields__builds`, `limit__betaGroups`."""
        query = {}
        for name, value in parameters.items():
            outer, _, inner = name.partition("__")
            query[f"{outer}[{inner.replace('_', '.')}]" if inner else outer] = value
        return self.send("GET", path, params=query)

    def pages(self, path, **parameters):
        """Every page, by `links.next` only."""
        answer = self.get(path, **parameters)
        while True:
            answer.raise_for_status()
            page = answer.json()
            yield page
            next_page = page["links"].get("next")
            if next_page is None:
                return
            assert next_page.startswith(self.url), next_page
            answer = self.send("GET", next_page)

    def all(self, path, **parameters):
        return [item for page in self.pages(path, **parameters) for item in page["data"]]

    def post(self, path, document, method="POST", **arguments):
        return self.send(method, path, json=document, **arguments)
