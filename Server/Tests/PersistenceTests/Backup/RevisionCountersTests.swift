import ControlPlane
import Foundation
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(5))) struct RevisionCountersTests {
    @Test(arguments: Backend.engines)
    func `every app's counter rises above the Unix time, and its manifest is due`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            try await store.insert(.sample("a"), revision: 5)
            try await store.insert(.sample("b"))
            try await store.insert(.sample("c"), revision: 2)
            try await store.write { transaction in
                try transaction.insertManifest(.sample(5, app: "a"))
                try transaction.deleteApp("c", at: .sample)
            }
            let counters = try RevisionCounters(driver, atLeast: nil, at: .sample)
            #expect(try await counters.apps() == ["a", "b", "c"])
            let seconds = RevisionLimit.unixSeconds(at: .sample)
            let changes = try await store.read { try $0.changes().apps }
            for (app, revision, isReissued) in [("a", 5, true), ("b", 0, false), ("c", 2, false)] {
                let raised = try await counters.raise(app)
                #expect(
                    raised
                        == RevisionCounters.Raised(
                            revision: revision, nextRevision: seconds + 1, isReissued: isReissued,
                            issuedAt: app == "a" ? .sample : nil))
                #expect(try await counters.raise(app) == raised, "a second call changes nothing")
            }
            #expect(try await counters.raise("nobody") == nil)
            let head = try await store.read { try $0.head("a") }
            #expect(head?.nextRevision == seconds + 1 && head?.needsReissue == true && head?.revision == 5)
            #expect(try await store.read { try $0.changes().apps } > changes)
            let audit = try await store.read { try $0.audit(app: "a", before: nil, limit: 1).first }
            #expect(audit?.action == "head.raised")
        }
    }

    @Test(arguments: Backend.engines)
    func `all sessions are ended`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            try await store.write { transaction in
                try transaction.insertToken(.sample("a"))
                try transaction.insertSession(.sample("1", token: "a"))
                try transaction.replaceSetting(ClockNotes.setting, value: ClockNotes(seen: .sample).text)
            }
            try await RevisionCounters(driver, atLeast: nil, at: .sample).endSessions()
            #expect(try await store.read { try $0.session("1") } == nil)
            #expect(try await store.read { try ClockNotes($0.setting(ClockNotes.setting)) } == ClockNotes())
        }
    }

    @Test func `a number that no revision could follow is refused`() async throws {
        try await Backend.sqlite.withTwoDrivers { driver, _ in
            #expect(throws: BackupError.self) { try RevisionCounters(driver, atLeast: .max - 1, at: .sample) }
        }
    }
}
