/// Documents for tests.
package enum Samples {
    /// A policy without errors that requires what is below a version.
    /// - Parameters:
    ///   - floor: The version.
    ///   - more: Further members, each with a comma before it.
    /// - Returns: JSON as its author wrote it, with a line end and blanks to be kept.
    package static func policy(floor: String = "1.4.0", more: String = "") -> [UInt8] {
        Array(
            """
            { "schema": 1,
              "rules": [ { "id": "floor", "when": {"version": "<\(floor)"}, "update": "required" } ]\(more) }

            """.utf8)
    }

    /// A policy with an error: nothing lies in its range.
    package static let badPolicy = policy(
        more: #", "features": {"f": {"default": false, "rules": [{"when": {"version": ">=2 <1"}, "value": true}]}}"#)

    /// A catalog with one App Store release.
    /// - Parameters:
    ///   - version: The release's version.
    ///   - asOf: When it was learnt.
    ///   - more: Further members of the offer, each with a comma before it.
    /// - Returns: JSON.
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
