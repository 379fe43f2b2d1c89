import AirworthyPolicy
import Foundation

/// A policy as its author wrote it, and what a strict reader makes of it.
struct PolicyDocument: Sendable {
    /// How many arrays and objects may be open at once in what people send.
    static let readerOptions = JSONReader.Options(maximumDepth: 32)

    let text: [UInt8]
    /// SHA-256 of the text.
    let digest: String
    private let document: DocumentNode
    private let json: JSONObject
    private let policy: Policy?
    private let readFindings: [Finding]

    /// Reads what somebody wants to publish.
    /// - Throws: ``ControlPlaneError`` `invalid` with everything that is wrong.
    init(_ text: [UInt8]) throws(ControlPlaneError) {
        try self.init(reading: text)
        guard policy != nil else { throw Self.refusal(readFindings) }
    }

    /// Takes a policy that was published before. What a newer reader finds in it is found, and takes nothing back.
    /// - Throws: ``ControlPlaneError`` `degraded` if it is not even an object.
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
            throw Self.refusal([error.asFinding])
        }
        (policy, readFindings) = PolicyReader.read(document)
        guard let object = document.jsonValue.objectValue else { throw Self.refusal(readFindings) }
        json = object
    }

    private static func refusal(_ findings: [Finding]) -> ControlPlaneError {
        let count = findings.count { $0.severity == .error }
        return ControlPlaneError(
            .invalid, detail: "the policy cannot be used: \(count == 1 ? "1 error" : "\(count) errors")",
            findings: findings)
    }

    /// Makes sure that it names no other app.
    /// - Throws: ``ControlPlaneError`` `wrongApp` with each place.
    func checkNames(_ app: App) throws(ControlPlaneError) {
        func differs(_ key: String, _ mine: JSONValue?) -> Finding? {
            guard let mine, let theirs = json[key], !theirs.isNull else { return nil }
            let isSame = theirs == mine || mine.intValue.map { $0 == theirs.intValue } ?? false
            guard !isSame else { return nil }
            return Finding(
                "wrong-app", .error, at: key, position: document.position(ofPath: key),
                "This says \(theirs.jsonText()), and the app \"\(app.slug)\" has \(mine.jsonText()); publish to the right "
                    + "app, or leave it out.")
        }
        let findings = [
            differs("app", .string(app.slug)), differs("bundleID", .string(app.bundleID)),
            differs("appleID", app.appleID.map { .number(JSONNumber($0)) }),
        ].compactMap { $0 }
        guard let first = findings.first else { return }
        throw ControlPlaneError(
            .wrongApp, detail: "the policy is not for the app \"\(app.slug)\"", pointer: "/\(first.path)",
            findings: findings)
    }

    /// The copy that travels: what is missing is filled in from the app.
    func completed(for app: App) -> JSONValue {
        var object = json
        object["bundleID"] = object["bundleID"] ?? .string(app.bundleID)
        object["appleID"] = object["appleID"] ?? app.appleID.map { .number(JSONNumber($0)) }
        object["defaultLanguage"] = object["defaultLanguage"] ?? .string(app.defaultLanguage)
        return .object(object)
    }

    /// What readers and the linter find in what travels, errors first, with the places in the author's text.
    /// - Parameters:
    ///   - app: The app.
    ///   - catalog: The releases that travel with it; `nil` if none are known.
    ///   - now: The instant it is to act.
    /// - Returns: The findings.
    func findings(for app: App, with catalog: Catalog?, at now: Date) -> [Finding] {
        guard var policy else { return readFindings }
        policy.bundleID = policy.bundleID ?? app.bundleID
        policy.appleID = policy.appleID ?? app.appleID
        if json["defaultLanguage"] == nil { policy.defaultLanguage = app.defaultLanguage }
        let found = Linter.findings(policy: policy, catalog: catalog, now: now).map { finding in
            Finding(
                finding.code, finding.severity, at: finding.path, position: document.position(ofPath: finding.path),
                finding.message)
        }
        let all = readFindings + found
        return Finding.Severity.allCases.sorted(by: >).flatMap { severity in all.filter { $0.severity == severity } }
    }

    /// The policy as devices read it.
    static func tolerant(_ text: [UInt8]) -> Policy {
        let json = (try? JSONReader.read(text))?.jsonValue ?? [:]
        let manifest: JSONValue = ["schema": 1, "policy": json]
        return (try? ManifestReader.read(json: manifest.jsonBytes()))?.policy ?? Policy(rules: [])
    }
}
