package import AirworthyPolicy
package import AppStoreConnect
package import ControlPlane

/// How much of TestFlight builds a caller sees.
package struct TestFlightFacts: Sendable {
    private let served: ServedApp
    private let level: App.InternalBuilds

    /// - Parameters:
    ///   - served: The app, whose team says what it allows.
    ///   - mayExplain: Whether the caller has a token for full facts. Without one, `full` is `facts`.
    package init(_ served: ServedApp, mayExplain: Bool) {
        self.served = served
        let level = served.app.internalBuilds
        self.level = level == .full && !mayExplain ? .facts : level
    }

    /// Whether anything is shown at all.
    package var isShown: Bool { level != .none }

    /// What is shown of a catalog.
    package func shown(of catalog: Catalog) -> Catalog {
        ManifestCatalog.visible(catalog, of: served.app.slug, level)
    }

    /// What to test, as far as it is shown.
    package func notes(of build: TestFlightBuild, language: String?) -> String? {
        level == .full ? build.notes?.text(for: language, default: served.app.defaultLanguage) : nil
    }

    /// The groups that have a build. Their names are nobody's business but the team's.
    package func groups(of build: TestFlightBuild) -> JSONValue {
        .array(
            build.groups.map { group in
                guard level == .full else {
                    return ["id": .string(ManifestCatalog.opaque(group.id, in: served.app.slug)), "name": .null]
                }
                return ["id": .string(group.id), "name": .of(group.name)]
            })
    }

    /// Where testers get a build: the public link of a group where that is shown, else what the policy names, else the
    /// app's page in TestFlight.
    package func link(to build: TestFlightBuild) -> String? {
        if level == .full, let link = build.publicLink { return link }
        if case .live(let head) = served.state, let link = head.manifest.policy.links["testflight"] { return link }
        return served.app.appleID.map { "itms-beta://beta.itunes.apple.com/v1/app/\($0)" }
    }
}
