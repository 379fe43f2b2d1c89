/// Collects the findings of one document while its parts are read.
///
/// Strict and tolerant reading share their readers. A part that cannot be read adds an error and is returned as `nil`,
/// as `.unknown` or as its default, whichever is harmless in a manifest. A strict reader then rejects the document
/// because of the error; the tolerant reader uses the returned value.
package final class FindingCollector {
    /// The limit for findings of one document. Nobody reads more, and each costs a message.
    static let limit = 100

    private var limited = LimitedFindings(limit: limit)

    package var hasErrors: Bool { limited.errors > 0 }

    /// The last error that there was room for.
    var lastError: Finding? { limited.lastError }

    /// The findings in the order of the text.
    package var sorted: [Finding] {
        limited.findings { left, right in
            guard let left = left.position, let right = right.position else { return false }
            return (left.line, left.column) < (right.line, right.column)
        }
    }

    /// Adds a finding about a value. The message is written only if there is room for it.
    package func report(
        _ code: String, severity: Finding.Severity = .error, at field: DocumentField, message: @autoclosure () -> String
    ) {
        limited.add(severity) {
            Finding(
                code: code, severity: severity, path: field.path, position: field.node.position, message: message())
        }
    }

    /// Adds a finding about the key of a member. The message is written only if there is room for it.
    package func report(
        _ code: String, severity: Finding.Severity = .error, atKeyOf entry: DocumentObject.Entry,
        message: @autoclosure () -> String
    ) {
        limited.add(severity) {
            Finding(
                code: code, severity: severity, path: entry.field.path, position: entry.member.keyPosition,
                message: message())
        }
    }

    /// Reads a part that is left out if anything in it is wrong.
    ///
    /// - Parameters:
    ///   - part: The name of the part, for messages.
    ///   - read: Reads the part. Its errors become warnings.
    /// - Returns: The value; `nil` if `read` reported an error.
    package func salvage<Value>(_ part: String, read: () -> Value?) -> Value? {
        let mark = limited.mark
        let errors = limited.errors
        let value = read()
        guard limited.errors > errors else { return value }
        limited.demoteErrors(since: mark) { error in
            Finding(
                code: error.code, severity: .warning, path: error.path, position: error.position,
                message: "\(error.message) \(part) is left out.")
        }
        return nil
    }
}
