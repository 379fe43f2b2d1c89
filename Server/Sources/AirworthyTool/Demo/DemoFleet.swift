import AirworthyPolicy
import ControlPlane
import Foundation
import ServerSupport

/// Some thousand installations of `hashtags` that have checked in for four weeks under its first policy, and since a week ago under
/// the one that forces the bad release to update.
///
/// The numbers are those of `hashtags.installs.csv`, made smaller. They are the same in every demo.
struct DemoFleet {
    /// About the number of installations that have checked in; some have not.
    static let installations = 3_000
    /// The age of its app, in seconds.
    static let age = Double(days + 1) * 86_400
    private static let days = AdoptionLimit.usualDays
    /// The age of the publish: a week and a few hours, so that the reports of the seventh day are complete.
    private static let publishAge = 7 * 86_400.0 + 4 * 3_600
    /// The version before the newest one, which the policy forces to update.
    private static let badVersion = (version: "2.2.0", build: "300")
    /// The version before that, from which fewer come.
    private static let oldVersion = (version: "2.1.0", build: "270")
    /// The version that mends it.
    private static let goodVersion = (version: "2.2.1", build: "310")

    private struct Device {
        /// The installation as it is today.
        var today: AdoptionCell
        /// The days that have passed since it was updated; `nil` if it was not.
        var updatedAgo: Int?
        /// The version that it was updated from.
        let origin: (version: String, build: String)
        /// It is used on one of so many days.
        let rarity: Int
        var last: CheckIn.Last?

        /// The installation as it was some days ago.
        func cell(daysAgo: Int) -> AdoptionCell {
            guard let updatedAgo, daysAgo > updatedAgo else { return today }
            var before = today
            (before[.version], before[.build]) = origin
            return before
        }
    }

    private let plane: ControlPlane
    /// The clock of the weeks that have passed.
    private let clock: Replaceable<Date>
    /// The date until which the installations have lived.
    private var end: Date
    private var random = Seeded(2_026)
    private var devices: [Device] = []
    private var reader = CellReader()
    /// What installations are told on the day of the clock.
    private var told: [AdoptionCell: CheckIn.Told] = [:]

    /// Creates the installations of `hashtags.installs.csv` in a folder. The server knows the app and its releases.
    init(in folder: String, components: ServerComponents, now: Date) throws {
        end = now
        let clock = Replaceable(now)
        self.clock = clock
        plane = ControlPlane(store: components.plane.store, signer: components.plane.signer, now: { clock.value })
        let table = try Fleet(csv: "\(folder)/hashtags.installs.csv", skippingBadRows: false)
        for kind in table.kinds {
            let count = max(1, kind.count * Self.installations / max(1, table.total))
            for _ in 0..<count { add(kind.installation) }
        }
    }

    private mutating func add(_ installation: Installation) {
        let cell = AdoptionCell(installation)
        let isNewest = cell.version == Self.goodVersion.version
        devices.append(
            Device(
                today: cell, updatedAgo: isNewest ? Int.random(in: 0...7, using: &random) : nil,
                origin: Int.random(in: 0..<8, using: &random) == 0 ? Self.oldVersion : Self.badVersion,
                rarity: Int.random(in: 1...5, using: &random)))
    }

    /// Lets four weeks pass, in which installations check in, first under a policy that has not seen the bad release, then under
    /// `policy`.
    mutating func live(publishing policy: [UInt8]) async throws {
        var manifest = try await publish(
            try Self.first(of: policy), at: end.addingTimeInterval(Double(-Self.days) * 86_400), note: "the first rules"
        )
        var isForced = false
        for daysAgo in (0..<Self.days).reversed() {
            if !isForced, Double(daysAgo) * 86_400 < Self.publishAge {
                manifest = try await publish(
                    policy, at: end.addingTimeInterval(-Self.publishAge), note: "2.2.0 loses tags")
                isForced = true
            }
            turn(to: end.addingTimeInterval(Double(-daysAgo) * 86_400 - 3_600))
            for index in devices.indices where Int.random(in: 0..<devices[index].rarity, using: &random) == 0 {
                checkIn(index, daysAgo: daysAgo, manifest: manifest)
            }
            try await plane.adoption.flush()
        }
        turn(to: end)
        try await plane.adoption.observePredictions()
    }

