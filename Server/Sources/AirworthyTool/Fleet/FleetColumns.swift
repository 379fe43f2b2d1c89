/// Which column of a table of installations is which, by the names in its header.
struct FleetColumns {
    /// The columns, in the order in which a kind of installation is spelled.
    enum Name: String, CaseIterable {
        case platform, version, build, channel, os, storefront
    }

    /// Where each stands; absent ones are `nil`.
    let places: [Int?]
    /// Where the number of installations stands, if it does.
    let count: Int?

    /// Neighbouring columns that say what kind of installation a row is about.
    let runs: [ClosedRange<Int>]

    /// Takes the first record. Letter case and blanks do not matter, nor does the order, and columns of other names are
    /// passed over.
    /// - Parameters:
    ///   - header: The fields of the first record.
    ///   - file: The name of the file, for messages.
    /// - Throws: ``ToolError`` with status 65 if a column is there twice or `version` is missing.
    init(_ header: [String], file: String) throws(ToolError) {
        let names = header.map { $0.filter { !$0.isWhitespace }.lowercased() }
        func place(_ name: String) throws(ToolError) -> Int? {
            guard names.count(where: { $0 == name }) <= 1 else {
                throw ToolError(.badData, "\(file):1: the column \"\(name)\" is there twice")
            }
            return names.firstIndex(of: name)
        }
        places = try Name.allCases.map { name throws(ToolError) in try place(name.rawValue) }
        count = try place("count")
        runs = places.compactMap { $0 }.sorted().reduce(into: []) { runs, place in
            if let last = runs.last, last.upperBound + 1 == place {
                runs[runs.count - 1] = last.lowerBound...place
            } else {
                runs.append(place...place)
            }
        }
        guard names.contains(Name.version.rawValue) else {
            let known = (Name.allCases.map(\.rawValue) + ["count"]).joined(separator: ", ")
            let separator = names.count == 1 && names[0].contains(";") ? "; separate columns with commas" : ""
            throw ToolError(
                .badData,
                "\(file):1: there is no column \"version\"\(separator). The first line names the columns: \(known)")
        }
    }

    /// Whether the table says anything about `name`.
    func has(_ name: Name) -> Bool { places[Name.allCases.firstIndex(of: name) ?? 0] != nil }
}
