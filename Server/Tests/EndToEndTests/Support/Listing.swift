/// What the App Store of Japan has of `hashtags` when a story begins: 2.2.1 since a week, and 2.3.0 in the making.
let listing = """
    {"schema": 1, "apps": [
      {"id": "6504763618", "bundleID": "com.example.hashtags", "name": "hashtags", "storefronts": ["JP"],
       "groups": [],
       "builds": [
         {"version": "2.3.0", "build": "320", "uploaded": "2026-11-18T00:00:00Z", "minimumOS": "16.0"},
         {"version": "2.2.1", "build": "310", "uploaded": "2026-11-11T00:00:00Z", "minimumOS": "16.0"}],
       "versions": [
         {"version": "2.2.1", "build": "310", "created": "2026-11-12T00:00:00Z", "released": "2026-11-13T00:00:00Z"},
         {"version": "2.3.0", "state": "PREPARE_FOR_SUBMISSION", "created": "2026-11-18T00:00:00Z",
          "releaseType": "MANUAL"}]}]}
    """
