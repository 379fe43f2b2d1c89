import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// Publishes of one app on two nodes at the same time.
@Suite(.timeLimit(.minutes(5))) struct ConcurrentPublishingTests {
    @Test(arguments: Backend.available)
    func `of two publishes on the same policy one succeeds, and no revision is used twice`(
        _ backend: Backend
    ) async throws {
        try await TwoNodes.run(on: backend) { nodes in
            for round in 1...TwoNodes.rounds {
                async let first = Result.of { try await nodes.publish(on: nodes.first, floor: "1.\(round).1") }
                async let second = Result.of { try await nodes.publish(on: nodes.second, floor: "1.\(round).2") }
                let results = await [first, second]
                for case .failure(let error) in results {
                    #expect((error as? ControlPlaneError)?.kind == .preconditionFailed)
                }
                #expect(results.contains { if case .success = $0 { true } else { false } })
            }
            let (head, manifests, policies) = try await nodes.first.store.read {
                (
                    try $0.head("hashtags"), try $0.manifests("hashtags", before: nil, limit: 500),
                    try $0.policies("hashtags", before: nil, limit: 500)
                )
            }
            #expect(manifests.map(\.revision) == Array((1...manifests.count).reversed()))
            #expect(manifests.map(\.policyVersion) == manifests.map(\.revision))
            #expect(policies.map(\.version) == manifests.map(\.policyVersion))
            #expect(policies.map(\.base) == policies.map { $0.version - 1 })
            #expect(head?.revision == manifests.count && head?.policyVersion == manifests.count)
        }
    }

    @Test(arguments: Backend.available)
    func `a publish is not refused because another node publishes release data`(_ backend: Backend) async throws {
        try await TwoNodes.run(on: backend) { nodes in
            for round in 1...TwoNodes.rounds {
                nodes.advance(minutes: 11)
                async let publication = nodes.publish(on: nodes.first, floor: "1.\(round)")
                async let receipt = nodes.importRelease("3.\(round)", on: nodes.second)
                let (published, imported) = try await (publication, receipt)
                #expect(published.isNew && imported.isNew && imported.alert == nil)
                let head = try await nodes.head
                let (record, catalog) = try await nodes.second.store.read {
                    (try $0.manifest("hashtags", revision: head.revision), try $0.catalog("hashtags"))
                }
                #expect(head.policyVersion == round + 1 && record?.policyVersion == round + 1)
                #expect(head.catalogDigest == catalog?.manifestDigest)
            }
        }
    }

    @Test(arguments: Backend.available)
    func `of two nodes that find a renewal due at once, one renews`(_ backend: Backend) async throws {
        try await TwoNodes.run(on: backend) { nodes in
            for round in 1...TwoNodes.rounds {
                nodes.advance(days: 11)
                async let first: Void = nodes.first.housekeeping.renew()
                async let second: Void = nodes.second.housekeeping.renew()
                _ = await (first, second)
                #expect(try await nodes.head.revision == round + 1)
                for node in [nodes.first, nodes.second] {
                    try await node.housekeeping.poll()
                    #expect(try node.served.head("hashtags").revision == round + 1)
                    #expect(node.served.alarms["renewal-failed"] == 0)
                }
            }
        }
    }

    @Test(arguments: Backend.available)
    func `nodes whose clocks are five minutes apart publish in turn, and no issue date falls`(
        _ backend: Backend
    ) async throws {
        try await TwoNodes.run(on: backend, secondIsAhead: 300) { nodes in
            for round in 1...3 {
                try await nodes.publish(on: nodes.second, floor: "1.\(round).1")
                try await nodes.publish(on: nodes.first, floor: "1.\(round).2")
                nodes.advance(minutes: 1)
            }
            let dates = try await nodes.first.store.read { try $0.manifests("hashtags", before: nil, limit: 9) }
                .map(\.issuedAt)
            #expect(dates.count == 7 && dates == dates.sorted(by: >))
        }
    }
}
