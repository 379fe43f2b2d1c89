import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// A build on TestFlight.
struct BuildRow: Sendable {
    /// The platform; empty if the app has only one.
    let platform: String
    let version: String
    let build: String?
    let internalState: Tag
    let externalState: Tag
    let expiry: Tag?
    let uploaded: Moment?
    /// The names of the groups, or their number for a session that may not see names.
    let groups: String?
    let notes: String?

    init(_ build: TestFlightBuild, of app: App, showsPlatform: Bool, showsGroups: Bool, now: Date) {
        platform = showsPlatform ? build.platform.displayName : ""
        version = build.version.description
        self.build = build.number?.description
        internalState = build.tag(for: .internal, at: now)
        externalState = build.tag(for: .external, at: now)
        expiry = build.expiry(at: now)
        uploaded = build.uploadedAt.map { Moment($0, now: now) }
        let names = build.groups.compactMap(\.name)
        if build.groups.isEmpty {
            groups = nil
        } else if showsGroups, names.count == build.groups.count {
            groups = names.joined(separator: ", ") + (build.hasAllGroups ? "" : " and more")
        } else {
            groups = Figure.count(build.groups.count, "group")
        }
        notes = build.notes?.text(for: nil, default: app.defaultLanguage)
    }
}

/// The newest build that an audience can install.
struct AudienceLine: Sendable {
    let name: String
    let version: String
    let detail: String?
    let style: String

    /// Returns the newest build of each audience; of each platform if there are several.
    static func each(_ builds: [TestFlightBuild], of app: App, at now: Date) -> [AudienceLine] {
        guard !builds.isEmpty else { return [] }
        let platforms = Self.platforms(builds.map(\.platform), of: app)
        return platforms.flatMap { platform in
            Channel.Audience.allCases.map { audience in
                let newest = builds.first { $0.platform == platform && $0.audiences(at: now).contains(audience) }
                let name = audience == .internal ? "internal testers" : "external testers"
                let waiting = builds.first { $0.platform == platform && $0.isInBetaReview && !$0.isExpired(at: now) }
                return AudienceLine(
                    name: platforms.count > 1 ? "\(name) on \(platform.displayName)" : name,
                    version: newest.map { Self.name(of: $0) } ?? "none",
                    detail: [
                        newest?.expiry(at: now)?.text,
                        audience == .external ? waiting.map { "then \(Self.name(of: $0)), after Apple’s review" } : nil,
                    ].compactMap { $0 }.joined(separator: "; "), style: newest?.expiry(at: now)?.style ?? "")
            }
        }
    }

    /// Returns the platforms of an app, then those that only its releases have.
    static func platforms(_ found: [Platform], of app: App) -> [Platform] {
        var seen: Set<Platform> = []
        return (app.platforms + found).filter { seen.insert($0).inserted }
    }

    private static func name(of build: TestFlightBuild) -> String {
        "\(build.version)\(build.number.map { " (\($0))" } ?? "")"
    }
}
