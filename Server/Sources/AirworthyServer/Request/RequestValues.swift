import AirworthyPolicy
import ControlPlane

/// Values by name in a request: the parameters of a query, the members of an object in a body, or the columns of a row. Each kind of
/// value is read here, so that it has one form everywhere, and a mistake names its place.
protocol RequestValues {
    /// Returns a text without control characters; `nil` if it is absent.
    func text(_ name: String) throws(HTTPProblem) -> String?
    /// Returns the 400 for a value.
    func problem(with name: String, detail: String) -> HTTPProblem
}

extension RequestValues {
    /// Returns a value, or throws a problem if it is absent.
    func required<Value>(_ name: String, value: Value?) throws(HTTPProblem) -> Value {
        guard let value else { throw problem(with: name, detail: "\"\(name)\" is missing") }
        return value
    }

    func requiredText(_ name: String) throws(HTTPProblem) -> String {
        try required(name, value: try text(name))
    }

    /// Returns free text of at most `limit` characters, not only blanks.
    func freeText(_ name: String, limit: Int) throws(HTTPProblem) -> String? {
        guard let text = try text(name) else { return nil }
        guard (1...limit).contains(text.unicodeScalars.count), text.contains(where: { !$0.isWhitespace }) else {
            throw problem(with: name, detail: "write 1 to \(limit) characters")
        }
        return text
    }

    /// Returns a version or a build number, in the form that `parse` gives it.
    func version<Value>(
        _ name: String, parse: (String) throws(VersionError) -> Value
    ) throws(HTTPProblem) -> Value? {
        guard let text = try text(name) else { return nil }
        do throws(VersionError) {
            return try parse(text)
        } catch {
            throw problem(with: name, detail: error.message)
        }
    }

    /// Returns a channel that this version knows.
    func channel() throws(HTTPProblem) -> Channel? {
        guard let channel = try text("channel").map(Channel.init) else { return nil }
        guard channel.isKnown else {
            throw problem(with: "channel", detail: "the channel is unknown; \(Channel.hint)")
        }
        return channel
    }

    /// Returns a platform that this version or the app knows.
    func platform(of app: App) throws(HTTPProblem) -> Platform? {
        guard let text = try text("platform") else { return nil }
        guard let platform = Platform(text, of: app) else {
            throw problem(with: "platform", detail: Platform.unknownDetail(for: app))
        }
        return platform
    }

    func storefront() throws(HTTPProblem) -> Storefront? {
        guard let text = try text("storefront") else { return nil }
        guard let storefront = Storefront(text) else {
            throw problem(with: "storefront", detail: "write a country such as JP or JPN")
        }
        return storefront
    }
}

extension Channel {
    /// The names that are known, for messages.
    static let hint = "expected one of: \(knownNames.joined(separator: ", "))"
}
