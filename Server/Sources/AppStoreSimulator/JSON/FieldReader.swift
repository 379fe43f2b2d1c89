/// Reads the members of a JSON object and rejects unknown ones.
struct FieldReader {
    /// The path of the object, such as `apps[0].builds[2]`; empty for the whole document.
    private let path: String
    private let object: JSONObject
    private var read: Set<String> = []

    init(_ json: JSON, at path: String) throws(ControlError) {
        guard let object = json.object else {
            throw ControlError("\(path.isEmpty ? "the document" : path): must be an object")
        }
        self.path = path
        self.object = object
    }

    func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    func problem(_ detail: String, at name: String) -> ControlError { ControlError("\(path(of: name)): \(detail)") }

    /// Rejects members that were not read.
    func finish() throws(ControlError) {
        guard let unknown = object.keys.sorted().first(where: { !read.contains($0) }) else { return }
        throw problem("unknown key; known keys: \(read.sorted().joined(separator: ", "))", at: unknown)
    }

    /// Returns a member; null counts as missing.
    mutating func json(_ name: String) -> JSON? {
        read.insert(name)
        let value = object[name]
        return value == .null ? nil : value
    }

    mutating func has(_ name: String) -> Bool { json(name) != nil }

    /// Whether a member that was already read is present.
    func wasGiven(_ name: String) -> Bool { object[name].map { $0 != .null } ?? false }

    mutating func text(_ name: String) throws(ControlError) -> String? {
        guard let json = json(name) else { return nil }
        // Build numbers and ids are easily written without quotation marks.
        if case .integer(let integer) = json { return String(integer) }
        guard let string = json.string else { throw problem("must be a string", at: name) }
        guard !string.isEmpty else { throw problem("must not be empty", at: name) }
        return string
    }

    mutating func requiredText(_ name: String) throws(ControlError) -> String {
        guard let text = try text(name) else { throw problem("is missing", at: name) }
        return text
    }

    mutating func bool(_ name: String) throws(ControlError) -> Bool? {
        guard let json = json(name) else { return nil }
        guard let bool = json.bool else { throw problem("must be true or false", at: name) }
        return bool
    }

    mutating func integer(
        _ name: String, in range: ClosedRange<Int> = 0...1_000_000_000
    ) throws(ControlError) -> Int? {
        guard let json = json(name) else { return nil }
        guard let integer = json.integer, range.contains(integer) else {
            throw problem("must be a whole number from \(range.lowerBound) to \(range.upperBound)", at: name)
        }
        return integer
    }

    /// Returns one of `words`, or a word that begins with `FUTURE_`.
    mutating func word(_ name: String, among words: [String]) throws(ControlError) -> String? {
        guard let text = try text(name) else { return nil }
        guard Vocabulary.allows(text, among: words) else {
            let known = words.joined(separator: ", ")
            throw problem("unknown value `\(text)`; expected one of \(known), or a name with FUTURE_", at: name)
        }
        return text
    }

    mutating func time(_ name: String) throws(ControlError) -> ScenarioTime? {
        guard let text = try text(name) else { return nil }
        guard let time = ScenarioTime(text) else {
            throw problem("`\(text)` is not a time; write 2026-11-13T00:00:00Z, or -P3D for three days ago", at: name)
        }
        return time
    }

    /// Returns seconds from a number or a duration.
    mutating func seconds(_ name: String) throws(ControlError) -> Double? {
        guard let json = json(name) else { return nil }
        if let number = json.number, abs(number) < 1e10 { return number }
        guard let seconds = json.string.flatMap(ScenarioTime.duration) else {
            throw problem("must be a duration; write P3D, -PT10M, or a number of seconds", at: name)
        }
        return seconds
    }

    mutating func texts(_ name: String) throws(ControlError) -> [String]? {
        guard let json = json(name) else { return nil }
        guard let array = json.array else { throw problem("must be a list", at: name) }
        return try array.enumerated().map { index, element throws(ControlError) in
            guard let text = element.string, !text.isEmpty else {
                throw problem("must be a string that is not empty", at: "\(name)[\(index)]")
            }
            return text
        }
    }

    /// Returns a list of storefronts in upper case.
    mutating func storefronts(_ name: String) throws(ControlError) -> [String]? {
        guard let codes = try texts(name) else { return nil }
        for (index, code) in codes.enumerated() where !code.isStorefront {
            throw problem("`\(code)` is not a country code of two letters", at: "\(name)[\(index)]")
        }
        return codes.map { $0.uppercased() }
    }

    /// Returns texts by language, sorted by language.
    mutating func notes(_ name: String) throws(ControlError) -> [LocalizedNote]? {
        guard let json = json(name) else { return nil }
        guard let object = json.object else { throw problem("must be an object of languages and texts", at: name) }
        return try object.sorted { $0.key < $1.key }.map { locale, value throws(ControlError) in
            guard let text = value.string else { throw problem("must be a string", at: "\(name).\(locale)") }
            return LocalizedNote(locale: locale, text: text)
        }
    }

    /// Reads an object inside this one, if it is present.
    mutating func object<T>(
        _ name: String, read: (inout FieldReader) throws(ControlError) -> T
    ) throws(ControlError) -> T? {
        guard let json = json(name) else { return nil }
        return try Self.value(of: json, at: path(of: name), read: read)
    }

    /// Reads a list of objects; a missing list is empty.
    mutating func objects<T>(
        _ name: String, read: (inout FieldReader) throws(ControlError) -> T
    ) throws(ControlError) -> [T] {
        guard let json = json(name) else { return [] }
        guard let array = json.array else { throw problem("must be a list", at: name) }
        return try array.enumerated().map { index, element throws(ControlError) in
            try Self.value(of: element, at: "\(path(of: name))[\(index)]", read: read)
        }
    }

    private static func value<T>(
        of json: JSON, at path: String, read: (inout FieldReader) throws(ControlError) -> T
    ) throws(ControlError) -> T {
        var fields = try FieldReader(json, at: path)
        let value = try read(&fields)
        try fields.finish()
        return value
    }
}

extension String {
    var isStorefront: Bool { count == 2 && allSatisfy { $0.isASCII && $0.isLetter } }
}
