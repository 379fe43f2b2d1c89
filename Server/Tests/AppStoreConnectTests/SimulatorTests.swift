import AirworthyPolicy
import AppStoreSimulator
import Foundation
import OutgoingHTTP
import ReleaseCatalog
import ServerSupport
import Testing

@testable import AppStoreConnect

/// Tests of the client with the simulator, which shares no code with it, over sockets.
@Suite(.timeLimit(.minutes(5))) struct SimulatorTests {
    enum Operation: String, CaseIterable, Sendable {
        case apps, builds, groups, versions, webhooks, register, ping
        var isRead: Bool { self != .register && self != .ping }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let fault: AppStoreSimulator.Fault
        /// The possible errors; empty if the request succeeds.
        let kinds: Set<AppStoreConnectError.Kind>
        /// The attempts of a read.
        let attempts: ClosedRange<Int>

        init(
            _ kind: AppStoreSimulator.Fault.Kind, _ kinds: Set<AppStoreConnectError.Kind>, _ attempts: ClosedRange<Int>,
            seconds: Double? = nil, status: Int? = nil
        ) {
            fault = .init(kind, seconds: seconds, status: status)
            self.kinds = kinds
            self.attempts = attempts
        }

        var testDescription: String { fault.kind.rawValue }
    }

    static let cases = [
        Case(.latency, [], 1...1, seconds: 0.01), Case(.unauthorized, [.credentials], 2...2),
        Case(.revoked, [.credentials], 2...2), Case(.revoked, [.credentials, .forbidden], 1...1, status: 403),
        Case(.agreements, [.agreements], 1...1), Case(.forbidden, [.forbidden], 1...1),
        Case(.rateLimited, [.rateLimited], 1...4), Case(.rateLimited, [.rateLimited], 1...1, seconds: 90),
        Case(.serverError, [.server], 4...4), Case(.badGateway, [.server], 4...4),
        Case(.reset, [.unreachable], 4...4), Case(.cutOff, [.unreachable], 4...4), Case(.html, [.malformed], 1...1),
        Case(.truncated, [.malformed], 1...1), Case(.emptyForbidden, [.forbidden, .credentials], 1...1),
    ]

    @Test(arguments: cases, Operation.allCases)
    func `each fault is recognised, costs few requests, and leaves nothing behind`(
        _ example: Case, _ operation: Operation
    ) async throws {
        let simulator = AppStoreSimulator()
        try await simulator.serving { url in
            try await asking(simulator, at: url) { client in
                let known = try await Known(client)
                let before = simulator.requestCount()
                simulator.add(example.fault)
                let kind = await failure { try await perform(operation, known, client) }
                if let kind { #expect(example.kinds.contains(kind)) } else { #expect(example.kinds.isEmpty) }
                let count = simulator.requestCount() - before
                let attempts = operation.isRead ? example.attempts : 1...min(2, example.attempts.upperBound)
                #expect(attempts.contains(count), "\(count) requests")
                simulator.clearFaults()
                #expect(await failure { try await perform(operation, known, client) } == nil)
            }
        }
    }

    @Test func `a request without a response times out and is not repeated`() async throws {
        let simulator = AppStoreSimulator()
        try await simulator.serving { url in
            try await asking(simulator, at: url, timeout: .seconds(1)) { client in
                simulator.add(.init(.timeout))
                #expect(await failure { _ = try await client.pingWebhook(id: "w") } == .timedOut)
                // On a busy machine the request may time out before it arrives. A write is never sent again.
                #expect(simulator.requestCount() <= 1)
            }
        }
    }

    @Test(arguments: [-600.0, 600])
    func `a clock that is ten minutes off costs one request`(_ ahead: Double) async throws {
        let simulator = AppStoreSimulator()
        simulator.travel(0, dateHeader: -ahead)
        try await simulator.serving { url in
            try await asking(simulator, at: url) { client in
                for _ in 0..<3 {
                    let apps = try await client.apps(bundleID: "com.example.hashtags")
                    #expect(apps.count == 1)
                }
                #expect(simulator.requestCount() <= 4)
                let offset = try #require(client.clockOffset)
                #expect(abs(offset.seconds - ahead) < 5)
            }
        }
    }

    @Test func `an individual key is accepted`() async throws {
        let simulator = AppStoreSimulator(key: .init(isIndividual: true))
        try await simulator.serving { url in
            try await asking(simulator, at: url) { client in
                let apps = try await client.apps()
                #expect(apps.items.count == 2)
            }
        }
    }

    @Test func `builds are read page by page, and cut-off groups with requests of their own`() async throws {
        let groups = (0..<60).map { #"{"name":"g\#($0)"}"# }.joined(separator: ",")
        let names = (0..<60).map { #""g\#($0)""# }.joined(separator: ",")
        let builds = (1...450).map { number in
            #"{"version":"1.0","build":"\#(number)","uploaded":"-PT\#(number)H","groups":[\#(number == 7 ? names : "")]}"#
        }.joined(separator: ",")
        let scenario = try AppStoreSimulator.Scenario(
            json: #"{"schema":1,"apps":[{"id":"12","bundleID":"com.example.many","name":"many","#
                + #""groups":[\#(groups)],"builds":[\#(builds)]}]}"#)
        // The builds are as old as the scenario says when the simulator is made, however long the test takes.
        let tenHoursAgo = Date(timeIntervalSinceNow: -36_060)
        let simulator = AppStoreSimulator(scenario: scenario)
        try await simulator.serving { url in
            try await asking(simulator, at: url) { client in
                let listing = try await client.builds(app: "12")
                #expect(listing.isComplete)
                #expect(listing.items.compactMap(\.number?.description) == (1...450).map(String.init))
                #expect(listing.items[6].groups.count == 60)
                #expect(listing.items.allSatisfy { $0.hasAllGroups && $0.version.description == "1.0" })
                #expect(simulator.requestCount() == 4)
                let recent = try await client.builds(app: "12", uploadedSince: tenHoursAgo)
                #expect(recent.items.count == 10)
                #expect(recent.isComplete)
                #expect(simulator.requestCount("/v1/builds") == 4)

                simulator.add(.init(.foreignNext))
                #expect(await failure { _ = try await client.builds(app: "12") } == .malformed)
                #expect(simulator.requestCount("/v1/builds") == 5)
            }
        }
    }

    /// The ids of the simulator's demo data.
    private struct Known: Sendable {
        let app: String
        let build: String
        let webhook: String

        init(_ client: AppStoreConnectClient) async throws {
            app = try #require(try await client.apps(bundleID: "com.example.hashtags").first?.id)
            build = try #require(try await client.builds(app: app).items.first?.id)
            webhook = try await client.createWebhook(
                app: app, name: "n", url: "http://127.0.0.1:9/hook", secret: "0123456789abcdef"
            ).id
        }
    }

    private func perform(
        _ operation: Operation, _ known: Known, _ client: AppStoreConnectClient
    ) async throws {
        switch operation {
        case .apps: #expect(try await client.apps(bundleID: "com.example.hashtags").count == 1)
        case .builds: #expect(try await client.builds(app: known.app).items.count == 8)
        case .groups: #expect(try await client.betaGroups(build: known.build).items.isEmpty == false)
        case .versions: #expect(try await client.appStoreVersions(app: known.app).items.count == 4)
        case .webhooks: #expect(try await client.webhooks(app: known.app).items.isEmpty == false)
        case .register:
            // Another URL each time: a webhook whose response was lost may exist.
            _ = try await client.createWebhook(
                app: known.app, name: "m", url: "http://127.0.0.1:9/\(UUID())", secret: "0123456789abcdef")
        case .ping: try await client.pingWebhook(id: known.webhook)
        }
    }

    private func failure(_ body: () async throws -> Void) async -> AppStoreConnectError.Kind? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? AppStoreConnectError)?.kind ?? .conflict
        }
    }

    private func asking(
        _ simulator: AppStoreSimulator, at url: String, timeout: Duration = .seconds(30),
        _ body: (AppStoreConnectClient) async throws -> Void
    ) async throws {
        let key = try APIKey(
            pem: try #require(simulator.key.privateKeyPEM), keyID: simulator.key.id, issuerID: simulator.key.issuerID)
        let connection = HTTPTransport.asyncHTTPClient(timeout: timeout)
        let result: Result<Void, any Error>
        do {
            let client = try AppStoreConnectClient(
                key: key, baseURL: url, transport: connection.transport, budget: CallBudget(), sleep: { _ in })
            result = .success(try await body(client))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        try result.get()
    }
}
