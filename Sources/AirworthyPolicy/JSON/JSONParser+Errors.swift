extension JSONParser {
    /// The path of the current value. It is only computed for errors.
    private var path: DocumentPath {
        stack.reduce(.root) { path, frame in
            guard frame.isInValue else { return path }
            return frame.isObject ? path.appending(frame.key) : path.appending(frame.elements.count)
        }
    }

    func error(_ code: String, at position: TextPosition? = nil, message: String) -> DocumentError {
        DocumentError(code: code, position: position ?? cursor.position, path: path.description, message: message)
    }

    /// The error for an unexpected character. The most frequent mistakes have their own codes.
    func unexpected(_ code: String, wanting wanted: String) -> DocumentError {
        switch cursor.current {
        case nil:
            return unexpectedEnd(wanting: wanted)
        case UInt8(ascii: "#"):
            return error("comment", message: "JSON has no comments; remove this one.")
        case UInt8(ascii: "/") where cursor.next == UInt8(ascii: "/") || cursor.next == UInt8(ascii: "*"):
            return error("comment", message: "JSON has no comments; remove this one.")
        case UInt8(ascii: "'"):
            return error("single-quote", message: "Strings need double quotes; write \" instead of '.")
        default:
            guard let scalar = scalarHere() else { return invalidUTF8() }
            return error(code, message: "Expected \(wanted), but found \(scalar).")
        }
    }

    func trailingText() -> DocumentError {
        unexpected("trailing-text", wanting: "nothing after the value; a document is a single value")
    }

    func missingComma() -> DocumentError {
        let isObject = stack.last?.isObject ?? false
        switch cursor.current {
        case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
            return unexpected("unexpected-character", wanting: isObject ? "a comma or }" : "a comma or ]")
        default:
            return unexpected("missing-comma", wanting: isObject ? "a comma or }" : "a comma or ]")
        }
    }

    func trailingComma(at position: TextPosition) -> DocumentError {
        let closer = stack.last?.isObject == true ? "}" : "]"
        return error("trailing-comma", at: position, message: "JSON allows no comma before \(closer); remove it.")
    }

    func badKey() -> DocumentError {
        switch cursor.current {
        case let byte? where ByteCursor.isWord(byte):
            error("unquoted-key", message: "Keys need double quotes; put them around this one.")
        default:
            unexpected("unexpected-character", wanting: "a key in double quotes")
        }
    }

    func duplicateKey(_ key: String, at position: TextPosition) -> DocumentError {
        let first = stack.last?.members.first { $0.key == key }?.keyPosition
        let hint = first.map { " (first at \($0))" } ?? ""
        return DocumentError(
            code: "duplicate-key", position: position, path: path.appending(key).description,
            message: "The key \(DocumentPath.quoted(key)) appears twice in this object\(hint); remove one of them.")
    }

    func badNumber(_ text: String, at position: TextPosition) -> DocumentError {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let second = digits.dropFirst().first
        if digits.hasPrefix("0"), let second, second.isWholeNumber {
            return error(
                "leading-zero", at: position, message: "Numbers have no leading zeros; remove them, or quote the text.")
        }
        return error(
            "invalid-number", at: position,
            message: "\(DocumentPath.quoted(text)) is not a JSON number; write digits as in -1.5e3, or quote the text.")
    }

    func badWord(_ text: String, at position: TextPosition) -> DocumentError {
        let first = text.first
        if first == "+" || first == "." { return badNumber(text, at: position) }
        return error(
            "unknown-word", at: position,
            message: "\(DocumentPath.quoted(text)) is not true, false or null; quote it if it is text.")
    }

    func badEscape(at position: TextPosition) -> DocumentError {
        error(
            "invalid-escape", at: position,
            message: #"A backslash needs one of " \ / b f n r t or u with four hex digits after it; write \\ for a "#
                + "backslash.")
    }

    func loneSurrogate(at position: TextPosition) -> DocumentError {
        error(
            "lone-surrogate", at: position,
            message: "This escape is half a surrogate pair; write the pair or the character.")
    }

    func controlCharacter() -> DocumentError {
        error(
            "control-character",
            message: #"Strings cannot contain line breaks, tabs or control characters; write \n, \t or \u00XX."#)
    }

    func tooManyMarks(at opening: TextPosition) -> DocumentError {
        error(
            "combining-marks", at: opening,
            message:
                "This string has more than \(CombiningMarks.maximumRun) combining marks in a row; remove some of them.")
    }

    func invalidUTF8() -> DocumentError {
        error("invalid-utf8", message: "These bytes are not UTF-8; save the file as UTF-8.")
    }

    func unterminatedString(at opening: TextPosition) -> DocumentError {
        error("unterminated-string", at: opening, message: "This string has no end; add the closing quote.")
    }

    private func unexpectedEnd(wanting wanted: String) -> DocumentError {
        let open = stack.last.map { " (the \($0.isObject ? "object" : "array") from \($0.position) is still open)" }
        return error("unexpected-end", message: "Expected \(wanted), but the text ends\(open ?? ""); is it cut off?")
    }

    /// The scalar at the cursor for a message; `nil` if the bytes are not UTF-8.
    private func scalarHere() -> String? {
        var ahead = cursor
        guard ahead.skipScalar() else { return nil }
        return DocumentPath.quoted(ahead.text(from: cursor.offset))
    }
}
