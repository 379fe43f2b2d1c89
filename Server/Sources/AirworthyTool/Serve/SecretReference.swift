import AirworthyAuthoring
import AirworthySupport
import AppStoreConnect

/// The location of a key or another secret. It never contains the secret itself.
enum SecretReference: Hashable, Sendable {
    /// A file with the secret.
    case file(String)
    /// An environment variable with the text of such a file.
    case environment(String)
    /// An environment variable with Base64 of such a file, for hosts whose variables have a single line.
    case encoded(String)

    /// Parses `file:PATH`, `env:NAME` or `env64:NAME`. Do not print another text: it may be a secret.
    init?(_ text: some StringProtocol) {
        if text.hasPrefix("file:"), text.utf8.count > 5 {
            self = .file(String(text.dropFirst(5)))
        } else if text.hasPrefix("env:"), text.utf8.count > 4 {
            self = .environment(String(text.dropFirst(4)))
        } else if text.hasPrefix("env64:"), text.utf8.count > 6 {
            self = .encoded(String(text.dropFirst(6)))
        } else {
            return nil
        }
    }

    /// Reads the text of the secret, which no error contains.
    func text(environment: [String: String]) throws(ToolError) -> String {
        switch self {
        case .file(let path):
            let file = try InputFile(regular: path)
            guard let text = String(validating: file.bytes, as: UTF8.self) else {
                throw .badData("\(path.printable): not a text file")
            }
            return text
        case .environment(let name):
            return try Self.variable(name, in: environment)
        case .encoded(let name):
            // Tools that encode wrap long lines.
            let text = try Self.variable(name, in: environment).filter { !$0.isWhitespace }
            guard let bytes = Base64.decode(text), let decoded = String(validating: bytes, as: UTF8.self) else {
                throw .badData(
                    "the environment variable \(name.printable) is not Base64 of a text file; for the text itself write env:"
                )
            }
            return decoded
        }
    }

    private static func variable(_ name: String, in environment: [String: String]) throws(ToolError) -> String {
        guard let text = environment[name], !text.isEmpty else {
            throw .missingFile("the environment variable \(name.printable) is not set")
        }
        return text
    }

    /// Reads a signing key, of which no error contains anything.
    func signingKey(environment: [String: String]) throws(ToolError) -> PrivateKey {
        switch self {
        case .file(let path): return try PrivateKey(regularFile: path)
        case .environment(let name), .encoded(let name):
            let text = try text(environment: environment)
            do throws(KeyError) {
                return try PrivateKey(pem: text)
            } catch {
                throw .badData("the environment variable \(name.printable): \(error)")
            }
        }
    }
}

/// An App Store Connect key and the location of its secret.
struct AppleKeySetting: Hashable, Sendable {
    /// Such as `2X9R4HXF34`.
    let keyID: String
    /// The team's issuer id; `nil` for an individual key.
    private let issuerID: String?
    let reference: SecretReference

    /// Parses `KEYID@ISSUER=file:PATH` or, for an individual key, `KEYID=file:PATH`; any ``SecretReference`` after the
    /// sign. Any other text may be a key given by mistake, so do not print it.
    init?(_ text: String) {
        guard let sign = text.firstIndex(of: "="), let reference = SecretReference(text[text.index(after: sign)...])
        else { return nil }
        let names = text[..<sign].split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(names.count), names.allSatisfy({ !$0.isEmpty }) else { return nil }
        keyID = names[0]
        issuerID = names.count == 2 ? names[1] : nil
        self.reference = reference
    }

    /// Reads the key, of which no error contains anything.
    func load(environment: [String: String]) throws(ToolError) -> APIKey {
        let pem = try reference.text(environment: environment)
        do throws(APIKeyError) {
            return try APIKey(pem: pem, keyID: keyID, issuerID: issuerID)
        } catch {
            throw .badData("the App Store Connect key \(keyID.printable): \(error)")
        }
    }
}

/// The location of the secret of an app's webhook.
struct WebhookSecretSetting: Hashable, Sendable {
    /// The app's slug.
    let app: String
    let reference: SecretReference

    /// Parses `APP=` and a ``SecretReference``. Do not print another text: it may be a secret.
    init?(_ text: String) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex,
            let reference = SecretReference(text[text.index(after: sign)...])
        else { return nil }
        app = String(text[..<sign])
        self.reference = reference
    }

    static let advice = "write at least \(WebhookSignature.shortestSecret) random characters"

    /// Reads the secret, without white space at its end.
    func load(environment: [String: String]) throws(ToolError) -> String {
        let text = try reference.text(environment: environment).trimmedAtEnd
        guard !text.isEmpty else {
            throw .badData("the webhook secret of \(app.printable) is empty; \(Self.advice)")
        }
        return text
    }
}
