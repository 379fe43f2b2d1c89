import Airworthy
import AirworthyPolicy
import Foundation
import Testing

/// Which App Store the account belongs to, and which one is asked.
@Suite(.timeLimit(.minutes(1))) struct StorefrontStories {
    private let world = FakeWorld()
    private let setup = Setup.appStore(id: 42)

    private var asked: [String?] { world.requests.map { $0.url.query } }

    @Test func `the account's store is learnt, asked, and known at the next launch`() async {
        world.serve(Samples.appStore, Samples.lookup("2.0"))
        world.setStorefront("JPN")
        let client = world.launch(setup)
        await world.running(client) {
            await wait(until: { client.decision.status == .recommended && client.nextRefresh ?? 0 > 3_600 })
        }
        #expect(client.installation.storefront == Storefront("JP"))
        #expect(asked.last == "id=42&country=jp")
        let count = asked.count
        let next = world.launch(setup)
        #expect(next.installation.storefront == Storefront("JP"))
        #expect(next.decision.status == .recommended)
        await world.running(next) { await wait(until: { world.sleeping == [3_600] }) }
        #expect(asked.count == count, "the lookup is asked every six hours, across launches")
    }

    @Test func `nobody else's store is asked while the account's may still be told`() async {
        world.serve(Samples.appStore, Samples.lookup("2.0"))
        world.setStorefront("JPN")
        let silence = world.silenceStorefront()
        let client = world.launch(setup)
        await world.running(client) {
            // The deadline for StoreKit is what is slept.
            await wait(until: { world.sleeping == [5] })
            #expect(asked == [])
            silence.send()
            await wait(until: { client.decision.status == .recommended })
        }
        #expect(asked == ["id=42&country=jp"])
    }

    @Test func `where StoreKit never answers the App Store is asked all the same`() async {
        world.serve(Samples.appStore, Samples.lookup("2.0"))
        _ = world.silenceStorefront()
        let client = world.launch(setup)
        await world.running(client) {
            await wait(until: { world.sleeping == [5] })
            world.pass(5)
            await wait(until: { client.decision.status == .recommended })
        }
        #expect(asked == ["id=42"])
    }

    @Test func `who has a country named waits for nobody`() async {
        world.serve(Samples.appStore, Samples.lookup("2.0"))
        _ = world.silenceStorefront()
        let client = world.launch(.appStore(id: 42, country: "DE"))
        await world.running(client) { await wait(until: { asked == ["id=42&country=de"] }) }
    }

    @Test func `a store that is learnt while another one is asked is asked next`() async {
        let gate = AsyncGate()
        world.answer(Samples.appStore) { request in
            if request.url.query == "id=42" { await gate.pass() }
            return TransportResponse(url: request.url, status: 200, body: Samples.lookup("2.0"))
        }
        let client = world.launch(setup)
        await world.running(client) {
            await wait(until: { asked == ["id=42"] })
            client.setStorefront(Storefront("DE"))
            gate.open()
            await wait(until: { asked == ["id=42", "id=42&country=de"] })
            await wait(until: { client.decision.status == .recommended })
        }
    }

    @Test func `what the app says counts more than what StoreKit says`() async {
        world.serve(Samples.appStore, Samples.lookup("2.0"))
        world.setStorefront("JPN")
        let client = world.launch(setup, storefront: "US")
        await world.running(client) { await wait(until: { world.sleeping == [3_600] }) }
        #expect(client.installation.storefront == Storefront("US"))
        client.setStorefront(nil)
        await world.running(client) { await wait(until: { asked.last == "id=42" && world.sleeping == [3_600] }) }
        #expect(client.installation.storefront == nil)
    }
}