    private mutating func turn(to date: Date) {
        clock.value = date
        told = [:]
    }

    private mutating func publish(_ policy: [UInt8], at date: Date, note: String) async throws -> PreparedManifest {
        turn(to: date)
        let current = try? await plane.publishing.currentPolicy(of: "hashtags")
        _ = try await plane.publishing.publish(
            policy, to: "hashtags", expecting: current.map { .matches([$0.entityTag]) } ?? .nothingPublished,
            note: note,
            forced: nil, by: DemoApp.author)
        return PreparedManifest(try plane.served.app("hashtags").head.manifest)
    }

    /// Returns a policy without the rule that forces the bad release.
    private static func first(of policy: [UInt8]) throws -> [UInt8] {
        var document = try JSONReader.read(policy).jsonValue.objectValue ?? [:]
        document["rules"] = .array(
            (document["rules"]?.arrayValue ?? []).filter { $0["when"]?["version"]?.stringValue != badVersion.version })
        return JSONValue.object(document).jsonBytes()
    }

    /// Lets the days until a date pass, in which installations check in under the policy in force, and some of those that have to
    /// update do.
    mutating func live(until now: Date, served: ServedApps) async throws {
        let manifest = PreparedManifest(try served.app("hashtags").head.manifest)
        for index in devices.indices { devices[index].updatedAgo = nil }
        while end.addingTimeInterval(86_400) <= now {
            turn(to: end.addingTimeInterval(43_200))
            for index in devices.indices where Int.random(in: 0..<devices[index].rarity, using: &random) == 0 {
                checkIn(index, daysAgo: 0, manifest: manifest)
                let told = decision(for: devices[index].today, under: manifest)
                guard told.status == .required, let rule = told.rule, Bool.random(using: &random) else { continue }
                (devices[index].today[.version], devices[index].today[.build]) = Self.goodVersion
                let cell = devices[index].today
                let day = plane.adoption.add(
                    CheckIn(
                        now: cell, last: devices[index].last, told: decision(for: cell, under: manifest),
                        steps: [rule: CheckIn.Steps(updated: 1)]), app: "hashtags")
                devices[index].last = CheckIn.Last(day: day, cell: cell)
            }
            try await plane.adoption.flush()
            end.addTimeInterval(86_400)
        }
        turn(to: now)
        try await plane.adoption.observePredictions()
    }

    private mutating func checkIn(_ index: Int, daysAgo: Int, manifest: PreparedManifest) {
        let cell = devices[index].cell(daysAgo: daysAgo)
        let told = decision(for: cell, under: manifest)
        var steps: [String: CheckIn.Steps] = [:]
        if let rule = told.rule, told.status != .ok {
            steps[rule] = CheckIn.Steps(shown: 1, opened: Int.random(in: 0...1, using: &random))
        }
        if devices[index].updatedAgo == daysAgo {
            let before = decision(for: devices[index].cell(daysAgo: daysAgo + 1), under: manifest)
            if let rule = before.rule { steps[rule] = CheckIn.Steps(shown: 1, opened: 1, updated: 1) }
        }
        let day = plane.adoption.add(
            CheckIn(now: cell, last: devices[index].last, told: told, steps: steps), app: "hashtags")
        devices[index].last = CheckIn.Last(day: day, cell: cell)
    }

    private mutating func decision(for cell: AdoptionCell, under manifest: PreparedManifest) -> CheckIn.Told {
        if let known = told[cell] { return known }
        let decision = decide(manifest, for: reader.installation(of: cell), at: clock.value)
        let new = CheckIn.Told(status: decision.status, rule: decision.rule)
        told[cell] = new
        return new
    }
}
