import AirworthyAuthoring
import AirworthyPolicy
import Foundation

/// A file given on the command line, read completely.
struct InputFile {
    /// The maximum size of a file in bytes. Usual files have a few thousand.
    private static let maximumSize = 4 << 20

    /// The name, for messages.
    let name: String
    let bytes: [UInt8]
}

extension InputFile {
    /// Reads a file, a pipe, or standard input for `-`.
    init(_ path: String) throws(ToolError) {
        name = path == "-" ? "<standard input>" : path.printable
        guard !path.isEmpty else { throw .missingFile("a file name is empty") }
        // `open` would read the name up to its NUL only.
        guard !path.utf8.contains(0) else { throw .missingFile("\(name): no such file") }
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(name, error: errno) }
        defer { if path != "-" { close(descriptor) } }
        bytes = try Self.readAll(descriptor, name: name)
    }

    /// Reads a file with a secret of a server, which must be a regular file: a server that has the keys read again must not wait for
    /// the writer of a pipe.
    init(regular path: String) throws(ToolError) {
        name = path.printable
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .missingFile("\(name): no such file") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(name, error: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .missingFile("\(name): is not a regular file")
        }
        bytes = try Self.readAll(descriptor, name: name)
    }

    /// Parses the file: as JSON if it begins with `{` or `[`, otherwise as YAML. Files of other formats may contain the
    /// trailing commas that their clients accept.
    func document() throws(DocumentError) -> DocumentNode {
        switch firstByte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            do throws(DocumentError) {
                return try JSONReader.read(bytes)
            } catch {
                return try legacyDocument(after: error)
            }
        case UInt8(ascii: "<"):
            throw DocumentError("markup", at: .start, message: "This is a web page or XML; expected JSON or YAML.")
        default: return try YAMLDocument.read(bytes)
        }
    }

    private func legacyDocument(after error: DocumentError) throws(DocumentError) -> DocumentNode {
        guard error.code == "trailing-comma",
            let document = try? JSONReader.read(bytes, options: LegacyFormat.readerOptions),
            LegacyFormat(DocumentKind(of: document)) != nil
        else { throw error }
        return document
    }

    /// The bytes without a byte order mark.
    var textBytes: [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }

    /// Whether ``document()`` parses the file as JSON.
    var isJSON: Bool { firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[") }

    /// The first byte after white space and a byte order mark.
    private var firstByte: UInt8? { textBytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    private static func readAll(_ descriptor: Int32, name: String) throws(ToolError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw unreadable(name, error: errno)
            }
            bytes += chunk[..<count]
            guard bytes.count <= maximumSize else {
                throw .badData("\(name): larger than \(maximumSize >> 20) MiB; is it the right file?")
            }
        }
    }

    static func unreadable(_ name: String, error code: Int32) -> ToolError {
        switch code {
        case ENOENT, ENOTDIR: ToolError.missingFile("\(name): no such file")
        case EISDIR: ToolError.missingFile("\(name): is a folder; name a file in it")
        default: ToolError.missingFile("\(name): cannot be read: \(String(cString: strerror(code)))")
        }
    }
}

/// Whether the file exists. `-`, standard input, always does.
func fileExists(_ path: String) -> Bool {
    path == "-" || (!path.isEmpty && access(path, F_OK) == 0)
}

extension InputFile {
    /// Parses the file. An error is reported before it is thrown.
    func openDocument() throws(ToolError) -> DocumentNode {
        do throws(DocumentError) {
            return try document()
        } catch {
            throw refusal([error.finding])
        }
    }

    /// Returns the value that a reader produced, and reports its findings on standard error.
    func accept<Value>(_ result: (Value?, findings: [Finding])) throws(ToolError) -> Value {
        guard let value = result.0 else { throw refusal(result.findings) }
        FindingReport(file: name, findings: result.findings).printToStandardError()
        return value
    }

    /// Reports the findings and returns the error for a file that cannot be used.
    func refusal(_ findings: [Finding]) -> ToolError {
        let report = FindingReport(file: name, findings: findings)
        report.printToStandardError()
        return ToolError.badData("cannot use \(report.summary)")
    }

    /// Checks that at most one file is standard input.
    static func requireOneStandardInput(_ paths: [String]) throws(ToolError) {
        let count = paths.count { $0 == "-" || $0.hasPrefix("-@") }
        guard count <= 1 else { throw .usage("only one file can be standard input (-)") }
    }
}
