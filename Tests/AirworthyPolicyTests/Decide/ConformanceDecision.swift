import AirworthyPolicy
import Foundation
import Testing

/// A case of `Conformance/decisions`: the documents, the installation, and the expected part of the decision.
struct ConformanceDecision: CustomTestStringConvertible, Sendable {
    /// A case that cannot be read.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    let file: String
    let name: String
    let body: JSONValue

    var testDescription: String { "\(file): \(name)" }

    /// Every case of every file, in the order of the names and of the text.
    static let all: [ConformanceDecision] = {
        let folder = "\(Conformance.root)/Conformance/decisions"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { $0.hasSuffix(".json") }
        return (files ?? []).sorted().flatMap { file -> [ConformanceDecision] in
            guard let root = try? Conformance.read("decisions/\(file)").jsonValue else {
                return [ConformanceDecision(file: file, name: "cannot be read", body: .null)]
            }
            return (root["cases"]?.arrayValue ?? []).map {
                ConformanceDecision(file: file, name: $0["name"]?.stringValue ?? "no name", body: $0)
            }
        }
    }()

    /// The case of this name.
    static func named(_ name: String) throws -> ConformanceDecision {
        guard let found = all.first(where: { $0.name == name }) else {
            throw Unreadable(description: "no case \(name)")
        }
        return found
    }

    /// The engine's decision.
    func decision(trace: Bool = false) throws -> Decision {
        decide(
            try manifest(), for: try installation(), at: try instant("now") ?? fail("now is missing"),
            confirmedAt: try instant("confirmedAt"), storedAt: try instant("storedAt"), trace: trace)
    }

    /// Compares the decision with what the case expects; on failure prints how the decision was reached.
    func check() throws {
        let answer = try decision().jsonValue
        let expected = body["expect"] ?? .null
        guard !expected.isNull else { return try fail("expect is missing") }
        if let difference = Self.difference(expected, answer, at: "decision") {
            let trace = try decision(trace: true).jsonValue
            Issue.record("\(testDescription)\n\(difference)\n\(trace.jsonText(pretty: true))")
        }
    }

    // MARK: Reading

    func manifest() throws -> Manifest {
        if body["tolerant"]?.boolValue == true {
            var object = body["manifest"]?.objectValue ?? JSONObject()
            object["schema"] = 1
            object["policy"] = body["policy"]
            object["catalog"] = body["catalog"]
            return try ManifestReader.read(json: JSONValue.object(object).jsonText().utf8)
        }
        let policy = try Policy(json: (body["policy"] ?? .null).jsonText().utf8)
        return Manifest(
            revision: body["manifest"]?["revision"]?.intValue,
            issuedAt: try instant("issuedAt", in: "manifest"), expiresAt: try instant("expiresAt", in: "manifest"),
            bucketing: body["manifest"]?["bucketing"]?.stringValue ?? RolloutBucket.algorithm,
            policy: policy, catalog: Catalog(merging: try catalogs()))
    }

    private func catalogs() throws -> [Catalog] {
        let documents = body["catalogs"]?.arrayValue ?? body["catalog"].map { [$0] } ?? []
        return try documents.map { document in
            let (found, findings) = CatalogReader.read(json: document.jsonText().utf8)
            return try found ?? fail("\(findings)")
        }
    }

    func installation() throws -> Installation {
        guard let facts = body["installation"] else { return try fail("installation is missing") }
        func fact<Value>(_ key: String, _ read: (String) throws -> Value?) throws -> Value? {
            guard let text = facts[key]?.stringValue else { return nil }
            return try read(text) ?? fail("\(key) cannot be read: \(text)")
        }
        return Installation(
            platform: Platform(facts["platform"]?.stringValue ?? "ios"), version: facts["version"]?.stringValue ?? "",
            build: try fact("build") { try BuildNumber($0) },
            channel: Channel(facts["channel"]?.stringValue ?? "unknown"),
            os: try fact("os") { OperatingSystem($0) }, language: facts["language"]?.stringValue,
            storefront: try fact("storefront") { Storefront($0) }, installID: facts["installID"]?.stringValue,
            attributes: Dictionary(
                (facts["attributes"]?.objectValue?.members ?? []).map { ($0.key, $0.value) },
                uniquingKeysWith: { first, _ in first }))
    }

    private func instant(_ key: String, in parent: String? = nil) throws -> Date? {
        guard let text = (parent.map { body[$0] ?? .null } ?? body)[key]?.stringValue else { return nil }
        return try Timestamp.parse(text) ?? fail("\(key) cannot be read: \(text)")
    }

    private func fail<Value>(_ message: String) throws -> Value {
        throw Unreadable(description: "\(testDescription): \(message)")
    }

    /// The differences from the expected members. Other members do not count.
    private static func difference(_ expected: JSONValue, _ answer: JSONValue, at path: String) -> String? {
        if case .object(let members) = expected, case .object = answer {
            for member in members.members {
                guard let value = answer[member.key] else { return "\(path).\(member.key) is not there" }
                if let difference = difference(member.value, value, at: "\(path).\(member.key)") { return difference }
            }
            return nil
        }
        if let left = expected.numberValue, let right = answer.numberValue, left.isEqual(numerically: right) {
            return nil
        }
        return expected == answer ? nil : "\(path) is \(answer.jsonText()), not \(expected.jsonText())"
    }
}
