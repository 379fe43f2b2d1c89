import Airworthy
import AirworthyPolicy
import AirworthyTrust
import ArgumentParser
import Foundation

/// The options that a developer would write in code: the sources of rules and release data.
struct SetupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            A policy source, in order: server=URL, manifest=URL, config=URL, json=URL, custom=FILE, bundled=FILE or \
            rules=FILE.
            """,
            valueName: "kind=place"))
    var source: [String] = []

    @Option(help: ArgumentHelp("The app's slug in manifests.", valueName: "app"))
    var app = "app"

    @Option(help: ArgumentHelp("A pinned root key in base64.", valueName: "key"))
    var root: [String] = []

    @Option(help: ArgumentHelp("The pinned lineage.", valueName: "id"))
    var lineage: String?

    @Option(help: ArgumentHelp("Query the App Store's lookup for this Apple ID.", valueName: "n"))
    var appStore: Int?

    @Option(help: ArgumentHelp("The storefront to query.", valueName: "code"))
    var country: String?

    @Option(help: ArgumentHelp("The real address of a host.", valueName: "name=http://127.0.0.1:port"))
    var host: [String] = []

    /// Returns the set-up. Uses a preset of `Setup` if one fits, as an app would.
    func setup() throws -> Airworthy.Setup {
        let sources = try source.map { try Self.pair($0, option: "--source") }
        // The library stops at invalid literals in code; here they are user input.
        _ = try country.map { try DeviceOptions.parse($0, option: "--country", with: Storefront.init) }
        _ = try rootKeys()
        let releases = appStore.map { ReleaseSource.appStore(id: $0, country: country) }
        if sources.isEmpty, let appStore { return .appStore(id: appStore, country: country) }
        if let (kind, place) = sources.first, sources.count == 1, releases == nil, lineage == nil {
            switch kind {
            case "server": return .server(try Self.url(place), app: app, roots: root)
            case "manifest": return .manifest(try Self.url(place), app: app, roots: root)
            case "config": return .config(try Self.url(place))
            case "json": return .json(try Self.url(place), read: OwnFormat.policy)
            case "custom": return .custom { try Policy(json: Array(Self.file(place))) }
            case "bundled": return .bundled(try Self.file(place), app: app, roots: root)
            default: break
            }
        }
        return Airworthy.Setup(policy: try sources.map { try policySource(kind: $0, place: $1) }, releases: releases)
    }

    private func policySource(kind: String, place: String) throws -> PolicySource {
        let pins = Pins(app: app, lineage: lineage, roots: try rootKeys())
        switch kind {
        case "server": return .server(try Self.url(place), pins: pins)
        case "manifest": return .manifest(try Self.url(place), pins: pins)
        case "config": return .config(try Self.url(place))
        case "json": return .json(try Self.url(place), read: OwnFormat.policy)
        case "custom": return .custom(id: place) { try Policy(json: Array(Self.file(place))) }
        case "bundled": return .bundled(try Self.file(place), pins: pins)
        case "rules": return .rules(try Policy(json: Array(Self.file(place))))
        default: throw ValidationError("--source: unknown kind `\(kind)`.")
        }
    }

    private func rootKeys() throws -> [PublicKey] {
        try root.map { try DeviceOptions.parse($0, option: "--root", with: PublicKey.init(base64:)) }
    }

    /// Returns the transport: only the hosts of `--host` exist, each on a port of this machine. The client reaches them through
    /// the real transport over http, and sees https addresses.
    func transport() throws -> Airworthy.Transport {
        let hosts = try Dictionary(
            host.map { try Self.pair($0, option: "--host") }.map { ($0, try Self.url($1)) }
        ) { $1 }
        let real = Airworthy.Transport.urlSession()
        return Airworthy.Transport { request in
            guard let name = request.url.host, let place = hosts[name],
                var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
            else { throw URLError(.cannotFindHost) }
            (parts.scheme, parts.host, parts.port) = (place.scheme, place.host, place.port)
            guard let url = parts.url else { throw URLError(.badURL) }
            var redirected = request
            redirected.url = url
            var response = try await real.send(redirected)
            response.url = request.url
            return response
        }
    }

    private static func pair(_ text: String, option: String) throws -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw ValidationError("\(option): `\(text)` has no `=`.") }
        return (parts[0], parts[1])
    }

    private static func url(_ text: String) throws -> URL {
        try DeviceOptions.parse(text, option: "URL", with: URL.init(string:))
    }

    private static func file(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}
