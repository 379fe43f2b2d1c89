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
