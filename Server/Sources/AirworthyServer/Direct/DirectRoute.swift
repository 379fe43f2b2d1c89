/// A route whose answers are prepared, found in the target of a request without the router.
struct DirectRoute: Hashable, Sendable {
    /// The kinds of prepared answers.
    enum Kind: Hashable, Sendable {
        case live
        case ready
        case manifest
        case keys
        /// A decision, which is also there for `POST`.
        case decision
        /// The features of a decision, which are also there for `POST`.
        case features
        /// Cached releases or TestFlight builds.
        case releases
        /// A check-in, which is there for `POST` only.
        case checkIn
    }

    let kind: Kind
    /// The path in the router, for metrics and logs.
    let template: String
    /// The slug of the app; `nil` for the routes without one and for the short forms.
    let app: String?

    /// Finds the route of a target; `nil` for any other, and for one in an unusual spelling.
    init?(_ target: String) {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        // The router decodes segments and has its own view of empty ones and of fragments.
        guard !path.contains(UInt8(ascii: "%")), !target.utf8.contains(UInt8(ascii: "#")) else { return nil }
        let rest = Substring(path)
        if rest.hasPrefix(Self.apps) {
            self.init(ofApp: rest.dropFirst(Self.apps.count))
        } else {
            // A query of a short form may name the app.
            guard path.endIndex == target.utf8.endIndex else { return nil }
            self.init(withoutApp: rest)
        }
    }

    private init?(ofApp path: Substring) {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let rest = path[path.utf8.index(after: slash)...]
        let found: (Kind, String)? =
            switch rest {
            case "manifest": (.manifest, "/v1/apps/{app}/manifest")
            case "keys": (.keys, "/v1/apps/{app}/keys")
            case "decision": (.decision, "/v1/apps/{app}/decision")
            case "features": (.features, "/v1/apps/{app}/features")
            case "check-ins": (.checkIn, "/v1/apps/{app}/check-ins")
            case "releases": (.releases, "/v1/apps/{app}/releases")
            case "releases/latest": (.releases, "/v1/apps/{app}/releases/latest")
            case _ where Self.hasOneSegment(rest, after: "testflight/latest/", before: ""):
                (.releases, "/v1/apps/{app}/testflight/latest/{audience}")
            case _ where Self.hasOneSegment(rest, after: "testflight/builds/", before: "/audience"):
                (.releases, "/v1/apps/{app}/testflight/builds/{build}/audience")
            default: nil
            }
        guard let found else { return nil }
        (kind, template) = found
        app = String(path[..<slash])
    }

    private init?(withoutApp path: Substring) {
        let found: (Kind, String)? =
            switch path {
            case "/health/live": (.live, "/health/live")
            case "/health/ready": (.ready, "/health/ready")
            case _ where Self.hasOneSegment(path, after: "/testflight/latest/", before: ""):
                (.releases, "/testflight/latest/{audience}")
            case _ where Self.hasOneSegment(path, after: "/testflight/version/", before: "/audience"):
                (.releases, "/testflight/version/{version}/audience")
            default: nil
            }
        guard let found else { return nil }
        (kind, template) = found
        app = nil
    }

    private static let apps = "/v1/apps/"

    /// Whether exactly one segment stands between two texts.
    private static func hasOneSegment(_ path: Substring, after prefix: String, before suffix: String) -> Bool {
        guard path.utf8.count > prefix.utf8.count + suffix.utf8.count, path.hasPrefix(prefix), path.hasSuffix(suffix)
        else { return false }
        return !path.dropFirst(prefix.count).dropLast(suffix.count).utf8.contains(UInt8(ascii: "/"))
    }
}
