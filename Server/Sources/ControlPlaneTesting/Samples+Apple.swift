package import AirworthyPolicy
package import Foundation
package import ReleaseCatalog

/// Sample data of Apple's services.
extension Samples {
    /// Returns a listing of App Store Connect: 2.3.0 (321) with external testers, 2.3.0 (322) with the team, and 2.2.1 (310)
    /// on the App Store for a week. `external` is Apple's state of 322 for external testers.
    package static func listing(external: String = "WAITING_FOR_BETA_REVIEW", at now: Date) -> ConnectListing {
        var version = AppStoreVersion(
            id: "v1", platform: .ios, version: Samples.version("2.2.1"), state: "READY_FOR_DISTRIBUTION")
        version.build = Samples.build("310")
        version.createdAt = now.addingTimeInterval(-7 * 86_400)
        return ConnectListing(
            builds: [
                build(
                    "322", internal: "IN_BETA_TESTING", external: external, group: ("g1", "team"), days: 2, at: now),
                build(
                    "321", internal: "READY_FOR_BETA_TESTING", external: "IN_BETA_TESTING", group: ("g2", "friends"),
                    days: 4, at: now),
            ], versions: [version])
    }

    private static func build(
        _ number: String, internal inner: String, external: String, group: (id: String, name: String), days: Double,
        at now: Date
    ) -> TestFlightBuild {
        var build = TestFlightBuild(
            id: "b\(number)", platform: .ios, version: Samples.version("2.3.0"), number: Samples.build(number))
        build.uploadedAt = now.addingTimeInterval(-days * 86_400)
        build.expiresAt = now.addingTimeInterval((90 - days) * 86_400)
        build.minimumOS = Samples.version("16.0")
        build.processingState = "VALID"
        build.audienceType = "APP_STORE_ELIGIBLE"
        (build.internalState, build.externalState) = (inner, external)
        build.groups = [
            BetaGroup(
                id: group.id, name: group.name, publicLink: "https://testflight.apple.com/join/\(group.id)")
        ]
        build.notes = LocalizedText(["en": "Try \(number).", "ja": "\(number) をお試しください。"])
        return build
    }

    /// Returns a release as the lookup of a storefront reports it.
    package static func release(_ version: String = "2.2.1", publishedAt: Date) -> Release {
        Release(
            platform: .ios, version: Samples.version(version), minimumOS: Samples.version("16.0"),
            offers: [Offer(channel: .appstore, publishedAt: publishedAt, source: "lookup")])
    }

    /// Returns a storefront by its country code.
    package static func storefront(_ code: String) -> Storefront {
        guard let storefront = Storefront(code) else { preconditionFailure("\(code) is no country") }
        return storefront
    }

    private static func version(_ text: String) -> AppVersion {
        guard let version = try? AppVersion(text) else { preconditionFailure("\(text) is no version") }
        return version
    }

    private static func build(_ text: String) -> BuildNumber {
        guard let build = try? BuildNumber(text) else { preconditionFailure("\(text) is no build number") }
        return build
    }
}
