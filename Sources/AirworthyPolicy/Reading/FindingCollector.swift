/// Collects the findings of one document while its parts are read.
///
/// Strict and tolerant reading share their readers. A part that cannot be read adds an error and is returned as `nil`,
/// as `.unknown` or as its default, whichever is harmless in a manifest. A strict reader then rejects the document
/// because of the error; the tolerant reader uses the returned value.
final class FindingCollector {
    private(set) var all: [Finding] = []

    var hasErrors: Bool { all.contains { $0.severity == .error } }

    /// The findings in the order of the text.
    var sorted: [Finding] {
        all.sorted { left, right in
            guard let left = left.position, let right = right.position else { return false }
            return (left.line, left.column) < (right.line, right.column)
        }
    }

    /// Adds a finding about a value.
    func report(_ code: String, severity: Finding.Severity = .error, at field: DocumentField, message: String) {
        let position = field.node.position
        all.append(
            Finding(code: code, severity: severity, path: field.path, position: position, message: message))
    }

    /// Adds a finding about the key of a member.
    func report(
        _ code: String, severity: Finding.Severity = .error, atKeyOf entry: DocumentObject.Entry, message: String
    ) {
        let (path, position) = (entry.field.path, entry.member.keyPosition)
        all.append(Finding(code: code, severity: severity, path: path, position: position, message: message))
    }

    /// Reads a part that is left out if anything in it is wrong.
    ///
    /// - Parameters:
    ///   - part: The name of the part, for messages.
    ///   - read: Reads the part. Its errors become warnings.
    /// - Returns: The value; `nil` if `read` reported an error.
    func salvage<Value>(_ part: String, read: () -> Value?) -> Value? {
        let start = all.count
        let value = read()
        var isReadable = true
        for index in start..<all.count where all[index].severity == .error {
            let error = all[index]
            all[index] = Finding(
                code: error.code, severity: .warning, path: error.path, position: error.position,
                message: "\(error.message) \(part) is left out.")
            isReadable = false
        }
        return isReadable ? value : nil
    }
}
