import Airworthy
import AirworthyPolicy
import Foundation
import Testing

@Suite struct StoredLookupTests {
    private let start = date("2026-11-20T12:00:00Z")
    private let japan = Storefront("JP")

    private func catalog(_ version: String?) throws -> Catalog {
        Catalog(
            releases: try version.map {
                [Release(platform: .ios, version: try AppVersion($0), offers: [Offer(channel: .appstore)])]
            } ?? [])
    }

    private func memory(after answers: [(hours: Double, version: String?)]) throws -> StoredLookup? {
        try answers.reduce(nil) { memory, answer in
            StoredLookup.merging(
                try catalog(answer.version), storefront: japan, into: memory,
                at: start.addingTimeInterval(answer.hours * 3_600))
        }
    }

    @Test(
        arguments: [
            ([(0.0, "1.9"), (1, "1.10")], "1.10"),
            ([(0, "1.10"), (1, "1.9")], "1.10"),
            ([(0, "1.10"), (1, "1.9"), (72, "1.9")], "1.10"),
            ([(0, "1.10"), (1, "1.9"), (73, "1.9")], "1.9"),
            ([(0, "1.10"), (1, "1.9"), (50, "1.10"), (73, "1.9")], "1.10"),
            ([(0, "1.10"), (1, nil)], "1.10"),
            ([(0, "1.10"), (1, "1.9"), (80, nil)], "1.10"),
        ] as [([(Double, String?)], String)])
    func `a lower version is accepted only after three days`(
        _ answers: [(Double, String?)], _ expected: String
    ) throws {
        let memory = try memory(after: answers.map { (hours: $0.0, version: $0.1) })
        #expect(memory?.catalog.releases.first?.version.description == expected)
    }

    @Test func `an empty first answer stores nothing`() throws {
        #expect(try memory(after: [(0, nil)]) == nil)
    }

    @Test func `an answer for another storefront replaces the stored one`() throws {
        let known = try memory(after: [(0, "2.0")])
        let other = StoredLookup.merging(try catalog("1.0"), storefront: Storefront("US"), into: known, at: start)
        #expect(other?.catalog.releases.first?.version.description == "1.0")
    }
}
