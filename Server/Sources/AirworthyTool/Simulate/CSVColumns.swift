/// The columns of a table of installations, found by the names in its header.
struct CSVColumns {
    /// The names of the columns that describe an installation.
    enum Name: String, CaseIterable {
        case platform, version, build, channel, os, storefront
    }

    // The index of each column; `nil` if it is missing.
    let platform: Int?
    let version: Int?
    let build: Int?
    let channel: Int?
    let os: Int?
    let storefront: Int?
    /// The index of the column with the number of installations.
    let count: Int?
    let ignored: [(index: Int, name: String)]
    /// The index of the column with the date, and whether the table is a report of App Store Connect; `nil` for other tables.
    let date: Int?

    /// The columns of the report "App Sessions" of App Store Connect's Analytics, without blanks and in small letters. Of its other
    /// columns none describes an installation.
    private static let report = [
        "appversion": Name.version.rawValue, "platformversion": Name.os.rawValue,
        "territory": Name.storefront.rawValue, "uniquedevices": "count",
    ]

    /// Reads the header. Order, letter case and blanks do not matter, and columns with other names are ignored.
    init(header: [String], file: String) throws(ToolError) {
        let given = header.map { $0.filter { !$0.isWhitespace }.lowercased() }
        let isReport = Set(Self.report.keys).union(["date"]).isSubset(of: given)
        let names = isReport ? given.map { Self.report[$0] ?? ($0 == "date" ? $0 : "") } : given
        func index(of name: String) throws(ToolError) -> Int? {
            guard names.count(where: { $0 == name }) <= 1 else {
                throw ToolError.badData("\(file):1: the column \"\(name)\" appears twice")
            }
            return names.firstIndex(of: name)
        }
        platform = try index(of: Name.platform.rawValue)
        version = try index(of: Name.version.rawValue)
        build = try index(of: Name.build.rawValue)
        channel = try index(of: Name.channel.rawValue)
        os = try index(of: Name.os.rawValue)
        storefront = try index(of: Name.storefront.rawValue)
        count = try index(of: "count")
        let known = Set(Name.allCases.map(\.rawValue) + ["count", ""])
        date = isReport ? try index(of: "date") : nil
        ignored = isReport ? [] : header.indices.filter { !known.contains(names[$0]) }.map { ($0, header[$0].trimmed) }
        guard version != nil else {
            let known = (Name.allCases.map(\.rawValue) + ["count"]).joined(separator: ", ")
            let separator = names.count == 1 && names[0].contains(";") ? "; separate columns with commas" : ""
            throw ToolError.badData(
                "\(file):1: there is no column \"version\"\(separator). The first line must name the columns: \(known)")
        }
    }
}
