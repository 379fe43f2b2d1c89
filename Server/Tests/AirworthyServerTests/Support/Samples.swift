import AirworthyPolicy
import AirworthyTrust
import ControlPlane

/// The policies and catalogs of the tests.
enum Samples {
    static let policy = """
        { "schema": 1, "app": "hashtags", "bundleID": "com.example.hashtags", "appleID": 6504763618,
          "rules": [
            { "id": "broken-migration", "when": {"version": "2.2.0"}, "update": "required",
              "message": {"en": "This version can lose your tags.", "ja": "タグが失われることがあります。"} },
            { "id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "remind": "daily" } ],
          "features": {
            "new-editor": {"default": false, "rules": [{"when": {"channel": ["debug", "testflight"]}, "value": true}]},
            "plan": {"default": "free", "rules": [{"when": {"attributes": {"plan": "pro"}}, "value": "pro"}]} } }
        """

    /// The policy without its first rule.
    static let calmPolicy = """
        { "schema": 1, "app": "hashtags",
          "rules": [ { "id": "nudge", "when": {"version": "<latest"}, "update": "recommended" } ] }
        """

    static let catalog = """
        { "schema": 1, "app": "hashtags", "asOf": "2026-11-20T00:00:00Z", "releases": [
            { "platform": "ios", "version": "2.3.0", "build": "320", "minimumOS": "16.0", "offers": [
                { "channel": "testflight.external", "groups": ["Friends of the team"],
                  "publishedAt": "2026-11-01T00:00:00Z", "expiresAt": "2027-01-30T00:00:00Z",
                  "url": "https://testflight.apple.com/join/abcdefgh", "notes": {"en": "Try the new editor."},
                  "source": "manual" } ] },
            { "platform": "ios", "version": "2.2.1", "build": "310", "minimumOS": "16.0", "offers": [
                { "channel": "appstore", "storefronts": ["JP", "US"], "publishedAt": "2024-09-13T00:00:00Z",
                  "state": "live", "notes": {"en": "Fixes the migration.", "ja": "移行を修正しました。"},
                  "source": "lookup" } ] } ] }
        """

    static let app = App(
        slug: "hashtags", bundleID: "com.example.hashtags", appleID: 6_504_763_618, pins: [])
}
