import AirworthyPolicy
import Foundation

/// Prints one line, without its newline, to standard output.
///
/// If the reader has gone away (`airworthy … | head`), `SIGPIPE` ends the process quietly. Where that signal is
/// ignored, the line is dropped.
/// - Throws: ``ToolError`` if the line cannot be written, so that a script never takes half an answer for a whole one.
func printOutput(_ line: String) throws {
    ProgressLine.clear()
    let failure = writeAll(printableBytes(line), to: 1)
    guard failure == 0 || failure == EPIPE else {
        throw ToolError.internalError("cannot write to standard output: \(String(cString: strerror(failure)))")
    }
}

func printOutput(_ lines: [String]) throws { try printOutput(lines.joined(separator: "\n")) }

/// Prints one line to standard error. Failures are ignored.
///
/// `FileHandle` would crash if standard error is closed.
func printError(_ line: String) {
    ProgressLine.clear()
    _ = writeAll(printableBytes(line), to: 2)
}

/// Returns a line for a standard stream. Whatever its words come from, no terminal obeys them.
private func printableBytes(_ line: String) -> [UInt8] {
    Array((TerminalText.harmless(line, keepsColours: TerminalStyle.standardOutput.isColoured) + "\n").utf8)
}

/// Writes all bytes to a file descriptor. Returns 0, or the `errno` of the failure.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if written > 0 {
            rest = rest.dropFirst(written)
        } else if written == 0 || errno != EINTR {
            return written == 0 ? EIO : errno
        }
    }
    return 0
}

/// Returns an environment variable; `nil` if it is not set or empty.
func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

extension JSONValue {
    /// The value as one line for scripts, with the `schema` member that every JSON line of this tool has.
    var jsonLine: String {
        guard case .object(let object) = self, object["schema"] == nil else { return jsonText() }
        return JSONValue.object(JSONObject([.init(key: "schema", value: 1)] + object.members)).jsonText()
    }

    /// The strings of an array, joined by commas; `nil` if the value is not an array.
    var joinedTexts: String? { arrayValue.map { $0.compactMap(\.stringValue).joined(separator: ", ") } }
}
