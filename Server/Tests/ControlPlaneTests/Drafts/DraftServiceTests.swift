import AirworthyAuthoring
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@Suite("Drafts of policies", .timeLimit(.minutes(5)))
struct DraftServiceTests {
    private static let ada = Principal(.token("a", kind: .admin), name: "Ada", rights: .all)
    private static let bob = Principal(.token("b", kind: .admin), name: "Bob", rights: .all)
    private static let reader = Principal(.token("r", kind: .admin), name: "Reader", rights: .read)

    let server: TestPlane

    init() async throws {
        server = try TestPlane()
        try await server.makeApp()
        try await server.publish()
    }

    private var drafts: DraftService { server.plane.drafts }

    private func create(
        _ text: [UInt8] = Samples.policy(floor: "1.5"), base: Int = 1, name: String = "", note: String? = nil,
        by principal: Principal = Self.ada
    ) async throws -> Draft {
        try await drafts.create(.init(text: text, base: base, name: name, note: note), of: "hashtags", by: principal)
    }

    /// Expects an error of a kind.
    private func expect(
        _ kind: ProblemKind, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        } catch {
            #expect((error as? ControlPlaneError)?.kind == kind, "\(error)", sourceLocation: sourceLocation)
        }
    }

    @Test("an author has one draft without a name and several with one, and reads them back")
    func reading() async throws {
        let first = try await create()
        #expect(first.edit == 1 && first.base == 1 && first.author == "Ada" && first.id.count == 12)
        server.clock.advance(minutes: 1)
        let named = try await create(name: "night gate", note: "  why  ")
        let other = try await create(by: Self.bob)
        await expect(.nameTaken) { _ = try await create() }
        await expect(.nameTaken) { _ = try await create(name: "night gate") }
        #expect(Set(try await drafts.list("hashtags")) == [first, named, other] && named.note == "why")
        #expect(try await drafts.list("hashtags").last == first)
        #expect(try await drafts.own(of: "hashtags", by: Self.ada)?.draft == first)
        #expect(try await drafts.own(of: "hashtags", by: Self.reader) == nil)
        #expect(try await drafts.draft(first.id, of: "hashtags").text == Samples.policy(floor: "1.5"))
        #expect(try await drafts.counts() == ["hashtags": 3])
        #expect(
            try await server.store.read { try $0.audit(app: "hashtags", before: nil, limit: 1) }
                .first?.action == "policy.published")
    }

    @Test("a save names the save it was made from, so that two tabs do not overwrite each other")
    func saves() async throws {
        let draft = try await create()
        server.clock.advance(minutes: 1)
        let saved = try await drafts.save(
            draft.id, of: "hashtags", with: .init(text: Array("{".utf8), note: "new"), expecting: 1, by: Self.bob)
        #expect(saved.edit == 2 && saved.author == "Ada" && saved.note == "new")
        #expect(saved.updatedAt == server.clock.now && saved.createdAt == draft.createdAt)
        await expect(.preconditionFailed) {
            _ = try await drafts.save(
                draft.id, of: "hashtags", with: .init(text: Array("[".utf8)), expecting: 1, by: Self.ada)
        }
        await expect(.preconditionFailed) {
            try await drafts.delete(draft.id, of: "hashtags", expecting: 1, by: Self.ada)
        }
        #expect(try await drafts.draft(draft.id, of: "hashtags") == DraftRecord(draft: saved, text: Array("{".utf8)))
        let empty = try await drafts.save(
            draft.id, of: "hashtags", with: .init(name: "x", note: .some(nil)), expecting: 2, by: Self.ada)
        #expect(empty.note == nil && empty.name == "x" && empty.edit == 3)
    }

    @Test("what is too long, no text or unknown is refused, and so is a caller without the right")
    func refusals() async throws {
        await expect(.tooLarge) {
            _ = try await create([UInt8](repeating: 32, count: DraftService.longestText + 1))
        }
        await expect(.invalid) { _ = try await create([0xFF, 0xFE]) }
        await expect(.invalid) { _ = try await create(base: 2) }
        await expect(.invalid) { _ = try await create(base: -1) }
        await expect(.invalid) { _ = try await create(name: "a\u{202E}b") }
        await expect(.invalid) { _ = try await create(name: String(repeating: "a", count: 65)) }
        await expect(.invalid) { _ = try await create(note: String(repeating: "a", count: 1_001)) }
        await expect(.forbidden) { _ = try await create(by: Self.reader) }
        let draft = try await create()
        await expect(.forbidden) {
            _ = try await drafts.save(draft.id, of: "hashtags", with: .init(), expecting: 1, by: Self.reader)
        }
        await expect(.forbidden) { try await drafts.delete(draft.id, of: "hashtags", by: Self.reader) }
        await expect(.forbidden) {
            _ = try await drafts.publish(
                draft.id, of: "hashtags", expecting: nil, note: nil, forced: nil, by: Self.reader)
        }
        for app in ["hashtags", "nothing"] {
            await expect(.notFound) { _ = try await drafts.draft("nothing", of: app) }
            await expect(.notFound) { try await drafts.delete("nothing", of: app, by: Self.ada) }
        }
        let elsewhere = Principal(.token("e", kind: .admin), name: "E", rights: .all, apps: ["birthdays"])
        await expect(.notFound) { _ = try await create(by: elsewhere) }
        try await server.makeApp("signed", pins: [PinnedKey(try TestKeys.ci.publicKey, role: .online)], signing: .ci)
        await expect(.signedElsewhere) {
            _ = try await drafts.create(.init(text: [], base: 0), of: "signed", by: Self.ada)
        }
    }

    @Test("an app has a limited number of drafts, and none once it is deleted")
    func bounds() async throws {
        for number in 1...DraftService.mostOfApp { _ = try await create(name: "draft \(number)") }
        await expect(.invalid) { _ = try await create() }
        try await server.plane.apps.delete("hashtags", by: .server)
        await expect(.gone) { _ = try await drafts.list("hashtags") }
        #expect(try await drafts.counts() == [:])
    }

    @Test("a published draft is gone, with its note in the history and both in the audit")
    func publishing() async throws {
        let draft = try await create(name: "night gate", note: "why")
        let publication = try await drafts.publish(
            draft.id, of: "hashtags", expecting: 1, note: nil, forced: nil, by: Self.bob)
        #expect(publication.isNew && publication.manifest.note == "why" && publication.manifest.author == "Bob")
        #expect(try await drafts.list("hashtags") == [])
        let entries = try await server.store.read { try $0.audit(app: "hashtags", before: nil, limit: 2) }
        #expect(entries.map(\.action) == ["draft.published", "policy.published"])
        #expect(entries.first?.detail == "“night gate”, id \(draft.id), save 1, as revision 2")
    }

    @Test("a draft that another publish came before is not published, and tells what both changed")
    func outdated() async throws {
        let draft = try await create()
        #expect(try await drafts.comparison(of: try await drafts.draft(draft.id, of: "hashtags")).isOutdated == false)
        try await server.publish(Samples.policy(more: #", "features": {}"#))
        await expect(.preconditionFailed) {
            _ = try await drafts.publish(draft.id, of: "hashtags", expecting: 1, note: nil, forced: nil, by: Self.ada)
        }
        let record = try await drafts.draft(draft.id, of: "hashtags")
        let standing = try await drafts.comparison(of: record)
        #expect(standing.isOutdated && standing.base?.version == 1 && standing.current?.version == 2)
        // Both changed the same line of the sample.
        #expect(standing.comparison?.hasConflict == true)
        let rebased = try await drafts.save(
            draft.id, of: "hashtags", with: .init(base: 2), expecting: 1, by: Self.ada)
        #expect(rebased.base == 2)
        _ = try await drafts.publish(draft.id, of: "hashtags", expecting: 2, note: nil, forced: nil, by: Self.ada)
        #expect(try server.head().policyVersion == 3)
    }

    @Test("a draft with errors is published only with a reason, and stays otherwise")
    func errors() async throws {
        let draft = try await create(Samples.badPolicy)
        await expect(.preflightFailed) {
            _ = try await drafts.publish(draft.id, of: "hashtags", expecting: 1, note: nil, forced: nil, by: Self.ada)
        }
        let broken = try await create(Array("{".utf8), name: "broken")
        await expect(.invalid) {
            _ = try await drafts.publish(broken.id, of: "hashtags", expecting: 1, note: nil, forced: "x", by: Self.ada)
        }
        #expect(try await drafts.list("hashtags").count == 2)
        _ = try await drafts.publish(draft.id, of: "hashtags", expecting: 1, note: nil, forced: "urgent", by: Self.ada)
        #expect(try await drafts.list("hashtags") == [broken])
    }

    @Test("a save or creation whose commit was lost is told apart from one that was stored")
    func lostCommits() async throws {
        server.store.loseCommits(true)
        let draft = try await create()
        #expect(try await drafts.draft(draft.id, of: "hashtags").draft == draft)
        server.store.loseCommits(false)
        await #expect(throws: StoreError.self) {
            _ = try await drafts.save(draft.id, of: "hashtags", with: .init(name: "x"), expecting: 1, by: Self.ada)
        }
        #expect(try await drafts.draft(draft.id, of: "hashtags").draft == draft)
    }
}
