package import AirworthyPolicy
package import ControlPlane

/// The facts of an installed copy as a caller sent them, before any was read.
package struct InstallationFacts: Sendable {
    /// Where they were sent, for messages.
    package enum Place: Sendable {
        /// In the query.
        case query
        /// In the body.
        case body
    }

    /// The longest an `installID` may be, in code points.
    package static let longestID = 256
    /// The longest a language tag may be, in characters.
    package static let longestLanguage = 64

    /// The names of the texts among them, in a query and in a body alike.
    package static let names: [String] = [
        "version", "build", "platform", "channel", "os", "storefront", "language", "installID",
    ]

    private let place: Place
    private var texts: [(name: String, value: String)]
    private var attributes: [String: JSONValue] = [:]

    /// Makes facts.
    init(_ place: Place, texts: [(name: String, value: String)], attributes: [String: JSONValue] = [:]) {
        self.place = place
        self.texts = texts
        self.attributes = attributes
    }

    /// Reads the facts for an app.
    /// - Parameter app: Its first platform is meant when none is named.
    /// - Returns: The facts, read.
    /// - Throws: ``Problem`` 400 that names the fact that is missing or cannot be read.
    package func installation(for app: App) throws(Problem) -> Installation {
        var installation = Installation(version: try version(), channel: try channel() ?? .unknown)
        installation.platform = try platformMeant(for: app)
        installation.build = try build()
        installation.os = try os()
        installation.storefront = try storefront()
        installation.language = try language()
        installation.installID = try text("installID") { (1...Self.longestID).contains($0.unicodeScalars.count) }
        installation.attributes = attributes
        return installation
    }

    /// Reads the facts of somebody who looks for the newest release: a channel is needed, a version is not.
    /// - Parameter app: Its first platform is meant when none is named.
    /// - Returns: The facts, read.
    /// - Throws: ``Problem`` 400 that names the fact.
    package func seeker(for app: App) throws(Problem) -> Installation {
        guard let channel = try channel() else {
            throw wrong("channel", "it is missing; write one of \(Channel.knownNames.joined(separator: ", "))")
        }
        var installation = Installation(version: "0", channel: channel)
        installation.platform = try platformMeant(for: app)
        installation.os = try os()
        installation.storefront = try storefront()
        installation.language = try language()
        return installation
    }

    /// The channel, if one was sent.
    package func channel() throws(Problem) -> Channel? {
        guard let text = self["channel"] else { return nil }
        let channel = Channel(text)
        guard channel.isKnown else {
            throw wrong("channel", "it is not known; write one of \(Channel.knownNames.joined(separator: ", "))")
        }
        return channel
    }

    /// The platform, if one was sent: one that the app names, or one that the engine knows.
    package func platform(of app: App) throws(Problem) -> Platform? {
        guard let text = self["platform"] else { return nil }
        let platform = Platform(text)
        guard platform.isKnown || app.platforms.contains(platform) else {
            let names = (Platform.known + app.platforms.filter { !$0.isKnown }).map(\.description)
            throw wrong("platform", "it is not known; write one of \(names.joined(separator: ", "))")
        }
        return platform
    }

    /// The operating system, if one was sent.
    package func os() throws(Problem) -> OperatingSystem? {
        guard let text = self["os"] else { return nil }
        guard let system = OperatingSystem(text) else {
            let names = Platform.known.map(\.displayName).joined(separator: ", ")
            throw wrong("os", "write a system (\(names)) and its version, such as \"iOS 17.4\"")
        }
        return system
    }

    /// The App Store country, if one was sent.
    package func storefront() throws(Problem) -> Storefront? {
        guard let text = self["storefront"] else { return nil }
        guard let storefront = Storefront(text) else { throw wrong("storefront", "write a country such as JP or JPN") }
        return storefront
    }

    /// The platform that was sent, else the first one of the app.
    package func platformMeant(for app: App) throws(Problem) -> Platform {
        try platform(of: app) ?? app.platforms.first ?? .ios
    }

    /// The language of the reader, if one was sent.
    package func language() throws(Problem) -> String? {
        try text("language") { (1...Self.longestLanguage).contains($0.unicodeScalars.count) }
    }

    private func version() throws(Problem) -> String {
        guard let text = self["version"] else { throw wrong("version", "it is missing; write the version installed") }
        do throws(VersionError) {
            return try AppVersion(text).description
        } catch {
            throw wrong("version", error.message)
        }
    }

    private func build() throws(Problem) -> BuildNumber? {
        guard let text = self["build"] else { return nil }
        do throws(VersionError) {
            return try BuildNumber(text)
        } catch {
            throw wrong("build", error.message)
        }
    }

    private func text(_ name: String, isGood: (String) -> Bool) throws(Problem) -> String? {
        guard let text = self[name] else { return nil }
        guard isGood(text) else { throw wrong(name, "it is empty or too long") }
        return text
    }

    private subscript(name: String) -> String? { texts.first { $0.name == name }?.value }

    private func wrong(_ name: String, _ detail: String) -> Problem {
        switch place {
        case .query: .parameter(name, detail)
        case .body: .body(JSONPointer.appending(name, to: ""), "\(name): \(detail)")
        }
    }
}
