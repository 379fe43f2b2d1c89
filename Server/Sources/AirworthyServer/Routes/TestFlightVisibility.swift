import AirworthyPolicy
import ControlPlane
import ReleaseCatalog

/// The part of TestFlight data that a caller may see.
struct TestFlightVisibility: Sendable {
    private let served: ServedApp
    private let level: App.InternalBuilds
    private let notes: App.TestFlightNotes
    /// The ids that stand for Apple's ids of groups, computed once.
    private let opaqueGroupIDs: [String: String]

    /// Creates the visibility of builds. The app's setting is the upper limit; unless the caller has a token for all
    /// details, `full` counts as `facts`.
    init(of served: ServedApp, showsDetails: Bool, builds: [TestFlightBuild]) {
        self.served = served
        let level = served.app.internalBuilds
        self.level = level == .full && !showsDetails ? .facts : level
        let notes = served.app.testFlightNotes
        self.notes = self.level == .full && notes == .external ? .all : notes
        var opaque: [String: String] = [:]
        if self.level == .facts {
            for build in builds {
                for group in build.groups where opaque[group.id] == nil {
                    opaque[group.id] = ManifestCatalog.opaqueGroupID(group.id, in: served.app.slug)
                }
            }
        }
        opaqueGroupIDs = opaque
    }

    var isVisible: Bool { level.showsTestFlight }

    func visiblePart(of catalog: Catalog) -> Catalog {
        ManifestCatalog.visible(catalog, of: served.app.slug, showing: level, notes: notes)
    }

    /// Returns the notes for testers, if they are visible.
    func notes(of build: TestFlightBuild, language: String?) -> String? {
        guard isVisible, notes.shows(buildForExternalTesters: build.isForExternalTesters) else { return nil }
        return build.notes?.cleanedNotes.text(for: language, default: served.app.defaultLanguage)
    }

    /// Returns the JSON of the tester groups of a build; without `full`, with opaque ids and without names.
    func groups(of build: TestFlightBuild) -> JSONValue {
        .array(
            build.groups.map { group in
                guard level == .full else {
                    return ["id": .of(opaqueGroupIDs[group.id]), "name": .null]
                }
                return ["id": .string(group.id), "name": .of(group.name)]
            })
    }

    /// Returns the link to a build: the public link of a group if it is visible, else the policy's link, else the app's
    /// page in TestFlight.
    func link(to build: TestFlightBuild) -> String? {
        if level == .full, let link = build.publicLink { return link }
        if let link = served.liveHead?.manifest.policy.links["testflight"] { return link }
        return served.app.appleID.map { "itms-beta://beta.itunes.apple.com/v1/app/\($0)" }
    }
}
