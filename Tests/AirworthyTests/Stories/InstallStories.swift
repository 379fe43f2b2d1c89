import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

/// The stored state across updates, downgrades and failures of the store.
@Suite(.timeLimit(.minutes(5))) struct InstallStories {
    private let world = FakeWorld()
    private let setup = Airworthy.Setup.config(Samples.configURL)
    private let lookup = Airworthy.Setup.appStore(id: 42, country: "JP")

    @Test func `after an offline update of the app the stored policy decides`() async {
        world.serve(Samples.config, at: Samples.files)
        _ = await world.launch(setup, version: "1.5").check()
        world.disconnect(Samples.files)
        #expect(world.launch(setup, version: "1.6", build: "160").decision.status == .required)
        let updated = world.launch(setup, version: "2.0", build: "200")
        #expect(updated.decision.status == .ok)
        #expect(
            await reportedEvents(of: updated)
                == [
                    .updated(
                        from: InstalledBuild(version: try! AppVersion("1.6"), build: try! BuildNumber("160")),
                        to: InstalledBuild(version: try! AppVersion("2.0"), build: try! BuildNumber("200")))
                ])
    }

    @Test func `a skipped version stays skipped until a downgrade, which is reported as changed`() async throws {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let client = world.launch(lookup, version: "1.5", storefront: "JP")
        _ = await client.check()
        #expect(client.presentation(.launch).content.isPrompt)
        client.answer(.skip, to: client.decision)
        #expect(client.presentation(.launch).content == .nothing(.skipped))

        world.pass(10 * 86_400)
        let again = world.launch(lookup, version: "1.5", storefront: "JP")
        #expect(again.presentation(.launch).content == .nothing(.skipped))
        let older = world.launch(lookup, version: "1.4", storefront: "JP")
        #expect(older.presentation(.launch).content.isPrompt)
        let events = await reportedEvents(of: older)
        #expect(events.count == 1)
        guard case .changed = events.first else {
            Issue.record("reported instead: \(events)")
            return
        }
    }

    @Test func `the first listener receives events sent before it listened`() async {
        world.serve(Samples.config, at: Samples.files)
        _ = world.launch(setup, version: "1.5")
        let client = world.launch(setup, version: "1.6")
        guard case .updated? = await client.events.first(where: { _ in true }) else {
            Issue.record("the update was not reported")
            return
        }
    }

    @Test func `a damaged state is reported and the next answer is stored`() async {
        world.serve(Samples.config, at: Samples.files)
        let store = DamagedStore()
        let client = world.launch(setup, store: store)
        #expect(client.decision.status == .ok)
        #expect(await reportedEvents(of: client) == [.storeRecovered("The stored state was discarded: it is broken.")])
        _ = await client.check()
        #expect(client.decision.status == .required)
        guard case .state(let state) = store.saved.load() else {
            Issue.record("nothing was stored")
            return
        }
        #expect(state.documents.count == 1)
    }

    @Test func `a state that is locked at launch is not overwritten and is used once readable`() async throws {
        world.serve(Samples.config, at: Samples.files)
        let before = world.launch(setup)
        _ = await before.check()
        before.answer(.later, to: before.decision)
        let kept = world.store.load()
        world.disconnect(Samples.files)

        let store = LockedStore(world.store)
        let client = world.launch(setup, store: store)
        #expect(client.decision.status == .ok)
        _ = await client.check()
        #expect(world.store.load() == kept, "an unreadable state must not be replaced")

        store.isLocked.withLock { $0 = false }
        var moments = client.presentationTriggers.makeAsyncIterator()
        _ = await client.check()
        #expect(await moments.next() == .launch)
        #expect(client.decision.status == .required)
        #expect(client.installation.installID == before.installation.installID)
        client.answer(.later, to: client.decision)
        guard case .state(let state) = world.store.load() else {
            Issue.record("nothing is stored")
            return
        }
        let answers = state.history.jsonValue["answers"]?.arrayValue
        #expect(answers?.count == 2, "the new answer is added to the stored one")
    }

    @Test func `a failed write is reported and the decision still applies`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(setup, store: FullStore())
        _ = await client.check()
        #expect(client.decision.status == .required)
        #expect(await reportedEvents(of: client).contains { if case .storeFailed = $0 { true } else { false } })
    }

    @Test func `an unchanged state is not written again`() async {
        world.serve(Samples.config, at: Samples.files)
        let store = CountingStore()
        let client = world.launch(setup, store: store)
        _ = await client.check()
        let count = store.count.withLock { $0 }
        for name in ["a", "b", "c"] { client.setAttribute(1, for: name) }
        _ = client.presentation(.launch)
        #expect(store.count.withLock { $0 } == count)
        client.answer(.later, to: client.decision)
        #expect(store.count.withLock { $0 } == count + 1)
        _ = world.launch(setup, store: store)
        let again = store.count.withLock { $0 }
        _ = world.launch(setup, store: store)
        #expect(store.count.withLock { $0 } == again, "a launch that changes nothing writes nothing")
    }

    @Test func `a reinstallation has a new install id`() {
        let first = world.launch(setup).installation.installID
        #expect(world.launch(setup).installation.installID == first)
        #expect(world.launch(setup, store: MemoryStateStore()).installation.installID != first)
    }
}

extension Presentation.Content {
    var isPrompt: Bool {
        if case .prompt = self { true } else { false }
    }
}

private struct DamagedStore: StateStore {
    let saved = MemoryStateStore()
    func load() -> LoadedState { .damaged("it is broken") }
    func save(_ state: StoredState) { saved.save(state) }
}

/// A store on a device that has not been unlocked since it started.
private final class LockedStore: StateStore {
    let isLocked = Locked(true)
    private let saved: MemoryStateStore
    init(_ saved: MemoryStateStore) { self.saved = saved }
    func load() -> LoadedState { isLocked.withLock { $0 } ? .locked : saved.load() }
    func save(_ state: StoredState) { saved.save(state) }
}

private final class CountingStore: StateStore {
    let count = Locked(0)
    private let saved = MemoryStateStore()
    func load() -> LoadedState { saved.load() }
    func save(_ state: StoredState) {
        saved.save(state)
        count.withLock { $0 += 1 }
    }
}

private struct FullStore: StateStore {
    func load() -> LoadedState { .nothing }
    func save(_ state: StoredState) throws { throw CocoaError(.fileWriteOutOfSpace) }
}
