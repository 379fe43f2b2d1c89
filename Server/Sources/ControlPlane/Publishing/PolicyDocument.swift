import AirworthyAuthoring
package import AirworthyPolicy
package import Foundation

/// A policy as its author wrote it, with the result of reading it strictly.
package struct PolicyDocument: Sendable {
    /// The options for documents from people; they limit the nesting.
    static let readerOptions = JSONReader.Options(maximumDepth: 32)

    let text: [UInt8]
    /// SHA-256 of the text.
    let digest: String
    private let document: DocumentNode
    private let json: JSONObject
    private let policy: Policy?
    private let readFindings: [Finding]

    /// Reads a policy that is to be published, JSON as UTF-8.
    /// - Throws: `invalid` with every finding; `tooLarge` for text that could never be signed.
    package init(_ text: [UInt8]) throws(ControlPlaneError) {
        try PolicySize.check(text)
        try self.init(reading: text)
        guard policy != nil else { throw ControlPlaneError.unusable("policy", findings: readFindings) }
    }

    /// Reads a policy that was published before. It stays valid even if a newer version of the reader reports new
    /// findings.
    init(stored record: PolicyRecord) throws(ControlPlaneError) {
        do {
            try self.init(reading: record.text)
        } catch {
            throw ControlPlaneError(
                .degraded,
                detail: "policy \(record.version) of \"\(record.app)\" cannot be read from the store; restore a backup")
        }
    }

    private init(reading text: [UInt8]) throws(ControlPlaneError) {
        self.text = text
        digest = ContentDigest.hex(text)
        do throws(DocumentError) {
            document = try JSONReader.read(text, options: Self.readerOptions)
        } catch {
            throw ControlPlaneError.unusable("policy", findings: [error.finding])
        }
        (policy, readFindings) = PolicyReader.read(document)
        guard let object = document.jsonValue.objectValue else {
            throw ControlPlaneError.unusable("policy", findings: readFindings)
        }
        json = object
    }

    /// Throws ``ControlPlaneError`` `wrongApp` with each place where the policy names another app.
    package func checkIsMeant(for app: App) throws(ControlPlaneError) {
        func mismatch(_ key: String, expected mine: JSONValue?) -> Finding? {
            guard let mine, let theirs = json[key], !theirs.isNull else { return nil }
            let isSame = theirs == mine || mine.intValue.map { $0 == theirs.intValue } ?? false
            guard !isSame else { return nil }
            return Finding(
                code: "wrong-app", severity: .error, path: key, position: document.position(ofPath: key),
                message:
                    "This says \(theirs.jsonText()), and the app \"\(app.slug)\" has \(mine.jsonText()); publish to the right "
                    + "app, or leave it out.")
        }
        let findings = [
            mismatch("app", expected: .string(app.slug)), mismatch("bundleID", expected: .string(app.bundleID)),
            mismatch("appleID", expected: app.appleID.map { .number(JSONNumber($0)) }),
        ].compactMap { $0 }
        guard let first = findings.first else { return }
        throw ControlPlaneError(
            .wrongApp, detail: "the policy is not for the app \"\(app.slug)\"", pointer: "/\(first.path)",
            findings: findings)
    }

    /// Returns the policy as written into the manifest: missing members, such as the Apple ID, come from the app.
    func completed(for app: App) -> JSONValue {
        var object = json
        object["bundleID"] = object["bundleID"] ?? .string(app.bundleID)
        object["appleID"] = object["appleID"] ?? app.appleID.map { .number(JSONNumber($0)) }
        object["defaultLanguage"] = object["defaultLanguage"] ?? .string(app.defaultLanguage)
        return .object(object)
    }

    /// Returns the findings of the reader and the linter in the completed policy, errors first, at most
    /// ``Linter/maximumFindings`` and the number of the others. Their positions are in the author's text. The catalog
    /// is that of the same manifest; `nil` if no release is known. `now` is for rules with dates.
    package func findings(for app: App, with catalog: Catalog?, at now: Date) -> [Finding] {
        guard var policy else { return readFindings }
        policy.bundleID = policy.bundleID ?? app.bundleID
        policy.appleID = policy.appleID ?? app.appleID
        if json["defaultLanguage"] == nil { policy.defaultLanguage = app.defaultLanguage }
        let found = Linter.findings(policy: policy, catalog: catalog, catalogMayChange: true, now: now).map { finding in
            Finding(
                code: finding.code, severity: finding.severity, path: finding.path,
                position: document.position(ofPath: finding.path), message: finding.message, count: finding.count)
        }
        let all = (readFindings + found).limited()
        return Finding.Severity.allCases.sorted(by: >).flatMap { severity in all.filter { $0.severity == severity } }
    }

    /// Returns the policy as devices of the app read it.
    func policy(completedFor app: App) -> Policy { Self.tolerant(completed(for: app)) }

    /// Returns a policy, JSON as UTF-8, as devices read it, which ignores what they do not know. Text that is no policy
    /// is read as one without rules.
    package static func tolerant(_ text: [UInt8]) -> Policy {
        tolerant((try? JSONReader.read(text))?.jsonValue ?? [:])
    }

    private static func tolerant(_ json: JSONValue) -> Policy {
        let manifest: JSONValue = ["schema": 1, "policy": json]
        return (try? ManifestReader.read(json: manifest.jsonBytes()))?.policy ?? Policy(rules: [])
    }
}
