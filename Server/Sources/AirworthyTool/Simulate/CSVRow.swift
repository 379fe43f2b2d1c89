import AirworthyPolicy

/// The fields of a row that describe an installation.
struct CSVRow {
    /// The fields in the order of ``CSVColumns/Name``; `nil` if the table has no such column.
    let texts: [String?]

    /// The error for a field that cannot be read.
    struct Unreadable: Error {
        let sentence: String
    }

    /// Returns the installation. A missing column has the default of the same option of `decide`. An empty field is an
    /// unknown value.
    func installation() throws(Unreadable) -> Installation {
        let version = text(.version) ?? ""
        _ = try parse(version, column: .version, as: AppVersion.init(value:))
        let platform = try parse(text(.platform) ?? "ios", column: .platform, as: Platform.init(value:))
        let channel = text(.channel) ?? "appstore"
        return Installation(
            platform: platform, version: version, build: try optional(.build, as: BuildNumber.init(value:)),
            channel: channel.isEmpty ? .unknown : try parse(channel, column: .channel, as: Channel.init(value:)),
            os: try optional(.os) { (text) throws(InvalidValue) in
                // A version alone is that of the platform's own system.
                if let version = try? AppVersion(text) { return OperatingSystem(platform: platform, version: version) }
                return try OperatingSystem(value: text)
            },
            storefront: try optional(.storefront, as: Storefront.init(value:)))
    }

    /// Parses a field; `nil` if it is missing or empty.
    private func optional<Value>(
        _ column: CSVColumns.Name, as parse: (String) throws(InvalidValue) -> Value
    ) throws(Unreadable) -> Value? {
        guard let text = text(column), !text.isEmpty else { return nil }
        return try self.parse(text, column: column, as: parse)
    }

    private func parse<Value>(
        _ text: String, column: CSVColumns.Name, as parse: (String) throws(InvalidValue) -> Value
    ) throws(Unreadable) -> Value {
        do throws(InvalidValue) {
            return try parse(text)
        } catch {
            throw Unreadable(sentence: "\(column.rawValue): \(error.text)")
        }
    }

    private func text(_ name: CSVColumns.Name) -> String? {
        texts[CSVColumns.Name.allCases.firstIndex(of: name) ?? 0]?.trimmed
    }
}

/// The columns of a table of installations, found by the names in its header.
struct CSVColumns {
    /// The names of the columns that describe an installation.
    enum Name: String, CaseIterable {
        case platform, version, build, channel, os, storefront
    }

    /// The index of each column, in the order of ``Name``; `nil` if it is missing.
    let indices: [Int?]
    /// The index of the column with the number of installations; `nil` if it is missing.
    let count: Int?

    /// The ranges of adjacent columns that describe an installation. The column with the number is in none of them.
    let ranges: [ClosedRange<Int>]

    /// Reads the header. Order, letter case and blanks do not matter, and columns with other names are ignored.
    /// - Throws: ``ToolError`` with status 65 if a column appears twice or `version` is missing.
    init(header: [String], file: String) throws(ToolError) {
        let names = header.map { $0.filter { !$0.isWhitespace }.lowercased() }
        func index(of name: String) throws(ToolError) -> Int? {
            guard names.count(where: { $0 == name }) <= 1 else {
                throw ToolError.badData("\(file):1: the column \"\(name)\" appears twice")
            }
            return names.firstIndex(of: name)
        }
        indices = try Name.allCases.map { name throws(ToolError) in try index(of: name.rawValue) }
        count = try index(of: "count")
        ranges = indices.compactMap { $0 }.sorted().reduce(into: []) { ranges, index in
            if let last = ranges.last, last.upperBound + 1 == index {
                ranges[ranges.count - 1] = last.lowerBound...index
            } else {
                ranges.append(index...index)
            }
        }
        guard names.contains(Name.version.rawValue) else {
            let known = (Name.allCases.map(\.rawValue) + ["count"]).joined(separator: ", ")
            let separator = names.count == 1 && names[0].contains(";") ? "; separate columns with commas" : ""
            throw ToolError.badData(
                "\(file):1: there is no column \"version\"\(separator). The first line must name the columns: \(known)")
        }
    }
}
