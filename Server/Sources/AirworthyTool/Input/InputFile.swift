import AirworthyPolicy

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file as it was named on the command line, read whole.
struct InputFile {
    /// The largest file that is read, in bytes. Real ones have a few thousand.
    static let maximumSize = 4 << 20

    /// The name for messages.
    let name: String
    let bytes: [UInt8]

    /// Takes what was read elsewhere.
    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Reads a file, a pipe, or standard input for `-`.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it is too large.
    init(_ path: String) throws(ToolError) {
        name = path == "-" ? "<standard input>" : path.printable
        guard !path.isEmpty else { throw ToolError(.missingFile, "a file name is empty") }
        // A name with a NUL would open the file named by what stands before it.
        guard !path.utf8.contains(0) else { throw ToolError(.missingFile, "\(name): no such file") }
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(name, errno) }
        defer { if path != "-" { close(descriptor) } }
        bytes = try Self.readAll(descriptor, name)
    }

    /// The file as a document: JSON if it begins with `{` or `[`, else YAML. Files of other formats may have the
    /// trailing commas that their clients accept.
    func document() throws(DocumentError) -> DocumentNode {
        switch firstByte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            do throws(DocumentError) {
                return try JSONReader.read(bytes)
            } catch {
                return try legacyDocument(orElse: error)
            }
        case UInt8(ascii: "<"):
            throw DocumentError(at: .start, "markup", "This is a web page or XML; expected JSON or YAML.")
        default: return try YAMLDocument.read(bytes)
        }
    }

    private func legacyDocument(orElse error: DocumentError) throws(DocumentError) -> DocumentNode {
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

    /// Whether ``document()`` takes it for JSON.
    var isJSON: Bool { firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[") }

    /// The first byte that is neither a blank nor a byte order mark.
    private var firstByte: UInt8? { textBytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    private static func readAll(_ descriptor: Int32, _ name: String) throws(ToolError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw unreadable(name, errno)
            }
            bytes += chunk[..<count]
            guard bytes.count <= maximumSize else {
                throw ToolError(.badData, "\(name): larger than \(maximumSize >> 20) MiB; is it the right file?")
            }
        }
    }

    static func unreadable(_ name: String, _ code: Int32) -> ToolError {
        switch code {
        case ENOENT, ENOTDIR: ToolError(.missingFile, "\(name): no such file")
        case EISDIR: ToolError(.missingFile, "\(name): is a folder; name a file in it")
        default: ToolError(.missingFile, "\(name): cannot be read: \(String(cString: strerror(code)))")
        }
    }
}

/// Whether something can be opened by this name; standard input always can.
func fileExists(_ path: String) -> Bool {
    path == "-" || (!path.isEmpty && access(path, F_OK) == 0)
}
