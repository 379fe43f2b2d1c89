import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import NIOCore
import Testing

@testable import AirworthyServer

/// Somebody who sends as many forged check-ins as the limits of addresses allow, for a minute before anybody else.
@Suite(.timeLimit(.minutes(5))) struct ForgerTests {
    enum Attack: CaseIterable {
        /// Invents versions.
        case versions
        /// Invents systems of a version that exists.
        case systems
        /// Says that installations have left the most common facts.
        case departures
    }

    private static let devices = 2_000
    /// An address may send 1,000, and 10 more in each of 60 seconds.
    private static let forgedByAddress = 1_600

    private static func real(_ index: Int) -> AdoptionCell {
        AdoptionCell(
            platform: "ios", version: ["2.2.1", "1.9.0"][index % 2], channel: "appstore",
            os: "17.\(index % 7)", storefront: ["JP", "US", "DE"][index % 5 % 3])
    }

    private static func forged(_ number: Int, _ attack: Attack, on day: UTCDay) -> CheckIn {
        var cell = real(0)
        switch attack {
        case .versions: cell[.version] = "9.\(number).0"
        case .systems: cell[.os] = "99.\(number)"
        case .departures: return CheckIn(now: cell, last: CheckIn.Last(day: day.adding(days: -1), cell: real(1)))
        }
        return CheckIn(now: cell)
    }

    @Test(arguments: [1, 13, 60], Attack.allCases)
    func `a forger adds what the addresses may send and hides no more, and real versions keep their numbers`(
        addresses: Int, attack: Attack
    ) async throws {
        let server = try TestPlane()
        try await server.makeApp()
        _ = try await server.plane.catalogs.importCatalog(
            ControlPlaneTesting.Samples.catalog(), for: "hashtags", by: .server)
        _ = try await server.publish(ControlPlaneTesting.Samples.policy(floor: "1.9.0"))
        let adoption = server.plane.adoption
        // Half of the devices were here yesterday only.
        for index in 0..<(Self.devices / 2) { _ = adoption.add(CheckIn(now: Self.real(index)), app: "hashtags") }
        try await adoption.flush()
        server.clock.advance(days: 1)

        let limit = CheckInLimit(proxies: .none, now: { [clock = server.clock] in clock.now })
        let peers = try (0..<addresses).map { try SocketAddress(ipAddress: "203.0.113.\($0)", port: 1) }
        let day = UTCDay(server.clock.now)
        var forged = 0
        for second in 0...60 {
            for peer in peers {
                while limit.allows(forwarded: nil, peer: peer) {
                    _ = adoption.add(Self.forged(forged, attack, on: day), app: "hashtags")
                    forged += 1
                }
            }
            if second % 10 == 0 { try await adoption.flush() }
            server.clock.advance(seconds: 1)
        }
        #expect(forged == addresses * Self.forgedByAddress)
        for index in (Self.devices / 2)..<Self.devices {
            _ = adoption.add(CheckIn(now: Self.real(index)), app: "hashtags")
        }
        try await adoption.flush()

        let census = try await adoption.census("hashtags", days: 28)
        #expect(census.rows.count <= 22_000 + 100)
        let byVersion = try await adoption.census("hashtags", days: 28, by: [.version, .channel]).rows
        var hidden = 0
        for (version, real) in Dictionary(grouping: (0..<Self.devices).map { Self.real($0).version }, by: \.self) {
            let cell = AdoptionCell([version, "appstore"], of: [.version, .channel])
            hidden += max(0, real.count - (byVersion.first { $0.cell == cell }?.count ?? 0))
        }
        let victims = (0..<(Self.devices / 2)).count { Self.real($0) == Self.real(1) }
        let mostHidden = attack == .departures ? min(forged, victims) : 0
        #expect(hidden == mostHidden)
        #expect(census.installations == Self.devices + forged - hidden)
        let wanted = Dictionary(grouping: (0..<Self.devices).map(Self.real), by: \.self).mapValues(\.count)
        let counted = Dictionary(census.rows.map { ($0.cell, $0.count) }) { first, _ in first }
        let exact = wanted.reduce(0) { $0 + min($1.value, counted[$1.key, default: 0]) }
        print(
            "forger: \(attack), \(addresses) addresses, \(forged) forged, \(census.rows.count) combinations; of "
                + "\(Self.devices) devices \(hidden) hidden, \(exact) with all facts")
    }
}
