import AirworthyPolicy

extension InputFile {
    /// The file as a document.
    /// - Throws: ``ToolError`` with status 65, after telling what is wrong.
    func openDocument() throws(ToolError) -> DocumentNode {
        do throws(DocumentError) {
            return try document()
        } catch {
            throw refusal([error.finding])
        }
    }

    /// Takes what a reader made of the file and tells its findings on standard error.
    /// - Throws: ``ToolError`` with status 65 if the reader made nothing of it.
    func accept<Value>(_ result: (Value?, findings: [Finding])) throws(ToolError) -> Value {
        guard let value = result.0 else { throw refusal(result.findings) }
        FindingReport(file: name, findings: result.findings).printToStandardError()
        return value
    }

    /// Tells the findings and says that the file cannot be used.
    func refusal(_ findings: [Finding]) -> ToolError {
        let report = FindingReport(file: name, findings: findings)
        report.printToStandardError()
        return ToolError(.badData, "cannot use \(report.summary)")
    }

    /// Only one file can be standard input.
    /// - Throws: ``ToolError`` with status 64.
    static func requireOneStandardInput(_ paths: [String]) throws(ToolError) {
        let count = paths.count { $0 == "-" || $0.hasPrefix("-@") }
        guard count <= 1 else { throw ToolError(.usage, "only one file can be standard input (-)") }
    }
}
