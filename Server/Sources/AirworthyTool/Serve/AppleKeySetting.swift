import AppStoreConnect

/// Which App Store Connect key to ask with, and where it is. Never the key itself.
struct AppleKeySetting: Hashable, Sendable {
    /// E.g. `2X9R4HXF34`.
    let keyID: String
    /// The team's issuer id; `nil` for the key of one person.
    let issuerID: String?
    let reference: KeyReference

    /// Reads `KEYID@ISSUER=file:PATH` or, for the key of one person, `KEYID=env:NAME`.
    /// - Returns: `nil` for anything else, which may well be a key: do not repeat it.
    init?(_ text: String) {
        guard let sign = text.firstIndex(of: "="),
            let reference = KeyReference(String(text[text.index(after: sign)...]))
        else { return nil }
        let names = text[..<sign].split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(names.count), names.allSatisfy({ !$0.isEmpty }) else { return nil }
        keyID = names[0]
        issuerID = names.count == 2 ? names[1] : nil
        self.reference = reference
    }

    /// Reads the key.
    /// - Throws: ``ToolError`` with status 66 if it is missing, 65 if it is something else. Says nothing of what was read.
    func load(environment: [String: String]) throws(ToolError) -> APIKey {
        let pem = try reference.text(environment: environment)
        do throws(APIKeyError) {
            return try APIKey(pem: pem, keyID: keyID, issuerID: issuerID)
        } catch {
            throw ToolError(.badData, "the App Store Connect key \(keyID.printable): \(error)")
        }
    }
}

/// Where the secret of an app's webhook is. Never the secret itself.
struct WebhookSecretSetting: Hashable, Sendable {
    /// The app's slug.
    let app: String
    let reference: KeyReference

    /// Reads `APP=file:PATH` or `APP=env:NAME`.
    /// - Returns: `nil` for anything else, which may well be a secret: do not repeat it.
    init?(_ text: String) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex,
            let reference = KeyReference(String(text[text.index(after: sign)...]))
        else { return nil }
        app = String(text[..<sign])
        self.reference = reference
    }

    /// Reads the secret; white space after it is not part of it.
    /// - Throws: ``ToolError`` with status 66 if it is missing, 65 if it is empty.
    func load(environment: [String: String]) throws(ToolError) -> String {
        var text = Substring(try reference.text(environment: environment))
        while let last = text.last, last.isWhitespace { text.removeLast() }
        guard !text.isEmpty else {
            throw ToolError(
                .badData, "the webhook secret of \(app.printable) is empty; write at least 16 random characters")
        }
        return String(text)
    }
}
