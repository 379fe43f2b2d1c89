"""A small server as in tutorials, for comparison: FastAPI, a token by PyJWT, and a call to App Store Connect whose
response is cached in a dictionary for five minutes. Run by uvicorn with uvloop and httptools.

Reads APPLE_URL, APPLE_KEY_FILE, APPLE_KEY_ID, APPLE_ISSUER and APPLE_APP from the environment.
"""
import os
import time

import httpx
import jwt
from fastapi import FastAPI, HTTPException

app = FastAPI()
cache = {}
CACHE_SECONDS = 300


def token():
    with open(os.environ["APPLE_KEY_FILE"]) as file:
        key = file.read()
    now = int(time.time())
    claims = {"iss": os.environ["APPLE_ISSUER"], "iat": now, "exp": now + 600, "aud": "appstoreconnect-v1"}
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": os.environ["APPLE_KEY_ID"]})


async def builds():
    cached = cache.get("builds")
    if cached and cached[0] > time.time():
        return cached[1]
    query = {
        "filter[app]": os.environ["APPLE_APP"], "filter[processingState]": "VALID", "filter[expired]": "false",
        "sort": "-uploadedDate", "limit": "200", "include": "preReleaseVersion,buildBetaDetail",
    }
    async with httpx.AsyncClient(base_url=os.environ["APPLE_URL"]) as client:
        answer = await client.get("/v1/builds", params=query, headers={"Authorization": f"Bearer {token()}"})
    answer.raise_for_status()
    page = answer.json()
    included = {(one["type"], one["id"]): one["attributes"] for one in page["included"]}

    def related(build, name):
        link = build["relationships"][name]["data"]
        return included[(link["type"], link["id"])]

    found = [{
        "version": related(build, "preReleaseVersion")["version"],
        "buildNumber": build["attributes"]["version"],
        "uploadedAt": build["attributes"]["uploadedDate"],
        "expiresAt": build["attributes"]["expirationDate"],
        "minimumOS": build["attributes"]["minOsVersion"],
        "states": related(build, "buildBetaDetail"),
    } for build in page["data"] if related(build, "preReleaseVersion")["platform"] == "IOS"]
    cache["builds"] = (time.time() + CACHE_SECONDS, found)
    return found


@app.get("/testflight/latest/{audience}")
async def latest(audience: str):
    for build in await builds():
        if build["states"].get(f"{audience}BuildState") == "IN_BETA_TESTING":
            return {key: value for key, value in build.items() if key != "states"}
    raise HTTPException(status_code=404)
