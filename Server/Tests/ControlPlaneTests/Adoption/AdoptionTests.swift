import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ServerSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct AdoptionTests {
    /// A simulated device that remembers its last check-in.
    private struct Device {
        var cell: AdoptionCell
        var last: CheckIn.Last?
    }

    private static func cell(version: Int = 1, storefront: Int = 0) -> AdoptionCell {
        AdoptionCell(
            platform: "ios", version: "\(version).0", build: "\(version)", channel: "appstore", os: "17.4",
            storefront: ["JP", "US", "DE", ""][storefront])
    }

    @Test(arguments: UInt64(1)...10)
    func `the sum over the last days is the number of devices that were active in them, each at its newest facts`(
        seed: UInt64
    ) async throws {
        var random = Seeded(seed)
        let server = try TestPlane()
        try await server.makeApp()
        var devices = (0..<50).map { _ in Device(cell: Self.cell(storefront: Int.random(in: 0..<4, using: &random))) }
        let days = 12
        for _ in 0..<days {
            for index in devices.indices where Int.random(in: 0..<3, using: &random) > 0 {
                // Some check in twice a day, because they were updated.
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    if Bool.random(using: &random) { devices[index].cell[.version] += ".1" }
                    let checkIn = CheckIn(now: devices[index].cell, last: devices[index].last)
                    let day = server.plane.adoption.add(checkIn, app: "hashtags")
                    devices[index].last = CheckIn.Last(day: day, cell: devices[index].cell)
                }
            }
            if Bool.random(using: &random) { try await server.plane.adoption.flush() }
            server.clock.advance(days: 1)
        }
        server.clock.advance(days: -1)
        try await server.plane.adoption.flush()
        let today = UTCDay(server.clock.now)
        for length in [1, 3, days] {
            let census = try await server.plane.adoption.census("hashtags", days: length)
            let active = devices.filter { device in
                device.last.map { $0.day >= today.adding(days: 1 - length) } ?? false
            }
            #expect(census.installations == active.count)
            let wanted = Dictionary(grouping: active, by: \.cell).mapValues(\.count)
            #expect(Dictionary(census.rows.map { ($0.cell, $0.count) }) { $1 } == wanted)
        }
    }

    @Test func `an update on the same day moves the installation, and it is active once`() {
        var counts = AdoptionCounts()
        let day = UTCDay(number: 20_000)
        counts.add(CheckIn(now: Self.cell()), app: "hashtags", hour: day.number * 24 + 3)
        let last = CheckIn.Last(day: day, cell: Self.cell())
        counts.add(CheckIn(now: Self.cell(version: 2), last: last), app: "hashtags", hour: day.number * 24 + 9)
        #expect(
            counts.days == [
                .init(app: "hashtags", day: day): [
                    Self.cell(): .init(latest: 0, active: 1), Self.cell(version: 2): .init(latest: 1, active: 0),
                ]
            ])
    }

    @Test(arguments: [-1, 29, 400])
    func `a last day of the future or too long ago is ignored`(age: Int) {
        var counts = AdoptionCounts()
        let last = CheckIn.Last(day: UTCDay(number: 20_000 - age), cell: Self.cell())
        counts.add(CheckIn(now: Self.cell(version: 2), last: last), app: "hashtags", hour: 20_000 * 24)
        let today = UTCDay(number: 20_000)
        #expect(
            counts.days == [
                .init(app: "hashtags", day: today): [Self.cell(version: 2): .init(latest: 1, active: 1)]
            ])
    }

    @Test func `a forged departure never makes a count negative`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let day = UTCDay(server.clock.now)
        for _ in 0..<5 {
            let last = CheckIn.Last(day: day.adding(days: -1), cell: Self.cell())
            _ = server.plane.adoption.add(CheckIn(now: Self.cell(version: 2), last: last), app: "hashtags")
        }
        try await server.plane.adoption.flush()
        let census = try await server.plane.adoption.census("hashtags", days: 28)
        #expect(census.rows == [AdoptionRow(cell: Self.cell(version: 2), count: 5)])
    }

    @Test func `forged departures take what a cell has, and hide nobody who comes later`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let adoption = server.plane.adoption
        let last = CheckIn.Last(day: UTCDay(server.clock.now), cell: Self.cell())
        for _ in 0..<3 { _ = adoption.add(CheckIn(now: Self.cell()), app: "hashtags") }
        try await adoption.flush()
        for _ in 0..<1_000 { _ = adoption.add(CheckIn(now: Self.cell(version: 2), last: last), app: "hashtags") }
        // Once for them, and once more in case another node has what they missed.
        for _ in 0..<2 { try await adoption.flush() }
        for _ in 0..<4 { _ = adoption.add(CheckIn(now: Self.cell()), app: "hashtags") }
        #expect(try await adoption.flush() == 1)
        let rows = try await adoption.census("hashtags", days: 28).rows
        #expect(
            rows == [
                AdoptionRow(cell: Self.cell(version: 2), count: 1_000), AdoptionRow(cell: Self.cell(), count: 4),
            ])
        #expect(try await adoption.flush() == 0, "nothing is left of them")
    }

    @Test func `an installation that a batch with a key takes from memory is counted once`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let (adoption, day) = (server.plane.adoption, UTCDay(server.clock.now))
        _ = adoption.add(CheckIn(now: Self.cell()), app: "hashtags")
        let moved = CheckIn(now: Self.cell(version: 2), last: CheckIn.Last(day: day, cell: Self.cell()))
        #expect(try await adoption.add([(day, moved)], app: "hashtags", key: "k", by: .server))
        for _ in 0..<2 { try await adoption.flush() }
        let rows = try await adoption.census("hashtags", days: 1).rows
        #expect(rows == [AdoptionRow(cell: Self.cell(version: 2), count: 1)])
    }

    @Test(arguments: [true, false])
    func `check-ins are counted once although the answer of the database was lost`(isStored: Bool) async throws {
        let server = try TestPlane()
        try await server.makeApp()
        _ = server.plane.adoption.add(CheckIn(now: Self.cell()), app: "hashtags")
        server.store.loseCommits(isStored)
        await #expect(throws: StoreError.outcomeUnknown) { try await server.plane.adoption.flush() }
        _ = server.plane.adoption.add(CheckIn(now: Self.cell(version: 2)), app: "hashtags")
        for _ in 0..<3 { try await server.plane.adoption.flush() }
        let census = try await server.plane.adoption.census("hashtags", days: 1)
        #expect(census.rows.map(\.count) == [1, 1])
    }

    @Test func `after a failure one flush stores what failed and what was counted since`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        _ = server.plane.adoption.add(CheckIn(now: Self.cell()), app: "hashtags")
        server.store.fail(with: .unavailable("gone"))
        await #expect(throws: StoreError.self) { try await server.plane.adoption.flush() }
        server.store.fail(with: nil)
        _ = server.plane.adoption.add(CheckIn(now: Self.cell(version: 2)), app: "hashtags")
        try await server.plane.adoption.flush()
        #expect(try await server.plane.adoption.census("hashtags", days: 1).installations == 2)
    }

    @Test func `check-ins that come while others are stored wait for the next time, so that storing ends`() async throws
    {
        let server = try TestPlane()
        try await server.makeApp()
        let adoption = server.plane.adoption
        let left = Mutex(10)
        server.store.beforeWrites {
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isLast { throw StoreError.locked }
            _ = adoption.add(CheckIn(now: Self.cell(version: 2)), app: "hashtags")
        }
        _ = adoption.add(CheckIn(now: Self.cell()), app: "hashtags")
        #expect(try await adoption.flush() == 1)
        #expect(try await adoption.census("hashtags", days: 1).rows.map(\.cell) == [Self.cell()])
        #expect(adoption.pendingCells == 1)
    }

    @Test(arguments: [(4.9, false), (5, true)])
    func `after five seconds of storing the service is behind, until it is stored or has failed`(
        seconds: Double, isBehind: Bool
    ) async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let (adoption, clock) = (server.plane.adoption, server.clock)
        for fails in [true, false] {
            _ = adoption.add(CheckIn(now: Self.cell()), app: "hashtags")
            server.store.beforeWrites {
                clock.advance(seconds: seconds)
                #expect(adoption.isBehind == isBehind)
                if fails { throw StoreError.locked }
            }
            _ = try? await adoption.flush()
            clock.advance(seconds: 60)
            #expect(!adoption.isBehind)
        }
        #expect(try await adoption.census("hashtags", days: 1).installations == 2)
    }

    @Test func `while the disk is nearly full check-ins wait in memory, and publishing goes on`() async throws {
        let free = Mutex((64 << 20) - 1)
        let server = try TestPlane(freeSpace: { free.withLock { $0 } })
        try await server.makeApp()
        let (adoption, day) = (server.plane.adoption, UTCDay(server.clock.now))
        _ = adoption.add(CheckIn(now: Self.cell()), app: "hashtags")
        for _ in 0..<2 { await #expect(throws: StoreError.scarce) { try await adoption.flush() } }
        let relayed = [(day, CheckIn(now: Self.cell()))]
        await #expect(throws: StoreError.scarce) {
            try await adoption.add(relayed, app: "hashtags", key: "k", by: .server)
        }
        _ = try await server.publish(Samples.policy())
        free.withLock { $0 += 1 }
        #expect(try await adoption.flush() == 1)
        #expect(try await adoption.add(relayed, app: "hashtags", key: "k", by: .server))
        #expect(try await adoption.census("hashtags", days: 1).installations == 2)
    }

    @Test func `forged versions take no room from known ones, and nobody is left out`() throws {
        var counts = AdoptionCounts()
        let known = KnownVersions(
            catalog: Catalog(releases: [Release(platform: .ios, version: try AppVersion("1.0.0"), offers: [])]),
            policy: nil)
        for version in 0..<30_000 {
            counts.add(CheckIn(now: Self.cell(version: version + 2)), app: "hashtags", hour: 0, known: known)
        }
        #expect(counts.cells == 501, "all beyond the budget are in one cell")
        #expect(counts.folded == 30_000 - 250)
        for index in 0..<30_000 {
            let cell = AdoptionCell(
                platform: "ios", version: "1.0.0", channel: "appstore", os: "17.\(index)", storefront: "JP")
            counts.add(CheckIn(now: cell), app: "hashtags", hour: 0, known: known)
        }
        // The cell of all others is among the known ones.
        #expect(counts.cells == 500 + 20_501)
        let ofKnown = counts.days.values.joined().filter { $0.key.version == "1.0.0" }
        #expect(ofKnown.reduce(0) { $0 + $1.value.latest } == 30_000)
        #expect(counts.days.values.joined().reduce(0) { $0 + $1.value.latest } == 60_000)
    }

    @Test func `an app that fills the memory takes no room from other apps`() {
        var counts = AdoptionCounts()
        let today = 40
        func add(_ index: Int, app: String) {
            let last = CheckIn.Last(day: UTCDay(number: today - index % 28), cell: Self.cell(version: index + 2))
            counts.add(CheckIn(now: Self.cell(version: index + 2), last: last), app: app, hour: today * 24)
        }
        let most = AdoptionCounts.mostCells
        for index in 0..<(2 * most) { add(index, app: "flooded") }
        #expect((most...(most + 1_500)).contains(counts.cells), "\(counts.cells)")
        let before = counts.folded
        for index in 0..<1_000 { add(index, app: "quiet") }
        #expect(counts.folded == before, "the other app has all of its facts")
        #expect(
            counts.days.filter { $0.key.app == "quiet" }.values.joined().filter { $0.value.latest > 0 }.count == 1_000)
    }

    @Test func `an import is used until there are check-ins, and again when they are too old`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let (adoption, date) = (server.plane.adoption, server.clock.now)
        #expect(try await adoption.census("hashtags", days: 7).source == .none)
        let rows = [3, 4, 0].map { AdoptionRow(cell: Self.cell(), count: $0) }
        _ = try await adoption.replaceImport(rows, origin: "a.csv", for: "hashtags", by: .server)
        let imported = try await adoption.census("hashtags", days: 7)
        #expect(imported.source == .imported(origin: "a.csv", at: date) && imported.source.name == "import")
        #expect(imported.origin == "a.csv" && imported.importedAt == date)
        #expect(imported.rows == [AdoptionRow(cell: Self.cell(), count: 7)])

        _ = adoption.add(CheckIn(now: Self.cell(version: 2)), app: "hashtags")
        try await adoption.flush()
        let counted = try await adoption.census("hashtags", days: 7)
        #expect(counted.source == .checkIns && counted.origin == nil && counted.installations == 1)
        server.clock.advance(days: 8)
        #expect(try await adoption.census("hashtags", days: 7).installations == 7)

        #expect(try await adoption.removeImport(of: "hashtags", by: .server))
        #expect(try await !adoption.removeImport(of: "hashtags", by: .server))
        let audit = try await server.plane.history.audit(app: "hashtags", before: nil, limit: 2)
        #expect(audit.map(\.action) == ["adoption.import-removed", "adoption.imported"])
        #expect(audit.last?.detail == "a.csv: 7 installations in 1 cells")
    }

    @Test func `the number of cells is right after cells have come and gone`() {
        var (counts, random) = (AdoptionCounts(), Seeded(7))
        for _ in 0..<2_000 {
            let now = Self.cell(version: Int.random(in: 1...9, using: &random))
            let old = Self.cell(version: Int.random(in: 1...9, using: &random))
            let last = CheckIn.Last(day: UTCDay(number: Int.random(in: 0...2, using: &random)), cell: old)
            counts.add(
                CheckIn(now: now, last: Bool.random(using: &random) ? last : nil), app: "a",
                hour: Int.random(in: 0...71, using: &random))
            #expect(counts.cells == counts.days.values.reduce(0) { $0 + $1.count })
        }
    }

    @Test func `the facts of a cell are read as they were written`() {
        var cell = AdoptionCell(platform: "ios", version: "1.0", channel: "marketplace:a", storefront: "JP")
        #expect(cell.facts == ["ios", "1.0", "", "marketplace:a", "", "JP"])
        (cell[.os], cell[.platform], cell[.storefront]) = ("17.4", "tvos", "")
        #expect(cell.facts == ["tvos", "1.0", "", "marketplace:a", "17.4", ""])
        #expect(cell.withoutSystem.facts == ["tvos", "1.0", "", "marketplace:a", "", ""])
        cell[.build] = "1\n2"
        #expect(cell.build == "1 2" && cell.facts.count == 6)
    }

    @Test func `the number of a cell is the one that is stored`() {
        #expect(Self.cell().number == 0x5d7e0dcebd8d655)
    }

    @Test func `steps beyond reason are limited`() {
        let steps = CheckIn.Steps(shown: .max, opened: -1)
        #expect(steps.shown == 100 && steps.opened == 0)
    }

    @Test(arguments: ["2026-11-22", "1970-01-01", "2000-02-29"])
    func `a day is written as it was read`(text: String) { #expect(UTCDay(text)?.text == text) }

    @Test(arguments: ["", "2026-11-2", "2026-13-01", "2026-11-22T", "22.11.2026", "2026-02-30"])
    func `anything else is no day`(text: String) { #expect(UTCDay(text) == nil) }

    @Test func `nothing is counted for an app that does not exist or was deleted`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        for app in ["hashtags", "nothing"] { _ = server.plane.adoption.add(CheckIn(now: Self.cell()), app: app) }
        try await server.plane.adoption.flush()
        try await server.plane.apps.delete("hashtags", by: .server)
        await #expect(throws: ControlPlaneError.self) {
            try await server.plane.adoption.census("hashtags", days: 1)
        }
        #expect(try await server.store.read { try $0.adoption("nothing", since: UTCDay(number: 0)) } == [])
        try await server.plane.adoption.prune()
        #expect(try await server.store.read { try $0.adoption("hashtags", since: UTCDay(number: 0)) } == [])
    }
}
