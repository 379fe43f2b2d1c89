import AirworthyServer
import AppStoreConnect
import ControlPlane
import Foundation
import Logging
import OutgoingHTTP
import ReleaseCatalog
import ReleaseSources
import ServerSupport

/// The clients of App Store Connect and of the App Store lookup, with the secrets of webhooks.
struct AppStoreConnections: Sendable {
    /// The clients of App Store Connect, one for each key.
    let sources: [ConnectSource]
    /// The client of the lookup; `nil` if it is not used.
    let lookup: LookupClient?
    private let settings: PollingSettings
    private let budgets: [String: CallBudget]
    private let connection: HTTPTransport.Connection?
    private let clients: [String: AppStoreConnectClient]
    private let secrets: Replaceable<[String: [String]]>

    /// Creates the clients. Sends no request.
    init(settings: ServeSettings, secrets: ServerSecrets, tracer: SpanRecorder? = nil) async throws(ToolError) {
        self.settings = settings.polling
        self.secrets = Replaceable(secrets.webhooks)
        guard settings.usesConnect || settings.usesLookup else {
            (sources, lookup, budgets, connection, clients) = ([], nil, [:], nil, [:])
            return
        }
        let connection = HTTPTransport.asyncHTTPClient()
        self.connection = connection
        func transport(_ name: String) -> HTTPTransport {
            tracer.map { connection.transport.traced(by: $0, as: name) } ?? connection.transport
        }
        lookup =
            settings.usesLookup
            ? LookupClient(baseURL: settings.lookupURL, transport: transport("lookup"), now: WallClock.now) : nil
        var sources: [ConnectSource] = []
        var budgets: [String: CallBudget] = [:]
        var clients: [String: AppStoreConnectClient] = [:]
        for key in settings.usesConnect ? secrets.appleKeys : [] {
            let budget = CallBudget(now: WallClock.now)
            do throws(AppStoreConnectError) {
                let client = try AppStoreConnectClient(
                    key: key, baseURL: settings.appleURL, transport: transport("app-store-connect"), budget: budget,
                    userAgent: "airworthy/\(toolVersion)", now: WallClock.now)
                sources.append(ConnectSource(client, budget: budget))
                clients[key.keyID] = client
            } catch {
                await connection.close()
                throw ToolError.badData("\(Settings.rows.appleURL.variable): \(error.detail)")
            }
            budgets[key.keyID] = budget
        }
        (self.sources, self.budgets, self.clients) = (sources, budgets, clients)
    }

    /// Uses other keys and secrets from now on. The ids of the keys stay the same, because they are settings.
    func replace(_ secrets: ServerSecrets) {
        self.secrets.value = secrets.webhooks
        for key in secrets.appleKeys { clients[key.keyID]?.replaceKey(by: key) }
    }

    /// Returns the seconds that this machine's clock is ahead of Apple's; `nil` without an answer of the last day.
    var clockOffset: @Sendable () -> Double? {
        { [sources] in sources.lazy.compactMap { $0.clockOffset() }.first?.seconds }
    }

    /// Creates the service that keeps the catalogs of a server up to date.
    func poller(for plane: ControlPlane, logger: Logger) -> CatalogPoller {
        CatalogPoller(
            targets: { plane.catalogs.targets }, connect: sources, lookup: lookup,
            deliver: { target, observation, date in
                let receipt = try await plane.catalogs.record(
                    observation, for: target.slug, at: date, bundleID: target.bundleID)
                if let alert = receipt.alert {
                    logger.warning("catalog.alert", metadata: ["app": .string(target.slug), "problem": .string(alert)])
                }
            },
            // The real clock and real sleep. Tests use their own.
            settings: settings, now: WallClock.now, sleep: { try await Task.sleep(for: $0) },
            report: { $0.log(to: logger) })
    }

    func catalogSync(by poller: CatalogPoller) -> CatalogSync {
        CatalogSync(
            poller: poller, callsLastHour: { [budgets] in budgets[$0]?.used ?? 0 },
            secrets: { [secrets] in secrets.value[$0] ?? [] })
    }

    /// Closes the connections. Call it once.
    func close() async { await connection?.close() }
}

extension CatalogPoller.Event {
    fileprivate func log(to logger: Logger) {
        switch self {
        case .keyFailed(let key, let detail):
            logger.error("apple.key-failed", metadata: ["key": .string(key), "problem": .string(detail)])
        case .agreementsMissing(let key, let detail):
            logger.error("apple.agreements-missing", metadata: ["key": .string(key), "problem": .string(detail)])
        case .keyRecovered(let key): logger.notice("apple.key-recovered", metadata: ["key": .string(key)])
        case .sourceFailed(let app, let source, let detail):
            logger.warning("source.failed", metadata: Self.metadata(app: app, source: source, problem: detail))
        case .sourceRecovered(let app, let source):
            logger.notice("source.recovered", metadata: Self.metadata(app: app, source: source))
        case .notStored(let app, let source, let detail):
            logger.error("source.not-kept", metadata: Self.metadata(app: app, source: source, problem: detail))
        }
    }

    private static func metadata(app: String, source: CatalogSource, problem: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["app": .string(app), "source": .string(source.description)]
        metadata["problem"] = problem.map { .string($0) }
        return metadata
    }
}
