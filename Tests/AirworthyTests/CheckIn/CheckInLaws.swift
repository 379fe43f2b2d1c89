import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

@_spi(Testing) @testable import Airworthy

/// Laws over random lives of a device: days pass, the app is updated, requests fail, answers get lost, and the clock jumps.
@Suite(needsCrypto, .timeLimit(.minutes(5))) struct CheckInLaws {
    /// The seeds: more of them in `make laws`.
    private static let lives: ClosedRange<UInt64> =
        ProcessInfo.processInfo.environment["AIRWORTHY_CASES"] == nil ? 1...8 : 1...100

    /// The SplitMix64 generator.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
        mutating func isOne(in count: Int) -> Bool { number(1...count) == 1 }
    }

    @Test(arguments: lives)
    func `a device sends one check-in a day besides updates, and names the last confirmed one`(_ seed: UInt64)
        async throws
    {
        var dice = Dice(state: seed)
        let world = FakeWorld()
        let server = try CheckInServer(in: world)
        var build = 150
        for _ in 0..<40 {
            world.pass(TimeInterval(dice.number(0...40)) * 3_600)
            if dice.isOne(in: 4) { world.setClockAhead(TimeInterval(dice.number(-400...400)) * 7_200) }
            if dice.isOne(in: 5) { build += dice.number(-1...2) }
            server.fate = dice.isOne(in: 3) ? CheckInServer.Fate.allCases[dice.number(0...4)] : .accepted
            await launch(in: world, build: build) { _ in }
        }
        let arrivals = server.arrivals
        for (index, arrival) in arrivals.enumerated() {
            #expect(arrival.bytes <= 4_096)
            let earlier = arrivals[..<index]
            let isUpdate = earlier.last?.installed != arrival.installed
            #expect(isUpdate || !earlier.contains { $0.day == arrival.day }, "seed \(seed), \(arrival.day.text)")
            let confirmed = earlier.last { $0.fate == .accepted }
            let isRecent = confirmed.map { arrival.day.number - $0.day.number <= 28 } ?? false
            var known = confirmed?.body["now"]?.objectValue
            known?["day"] = confirmed.map { .string($0.day.text) }
            let last = arrival.body["last"]?.objectValue
            #expect(Set(last?.members ?? []) == Set(isRecent ? known?.members ?? [] : []), "seed \(seed)")
        }
        #expect(arrivals.count > 10)
    }

    @Test(arguments: lives)
    func `everything that happened is counted once if no answer gets lost`(_ seed: UInt64) async throws {
        var dice = Dice(state: seed)
        let world = FakeWorld()
        let server = try CheckInServer(in: world)
        var happened: [String: Int] = [:]
        var rest: [String: Int] = [:]
        for _ in 0..<40 {
            world.pass(TimeInterval(dice.number(0...30)) * 3_600)
            server.fate = dice.isOne(in: 3) ? .failed : .accepted
            let (shows, opens, postpones) = (dice.isOne(in: 2), dice.number(0...2), dice.number(0...1))
            await launch(in: world, build: 150) { client in
                if shows { client.didShow(Presentation(.gate(.init()))) }
                for _ in 0..<opens { client.didOpenStore(for: client.decision, succeeded: true) }
                for _ in 0..<postpones { client.answer(.later, to: client.decision) }
                let funnel = client.core.state.withLock { $0.stored.checkIn.funnel }
                rest = [:]
                for (step, number) in funnel.counts["floor"] ?? [:] { rest[step.rawValue] = number }
            }
            happened["shown", default: 0] += shows ? 1 : 0
            happened["opened", default: 0] += opens
            happened["postponed", default: 0] += postpones
        }
        var counted = rest
        for arrival in server.counted {
            for step in ["shown", "opened", "postponed"] {
                counted[step, default: 0] += arrival.body["funnel"]?.arrayValue?.first?[step]?.intValue ?? 0
            }
        }
        #expect(counted == happened, "seed \(seed)")
    }

    private func launch(in world: FakeWorld, build: Int, _ use: (Airworthy) -> Void) async {
        let client = world.launch(Samples.serverSetup, version: "1.5", build: "\(build)", checkIns: .on)
        await world.running(client) {
            _ = await client.launchDecision(timeout: 10)
            await client.finishCheckIn()
            use(client)
        }
    }
}
