extension DocumentWalker {
    mutating func version(_ field: DocumentField) -> AppVersion? {
        parse(field, "bad-version") { text throws(VersionError) in try AppVersion(text) }
    }

    mutating func buildNumber(_ field: DocumentField) -> BuildNumber? {
        parse(field, "bad-version") { text throws(VersionError) in try BuildNumber(text) }
    }

    mutating func target(_ field: DocumentField) -> UpdateTarget? {
        parse(field, "bad-version") { text throws(VersionError) in try UpdateTarget(text) }
    }

    /// One range, or a list of which any may hold.
    mutating func versionRange(_ field: DocumentField) -> VersionRange? {
        let ranges = oneOrMany(field) { walker, field in
            walker.parse(field, "bad-range") { text throws(VersionError) in try VersionRange(text) }
        }
        return ranges.map { $0.count == 1 ? $0[0] : .any($0) }
    }

    /// One range, or a list of which any may hold.
    mutating func buildRange(_ field: DocumentField) -> BuildRange? {
        let ranges = oneOrMany(field) { walker, field in
            walker.parse(field, "bad-range") { text throws(VersionError) in try BuildRange(text) }
        }
        return ranges.map { $0.count == 1 ? $0[0] : .any($0) }
    }

    private mutating func parse<Value>(
        _ field: DocumentField, _ code: String, _ read: (String) throws(VersionError) -> Value
    ) -> Value? {
        if case .number(let number) = field.node.value {
            report(
                "number-version", at: field,
                "Write \"\(number.text)\" in quotes: a number loses its last zero, so 1.10 would become 1.1.")
            return nil
        }
        guard let text = text(field, wanted: "text in quotes, such as \"1.10\"") else { return nil }
        do throws(VersionError) {
            return try read(text)
        } catch {
            report(code, at: field, error.message)
            return nil
        }
    }
}
