extension JSONParser {
    mutating func number() throws(DocumentError) -> JSONNumber {
        let position = cursor.position
        let start = cursor.offset
        let isNumber = cursor.skipNumber()
        let isWhole = cursor.current.map { !ByteCursor.isWord($0) } ?? true
        if isNumber, isWhole { return JSONNumber(validated: cursor.text(from: start)) }
        cursor.skipWord()
        throw badNumber(cursor.text(from: start), at: position)
    }

    /// Reads `true`, `false` or `null`.
    mutating func word() throws(DocumentError) -> DocumentNode.Value {
        let position = cursor.position
        let start = cursor.offset
        cursor.skipWord()
        let text = cursor.text(from: start)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "": throw unexpected("unexpected-character", wanting: "a value")
        default: throw badWord(text, at: position)
        }
    }

    /// Reads a string. The cursor is at its opening quote.
    mutating func string() throws(DocumentError) -> String {
        let opening = cursor.position
        cursor.advance()
        let start = cursor.offset
        cursor.skipPlainASCII()
        guard cursor.current == UInt8(ascii: "\"") else {
            let text = try longString(from: start, opening: opening)
            guard CombiningMarks.areFew(in: text) else { throw tooManyMarks(at: opening) }
            return text
        }
        let text = cursor.text(from: start)
        cursor.advance()
        return text
    }

    /// Reads the rest of a string that has escapes or characters outside ASCII.
    private mutating func longString(from start: Int, opening: TextPosition) throws(DocumentError) -> String {
        var unescaped: [UInt8] = []
        var runStart = start
        while true {
            switch cursor.current {
            case UInt8(ascii: "\""):
                defer { cursor.advance() }
                if runStart == start { return cursor.text(from: start) }
                cursor.copy(from: runStart, into: &unescaped)
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"):
                cursor.copy(from: runStart, into: &unescaped)
                try escape(into: &unescaped, opening: opening)
                runStart = cursor.offset
            case (0x00..<0x20)?:
                throw controlCharacter()
            case nil:
                throw unterminatedString(at: opening)
            default:
                guard cursor.skipScalar() else { throw invalidUTF8() }
            }
            cursor.skipPlainASCII()
        }
    }

    private mutating func escape(into target: inout [UInt8], opening: TextPosition) throws(DocumentError) {
        let position = cursor.position
        cursor.advance()
        guard let letter = cursor.current else { throw unterminatedString(at: opening) }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): target.append(letter)
        case UInt8(ascii: "b"): target.append(0x08)
        case UInt8(ascii: "f"): target.append(0x0C)
        case UInt8(ascii: "n"): target.append(0x0A)
        case UInt8(ascii: "r"): target.append(0x0D)
        case UInt8(ascii: "t"): target.append(0x09)
        case UInt8(ascii: "u"):
            cursor.advance()
            target.append(contentsOf: try escapedScalar(at: position, opening: opening).utf8)
            return
        default: throw badEscape(at: position)
        }
        cursor.advance()
    }

    /// Reads the scalar of `\uXXXX` or of a surrogate pair. The cursor is after the first `u`.
    private mutating func escapedScalar(
        at position: TextPosition, opening: TextPosition
    ) throws(DocumentError) -> Unicode.Scalar {
        let unit = try codeUnit(at: position, opening: opening)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, cursor.current == UInt8(ascii: "\\"), cursor.next == UInt8(ascii: "u") else {
            throw loneSurrogate(at: position)
        }
        let second = cursor.position
        cursor.advance()
        cursor.advance()
        let low = try codeUnit(at: second, opening: opening)
        guard 0xDC00...0xDFFF ~= low,
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else { throw loneSurrogate(at: position) }
        return scalar
    }

    private mutating func codeUnit(
        at position: TextPosition, opening: TextPosition
    ) throws(DocumentError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = cursor.current else { throw unterminatedString(at: opening) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw badEscape(at: position) }
            unit = unit << 4 | UInt16(digit)
            cursor.advance()
        }
        return unit
    }
}
