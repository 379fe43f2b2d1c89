import Airworthy
import AirworthyChannel
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// A hundred launches in a row over one stored state, with each set-up that an app can choose.
@Suite(.timeLimit(.minutes(5))) final class StartUpStories {
    /// A set-up. In each one 2.0 is required or recommended to 1.5.
    enum StartUp: CaseIterable {
        case server, manifest, config, json, custom, bundled, appStore, rulesWithLookup, several

        static let signed = allCases.filter(\.isSigned)
        static let unsigned = allCases.filter { !$0.isSigned }

        private var isSigned: Bool { [.server, .manifest, .bundled, .several].contains(self) }
        /// The status of version 1.5.
        var status: Decision.Status { self == .appStore ? .recommended : .required }
        var asksForRules: Bool { ![.bundled, .appStore, .rulesWithLookup, .custom].contains(self) }
        var asksAppStore: Bool { [.appStore, .rulesWithLookup, .several].contains(self) }
    }

    private let world = FakeWorld()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let queue = SerialQueue.serial(label: "airworthy.tests")
    private let isOffline = Locked(false)

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test(arguments: StartUp.unsigned)
    func `a hundred launches with unsigned rules decide at once, online, offline and upgraded`(
        _ startUp: StartUp
    ) async throws { try await launchHundredTimes(startUp) }

    @Test(needsCrypto, arguments: StartUp.signed)
    func `a hundred launches with signed rules decide at once, online, offline and upgraded`(
        _ startUp: StartUp
    ) async throws { try await launchHundredTimes(startUp) }

    private func launchHundredTimes(_ startUp: StartUp) async throws {
        let setup = try setup(startUp)
        var ids: Set<String?> = []
        var sizes: [Int] = []
        for number in 1...100 {
            world.pass(3_600)
            try goOnline(number % 10 != 0)
            // The newer version runs for a while, then the older one is back.
            let version = (40..<50).contains(number) ? "2.0" : "1.5"
            let status = version == "2.0" ? .ok : startUp.status
            let client = launch(setup, version: version)
            if number > 1 { #expect(client.decision.status == status, "before any answer, launch \(number)") }
            await world.running(client) {
                async let presentation = Task.detached { client.presentation(.launch) }.value
                async let isEnabled = Task.detached { client.isEnabled("editor", default: true) }.value
                #expect(await client.launchDecision(timeout: 10).status == status, "launch \(number)")
                #expect(await isEnabled)
                _ = await presentation
            }
            let events = await reportedEvents(of: client)
            let unexpected = events.filter { !$0.isExpected }
            #expect(unexpected.isEmpty, "launch \(number): \(events)")
            ids.insert(client.installation.installID)
            queue.finish()
            sizes.append(try Data(contentsOf: folder.appendingPathComponent("airworthy/tour/state")).count)
        }
        #expect(ids.count == 1)
        #expect(sizes[99] <= (sizes[..<20].max() ?? 0) + 256, "the stored state does not grow: \(sizes)")
        let lookups = world.requests(for: "lookup").count
        let others = world.requests.count - lookups
        // `launchDecision` may ask before `run` does.
        #expect(startUp.asksForRules ? (100...200).contains(others) : others == 0, "\(others) requests")
        #expect(startUp.asksAppStore ? (15...25).contains(lookups) : lookups == 0, "\(lookups) lookups")
    }

    private func launch(_ setup: Airworthy.Setup, version: String) -> Airworthy {
        var environment = world.environment
        environment.storeQueue = queue
        let installation = Installation(
            platform: .ios, version: version, build: try? BuildNumber(version), channel: .appstore,
            os: OperatingSystem("iOS 18.0"), language: "en", storefront: Storefront("JP"))
        return Airworthy(
            setup, options: Airworthy.Options(installation: installation, transport: world.transport),
            environment: environment, store: FileStateStore(in: folder, app: "tour"))
    }

    private func setup(_ startUp: StartUp) throws -> Airworthy.Setup {
        let minimum = Policy { Minimum("2.0", url: "https://apps.apple.com/app/id42") }
        switch startUp {
        case .server: return Samples.serverSetup
        case .manifest: return Airworthy.Setup(policy: [.manifest(Samples.server, pins: Samples.pins)])
        case .config: return .config(Samples.configURL)
        case .json: return .json(Samples.configURL) { _ in minimum }
        case .custom:
            return .custom { [isOffline] in
                if isOffline.withLock({ $0 }) { throw CocoaError(.fileReadUnknown) }
                return minimum
            }
        case .bundled:
            return Airworthy.Setup(policy: [.bundled(Data(try Samples.signed()), pins: Samples.pins)])
        case .appStore: return .appStore(id: 42, country: "JP")
        case .rulesWithLookup:
            return Airworthy.Setup(
                policy: [.rules(Policy { Minimum("2.0") })], releases: .appStore(id: 42, country: "JP"))
        case .several:
            let bundled = Data(try Samples.signed(Samples.calm, revision: 5))
            return Airworthy.Setup(
                policy: [
                    .server(Samples.server, pins: Samples.pins), .bundled(bundled, pins: Samples.pins),
                    .config(Samples.configURL),
                ], releases: .appStore(id: 42, country: "JP"))
        }
    }

    private func goOnline(_ isOnline: Bool) throws {
        isOffline.withLock { $0 = !isOnline }
        guard isOnline else {
            for host in [Samples.host, Samples.files, Samples.appStore] { world.disconnect(host) }
            return
        }
        if Ed25519.isAvailable { world.serve(try Samples.signed(), at: Samples.host) }
        world.serve(Samples.config, at: Samples.files)
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
    }
}

extension AirworthyEvent {
    /// Whether a launch of these stories may report the event.
    fileprivate var isExpected: Bool {
        switch self {
        case .updated, .changed, .unreachable, .exposed, .prompted, .answered: true
        default: false
        }
    }
}
