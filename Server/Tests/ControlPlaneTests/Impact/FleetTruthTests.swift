import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ServerSupport
import Testing

/// A simulated fleet of devices that the test knows one by one, beside the census that the server keeps without knowing any.
///
/// The time limit is for `AIRWORTHY_DEVICES=200000` in a debug build, which takes seven minutes.
@Suite(.timeLimit(.minutes(20))) struct FleetTruthTests {
    /// The number of devices at the beginning: `AIRWORTHY_DEVICES`, otherwise 600.
    private static let devices = ProcessInfo.processInfo.environment["AIRWORTHY_DEVICES"].flatMap(Int.init) ?? 600

    @Test(arguments: [UInt64(1), 2])
    func `without faults the census is the truth, and the preflight says how each installation is decided for`(
        seed: UInt64
    ) async throws {
        var fleet = try await Fleet(seed: seed, devices: Self.devices)
        for _ in 0..<60 { try await fleet.liveADay(faults: nil) }
        for days in [1, 7, 28] {
            let census = try await fleet.census(days: days)
            let truth = fleet.truth(days: days)
            #expect(census == truth, "\(days) days: \(Fleet.distance(census, truth))")
        }
        let impact = try await fleet.impact()
        #expect(impact.predicted == impact.decided)
    }

    @Test(arguments: [UInt64(3), 4])
    func `reinstalls, lost answers and forgeries distort the census by no more than their number, for 28 days`(
        seed: UInt64
    ) async throws {
        var fleet = try await Fleet(seed: seed, devices: Self.devices)
        for _ in 0..<60 { try await fleet.liveADay(faults: Fleet.Faults()) }
        for days in [1, 7, 28] {
            let (census, truth) = (try await fleet.census(days: days), fleet.truth(days: days))
            let distance = Fleet.distance(census, truth)
            #expect(distance <= fleet.possibleErrors, "\(days) days: \(distance) of \(fleet.possibleErrors)")
            #expect(fleet.possibleErrors > 0)
            #expect(census.values.allSatisfy { $0 >= 0 })
            let sums = (census.values.reduce(0, +), truth.values.reduce(0, +))
            print("fleet: \(days) days, \(sums.1) installations, census \(sums.0), cells differ by \(distance) in all")
        }
        let impact = try await fleet.impact()
        for (status, count) in impact.decided {
            #expect(abs(impact.predicted[status, default: 0] - count) <= fleet.possibleErrors)
        }
        // What went wrong is forgotten with its day.
        for _ in 0..<28 { try await fleet.liveADay(faults: nil) }
        for days in [1, 7, 28] { #expect(try await fleet.census(days: days) == fleet.truth(days: days)) }
    }

    @Test func `an installation that the preflight calls blocked is told so at its next check-in`() async throws {
        var fleet = try await Fleet(seed: 5, devices: Self.devices)
        for _ in 0..<30 { try await fleet.liveADay(faults: nil) }
        let predicted = try await fleet.impact().predicted
        let revision = try await fleet.publishFloor()
        for _ in 0..<8 { try await fleet.liveADay(faults: nil) }
        try await fleet.server.plane.adoption.observePredictions()
        let history = try await fleet.server.plane.history.revisions("hashtags", before: nil, limit: 9)
        let prediction = try #require(history.first { $0.record.revision == revision }?.prediction)
        let day = try #require(prediction.observed[.after24h].flatMap(JSONValue.init(stored:)))
        #expect(day["statuses"]?.objectValue == fleet.told[0])
        // Blocked installations update within the week. Those that cannot update are as many as before.
        let week = try #require(prediction.observed[.after7d].flatMap(JSONValue.init(stored:)))
        func share(_ report: JSONValue, _ status: String) -> Double {
            Double(report["statuses"]?[status]?.intValue ?? 0) / Double(report["installations"]?.intValue ?? 1)
        }
        #expect(share(week, "required") < share(day, "required") / 2)
        let all = Double(predicted.values.reduce(0, +))
        let stuck = Double(predicted["requiredUnavailable", default: 0]) / all
        #expect(abs(share(day, "requiredUnavailable") - stuck) < 0.05)
        #expect(abs(share(week, "requiredUnavailable") - stuck) < 0.05)
    }

    /// Devices with their server.
    private struct Fleet {
        /// How often things go wrong: one in so many.
        struct Faults {
            let reinstalls = 300
            let lostAnswers = 50
            let lostRequests = 20
            let forgeries = 50
        }

        private struct Device {
            var cell: AdoptionCell
            /// What the device remembers of its last confirmed check-in.
            var last: CheckIn.Last?
            /// The last check-in that reached the server.
            var reached: CheckIn.Last?
            /// One in so many days it is not used.
            var rest: Int
        }

        let server: TestPlane
        /// The most that cells can differ from the truth, in sum.
        private(set) var possibleErrors = 0
        /// What the devices were told in each day since the floor was published, by status.
        private(set) var told: [JSONObject] = []
        private var devices: [Device]
        private var random: Seeded
        private var floor: Manifest?

        init(seed: UInt64, devices: Int) async throws {
            random = Seeded(seed)
            // A check-in just after midnight and one just before it are of different days.
            server = try TestPlane(clock: FixedClock(Date(timeIntervalSince1970: 1_795_132_800)))
            try await server.makeApp()
            _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
            self.devices = []
            for _ in 0..<devices { install() }
        }

        private mutating func install() {
            let version = ["1.3", "1.9", "2.2.0"].randomElement(using: &random)!
            let cell = AdoptionCell(
                platform: "ios", version: version, build: "1", channel: "appstore",
                os: ["15.8", "17.4", "18.1", "26.0"].randomElement(using: &random)!,
                storefront: ["JP", "US", "DE", ""].randomElement(using: &random)!)
            devices.append(Device(cell: cell, rest: Int.random(in: 1...12, using: &random)))
        }

        private mutating func oneIn(_ number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }

        /// One day: devices are installed, used or not, updated, put away for good, and check in.
        mutating func liveADay(faults: Faults?) async throws {
            var statuses: [String: Int] = [:]
            for index in devices.indices where !oneIn(devices[index].rest) || oneIn(3) {
                if oneIn(40) { devices[index].cell[.version] = "2.2.1" }
                if let faults, oneIn(faults.reinstalls) {
                    devices[index].last = nil
                    if devices[index].reached != nil { possibleErrors += 1 }
                }
                let told = floor.map { decision(of: devices[index], under: $0) }
                checkIn(index, told: told, faults: faults)
                if let told {
                    statuses[told.status.rawValue, default: 0] += 1
                    if told.status == .required, oneIn(2) { devices[index].cell[.version] = "2.2.1" }
                }
                // Some are updated in the evening, and check in again.
                if oneIn(30) {
                    devices[index].cell[.version] = "2.2.1"
                    checkIn(index, told: nil, faults: faults)
                }
            }
            for _ in 0..<(devices.count / 200) { install() }
            // Some are never used again.
            for _ in 0..<(devices.count / 200) { devices[Int.random(in: 0..<devices.count, using: &random)].rest = 1 }
            if let faults { forge(faults) }
            if floor != nil {
                told.append(
                    JSONObject(statuses.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .of($0.value)) }))
            }
            try await server.plane.adoption.flush()
            server.clock.advance(days: 1)
        }

        private mutating func checkIn(_ index: Int, told: CheckIn.Told?, faults: Faults?) {
            if let faults, oneIn(faults.lostRequests) { return }
            let device = devices[index]
            let day = server.plane.adoption.add(
                CheckIn(now: device.cell, last: device.last, told: told), app: "hashtags")
            devices[index].reached = CheckIn.Last(day: day, cell: device.cell)
            if let faults, oneIn(faults.lostAnswers) {
                // Counted once too often from now on, and taken from where it is not any more.
                possibleErrors += 2
            } else {
                devices[index].last = devices[index].reached
            }
        }

        private mutating func forge(_ faults: Faults) {
            for _ in 0..<max(1, devices.count / faults.forgeries) {
                let cell = devices.randomElement(using: &random)!.cell
                let day = UTCDay(server.clock.now).adding(days: -Int.random(in: 0...40, using: &random))
                let departure =
                    oneIn(2) ? CheckIn.Last(day: day, cell: devices.randomElement(using: &random)!.cell) : nil
                _ = server.plane.adoption.add(CheckIn(now: cell, last: departure), app: "hashtags")
                possibleErrors += 2
            }
        }

        /// The installations that checked in during the last days, by cell. The clock stands on the morning after the last day.
        func truth(days: Int) -> [AdoptionCell: Int] {
            let first = UTCDay(server.clock.now).adding(days: -days)
            let active = devices.compactMap(\.reached).filter { $0.day >= first }
            return Dictionary(grouping: active, by: \.cell).mapValues(\.count)
        }

        func census(days: Int) async throws -> [AdoptionCell: Int] {
            let rows = try await server.plane.adoption.census("hashtags", days: days + 1).rows
            return Dictionary(rows.map { ($0.cell, $0.count) }) { $1 }
        }

        static func distance(_ a: [AdoptionCell: Int], _ b: [AdoptionCell: Int]) -> Int {
            Set(a.keys).union(b.keys).reduce(0) { $0 + abs(a[$1, default: 0] - b[$1, default: 0]) }
        }

        /// The number of installations by status under a minimum version, as the preflight predicts it and as the devices decide.
        func impact() async throws -> (predicted: [String: Int], decided: [String: Int]) {
            let impact = try await server.plane.publishing.preflight(Self.floor, for: "hashtags", days: 28).impact
                .jsonValue
            var predicted: [String: Int] = [:]
            for step in impact["matrix"]?.arrayValue ?? [] {
                predicted[step["to"]?.stringValue ?? "", default: 0] += step["count"]?.intValue ?? 0
            }
            // The preflight was made on the morning after, so its first day is one less ago.
            let first = UTCDay(server.clock.now).adding(days: -27)
            let manifest = try Self.floorManifest
            let active = devices.filter { $0.reached.map { $0.day >= first } ?? false }
            var decided: [String: Int] = [:]
            for device in active {
                var then = device
                then.cell = device.reached?.cell ?? device.cell
                decided[decision(of: then, under: manifest).status.rawValue, default: 0] += 1
            }
            return (predicted, decided)
        }

        mutating func publishFloor() async throws -> Int {
            let revision = try await server.publish(Self.floor).manifest.revision
            floor = try server.head().manifest
            return revision
        }

        private static let floor = Samples.policy(floor: "2.2.0")

        /// The manifest of the minimum version as devices read it.
        private static var floorManifest: Manifest {
            get throws {
                var policy = try #require(PolicyReader.read(json: floor).policy)
                policy.appleID = 6_504_763_618
                let catalog = try #require(CatalogReader.read(json: Samples.catalog()).catalog)
                return Manifest(app: "hashtags", policy: policy, catalog: catalog)
            }
        }

        private func decision(of device: Device, under manifest: Manifest) -> CheckIn.Told {
            let cell = device.cell
            let installation = Installation(
                version: cell.version, build: try? BuildNumber(cell.build), channel: .appstore,
                os: (try? AppVersion(cell.os)).map { OperatingSystem(platform: .ios, version: $0) },
                storefront: Storefront(cell.storefront))
            let decision = decide(manifest, for: installation, at: server.clock.now)
            return CheckIn.Told(status: decision.status, rule: decision.rule)
        }
    }
}
