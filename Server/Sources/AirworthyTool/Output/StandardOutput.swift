#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes one line to standard output.
///
/// A reader that went away (`airworthy … | head`) ends the process quietly through `SIGPIPE`, as it ends any other
/// tool. Where that signal is ignored the line is dropped.
///
/// - Parameter line: The line, without a newline at its end.
/// - Throws: ``ToolError`` when the line could not be written: a script must not take half an answer for one.
func printOutput(_ line: String) throws {
    let problem = writeAll(Array((line + "\n").utf8), to: 1)
    guard problem == 0 || problem == EPIPE else {
        throw ToolError(.internalError, "cannot write the answer: \(String(cString: strerror(problem)))")
    }
}

/// Writes every byte.
/// - Returns: 0, or the `errno` that stopped it.
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
