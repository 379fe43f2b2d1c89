import AirworthyPolicy
import Foundation
import Testing

/// Formats a finding as `code path line:column`.
func place(_ finding: Finding) -> String {
    "\(finding.code) \(finding.path) \(finding.position?.description ?? "-")"
}

func errors(_ findings: [Finding]) -> [Finding] { findings.filter { $0.severity == .error } }

/// A policy with a single rule, which is on line 2.
func policyText(rule: String) -> String { "{\"schema\":1,\"rules\":[\n\(rule)\n]}" }

/// A policy with a single condition, which is on line 2.
func policyText(when condition: String) -> String {
    "{\"schema\":1,\"rules\":[{\"update\":\"required\",\"when\":\n\(condition)\n}]}"
}

func readPolicy(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Policy {
    let (policy, findings) = PolicyReader.read(json: Array(text.utf8))
    #expect(findings.isEmpty, "\(findings.map(place))", sourceLocation: sourceLocation)
    return try #require(policy, sourceLocation: sourceLocation)
}

func readCondition(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Condition {
    try #require(readPolicy(policyText(when: text), sourceLocation: sourceLocation).rules.first).when
}

/// Reads a manifest with the given `rules` and further members.
func readManifest(rules: String, more: String = "") throws -> Manifest {
    try ManifestReader.read(json: Array("{\"schema\":1,\"policy\":{\"schema\":1,\"rules\":\(rules)}\(more)}".utf8))
}

func instant(_ text: String) -> Date { Timestamp.parse(text)! }

/// Converts JSON to the nodes of a YAML reader, with every scalar unquoted.
func yaml(_ text: String) throws -> DocumentNode {
    func plain(_ node: DocumentNode) -> DocumentNode {
        switch node.value {
        case .string(let text): DocumentNode(.plain(text), at: node.position)
        case .number(let number): DocumentNode(.plain(number.text), at: node.position)
        case .bool(let value): DocumentNode(.plain("\(value)"), at: node.position)
        case .null: DocumentNode(.plain(""), at: node.position)
        case .plain: node
        case .array(let elements): DocumentNode(.array(elements.map(plain)), at: node.position)
        case .object(let members):
            DocumentNode(
                .object(
                    members.map {
                        DocumentNode.Member(key: $0.key, keyPosition: $0.keyPosition, value: plain($0.value))
                    }), at: node.position)
        }
    }
    return plain(try JSONReader.read(text))
}

/// Reads one of the repository's example files.
func example(_ name: String) throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "Examples/data/\(name)")))
}
