import Airworthy
import AirworthyPolicy
import AirworthyTrust
import ArgumentParser
import Foundation

/// What the author of the app wrote: where rules and facts come from.
struct SetupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where rules come from, in order: server=URL, manifest=URL, config=URL, bundled=FILE, rules=FILE.",
            valueName: "kind=place"))
    var source: [String] = []

    @Option(help: ArgumentHelp("The app's name in manifests.", valueName: "app"))
    var app = "app"

    @Option(help: ArgumentHelp("A root key that is built in, in base64.", valueName: "key"))
    var root: [String] = []

    @Option(help: ArgumentHelp("The lineage that is built in.", valueName: "id"))
    var lineage: String?

    @Option(help: ArgumentHelp("Ask the App Store's lookup about this Apple ID.", valueName: "n"))
    var appStore: Int?

    @Option(help: ArgumentHelp("Which country's store is asked.", valueName: "code"))
    var country: String?

    @Option(help: ArgumentHelp("Where a host really is.", valueName: "name=http://127.0.0.1:port"))
    var host: [String] = []

    /// The set-up. One that has a preset is made by it, as an app would.
    func setup() throws -> Setup {
        let sources = try source.map { try Self.pair($0, "--source") }
        // In code these are mistakes of the author; here they are input.
        _ = try country.map { try DeviceOptions.read($0, "--country", Storefront.init) }
        _ = try root.map { try DeviceOptions.read($0, "--root", PublicKey.init(base64:)) }
        let facts = appStore.map { ReleaseSource.appStore(id: $0, country: country) }
        if sources.isEmpty, let appStore { return .appStore(id: appStore, country: country) }
        if let (kind, place) = sources.first, sources.count == 1, facts == nil, lineage == nil {
            switch kind {
            case "server": return .server(try Self.url(place), app: app, roots: root)
            case "manifest": return .manifest(try Self.url(place), app: app, roots: root)
            case "config": return .config(try Self.url(place))
            case "bundled": return .bundled(try Self.file(place), app: app, roots: root)
            default: break
            }
        }
        return Setup(policy: try sources.map(policySource), releases: facts)
    }

    private func policySource(_ kind: String, _ place: String) throws -> PolicySource {
        let roots = try root.map { try DeviceOptions.read($0, "--root", PublicKey.init(base64:)) }
        let pins = Pins(app: app, lineage: lineage, roots: roots)
        switch kind {
        case "server": return .server(try Self.url(place), pins: pins)
        case "manifest": return .manifest(try Self.url(place), pins: pins)
        case "config": return .config(try Self.url(place))
        case "bundled": return .bundled(try Self.file(place), pins: pins)
        case "rules": return .rules(try Policy(json: Array(Self.file(place))))
        default: throw ValidationError("--source: there is no kind `\(kind)`.")
        }
    }

    /// Where the hosts are that the app knows by name.
    func hosts() throws -> [String: URL] {
        try Dictionary(host.map { try Self.pair($0, "--host") }.map { ($0, try Self.url($1)) }) { $1 }
    }

    private static func pair(_ text: String, _ option: String) throws -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw ValidationError("\(option): `\(text)` has no `=`.") }
        return (parts[0], parts[1])
    }

    private static func url(_ text: String) throws -> URL { try DeviceOptions.read(text, "URL", URL.init(string:)) }

    private static func file(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}
