import AirworthyPolicy
import AirworthySupport
import AirworthyTexts
package import ControlPlane
package import Foundation
import LaunchScreens

extension Dashboard {
    /// Renders the public page of an app. Everything on it can be read without a token elsewhere, too.
    package func downloadPage(
        _ question: DownloadQuestion, of served: ServedApp, at now: Date
    ) throws -> String {
        let model = DownloadModel(question, of: served, publicURL: surroundings.publicURL, now: now)
        return try publicPage(model, template: "get", title: served.app.slug)
    }
}

/// The content of an app's public page.
struct DownloadModel: Sendable {
    /// A QR code as the shapes of an SVG.
    struct Code: Sendable {
        let address: String
        /// The length of a side, with the light space around.
        let size: Int
        let path: String

        init?(_ address: String) {
            guard let code = QRCode(address) else { return nil }
            self.address = address
            size = code.size + 2 * QRCode.quietZone
            path = code.path
        }
    }

    let slug: String
    let releases: [NewestRelease]
    let releaseAge: Moment?
    let storeURL: String?
    /// The address under which anybody can join the beta.
    let betaURL: String?
    /// The app's page on Google Play.
    let playURL: String?
    /// Whether the store opens on the visitor's device.
    let opensStore: Bool
    let code: Code?
    /// What holds for the installed version, in a sentence.
    let verdict: String?
    /// The screen that the installed app shows.
    let screen: PhoneFrame?

    init(_ question: DownloadQuestion, of served: ServedApp, publicURL: String?, now: Date) {
        let app = served.app
        slug = app.slug
        let visible = served.catalog.map { live in
            // Without a token, `full` shows no more than `facts`.
            ManifestCatalog.visible(
                live.catalog, of: app.slug, showing: app.internalBuilds.showsTestFlight ? .facts : .none,
                notes: app.testFlightNotes)
        }
        // Builds for internal testers are no news for the public.
        releases = NewestRelease.each(of: visible.map(Self.withoutInternalBuilds), at: now)
        releaseAge = served.catalog.map { Moment($0.asOf, now: now) }
        let head = try? served.head
        let policy = head?.manifest.policy
        storeURL = app.appStorePage(by: policy)
        betaURL =
            !app.internalBuilds.showsTestFlight
            ? nil : policy?.links["testflight"].flatMap { $0.hasPrefix("https://testflight.apple.com/") ? $0 : nil }
        playURL = policy?.links["play"].flatMap { $0.hasPrefix("https://play.google.com/") ? $0 : nil }
        opensStore = question.device == .phone || question.device == .mac && app.platforms.contains(.macos)
        let address = publicURL.map { "\($0)/get/\(PercentEncoding.encode(app.slug))" } ?? storeURL
        code = question.device == .phone ? nil : address.flatMap { Code($0) }
        switch question.installed {
        case .none: (verdict, screen) = (nil, nil)
        case .unreadable: (verdict, screen) = ("The address names no version that can be read, such as 2.2.0.", nil)
        case .version(let version):
            guard let head else {
                (verdict, screen) = ("Version \(version) may be used.", nil)
                return
            }
            let installation = Installation(
                platform: app.defaultPlatform, version: version,
                channel: question.isTestFlight && app.internalBuilds.showsTestFlight ? .testflight(nil) : .appstore,
                language: question.language)
            let instant = max(now, head.manifest.issuedAt ?? now)
            let decision = decide(head.prepared, for: installation, at: instant, confirmedAt: instant)
            verdict = Self.sentence(decision, version: version)
            screen = LaunchScreen(language: question.language, at: instant).content(for: decision, of: installation)
                .map { PhoneFrame($0, language: question.language) }
        }
    }

    private static func withoutInternalBuilds(_ catalog: Catalog) -> Catalog {
        let releases = catalog.releases.compactMap { release -> Release? in
            var release = release
            release.offers.removeAll {
                [.testflight(.internal), .play(.internal), .play(.closed)].contains($0.channel)
            }
            return release.offers.isEmpty ? nil : release
        }
        return Catalog(app: catalog.app, asOf: catalog.asOf, releases: releases)
    }

    private static func sentence(_ decision: Decision, version: String) -> String {
        let goal = decision.update?.version.map { " to \($0)" } ?? ""
        switch decision.status {
        case .ok: return "Version \(version) may be used."
        case .recommended: return "Version \(version) may be used; an update\(goal) is recommended."
        case .required where decision.blocking:
            return "Version \(version) has to be updated\(goal) before it can be used."
        case .required: return "Version \(version) should be updated\(goal)."
        case .requiredUnavailable where decision.blocking:
            return "Version \(version) cannot be used, and the update is not available yet."
        case .requiredUnavailable: return "Version \(version) may be used until an update is available."
        case .maintenance:
            return decision.blocking ? "The app is down for maintenance." : "Version \(version) may be used."
        }
    }
}

extension App {
    /// The address of the app's page in the App Store, by its policy or its settings; `nil` if neither knows one.
    func appStorePage(by policy: Policy?) -> String? {
        if let id = policy?.appleID ?? appleID { return "https://apps.apple.com/app/id\(id)" }
        return policy?.links["appstore"].flatMap { $0.hasPrefix("https://apps.apple.com/") ? $0 : nil }
    }
}
