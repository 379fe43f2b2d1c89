import AirworthyServer
import AppStoreConnect
import ControlPlane
import Foundation
import Logging
import ReleaseCatalog
import ServerSupport

/// Everything that is needed to ask Apple, before there is anybody to tell.
struct AppleComposition: Sendable {
    /// App Store Connect, once for each key.
    let sources: [ConnectSource]
    /// The lookup, if it is asked.
    let lookup: LookupClient?
    /// The secrets of webhooks, by app.
    let secrets: [String: [String]]
    private let settings: PollingSettings
    private let budgets: [String: CallBudget]
    private let connection: HTTPTransport.Connection?

    /// Reads keys and secrets. Asks nobody yet.
    /// - Parameters:
    ///   - settings: Whom to ask.
    ///   - environment: Where keys may be.
    /// - Throws: ``ToolError`` with status 66 or 65 for a key or a secret.
    init(_ settings: AppleSettings, _ environment: [String: String]) async throws(ToolError) {
        self.settings = settings.learner
        var secrets: [String: [String]] = [:]
        for setting in settings.secrets {
            secrets[setting.app, default: []].append(try setting.load(environment: environment))
        }
        self.secrets = secrets
        var keys: [APIKey] = []
        for setting in settings.keys { keys.append(try setting.load(environment: environment)) }
        guard settings.asksConnect || settings.asksLookup else {
            (sources, lookup, budgets, connection) = ([], nil, [:], nil)
            return
        }
        let connection = HTTPTransport.asyncHTTPClient()
        self.connection = connection
        lookup =
            settings.asksLookup
            ? LookupClient(baseURL: settings.lookupURL, transport: connection.transport, now: Clock.now) : nil
        var sources: [ConnectSource] = []
        var budgets: [String: CallBudget] = [:]
        for key in settings.asksConnect ? keys : [] {
            let budget = CallBudget(now: Clock.now)
            do throws(AppStoreConnectError) {
                let client = try AppStoreConnectClient(
                    key: key, baseURL: settings.url, transport: connection.transport, budget: budget,
                    userAgent: "airworthy/\(toolVersion)", now: Clock.now)
                sources.append(ConnectSource(client, budget: budget))
            } catch {
                await connection.close()
                throw ToolError(.badData, "\(Setting.appleURL.variable): \(error.detail)")
            }
            budgets[key.keyID] = budget
        }
        (self.sources, self.budgets) = (sources, budgets)
    }

    /// How many seconds this machine's clock is ahead of Apple's, as far as an answer of the last day tells.
    var clockOffset: @Sendable () -> Double? {
        { [sources] in sources.lazy.compactMap { $0.clockOffset() }.first?.seconds }
    }

    /// Who asks on behalf of the apps of a server.
    /// - Parameters:
    ///   - plane: Whom to tell.
    ///   - logger: Told what somebody should look into.
    /// - Returns: The learner; nothing is asked before it runs.
    func learner(for plane: ControlPlane, logger: Logger) -> CatalogPoller {
        CatalogPoller(
            targets: { plane.catalogs.targets }, connect: sources, lookup: lookup,
            deliver: { target, observation, date in
                let receipt = try await plane.catalogs.learn(
                    target.slug, observation, at: date, about: target.bundleID)
                if let alert = receipt.alert {
                    logger.warning("catalog.alert", metadata: ["app": .string(target.slug), "problem": .string(alert)])
                }
            },
            // The real clock and real waits: this is the program. Tests compose the schedule with their own.
            settings: settings, now: Clock.now, sleep: { try await Task.sleep(for: $0) },
            report: { $0.log(logger) })
    }

    /// What the routes know of it.
    func side(_ learner: CatalogPoller) -> AppleSide {
        AppleSide(learner, used: { [budgets] in budgets[$0]?.used ?? 0 }, secrets: secrets)
    }

    /// Gives back connections; once, at the end.
    func close() async { await connection?.close() }
}

extension CatalogPoller.Event {
    /// Writes a line.
    fileprivate func log(_ logger: Logger) {
        switch self {
        case .keyFailed(let key, let detail):
            logger.error("apple.key-failed", metadata: ["key": .string(key), "problem": .string(detail)])
        case .agreementsMissing(let key, let detail):
            logger.error("apple.agreements-missing", metadata: ["key": .string(key), "problem": .string(detail)])
        case .keyRecovered(let key): logger.notice("apple.key-recovered", metadata: ["key": .string(key)])
        case .sourceFailed(let app, let source, let detail):
            logger.warning("source.failed", metadata: Self.metadata(app, source, detail))
        case .sourceRecovered(let app, let source):
            logger.notice("source.recovered", metadata: Self.metadata(app, source))
        case .notStored(let app, let source, let detail):
            logger.error("source.not-kept", metadata: Self.metadata(app, source, detail))
        }
    }

    private static func metadata(_ app: String, _ source: CatalogSource, _ problem: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["app": .string(app), "source": .string(source.description)]
        metadata["problem"] = problem.map { .string($0) }
        return metadata
    }
}
