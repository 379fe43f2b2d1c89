import AirworthyPolicy

/// The author's file behind a request, so that what the server finds is told where the author can see it.
struct AuthoredDocument {
    /// The file's name.
    let name: String
    private let document: DocumentNode?
    private let isSentAsWritten: Bool

    /// - Parameters:
    ///   - name: The file's name.
    ///   - document: What was read from it; `nil` if paths do not lead into it.
    ///   - isSentAsWritten: Whether the server saw the very text, so that its places are right.
    init(name: String, document: DocumentNode?, isSentAsWritten: Bool) {
        self.name = name
        self.document = document
        self.isSentAsWritten = isSentAsWritten
    }

    /// What is told of a request that no file is behind.
    static let none = AuthoredDocument(name: "<request>", document: nil, isSentAsWritten: false)

    /// What the server found, with places in the author's text.
    func report(_ findings: [Finding]) -> FindingReport {
        FindingReport(file: name, findings: findings.map(located))
    }

    private func located(_ finding: Finding) -> Finding {
        let position = document?.position(ofPath: finding.path) ?? (isSentAsWritten ? finding.position : nil)
        return Finding(
            code: finding.code, severity: finding.severity, path: finding.path, position: position,
            message: finding.message)
    }
}
