import AirworthyPolicy
import AppStoreSimulator
import Foundation
import Synchronization

/// The texts of `simulator`: its help, and the first output. Every command in the output can be pasted into a shell.
struct SimulatorText {
    static let help = """
        One port serves App Store Connect, below /v1, and the App Store lookup, at /lookup and /COUNTRY/lookup. The \
        simulator sends signed webhooks to registered addresses. All state is in memory. Tokens are checked; without \
        --key a new key is created in a temporary folder that is deleted at the end.

        EXAMPLE
          $ airworthy simulator
          $ airworthy simulator --scenario scenario.json --key AuthKey_2X9R4HXF34.p8 --issuer UUID

        CONTROL
        POST a JSON object to http://HOST:PORT/_simulator/ACTION. An app is given by its name, bundle id or Apple ID, \
        and can be left out if there is only one. The platform is IOS by default. Unknown values are rejected.

          upload       app, version, build, platform, minimumOS, audience, groups, notes, internal, external,
                       processing, uploaded, expires
          build        app, build, version, platform; and the changes: internal, external, processing, groups,
                       notes, minimumOS, expired, expires
          expire       app, build, version, platform
          group        app, name, internal, allBuilds, publicLink, publicLinkLimit
          version      app, version, platform, state, build, notes, phased, releaseType
          release      app, version, build, platform, notes, minimumOS, phased (true), staleIn (countries)
          phase        app, version, platform; state (ACTIVE, PAUSED, COMPLETE) or day (1 to 7)
          withdraw     app, storefronts (all); or version, which makes the previous one the newest again
          storefronts  app, storefronts: where it is sold
          edge         app, storefront, platform, version (none: not found), alternating, bustable; or clear
          event        app, eventType, id, attributes: a webhook event without a change
          webhooks     copies (number of deliveries of each event), delay (seconds)
          clock        offset (P91D): of the simulator; dateOffset (-PT10M): of its Date header only
          faults       kind, requests (by default until cleared), path (a prefix), seconds, status
          reset        returns to the scenario

        GET state, requests and faults to inspect them; DELETE faults to clear them.

        FAULTS
          latency, unauthorized, revoked, agreements, forbidden, rateLimited, serverError, badGateway, timeout, reset, \
        html, emptyForbidden, truncated, cutOff, stale, foreignNext
        """

    let url: String
    let key: AppStoreSimulator.ConnectKey
    let keyFile: String
    let scenario: AppStoreSimulator.Scenario
    let isDemo: Bool

    var text: String {
        """
        \(TerminalText.listening(on: url))

          key id    \(key.id)
          issuer    \(key.issuerID ?? "none: an individual key")
          key file  \(keyFile.printable)

        Query it like Apple:

          export AIRWORTHY_APPLE_KEY_FILE='\(keyFile.printable)'
          export AIRWORTHY_APPLE_KEY_ID=\(key.id)
        \(key.issuerID.map { "  export AIRWORTHY_APPLE_ISSUER=\($0)\n" } ?? "")\(queries)
        Change its state, and inspect it:

        \(isDemo ? changes : "")  curl \(url)/_simulator/faults -d '{"kind": "rateLimited", "requests": 3}'
          curl \(url)/_simulator/state

        For all actions: airworthy simulator --help
        """
    }

    private var queries: String {
        guard let app = scenario.apps.first else { return "" }
        return """
              airworthy builds --app \(app.bundleID.printable) --url \(url)
              airworthy lookup \(app.id) --country jp --url \(url)
              curl '\(url)/lookup?id=\(app.id)&country=jp'

            """
    }

    private var changes: String {
        """
          curl \(url)/_simulator/build -d '{"app": "hashtags", "build": "322", "external": "IN_BETA_TESTING"}'
          curl \(url)/_simulator/release -d '{"app": "hashtags", "version": "2.3.0", "build": "322"}'

        """
    }
}

/// A file with all requests and responses of a simulator. It contains no tokens.
final class SimulatorRecording: Sendable {
    private let descriptor: Mutex<Int32>

    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OutputFile.unwritable(path, error: errno) }
        self.descriptor = Mutex(descriptor)
    }

    deinit { descriptor.withLock { _ = close($0) } }

    func write(_ exchange: AppStoreSimulator.Exchange) {
        let line = Self.json(for: exchange).jsonBytes() + [0x0A]
        descriptor.withLock { _ = writeAll(line, to: $0) }
    }

    /// Returns a line for people, such as `GET /v1/builds 200`.
    static func line(for exchange: AppStoreSimulator.Exchange) -> String {
        let status = exchange.status == 0 ? "no answer" : String(exchange.status)
        let fault = exchange.fault.map { " (\($0))" } ?? ""
        return "\(exchange.method) \(exchange.target.printable) \(status)\(fault)"
    }

    private static func json(for exchange: AppStoreSimulator.Exchange) -> JSONValue {
        [
            "method": .string(exchange.method), "target": .string(exchange.target),
            "requestHeaders": headers(exchange.requestFields), "requestBody": body(exchange.requestBody),
            "status": .of(exchange.status), "headers": headers(exchange.fields), "body": body(exchange.body),
            "fault": .text(exchange.fault), "key": .text(exchange.keyID),
        ]
    }

    private static func headers(_ fields: [(name: String, value: String)]) -> JSONValue {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    private static func body(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
}
