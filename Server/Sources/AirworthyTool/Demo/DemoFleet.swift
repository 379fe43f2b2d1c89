import AirworthyPolicy
import ControlPlane
import Foundation
import ServerSupport

/// Some thousand installations of `hashtags` that have checked in for four weeks, and the publish of its policy a week ago.
///
/// The numbers are those of `hashtags.installs.csv`, made smaller. They are the same in every demo.
struct DemoFleet {
    /// About the number of installations that have checked in; some have not.
    static let installations = 3_000
    private static let days = AdoptionLimit.usualDays
    /// The age of the publish: a week and a few hours, so that the reports of the seventh day are complete.
    private static let publishAge = 7 * 86_400.0 + 4 * 3_600
    /// The version before the newest one, which the policy forces to update.
    private static let badVersion = (version: "2.2.0", build: "300")
    /// The version that mends it.
    private static let goodVersion = (version: "2.2.1", build: "310")

    private struct Device {
        /// The installation as it is today.
        var today: AdoptionCell
        /// The days that have passed since it was updated; `nil` if it was not.
        var updatedAgo: Int?
        /// It is used on one of so many days.
        let rarity: Int
        var last: CheckIn.Last?

        /// The installation as it was some days ago.
        func cell(daysAgo: Int) -> AdoptionCell {
            guard let updatedAgo, daysAgo > updatedAgo else { return today }
            var before = today
            (before[.version], before[.build]) = DemoFleet.badVersion
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
        let isNewest = cell.version == "2.2.1"
        devices.append(
            Device(
                today: cell, updatedAgo: isNewest ? Int.random(in: 0...7, using: &random) : nil,
                rarity: Int.random(in: 1...5, using: &random)))
    }

    /// Lets four weeks pass, in which installations check in and `policy` is published.
    mutating func live(publishing policy: [UInt8]) async throws {
        var manifest: PreparedManifest?
        for daysAgo in (0..<Self.days).reversed() {
            if manifest == nil, Double(daysAgo) * 86_400 < Self.publishAge {
                clock.value = end.addingTimeInterval(-Self.publishAge)
                _ = try await plane.publishing.publish(
                    policy, to: "hashtags", expecting: .nothingPublished, note: "2.2.0 loses tags", forced: nil,
                    by: .server)
                manifest = PreparedManifest(try plane.served.app("hashtags").head.manifest)
            }
            clock.value = end.addingTimeInterval(Double(-daysAgo) * 86_400 - 3_600)
            // Of the first weeks a tenth of the check-ins is enough, and the demo begins sooner.
            let thinning = daysAgo > 9 ? 10 : 1
            for index in devices.indices
            where Int.random(in: 0..<devices[index].rarity * thinning, using: &random) == 0 {
                checkIn(index, daysAgo: daysAgo, manifest: manifest)
            }
            try await plane.adoption.flush()
        }
        clock.value = end
        try await plane.adoption.observePredictions()
    }

    /// Lets the days until a date pass, in which installations check in under the policy in force, and some of those that have to
    /// update do.
    mutating func live(until now: Date, served: ServedApps) async throws {
        let manifest = PreparedManifest(try served.app("hashtags").head.manifest)
        for index in devices.indices { devices[index].updatedAgo = nil }
        while end.addingTimeInterval(86_400) <= now {
            clock.value = end.addingTimeInterval(43_200)
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
        clock.value = now
        try await plane.adoption.observePredictions()
    }

    private mutating func checkIn(_ index: Int, daysAgo: Int, manifest: PreparedManifest?) {
        let cell = devices[index].cell(daysAgo: daysAgo)
        var told: CheckIn.Told?
        if let manifest { told = decision(for: cell, under: manifest) }
        var steps: [String: CheckIn.Steps] = [:]
        if let told, let rule = told.rule, told.status != .ok {
            steps[rule] = CheckIn.Steps(shown: 1, opened: Int.random(in: 0...1, using: &random))
        }
        if manifest != nil, devices[index].updatedAgo == daysAgo {
            steps["broken-migration"] = CheckIn.Steps(shown: 1, opened: 1, updated: 1)
        }
        let day = plane.adoption.add(
            CheckIn(now: cell, last: devices[index].last, told: told, steps: steps), app: "hashtags")
        devices[index].last = CheckIn.Last(day: day, cell: cell)
    }

    private mutating func decision(for cell: AdoptionCell, under manifest: PreparedManifest) -> CheckIn.Told {
        let decision = decide(manifest, for: reader.installation(of: cell), at: clock.value)
        return CheckIn.Told(status: decision.status, rule: decision.rule)
    }
}
