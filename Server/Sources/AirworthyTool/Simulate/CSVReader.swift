import Foundation

/// A streaming reader of comma-separated values (RFC 4180), or of tab-separated ones if the first record has a tab. It needs
/// the memory of one record for a file of any size.
///
/// Fields may be quoted, with doubled quotes, separators and line breaks inside. Lines end in LF or CR LF. Blank lines and a
/// byte order mark are ignored.
struct CSVReader {
    /// The maximum size of a record in bytes.
    private static let maximumRecord = 1 << 16

    /// The name of the file, for messages.
    let name: String
    /// The line where the last record begins, from 1.
    private(set) var line = 0
    /// The bytes of the last record's fields without quotes, with one byte between fields.
    private var bytes: [UInt8] = []
    /// The range of each field of the last record in `bytes`.
    private(set) var fields: [Range<Int>] = []

    private let descriptor: Int32
    /// The separator; `nil` before the first record.
    private var separator: UInt8?
    private var buffer: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 1 << 20)
    private var start = 0
    private var isAtEnd = false
    private var lines = 0

    /// Creates a reader of an open file, which the caller closes.
    init(_ descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Reads the next record, and returns whether there is one.
    mutating func next() throws(ToolError) -> Bool {
        while true {
            guard let end = try endOfRecord() else { return false }
            let record = start..<end.content
            defer { start = end.next }
            if record.isEmpty { continue }
            let separator =
                separator ?? UInt8(ascii: index(of: UInt8(ascii: "\t"), in: record) == nil ? "," : "\t")
            self.separator = separator
            if end.isQuoted { unquote(record, separator: separator) } else { split(record, separator: separator) }
            return true
        }
    }

    /// Returns a field of the last record; empty if the record is too short.
    func text(ofField field: Int) -> String {
        guard field < fields.count else { return "" }
        return String(decoding: bytes[fields[field]], as: UTF8.self)
    }

    // MARK: Records

    /// Finds the end of the record that begins at `start`, and reads more of the file if necessary.
    private mutating func endOfRecord() throws(ToolError) -> (content: Int, next: Int, isQuoted: Bool)? {
        line = lines + 1
        var quotes = 0
        var seen = start
        while true {
            guard let newline = index(of: UInt8(ascii: "\n"), in: seen..<buffer.count) else {
                guard isAtEnd else {
                    let offset = seen - start
                    try fill()
                    seen = start + offset
                    continue
                }
                guard start < buffer.count else { return nil }
                quotes += count(of: UInt8(ascii: "\""), in: seen..<buffer.count)
                guard quotes.isMultiple(of: 2) else { throw error("a quoted field has no closing quote") }
                lines += 1
                return (trimmed(buffer.count), buffer.count, quotes > 0)
            }
            lines += 1
            quotes += count(of: UInt8(ascii: "\""), in: seen..<newline)
            guard newline - start <= Self.maximumRecord else { throw tooLong }
            // After an odd number of quotes, the line break is inside a field.
            if quotes.isMultiple(of: 2) { return (trimmed(newline), newline + 1, quotes > 0) }
            seen = newline + 1
        }
    }

    private func trimmed(_ end: Int) -> Int {
        end > start && buffer[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    }

    private mutating func split(_ record: Range<Int>, separator: UInt8) {
        bytes.removeAll(keepingCapacity: true)
        bytes += buffer[record]
        fields.removeAll(keepingCapacity: true)
        var begin = 0
        while let end = Self.index(of: separator, in: bytes, range: begin..<bytes.count) {
            fields.append(begin..<end)
            begin = end + 1
        }
        fields.append(begin..<bytes.count)
    }

    private mutating func unquote(_ record: Range<Int>, separator: UInt8) {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        var begin = 0
        var isQuoted = false
        var index = record.lowerBound
        while index < record.upperBound {
            let byte = buffer[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && index < record.upperBound && buffer[index] == byte:
                bytes.append(byte)
                index += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case separator where !isQuoted:
                fields.append(begin..<bytes.count)
                // A byte that, unlike a separator, is not part of a field.
                bytes.append(0x1F)
                begin = bytes.count
            default: bytes.append(byte)
            }
        }
        fields.append(begin..<bytes.count)
    }

    // MARK: Bytes

    /// Reads more of the file, and keeps the bytes of the current record.
    private mutating func fill() throws(ToolError) {
        guard buffer.count - start <= Self.maximumRecord else { throw tooLong }
        let isFirst = lines == 0 && buffer.isEmpty
        buffer.removeSubrange(..<start)
        start = 0
        var count: Int
        repeat {
            count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw InputFile.unreadable(name, error: errno) }
        buffer += chunk[..<count]
        isAtEnd = count == 0
        if isFirst, buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    }

    private func index(of byte: UInt8, in range: Range<Int>) -> Int? { Self.index(of: byte, in: buffer, range: range) }

    /// Finds a byte with `memchr`, which is faster than a loop.
    private static func index(of byte: UInt8, in bytes: [UInt8], range: Range<Int>) -> Int? {
        bytes.withUnsafeBytes { all in
            guard !range.isEmpty, let base = all.baseAddress,
                let found = memchr(base + range.lowerBound, Int32(byte), range.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private func count(of byte: UInt8, in range: Range<Int>) -> Int {
        var count = 0
        var from = range.lowerBound
        while let found = index(of: byte, in: from..<range.upperBound) {
            count += 1
            from = found + 1
        }
        return count
    }

    private var tooLong: ToolError { error("the record is longer than \(Self.maximumRecord >> 10) KiB") }

    private func error(_ reason: String) -> ToolError { ToolError.badData("\(name):\(line): \(reason)") }
}
