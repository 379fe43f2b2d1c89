/// Reads policies strictly: everything that is wrong is found, with its place and what to do about it.
public enum PolicyReader {
    /// Reads a policy from a document of any syntax.
    ///
    /// - Parameter document: The root node.
    /// - Returns: The policy, or `nil` if any finding is an error, and the findings in the order of the text.
    /// - Complexity: Linear in the document, apart from very long objects' keys.
    public static func read(_ document: DocumentNode) -> (policy: Policy?, findings: [Finding]) {
        var walker = DocumentWalker()
        let root = DocumentField(document)
        guard let object = walker.object(root, wanted: "a policy, which is an object with \"schema\" and \"rules\""),
            walker.checkSchema(of: object, supported: Policy.currentSchema)
        else { return (nil, walker.findings) }
        let policy = walker.policy(object)
        return (walker.hasErrors ? nil : policy, walker.sortedFindings)
    }

    /// Reads a policy from JSON text.
    ///
    /// - Parameter bytes: The text as UTF-8. The caller limits the size.
    /// - Returns: The policy, or `nil` if any finding is an error, and the findings. Broken JSON is one finding.
    public static func read(json bytes: some Collection<UInt8>) -> (policy: Policy?, findings: [Finding]) {
        do throws(DocumentError) {
            return read(try JSONReader.read(bytes))
        } catch {
            return (nil, [error.finding])
        }
    }
}

/// Why a document could not be taken: every error found in it.
public struct FindingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, in the order of the text; at least one is an error.
    public let findings: [Finding]

    /// Makes an error.
    /// - Parameter findings: What was found.
    public init(_ findings: [Finding]) { self.findings = findings }

    /// A line for each finding: position, path, message and code.
    public var description: String {
        findings.map { finding in
            let place = [finding.position?.description, finding.path.isEmpty ? nil : finding.path].compactMap { $0 }
            return (place + ["\(finding.message) (\(finding.code))"]).joined(separator: ": ")
        }.joined(separator: "\n")
    }
}

extension Policy {
    /// Reads a policy strictly from JSON text.
    ///
    /// - Parameter bytes: The text as UTF-8. The caller limits the size.
    /// - Throws: ``FindingsError`` with everything that is wrong. Warnings alone do not throw.
    public init(json bytes: some Collection<UInt8>) throws(FindingsError) {
        let (policy, findings) = PolicyReader.read(json: bytes)
        guard let policy else { throw FindingsError(findings) }
        self = policy
    }
}
