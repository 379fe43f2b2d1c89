import AirworthyPolicy
import ControlPlane

/// The description of an installation in a query or a body, before its values are parsed.
struct InstallationParameters: RequestValues, Sendable {
    private enum Origin { case query, body, context }

    /// The highest number of code points of an `installID`.
    static let longestID = 256
    /// The highest number of characters of a platform.
    private static let longestPlatform = 32
    /// The highest number of characters of a language tag.
    static let longestLanguage = 64
    /// The names of the string values, in a query and in a body alike.
    static let names: [String] = [
        "version", "build", "platform", "channel", "os", "storefront", "language", "installID",
    ]
    /// The prefix of attribute names in a query.
    static let attributePrefix = "attribute."

    private static let knownInQuery = Set(names + ["explain"])

    private let origin: Origin
    private let texts: [(name: String, value: String)]
    private let attributes: [String: JSONValue]

    // MARK: Query and body

    /// Reads the query of a route about an installation: the text after the `?`. `explain` is whether the caller
    /// requests a trace.
    /// - Throws: ``HTTPProblem`` 400 that names the parameter.
    static func parse(
        query text: String?
    ) throws(HTTPProblem) -> (parameters: InstallationParameters, explain: Bool) {
        let query = try QueryParameters(text) { knownInQuery.contains($0) || $0.hasPrefix(attributePrefix) }
        var texts: [(name: String, value: String)] = []
        var attributes: [String: JSONValue] = [:]
        for (name, value) in query.items {
            if !name.hasPrefix(attributePrefix) {
                texts.append((name, value))
            } else if name.utf8.count > attributePrefix.utf8.count {
                attributes[String(name.dropFirst(attributePrefix.count))] = AttributeText.value(of: value)
            } else {
                throw .parameter(attributePrefix, detail: "the name after the dot is missing")
            }
        }
        let parameters = InstallationParameters(origin: .query, texts: texts, attributes: attributes)
        return (parameters, try query.flag("explain"))
    }

    /// Reads the body of a device. Unknown members are ignored, and `null` counts as absent.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func parse(body object: InputObject) throws(HTTPProblem) -> InstallationParameters {
        var texts: [(name: String, value: String)] = []
        for name in names {
            if let value = try object.text(name) { texts.append((name, value)) }
        }
        var attributes: [String: JSONValue] = [:]
        if let node = object["attributes"] {
            let place = object.place(of: "attributes")
            for (key, node) in try InputObject(node, at: place, known: nil).all {
                switch node.value {
                case .bool, .number, .string: attributes[key] = node.jsonValue
                default:
                    throw .body(
                        at: JSONPointer.appending(key, to: place),
                        detail: "expected a string, a number or a Boolean, found \(node.kindName)")
                }
            }
        }
        return InstallationParameters(origin: .body, texts: texts, attributes: attributes)
    }

    /// Uses values that were read from the context of an OpenFeature client.
    init(context texts: [(name: String, value: String)], attributes: [String: JSONValue]) {
        self.init(origin: .context, texts: texts, attributes: attributes)
    }

    private init(origin: Origin, texts: [(name: String, value: String)], attributes: [String: JSONValue]) {
        (self.origin, self.texts, self.attributes) = (origin, texts, attributes)
    }

    // MARK: Installations

    /// Returns the installation; the app's first platform is the default.
    /// - Throws: ``HTTPProblem`` 400 that names the missing or invalid value.
    func installation(for app: App) throws(HTTPProblem) -> Installation {
        guard let version = try version("version", parse: AppVersion.init(_:)) else {
            throw problem(with: "version", detail: "the installed version is missing")
        }
        return try installation(of: version.description, for: app)
    }

    /// Returns the installation, also without a version, which is unknown then.
    /// - Throws: ``HTTPProblem`` 400 that names the invalid value.
    func installationOfAnyVersion(for app: App) throws(HTTPProblem) -> Installation {
        try installation(of: try version("version", parse: AppVersion.init(_:))?.description ?? "", for: app)
    }

    private func installation(of version: String, for app: App) throws(HTTPProblem) -> Installation {
        var installation = Installation(version: version, channel: try channel() ?? .unknown)
        try addEnvironment(to: &installation, app: app)
        installation.build = try self.version("build", parse: BuildNumber.init(_:))
        installation.installID = try text("installID", atMost: Self.longestID)
        installation.attributes = attributes
        return installation
    }

    /// Returns an installation of any version, to look up the newest release for its channel. The app's first platform
    /// is the default.
    /// - Throws: ``HTTPProblem`` 400 that names the missing or invalid value.
    func installationForLatest(of app: App) throws(HTTPProblem) -> Installation {
        guard let channel = try channel() else {
            throw problem(with: "channel", detail: "the channel is missing; \(Channel.hint)")
        }
        var installation = Installation(version: "0", channel: channel)
        try addEnvironment(to: &installation, app: app)
        return installation
    }

    private func addEnvironment(to installation: inout Installation, app: App) throws(HTTPProblem) {
        installation.platform = try platformOrDefault(for: app)
        installation.os = try os()
        installation.storefront = try storefront()
        installation.language = try language()
    }

    // MARK: Single values

    /// Returns the platform, by default the first one of the app, or Android for its channels.
    func platformOrDefault(for app: App) throws(HTTPProblem) -> Platform {
        // Web pages and back ends have platforms of their own.
        if case .context = origin, let name = try text("platform", atMost: Self.longestPlatform) {
            return Platform(name)
        }
        if let platform = try platform(of: app) { return platform }
        return try channel()?.isOfAndroid == true ? .android : app.defaultPlatform
    }

    /// Returns the language of the user; `nil` if it is absent.
    func language() throws(HTTPProblem) -> String? { try text("language", atMost: Self.longestLanguage) }

    private func os() throws(HTTPProblem) -> OperatingSystem? {
        guard let text = text("os") else { return nil }
        guard let system = OperatingSystem(text) else {
            let names = Platform.known.map(\.displayName).joined(separator: ", ")
            throw problem(with: "os", detail: "write a system (\(names)) and its version, such as \"iOS 17.4\"")
        }
        return system
    }

    private func text(_ name: String, atMost limit: Int) throws(HTTPProblem) -> String? {
        guard let text = text(name) else { return nil }
        guard (1...limit).contains(text.unicodeScalars.count) else {
            throw problem(with: name, detail: "write 1 to \(limit) characters")
        }
        return text
    }

    func text(_ name: String) -> String? { texts.first { $0.name == name }?.value }

    func problem(with name: String, detail: String) -> HTTPProblem {
        switch origin {
        case .query: .parameter(name, detail: detail)
        case .body: .body(at: JSONPointer.appending(name, to: ""), detail: "\(name): \(detail)")
        case .context:
            .body(
                at: JSONPointer.appending(name == "installID" ? "targetingKey" : name, to: "/context"), detail: detail)
        }
    }
}
