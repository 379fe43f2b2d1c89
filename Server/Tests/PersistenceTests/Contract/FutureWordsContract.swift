import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Persistence
import Testing

/// Rows that a later version of the server has written beside this one.
@Suite(.timeLimit(.minutes(5))) struct FutureWordsContract {
    /// An app with the words of a later version, and beside it one without them.
    private static func fill(_ store: SQLStore, _ driver: any Driver) async throws {
        try await store.write { transaction in
            for slug in ["hashtags", "other"] {
                _ = try transaction.insertApp(.sample(slug))
                try transaction.insertManifest(.sample(1, app: slug))
            }
            for id in ["old", "new"] { try transaction.insertToken(.sample(id)) }
        }
        try await driver.write { sql in
            try sql.run(
                """
                UPDATE apps SET signing = 'vault', internal_builds = 'dates', testflight_notes = 'summary',
                    pins = $1 WHERE slug = 'hashtags'
                """, binding: "[{\"key\":\"\(PinnedKey.sample(1, .root).key.base64)\",\"role\":\"witness\"}]")
            try sql.run("UPDATE manifests SET cause = 'schedule' WHERE app = 'hashtags'")
            try sql.run("UPDATE tokens SET kind = 'person' WHERE id = 'new'")
        }
    }

    @Test(arguments: Backend.engines)
    func `words of a later version are kept and do not hide the rows beside them`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            try await Self.fill(store, driver)
            let apps = try await store.read { try $0.apps() }
            #expect(apps.map(\.slug) == ["hashtags", "other"])
            let app = try #require(apps.first)
            #expect(app.signing == .other("vault") && app.signing.rawValue == "vault")
            #expect(app.internalBuilds.rawValue == "dates" && !app.internalBuilds.showsTestFlight)
            #expect(app.testFlightNotes.rawValue == "summary")
            #expect(!app.testFlightNotes.shows(buildForExternalTesters: true))
            #expect(app.pins.isEmpty, "a key in a role that this version does not know is trusted with nothing")
            let causes = try await store.read { store in
                try ["hashtags", "other"].map { try store.manifests($0, before: nil, limit: 1).map(\.cause.rawValue) }
            }
            #expect(causes == [["schedule"], ["publish"]])
            let (tokens, new) = try await store.read { (try $0.tokens().map(\.id), try $0.token("new")) }
            #expect(tokens == ["old"] && new == nil, "no right follows from a kind that this version does not know")
        }
    }

    @Test(arguments: Backend.engines)
    func `a change of another setting leaves the word of a later version in the database`(
        _ backend: Backend
    ) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            try await Self.fill(store, driver)
            try await store.write { transaction in
                guard case .live(let old)? = try transaction.app("hashtags") else {
                    throw StoreError.unavailable("lost")
                }
                var app = old
                app.defaultLanguage = "de"
                try transaction.updateApp(app, replacing: old)
            }
            let row = try await driver.read { sql in
                try sql.row("SELECT default_language, internal_builds, pins FROM apps WHERE slug = 'hashtags'")
            }
            #expect(try row?.text("default_language") == "de" && row?.text("internal_builds") == "dates")
            #expect(try row?.text("pins").contains("witness") == true)
        }
    }
}
