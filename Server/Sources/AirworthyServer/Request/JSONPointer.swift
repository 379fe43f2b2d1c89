import AirworthyPolicy

/// RFC 6901 pointers.
enum JSONPointer {
    /// Returns the pointer of a member.
    static func appending(_ key: String, to pointer: String) -> String {
        var text = pointer + "/"
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Returns the pointer of an array element.
    static func appending(_ index: Int, to pointer: String) -> String { "\(pointer)/\(index)" }

    /// Returns the pointer for the path in a document error, e.g. `rules[2].when["odd key"]`.
    static func from(path: String) -> String {
        var pointer = ""
        var rest = path[...]
        while let first = rest.first {
            switch first {
            case "[":
                guard let end = closingBracket(in: rest) else { return pointer }
                let inner = rest[rest.index(after: rest.startIndex)..<end]
                let value = try? JSONReader.read(String(inner)).jsonValue
                switch value {
                case .string(let key): pointer = appending(key, to: pointer)
                default: pointer = appending(String(inner), to: pointer)
                }
                rest = rest[rest.index(after: end)...]
            case ".":
                rest = rest.dropFirst()
            default:
                let end = rest.firstIndex { $0 == "." || $0 == "[" } ?? rest.endIndex
                pointer = appending(String(rest[..<end]), to: pointer)
                rest = rest[end...]
            }
        }
        return pointer
    }

    /// Returns the bracket that closes the first one, ignoring brackets within quotes.
    private static func closingBracket(in text: Substring) -> Substring.Index? {
        var isQuoted = false
        var isEscaped = false
        for index in text.indices.dropFirst() {
            switch text[index] {
            case _ where isEscaped: isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case "]" where !isQuoted: return index
            default: break
            }
        }
        return nil
    }
}
