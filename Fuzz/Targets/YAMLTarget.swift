import AirworthyAuthoring
import AirworthyPolicy

@testable import AirworthyTool

extension FuzzTarget {
    /// Files in YAML, read as policies and as catalogs.
    static let yaml = FuzzTarget(name: "yaml") { bytes in
        let document: DocumentNode
        do throws(DocumentError) {
            document = try YAMLDocument.read(bytes)
        } catch {
            check(error.position.line > 0 && error.position.column > 0, "an error has a position")
            check(!error.code.isEmpty && !error.message.isEmpty, "an error has a code and a message")
            check(error.message.utf8.count < 2_000, "a message is short: \(error.message)")
            return
        }
        let value = document.jsonValue
        check(
            (try? JSONReader.read(value.jsonBytes()))?.jsonValue == value,
            "YAML is written as JSON and read as the same")
        let (policy, findings) = PolicyReader.read(document)
        check((policy == nil) == hasError(findings), "a policy is given unless there is an error: \(findings)")
        check(findings.count <= 103, "the number of findings is limited")
        for finding in findings where !finding.path.isEmpty {
            check(finding.position != nil || finding.code == "more-findings", "a finding has a position")
            _ = document.position(ofPath: finding.path)
        }
        if let policy { checkWritten(policy, isExact: !hasFineFraction(bytes)) }
        let (catalog, found) = CatalogReader.read(document)
        check((catalog == nil) == hasError(found), "a catalog is given unless there is an error: \(found)")
        _ = DocumentKind(of: document)
    }
}
