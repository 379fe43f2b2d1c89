package import ServerSupport

/// Sample documents for tests.
package enum Samples {
    /// Returns a policy without errors that requires an update below a version: JSON with blanks and a final line end, which
    /// have to be kept. `more` is further members, each with a comma before it.
    package static func policy(floor: String = "1.4.0", more: String = "") -> [UInt8] {
        Array(
            """
            { "schema": 1,
              "rules": [ { "id": "floor", "when": {"version": "<\(floor)"}, "update": "required" } ]\(more) }

            """.utf8)
    }

    /// A policy with an error: an empty version range.
    package static let badPolicy = policy(
        more: #", "features": {"f": {"default": false, "rules": [{"when": {"version": ">=2 <1"}, "value": true}]}}"#)

    /// Returns a catalog with one App Store release. `more` is further members of the offer, each with a comma before it.
    package static func catalog(
        _ version: String = "2.2.1", asOf: String = "2026-11-20T00:00:00Z", more: String = ""
    ) -> [UInt8] {
        Array(
            """
            {"schema": 1, "asOf": "\(asOf)", "releases": [{"version": "\(version)", "build": "310", "minimumOS": "16.0",
              "offers": [{"channel": "appstore", "publishedAt": "2024-09-13T00:00:00Z"\(more)}]}]}
            """.utf8)
    }
}

/// The random generator of tests.
package typealias Seeded = ServerSupport.Seeded
