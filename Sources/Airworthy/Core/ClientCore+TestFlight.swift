import AirworthyPolicy
import Foundation

extension ClientCore {
    /// Who can install this build, if there is a server that says so.
    func audiences() async -> Set<Channel.Audience>? {
        guard let service = testFlightService, barredSeconds == nil else { return nil }
        return await service.audiences(of: state.withLock { $0.installation })
    }

    /// Compares the copy with the newest build of its audience.
    func checkTestFlight() async throws(TestFlightError) -> TestFlightReport {
        let copy = state.withLock { $0.installation }
        guard copy.channel.isTestFlight else { throw TestFlightError(.notTestFlight, "\(copy.channel)") }
        if let seconds = barredSeconds {
            throw TestFlightError(.notAnswered, "to be left alone for \(Int(seconds.rounded(.up))) s")
        }
        if let service = testFlightService { return try await service.check(copy) }
        // Without a server the manifest says it, as fresh as it can be had.
        switch await refresh(.check).policy {
        case .confirmed: break
        case .refused, .tooNew: throw TestFlightError(.unreadableAnswer, "the manifest was not accepted")
        case .failed, .cancelled, nil: throw TestFlightError(.notAnswered, "no manifest")
        }
        let device = environment.now()
        guard let report = state.withLock({ $0.testFlightReport(at: device) }) else {
            throw TestFlightError(.noServer, "no server was named, and no TestFlight build is known")
        }
        return report
    }

    /// Made anew each time, because what it takes from the policy may change.
    private var testFlightService: TestFlightService? {
        let device = environment.now()
        return state.withLock { state in
            guard let server = state.server else { return nil }
            let policy = state.inForce(at: device).manifest.policy
            return TestFlightService(
                server: server.url, app: server.app, appleID: state.appleID(at: device),
                publicLink: policy.links["testflight"], fetch: fetch)
        }
    }

    /// Seconds for which a server asked to be left alone.
    private var barredSeconds: TimeInterval? {
        let device = environment.now()
        return state.withLock { state in
            guard case .waiting(let wait) = state.refresh, wait.isBarred else { return nil }
            let seconds = wait.left(at: device)
            return seconds > 0 ? seconds : nil
        }
    }

    @Sendable private func fetch(_ url: URL) async throws -> (status: Int, body: Data) {
        let request = TransportRequest(url: url, headers: ["Accept": "application/json"], timeout: deadline)
        let response = try await withDeadline(deadline, sleep: environment.sleep) { [transport] in
            try await transport.send(request)
        }
        guard response.body.count <= request.maximumBytes else {
            throw TransportError.tooLarge(limit: request.maximumBytes)
        }
        return (response.status, Data(response.body))
    }
}

extension ClientState {
    /// The app's number on the App Store, as the policy in force or the set-up says.
    func appleID(at device: Date) -> Int? { inForce(at: device).manifest.policy.appleID ?? facts?.appleID }

    /// How the copy stands to the TestFlight builds of the manifest in force; `nil` if it lists none.
    func testFlightReport(at device: Date) -> TestFlightReport? {
        let policy = inForce(at: device)
        let builds = policy.manifest.catalog.releases.filter { release in
            release.platform == installation.platform && release.offers.contains { $0.channel.isTestFlight }
        }
        guard !builds.isEmpty else { return nil }
        // A build for a newer system is to be named too.
        var copy = installation
        copy.os = nil
        let answer = answer(for: copy, at: device)
        var newest: TestFlightBuild?
        if let update = answer.newest, let version = update.version {
            newest = TestFlightBuild(
                version: version, build: update.build, notes: update.notes, minimumOS: update.minimumOS,
                url: update.url)
            let offers = builds.first { $0.version == version && $0.build == update.build }?.offers
                .filter { $0.channel.isTestFlight && $0.state == .live }
            newest?.expiresAt = offers?.compactMap(\.expiresAt).min()
            newest?.availableTo = offers.map(Self.audiences)
        }
        return TestFlightReport(
            installation: installation, newest: newest, expiresAt: answer.expiry, appleID: appleID(at: device),
            publicLink: policy.manifest.policy.links["testflight"])
    }

    private static func audiences(of offers: [Offer]) -> Set<Channel.Audience> {
        Set(
            offers.flatMap { offer -> [Channel.Audience] in
                guard case .testflight(let audience) = offer.channel else { return [] }
                return audience.map { [$0] } ?? Channel.Audience.allCases
            })
    }
}
