import AirworthyAuthoring
import AirworthyPolicy
import Foundation

extension FuzzTarget {
    /// The strict JSON reader, the strict readers of policies and catalogs, and the linter.
    static let policy = FuzzTarget(name: "policy") { bytes in
        guard let document = checkJSON(bytes) else {
            let (policy, findings) = PolicyReader.read(json: bytes)
            check(policy == nil && findings.count == 1, "broken JSON is one finding")
            return
        }
        checkPolicy(document, bytes: bytes)
        checkCatalog(document, bytes: bytes)
    }

    private static func checkPolicy(_ document: DocumentNode, bytes: [UInt8]) {
        let (policy, findings) = PolicyReader.read(document)
        check((policy == nil) == hasError(findings), "a policy is given unless there is an error: \(findings)")
        guard let policy else { return }
        checkWritten(policy, isExact: !hasFineFraction(bytes))
        let lint = Linter.findings(policy: policy, catalog: nil, now: Date(timeIntervalSince1970: 1_795_132_800))
        check(lint.allSatisfy { !$0.code.isEmpty && !$0.message.isEmpty }, "a finding has a code and a message")
        // The tolerant reader reads an equal policy from each text that the strict one accepts.
        let tolerant = try? ManifestReader.read(json: Array("{\"schema\":1,\"policy\":".utf8) + bytes + [0x7D])
        check(tolerant?.policy == policy, "a manifest contains an equal policy")
    }

    private static func checkCatalog(_ document: DocumentNode, bytes: [UInt8]) {
        let (catalog, findings) = CatalogReader.read(document)
        check((catalog == nil) == hasError(findings), "a catalog is given unless there is an error: \(findings)")
        guard let catalog else { return }
        checkWritten(catalog, isExact: !hasFineFraction(bytes))
    }
}

func hasError(_ findings: [Finding]) -> Bool { findings.contains { $0.severity == .error } }

/// Reads JSON and checks that writing and reading it again gives an equal value.
func checkJSON(_ bytes: [UInt8]) -> DocumentNode? {
    guard let document = try? JSONReader.read(bytes) else { return nil }
    let value = document.jsonValue
    for pretty in [false, true] {
        let written = value.jsonBytes(pretty: pretty)
        check((try? JSONReader.read(written))?.jsonValue == value, "JSON written is read as the same")
    }
    return document
}

/// Checks that a written policy is read strictly as an equal one. Dates lose fractions of a millisecond once.
func checkWritten(_ policy: Policy, isExact: Bool) {
    let written = policy.jsonValue.jsonBytes()
    let (read, findings) = PolicyReader.read(json: written)
    let again = expect(read, "a written policy is read: \(findings) \(String(decoding: written, as: UTF8.self))")
    check(again == policy || !isExact, "a written policy is read as the same")
    check(again.jsonValue.jsonBytes() == written, "a policy that is read again is written as the same")
}

func checkWritten(_ catalog: Catalog, isExact: Bool) {
    let written = catalog.jsonValue.jsonBytes()
    let (read, findings) = CatalogReader.read(json: written)
    let again = expect(read, "a written catalog is read: \(findings) \(String(decoding: written, as: UTF8.self))")
    check(again == catalog || !isExact, "a written catalog is read as the same")
    check(again.jsonValue.jsonBytes() == written, "a catalog that is read again is written as the same")
}
