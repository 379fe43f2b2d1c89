/// Reads the members of an object one by one, and refuses those that nobody asked for.
struct FieldReader {
    typealias Problem = AppStoreSimulator.ControlError

    /// Where the object is, e.g. `apps[0].builds[2]`.
    let path: String
    private let object: JSONObject
    private var read: [String] = []

    init(_ json: JSON, at path: String) throws(Problem) {
        guard let object = json.object else { throw Problem("\(path.isEmpty ? "the whole" : path): is no object") }
        self.path = path
        self.object = object
    }

    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    func problem(_ name: String, _ what: String) -> Problem { Problem("\(place(name)): \(what)") }

    /// - Throws: Where there is a member that was not read.
    func finish() throws(Problem) {
        guard let unknown = object.names.first(where: { !read.contains($0) }) else { return }
        throw problem(unknown, "is not known here; known are \(read.sorted().joined(separator: ", "))")
    }

    /// A member; null counts as missing.
    mutating func json(_ name: String) -> JSON? {
        read.append(name)
        let value = object[name]
        return value == .null ? nil : value
    }

    mutating func has(_ name: String) -> Bool { json(name) != nil }

    /// Whether a member that was read is there.
    func wasGiven(_ name: String) -> Bool { object[name].map { $0 != .null } ?? false }

    mutating func required<T>(_ name: String, _ value: T?) throws(Problem) -> T {
        guard let value else { throw problem(name, "is missing") }
        return value
    }

    mutating func text(_ name: String) throws(Problem) -> String? {
        guard let json = json(name) else { return nil }
        // Build numbers and ids are easily written without quotes.
        if case .integer(let integer) = json { return String(integer) }
        guard let string = json.string else { throw problem(name, "is no text") }
        guard !string.isEmpty else { throw problem(name, "is empty") }
        return string
    }

    mutating func requiredText(_ name: String) throws(Problem) -> String { try required(name, text(name)) }

    mutating func bool(_ name: String) throws(Problem) -> Bool? {
        guard let json = json(name) else { return nil }
        guard let bool = json.bool else { throw problem(name, "is neither true nor false") }
        return bool
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int> = 0...1_000_000_000) throws(Problem) -> Int? {
        guard let json = json(name) else { return nil }
        guard let integer = json.integer, range.contains(integer) else {
            throw problem(name, "is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    mutating func number(_ name: String) throws(Problem) -> Double? {
        guard let json = json(name) else { return nil }
        guard let number = json.number, abs(number) < 1e10 else { throw problem(name, "is no number") }
        return number
    }

    /// One of `words`, or one that begins with `FUTURE_`.
    mutating func word(_ name: String, among words: [String]) throws(Problem) -> String? {
        guard let text = try text(name) else { return nil }
        guard Vocabulary.allows(text, among: words) else {
            throw problem(name, "`\(text)` is none of \(words.joined(separator: ", ")), nor does it begin with FUTURE_")
        }
        return text
    }

    mutating func time(_ name: String) throws(Problem) -> ScenarioTime? {
        guard let text = try text(name) else { return nil }
        guard let time = ScenarioTime(text) else {
            throw problem(name, "`\(text)` is no time; write 2026-11-13T00:00:00Z, or -P3D for three days ago")
        }
        return time
    }

    /// Seconds, as a number or as a duration.
    mutating func seconds(_ name: String) throws(Problem) -> Double? {
        guard let json = json(name) else { return nil }
        if let number = json.number, abs(number) < 1e10 { return number }
        guard let seconds = json.string.flatMap(ScenarioTime.duration) else {
            throw problem(name, "is no duration; write P3D, -PT10M, or seconds")
        }
        return seconds
    }

    mutating func texts(_ name: String) throws(Problem) -> [String]? {
        guard let json = json(name) else { return nil }
        guard let array = json.array else { throw problem(name, "is no list") }
        var texts: [String] = []
        for (index, element) in array.enumerated() {
            guard let text = element.string, !text.isEmpty else { throw problem("\(name)[\(index)]", "is no text") }
            texts.append(text)
        }
        return texts
    }

    /// Texts by language.
    mutating func notes(_ name: String) throws(Problem) -> [Note]? {
        guard let json = json(name) else { return nil }
        guard let object = json.object else { throw problem(name, "is no object of languages and texts") }
        var notes: [Note] = []
        for (locale, value) in object.members {
            guard let text = value.string else { throw problem("\(name).\(locale)", "is no text") }
            notes.append(Note(locale: locale, text: text))
        }
        return notes
    }

    mutating func objects<T>(
        _ name: String, _ read: (inout FieldReader) throws(Problem) -> T
    ) throws(Problem) -> [T] {
        guard let json = json(name) else { return [] }
        guard let array = json.array else { throw problem(name, "is no list") }
        var values: [T] = []
        for (index, element) in array.enumerated() {
            var reader = try FieldReader(element, at: "\(place(name))[\(index)]")
            values.append(try read(&reader))
            try reader.finish()
        }
        return values
    }
}
