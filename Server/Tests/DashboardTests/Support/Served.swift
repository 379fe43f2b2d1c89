import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

/// An app with a manifest in force, without a store.
enum Served {
    /// 2026-11-20T12:00:00Z.
    static let now = FixedClock.start

    /// An app whose policy is in force.
    /// - Parameters:
    ///   - rules: The rules as JSON, without the brackets.
    ///   - more: Further members of the policy, each with a comma before it.
    ///   - releases: The releases as JSON, without the brackets.
    /// - Returns: The app.
    /// - Throws: An error if the JSON is no policy or catalog.
    static func app(
        rules: String, more: String = "", releases: String = newest
    ) throws -> ServedApp {
        let text = #"{"schema": 1, "app": "hashtags", "appleID": 42, "rules": [\#(rules)]\#(more)}"#
        let policy = PolicyReader.read(json: Array(text.utf8))
        let document = #"{"schema": 1, "asOf": "2026-11-20T00:00:00Z", "releases": [\#(releases)]}"#
        let releases = CatalogReader.read(json: Array(document.utf8))
        let manifest = Manifest(
            revision: 7, policy: try #require(policy.policy, "\(policy.findings)"),
            catalog: try #require(releases.catalog, "\(releases.findings)"))
        let head = LoadedHead(
            revision: 7, policyVersion: 1, envelope: [], compressed: nil, digest: "", manifest: manifest)
        return ServedApp(app: app, state: .live(head), catalog: nil)
    }

    static let app = App(slug: "hashtags", bundleID: "com.example.hashtags", pins: [], createdAt: now)

    /// Version 2.2.1 on the App Store, for iOS 16.
    static let newest = #"""
        {"version": "2.2.1", "build": "310", "minimumOS": "16.0",
         "offers": [{"channel": "appstore", "publishedAt": "2026-09-13T00:00:00Z"}]}
        """#

    static let broken = #"{"id": "broken-migration", "when": {"version": "2.2.0"}, "update": "required"}"#
}
