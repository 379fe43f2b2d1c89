/// A position in UTF-8 bytes with its line and column.
///
/// This is the only type that reads an unsafe buffer. Every read is checked against the count, and the cursor never
/// leaves the closure that provides the buffer.
struct ByteCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0
    /// The bytes of this line that do not start a scalar, because columns count scalars.
    private var continuationBytes = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset >= bytes.count }

    var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

    var position: TextPosition {
        TextPosition(line: line, column: offset - lineStart - continuationBytes + 1)
    }

    /// Skips an ASCII byte that is not a line break.
    mutating func advance() {
        if offset < bytes.count { offset += 1 }
    }

    mutating func skipByteOrderMark() {
        guard offset == 0, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
        offset = 3
        lineStart = 3
    }

    mutating func skipWhitespace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                offset += 1
            case UInt8(ascii: "\n"):
                startLine(after: 1)
            case UInt8(ascii: "\r"):
                startLine(after: next == UInt8(ascii: "\n") ? 2 : 1)
            default:
                return
            }
        }
    }

    /// Skips ASCII text up to a quote, a backslash, a control character or a non-ASCII byte.
    mutating func skipPlainASCII() {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return }
            offset += 1
        }
    }

    /// Skips the ASCII letters, digits and signs of a word or number.
    mutating func skipWord() {
        while let byte = current, Self.isWord(byte) { offset += 1 }
    }

    /// Skips a scalar; returns `false` without moving if the bytes are not UTF-8.
    mutating func skipScalar() -> Bool {
        let length = scalarLength()
        guard length > 0 else { return false }
        offset += length
        continuationBytes += length - 1
        return true
    }

    /// The text from an earlier offset up to here. The caller has checked the bytes.
    func text(from start: Int) -> String {
        guard start < offset else { return "" }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
    }

    /// Appends the bytes from an earlier offset up to here.
    func copy(from start: Int, into target: inout [UInt8]) {
        guard start < offset else { return }
        target.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<offset]))
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func startLine(after length: Int) {
        offset += length
        line += 1
        lineStart = offset
        continuationBytes = 0
    }

    /// The length of the scalar here by Unicode's table of well-formed sequences; 0 if it is invalid.
    private func scalarLength() -> Int {
        guard let lead = current else { return 0 }
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch lead {
            case 0x00...0x7F: (1, 0...0)
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        guard length > 1 else { return length }
        guard bytes.count - offset >= length, second.contains(bytes[offset + 1]) else { return 0 }
        for index in (offset + 2)..<max(offset + 2, offset + length) where bytes[index] & 0xC0 != 0x80 { return 0 }
        return length
    }
}

extension ByteCursor {
    /// Skips a number by the JSON grammar; returns `false` at the first invalid byte.
    mutating func skipNumber() -> Bool {
        if current == UInt8(ascii: "-") { advance() }
        if current == UInt8(ascii: "0") {
            advance()
        } else if !skipDigits() {
            return false
        }
        if current == UInt8(ascii: ".") {
            advance()
            guard skipDigits() else { return false }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            advance()
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { advance() }
            guard skipDigits() else { return false }
        }
        return true
    }

    private mutating func skipDigits() -> Bool {
        let start = offset
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { advance() }
        return offset > start
    }
}
