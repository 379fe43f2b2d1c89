extension JSONParser {
    /// The path is put together only here, from the stack.
    private var path: DocumentPath {
        stack.reduce(.root) { path, frame in
            guard frame.isInValue else { return path }
            return frame.isObject ? path.appending(frame.key) : path.appending(frame.elements.count)
        }
    }

    func error(_ code: String, at position: TextPosition? = nil, _ message: String) -> DocumentError {
        DocumentError(code: code, position: position ?? cursor.position, path: path.description, message: message)
    }

    /// What stands at the cursor is not what should; the causes people meet most get a code of their own.
    func unexpected(_ code: String, wanting wanted: String) -> DocumentError {
        switch cursor.current {
        case nil:
            return unexpectedEnd(wanting: wanted)
        case UInt8(ascii: "#"):
            return error("comment", "JSON has no comments; remove this one.")
        case UInt8(ascii: "/") where cursor.next == UInt8(ascii: "/") || cursor.next == UInt8(ascii: "*"):
            return error("comment", "JSON has no comments; remove this one.")
        case UInt8(ascii: "'"):
            return error("single-quote", "Strings stand in double quotes; write \" instead of '.")
        default:
            guard let scalar = scalarHere() else { return invalidUTF8() }
            return error(code, "Expected \(wanted), but found \(scalar).")
        }
    }

    func trailingText() -> DocumentError {
        unexpected("trailing-text", wanting: "nothing after the value; a document holds one value")
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
        return error("trailing-comma", at: position, "JSON allows no comma before \(closer); remove it.")
    }

    func badKey() -> DocumentError {
        switch cursor.current {
        case let byte? where ByteCursor.isWord(byte):
            error("unquoted-key", "Keys stand in double quotes; put them around this one.")
        default:
            unexpected("unexpected-character", wanting: "a key in double quotes")
        }
    }

    func duplicate(_ key: String, at position: TextPosition) -> DocumentError {
        let first = stack.last?.members.first { $0.key == key }?.keyPosition
        let place = first.map { " (first at \($0))" } ?? ""
        return DocumentError(
            code: "duplicate-key", position: position, path: path.appending(key).description,
            message: "The key \(DocumentPath.quoted(key)) stands twice in this object\(place); remove one of them.")
    }

    func badNumber(_ text: String, at position: TextPosition) -> DocumentError {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let second = digits.dropFirst().first
        if digits.hasPrefix("0"), let second, second.isWholeNumber {
            return error("leading-zero", at: position, "Numbers have no leading zeros; remove them, or quote the text.")
        }
        return error(
            "invalid-number", at: position,
            "\(DocumentPath.quoted(text)) is not a JSON number; write digits as in -1.5e3, or quote the text.")
    }

    func badWord(_ text: String, at position: TextPosition) -> DocumentError {
        let first = text.first
        if first == "+" || first == "." { return badNumber(text, at: position) }
        return error(
            "unknown-word", at: position,
            "\(DocumentPath.quoted(text)) is not true, false or null; quote it if it is text.")
    }

    func badEscape(at position: TextPosition) -> DocumentError {
        error(
            "invalid-escape", at: position,
            #"After a backslash comes one of " \ / b f n r t or u with four hex digits; write \\ for a backslash."#)
    }

    func loneSurrogate(at position: TextPosition) -> DocumentError {
        error("lone-surrogate", at: position, "This escape is half a surrogate pair; write the pair or the character.")
    }

    func controlCharacter() -> DocumentError {
        error("control-character", #"Strings hold no line breaks, tabs or control characters; write \n, \t or \u00XX."#)
    }

    func invalidUTF8() -> DocumentError {
        error("invalid-utf8", "These bytes are not UTF-8; save the file as UTF-8.")
    }

    func unterminatedString(at opening: TextPosition) -> DocumentError {
        error("unterminated-string", at: opening, "This string never ends; add the closing quote.")
    }

    private func unexpectedEnd(wanting wanted: String) -> DocumentError {
        let open = stack.last.map { " (the \($0.isObject ? "object" : "array") from \($0.position) is still open)" }
        return error("unexpected-end", "Expected \(wanted), but the text ends\(open ?? ""); is it cut off?")
    }

    /// The scalar at the cursor for a message; `nil` when the bytes are not UTF-8.
    private func scalarHere() -> String? {
        var ahead = cursor
        guard ahead.skipScalar() else { return nil }
        return DocumentPath.quoted(ahead.text(from: cursor.offset))
    }
}
