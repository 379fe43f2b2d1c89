/// The columns of a table of installations, found by the names in its header.
struct CSVColumns {
    /// The names of the columns that describe an installation.
    enum Name: String, CaseIterable {
        case platform, version, build, channel, os, storefront
    }

    private let indices: [Name: Int]
    /// The index of the column with the number of installations; `nil` if it is missing.
    let count: Int?

    /// The index of a column; `nil` if it is missing.
    subscript(name: Name) -> Int? { indices[name] }

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
        var indices: [Name: Int] = [:]
        for name in Name.allCases { indices[name] = try index(of: name.rawValue) }
        self.indices = indices
        count = try index(of: "count")
        guard names.contains(Name.version.rawValue) else {
            let known = (Name.allCases.map(\.rawValue) + ["count"]).joined(separator: ", ")
            let separator = names.count == 1 && names[0].contains(";") ? "; separate columns with commas" : ""
            throw ToolError.badData(
                "\(file):1: there is no column \"version\"\(separator). The first line must name the columns: \(known)")
        }
    }
}
