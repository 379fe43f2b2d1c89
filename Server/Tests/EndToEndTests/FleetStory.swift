import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// Two thousand devices that check in at a real server, some of them as real clients; the numbers against the truth.
@Suite(.blocking, .timeLimit(.minutes(5))) struct FleetStory {
    @Test func `the census of a fleet is the truth, and the preflight says what each device will be told`() async throws
    {
        let server = try Backend.behindProxy()
        var fleet = SimulatedFleet(seed: 1, devices: 2_000)
        try await fleet.checkIn(oneIn: 1, to: server.process.port)
        let phones = try await server.phones()
        for share in [2, 3] { try await fleet.checkIn(oneIn: share, to: server.process.port) }
        for phone in phones.prefix(2) { try await phone.launch("2.2.1 (310)") }
        #expect(fleet.statuses.devices == [202])

        let old = SimulatedFleet.Facts(version: "2.2.0", build: "300", os: "18.0", storefront: "JP")
        let updated = SimulatedFleet.Facts(version: "2.2.1", build: "310", os: "18.0", storefront: "JP")
        var truth = fleet.truth
        truth[updated, default: 0] += 5
        truth[old, default: 0] += 1
        let census = try Census(server.installations(seenBy: phones))
        #expect(census.counts == Census(truth).counts)

        let predicted = try server.publishFloor()
        let told = try server.decisions(of: truth)
        #expect(predicted == told)
        #expect(told.keys.sorted() == ["ok", "required", "requiredUnavailable"])
        for phone in phones { try await phone.launch() }
        #expect(phones.map(\.decision.status) == ["ok", "ok", "required", "ok", "ok", "ok"])
        server.stop()
    }

    @Test func `reinstalls, lost answers and forgeries distort the census by no more than their number`() async throws {
        let server = try Backend.behindProxy()
        var fleet = SimulatedFleet(seed: 2, devices: 2_000)
        for share in [1, 2, 3] { try await fleet.checkIn(oneIn: share, hasFaults: true, to: server.process.port) }
        #expect(fleet.statuses.devices == [202])
        #expect(fleet.statuses.forgers == [202])
        #expect(fleet.statuses.vandals.isSubset(of: [400, 413]), "\(fleet.statuses.vandals)")

        let (census, truth) = (try Census(server.installations()), Census(fleet.truth))
        let distance = census.distance(to: truth)
        #expect(distance <= fleet.possibleErrors)
        #expect(distance > 0)
        #expect(abs(census.sum - truth.sum) <= fleet.possibleErrors)
        #expect(census.counts.values.allSatisfy { $0 > 0 })
        print("fleet: \(truth.sum) installations, census \(census.sum), cells differ by \(distance)")
        let (predicted, told) = (try server.publishFloor(), try server.decisions(of: fleet.truth))
        for (status, count) in told {
            #expect(abs(predicted[status, default: 0] - count) <= fleet.possibleErrors)
        }
        server.stop()
    }

    /// The numbers of installations by the columns of `airworthy adoption --csv`.
    private struct Census {
        let counts: [String: Int]

        init(_ rows: [String]) throws {
            counts = Dictionary(
                try rows.map { row in
                    let columns = row.split(separator: ",", omittingEmptySubsequences: false)
                    let count = try #require(columns.last.flatMap { Int($0) })
                    return (columns.dropLast().joined(separator: ","), count)
                }, uniquingKeysWith: +)
        }

        init(_ truth: [SimulatedFleet.Facts: Int]) {
            counts = Dictionary(uniqueKeysWithValues: truth.map { ($0.row, $1) })
        }

        var sum: Int { counts.values.reduce(0, +) }

        /// The sum of the differences of all cells.
        func distance(to other: Census) -> Int {
            Set(counts.keys).union(other.counts.keys).reduce(0) {
                $0 + abs(counts[$1, default: 0] - other.counts[$1, default: 0])
            }
        }
    }
}

extension Backend {
    /// Starts a server that takes the addresses of devices from `X-Forwarded-For`, and publishes a policy without rules.
    fileprivate static func behindProxy() throws -> Backend {
        let server = try Backend(environment: ["AIRWORTHY_HTTP_TRUSTED_PROXIES": "127.0.0.1"])
        try server.publish(Author.calm)
        return server
    }

    /// Starts six real clients that check in: three of the old version, and three of the new one.
    fileprivate func phones() async throws -> [Device] {
        var phones: [Device] = []
        for version in Array(repeating: "2.2.0 (300)", count: 3) + Array(repeating: "2.2.1 (310)", count: 3) {
            let phone = try device()
            phone.checksIn = true
            try await phone.launch(version)
            phones.append(phone)
        }
        return phones
    }

    /// Publishes a minimum version.
    /// - Returns: The number of installations by the status that they will be told, as `airworthy publish` predicts it.
    fileprivate func publishFloor() throws -> [String: Int] {
        let rule = #"{"id": "floor", "when": {"version": "< 2.2.1"}, "update": "required"}"#
        _ = try author.kit.folder.write(Author.policy(rule), to: "policy.json")
        let line = try run("publish", "policy.json", "--app", "hashtags", "--yes", "--json", "--max-blocked", "100%")
        let report = try JSONReader.read(line.trimmingCharacters(in: .newlines)).jsonValue
        let matrix = try #require(report["preflight"]?["impact"]?["matrix"]?.arrayValue)
        return Dictionary(
            matrix.map { ($0["to"]?.stringValue ?? "", $0["count"]?.intValue ?? 0) }, uniquingKeysWith: +)
    }

    /// Returns the number of installations by the status that `GET /v1/apps/hashtags/decision` tells them.
    fileprivate func decisions(of installations: [SimulatedFleet.Facts: Int]) throws -> [String: Int] {
        var statuses: [String: Int] = [:]
        for (facts, count) in installations {
            let answer = try process.send("GET", to: "/v1/apps/hashtags/decision?\(facts.query)")
            let status = try JSONReader.read(answer.body).jsonValue["status"]?.stringValue
            statuses[try #require(status, "\(answer.body)"), default: 0] += count
        }
        return statuses
    }
}
