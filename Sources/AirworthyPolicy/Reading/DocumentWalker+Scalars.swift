extension DocumentWalker {
    /// A string, or any unquoted YAML scalar that is not null.
    mutating func text(_ field: DocumentField, wanted: @autoclosure () -> String = "a string") -> String? {
        switch field.node.value {
        case .string(let text): return text
        case .plain(let text) where !field.isNull: return text
        default:
            wrongType(field, wanted: wanted())
            return nil
        }
    }

    /// Text that says something.
    mutating func filledText(_ field: DocumentField) -> String? {
        guard let text = text(field) else { return nil }
        // Nearly every text has a printable ASCII character, and then Unicode's tables need not be asked.
        if !text.utf8.contains(where: { (0x21...0x7E).contains($0) }), text.allSatisfy(\.isWhitespace) {
            report("bad-value", at: field, "The text is empty; write something or leave the key out.")
            return nil
        }
        return text
    }

    mutating func bool(_ field: DocumentField) -> Bool? {
        guard let value = field.node.plainValue.boolValue else {
            wrongType(field, wanted: "true or false without quotes")
            return nil
        }
        return value
    }

    mutating func number(_ field: DocumentField, wanted: String = "a number without quotes") -> JSONNumber? {
        guard let value = field.node.plainValue.numberValue else {
            wrongType(field, wanted: wanted)
            return nil
        }
        return value
    }

    /// A whole number in a range.
    mutating func integer(_ field: DocumentField, in range: ClosedRange<Int>) -> Int? {
        guard let number = number(field, wanted: "a whole number without quotes") else { return nil }
        guard let value = number.intValue, range.contains(value) else {
            let limits =
                range.upperBound == .max ? "from \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            report("bad-value", at: field, "\(number.text) does not fit; write a whole number \(limits).")
            return nil
        }
        return value
    }

    /// One of the words a type knows.
    mutating func word<Word: RawRepresentable & CaseIterable>(_ field: DocumentField, _: Word.Type) -> Word?
    where Word.RawValue == String {
        guard let text = text(field, wanted: Word.allCases.map(\.rawValue).orList) else { return nil }
        guard let word = Word(rawValue: text) else {
            badWord(field, text, known: Word.allCases.map(\.rawValue))
            return nil
        }
        return word
    }

    mutating func badWord(_ field: DocumentField, _ text: String, code: String = "bad-value", known words: [String]) {
        let help =
            Spelling.nearest(to: text, among: words).map { "did you mean \"\($0)\"?" } ?? "write \(words.orList)."
        report(code, at: field, "\(DocumentPath.quoted(text)) is not known here; \(help)")
    }

    /// An object of opaque values.
    mutating func opaqueObject(_ field: DocumentField) -> JSONObject? {
        object(field).flatMap { _ in field.node.jsonValue.objectValue }
    }
}

extension DocumentNode {
    /// The value of a scalar, an unquoted YAML one resolved; null for arrays and objects, which nobody asks about here.
    var plainValue: JSONValue {
        switch value {
        case .array, .object: .null
        default: jsonValue
        }
    }
}

extension [String] {
    /// `a`, `a or b`, `a, b or c`.
    var orList: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
