#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads comma-separated values (RFC 4180) as a stream: a file of any size takes the memory of one record.
///
/// Fields may be quoted, with doubled quotes, commas and line breaks inside. Lines end in LF or CR LF; blank lines are
/// passed over, and so is a byte order mark.
struct CSVReader {
    /// The longest record, in bytes.
    static let longestRecord = 1 << 16

    /// The name for messages.
    let name: String
    /// The line the last record began on, from 1.
    private(set) var line = 0
    /// The bytes of the last record's fields, quotes taken away, one byte between fields.
    private(set) var bytes: [UInt8] = []
    /// Where each field of the last record stands in ``bytes``.
    private(set) var fields: [Range<Int>] = []

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var lines = 0

    /// - Parameters:
    ///   - descriptor: An open file. The caller closes it.
    ///   - name: The name for messages.
    init(_ descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Reads the next record into ``bytes`` and ``fields``.
    /// - Returns: Whether there was one.
    /// - Throws: ``ToolError`` with status 66 if the file cannot be read, 65 if a record is too long or never ends.
    mutating func next() throws(ToolError) -> Bool {
        while true {
            guard let end = try endOfRecord() else { return false }
            let record = start..<end.content
            defer { start = end.next }
            if record.isEmpty { continue }
            if end.isQuoted { unquote(record) } else { split(record) }
            return true
        }
    }

    /// The text of a field of the last record; empty if the record is too short.
    func text(_ field: Int) -> String {
        guard field < fields.count else { return "" }
        return String(decoding: bytes[fields[field]], as: UTF8.self)
    }

    /// The text of neighbouring fields of the last record, with what is between them; shorter if the record is.
    func text(from first: Int, through last: Int) -> String {
        guard first < fields.count else { return "" }
        return String(
            decoding: bytes[fields[first].lowerBound..<fields[min(last, fields.count - 1)].upperBound], as: UTF8.self)
    }

    // MARK: Records

    /// Finds where the record that starts at ``start`` ends, reading more of the file as needed.
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
                guard quotes.isMultiple(of: 2) else { throw refusal("a quoted field never ends") }
                lines += 1
                return (trimmed(buffer.count), buffer.count, quotes > 0)
            }
            lines += 1
            quotes += count(of: UInt8(ascii: "\""), in: seen..<newline)
            guard newline - start <= Self.longestRecord else { throw tooLong }
            // An odd number of quotes so far: the line break stands inside of a field.
            if quotes.isMultiple(of: 2) { return (trimmed(newline), newline + 1, quotes > 0) }
            seen = newline + 1
        }
    }

    private func trimmed(_ end: Int) -> Int {
        end > start && buffer[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    }

    private mutating func split(_ record: Range<Int>) {
        bytes.removeAll(keepingCapacity: true)
        bytes += buffer[record]
        fields.removeAll(keepingCapacity: true)
        var begin = 0
        while let comma = Self.index(of: UInt8(ascii: ","), in: bytes, begin..<bytes.count) {
            fields.append(begin..<comma)
            begin = comma + 1
        }
        fields.append(begin..<bytes.count)
    }

    private mutating func unquote(_ record: Range<Int>) {
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
            case UInt8(ascii: ",") where !isQuoted:
                fields.append(begin..<bytes.count)
                // No text begins or ends with it, unlike the comma, which may stand in quotes.
                bytes.append(0x1F)
                begin = bytes.count
            default: bytes.append(byte)
            }
        }
        fields.append(begin..<bytes.count)
    }

    // MARK: Bytes

    /// Reads more, keeping what belongs to the record under way.
    private mutating func fill() throws(ToolError) {
        guard buffer.count - start <= Self.longestRecord else { throw tooLong }
        let isFirst = lines == 0 && buffer.isEmpty
        buffer.removeSubrange(..<start)
        start = 0
        let kept = buffer.count
        buffer += repeatElement(0, count: 1 << 20)
        var count: Int
        repeat {
            count = buffer.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress?.advanced(by: kept), $0.count - kept)
            }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw InputFile.unreadable(name, errno) }
        buffer.removeSubrange((kept + count)...)
        isAtEnd = count == 0
        if isFirst, buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    }

    private func index(of byte: UInt8, in range: Range<Int>) -> Int? { Self.index(of: byte, in: buffer, range) }

    /// The C library finds a byte many at a time.
    private static func index(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
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

    private var tooLong: ToolError { refusal("the record is longer than \(Self.longestRecord >> 10) KiB") }

    private func refusal(_ reason: String) -> ToolError { ToolError(.badData, "\(name):\(line): \(reason)") }
}
