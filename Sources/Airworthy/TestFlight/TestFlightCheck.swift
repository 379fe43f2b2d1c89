import AirworthyChannel
import AirworthyPolicy
import Foundation

/// The client's queries about TestFlight builds, answered by the server or, without one, by the manifest.
struct TestFlightCheck: Sendable {
    let core: ClientCore

    /// Returns the audiences that can install the installed build; `nil` without a server or an answer.
    func audiences() async -> Set<Channel.Audience>? {
        guard let service, secondsUntilAllowed == nil else { return nil }
        return await service.audiences(of: core.state.withLock { $0.installation })
    }

    /// Compares the installed build with the newest one its testers can install.
    func report() async throws(TestFlightError) -> TestFlightReport {
        let installation = core.state.withLock { $0.installation }
        guard installation.channel.isTestFlight else {
            throw TestFlightError(.notTestFlight, subject: "\(installation.channel)")
        }
        if let seconds = secondsUntilAllowed {
            throw TestFlightError(
                .notAnswered, subject: "the server refuses requests for another \(Int(seconds.rounded(.up))) s")
        }
        if let service { return try await service.check(installation) }
        switch await core.refresher.refresh(.check).policy {
        case .confirmed: break
        case .refused, .tooNew: throw TestFlightError(.unreadableAnswer, subject: "the manifest was not accepted")
        case .failed, .cancelled, nil: throw TestFlightError(.notAnswered, subject: "no manifest")
        }
        let deviceTime = core.environment.now()
        guard let report = core.state.withLock({ Self.report(from: $0, at: deviceTime) }) else {
            throw TestFlightError(.noServer, subject: "the set-up has no server, and no TestFlight build is known")
        }
        return report
    }

    /// The links to the app in TestFlight, the best first.
    var links: [String] {
        let deviceTime = core.environment.now()
        return core.state.withLock { state in
            let policy = state.policyInForce(at: deviceTime).manifest.policy
            let known = TestFlightLinks.ordered(
                appleID: Self.appleID(in: state, at: deviceTime), urls: [policy.links["testflight"]])
            return known + [UpdateLink.testFlight(nil)]
        }
    }

    /// The server's routes, with the links of the policy in force.
    private var service: TestFlightService? {
        let deviceTime = core.environment.now()
        return core.state.withLock { state in
            guard let server = state.policies.server else { return nil }
            return TestFlightService(
                server: server.url, app: server.app, appleID: Self.appleID(in: state, at: deviceTime),
                publicLink: state.policyInForce(at: deviceTime).manifest.policy.links["testflight"], fetch: fetch)
        }
    }

    /// The remaining seconds of a wait that the server asked for.
    private var secondsUntilAllowed: TimeInterval? {
        let deviceTime = core.environment.now()
        return core.state.withLock { state in
            guard case .waiting(let wait) = state.schedule.policy, wait.isBarred else { return nil }
            let seconds = wait.remaining(at: deviceTime)
            return seconds > 0 ? seconds : nil
        }
    }

    @Sendable private func fetch(_ url: URL) async throws -> (status: Int, body: Data) {
        let response = try await core.send(TransportRequest(url: url, headers: ["Accept": "application/json"]))
        return (response.status, Data(response.body))
    }

    /// The app's Apple ID from the policy in force or the set-up.
    private static func appleID(in state: ClientState, at deviceTime: Date) -> Int? {
        state.policyInForce(at: deviceTime).manifest.policy.appleID ?? state.releaseSource?.appleID
    }

    /// Compares the installed build with the builds in the manifest in force; `nil` if it lists no TestFlight build.
    private static func report(from state: ClientState, at deviceTime: Date) -> TestFlightReport? {
        let manifest = state.policyInForce(at: deviceTime).manifest
        let builds = manifest.catalog.releases.filter { release in
            release.platform == state.installation.platform && release.offers.contains { $0.channel.isTestFlight }
        }
        guard !builds.isEmpty else { return nil }
        // Without a system version the decision also considers builds for newer systems.
        var installation = state.installation
        installation.os = nil
        let decision = state.decision(for: installation, at: deviceTime)
        var newest: TestFlightBuild?
        if let update = decision.newest, let version = update.version {
            newest = TestFlightBuild(
                version: version, build: update.build, notes: update.notes, minimumOS: update.minimumOS,
                url: update.url)
            let offers = builds.first { $0.version == version && $0.build == update.build }?.offers
                .filter { $0.channel.isTestFlight && $0.state == .live }
            newest?.expiresAt = offers?.compactMap(\.expiresAt).min()
            newest?.availableTo = offers.map(allAudiences)
        }
        return TestFlightReport(
            installation: state.installation, newest: newest, expiresAt: decision.expiry,
            appleID: appleID(in: state, at: deviceTime), publicLink: manifest.policy.links["testflight"])
    }

    private static func allAudiences(of offers: [Offer]) -> Set<Channel.Audience> {
        Set(
            offers.flatMap { offer -> [Channel.Audience] in
                guard case .testflight(let audience) = offer.channel else { return [] }
                return audience.map { [$0] } ?? Channel.Audience.allCases
            })
    }
}
