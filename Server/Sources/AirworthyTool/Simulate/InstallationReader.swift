import AirworthyPolicy

/// Reads the rows of a table as installations. Tables repeat few values many times, so each is parsed once a column.
struct InstallationReader {
    struct Unreadable: Error {
        let sentence: String
    }

    /// The values of a row. Rows whose fields have the same texts have the same key.
    struct Key: Hashable {
        fileprivate let version: Int32
        fileprivate let platform: Int32
        fileprivate let build: Int32
        fileprivate let channel: Int32
        fileprivate let os: Int32
        fileprivate let storefront: Int32
    }

    private enum System {
        /// A version alone is that of the platform's own system.
        case version(AppVersion)
        case named(OperatingSystem)
    }

    private let columns: CSVColumns
    private var versions = ParsedValues<Installation>()
    private var platforms = ParsedValues<Platform>()
    private var builds = ParsedValues<BuildNumber?>()
    private var channels = ParsedValues<Channel>()
    private var systems = ParsedValues<System?>()
    private var storefronts = ParsedValues<Storefront?>()

    init(_ columns: CSVColumns) { self.columns = columns }

    /// Parses the values of the last record that were not seen before. A missing column has the default of the same option
    /// of `decide`. An empty field is an unknown value, as are a system and a country of a report that have another form.
    mutating func key(of table: CSVReader) throws(Unreadable) -> Key {
        func text(_ column: Int?, missing: String = "") -> String {
            column.map(table.text(ofField:)) ?? missing
        }
        return Key(
            version: try versions.number(of: text(columns.version)) { text throws(Unreadable) in
                _ = try Self.parse(text, column: .version, as: AppVersion.init(value:))
                return Installation(version: text, channel: .unknown)
            },
            platform: try platforms.number(of: text(columns.platform, missing: "ios")) { text throws(Unreadable) in
                try Self.parse(text, column: .platform, as: Platform.init(value:))
            },
            build: try builds.number(of: text(columns.build)) { text throws(Unreadable) in
                try Self.optional(text, column: .build, as: BuildNumber.init(value:))
            },
            channel: try channels.number(of: text(columns.channel, missing: "appstore")) { text throws(Unreadable) in
                try Self.optional(text, column: .channel, as: Channel.init(value:)) ?? .unknown
            },
            os: try systems.number(of: text(columns.os)) { text throws(Unreadable) in
                if let version = try? AppVersion(text) { return .version(version) }
                if columns.date != nil { return OperatingSystem(text).map(System.named) }
                return try Self.optional(text, column: .os, as: OperatingSystem.init(value:)).map(System.named)
            },
            storefront: try storefronts.number(of: text(columns.storefront)) { text throws(Unreadable) in
                if columns.date != nil { return Storefront(text) }
                return try Self.optional(text, column: .storefront, as: Storefront.init(value:))
            })
    }

    /// Returns the installation with the values of a key.
    func installation(_ key: Key) -> Installation {
        var installation = versions[key.version]
        installation.platform = platforms[key.platform]
        installation.build = builds[key.build]
        installation.channel = channels[key.channel]
        installation.os =
            switch systems[key.os] {
            case .version(let version): OperatingSystem(platform: installation.platform, version: version)
            case .named(let system): system
            case nil: nil
            }
        // A report has no other column for the platform.
        if columns.date != nil, let os = installation.os { installation.platform = os.platform }
        installation.storefront = storefronts[key.storefront]
        return installation
    }

    private static func optional<Value>(
        _ text: String, column: CSVColumns.Name, as parse: (String) throws(InvalidValue) -> Value
    ) throws(Unreadable) -> Value? {
        text.isEmpty ? nil : try self.parse(text, column: column, as: parse)
    }

    private static func parse<Value>(
        _ text: String, column: CSVColumns.Name, as parse: (String) throws(InvalidValue) -> Value
    ) throws(Unreadable) -> Value {
        do throws(InvalidValue) {
            return try parse(text)
        } catch {
            throw Unreadable(sentence: "\(column.rawValue): \(error.text)")
        }
    }
}

/// The values of a column by their texts, numbered in the order in which they appear.
private struct ParsedValues<Value> {
    private var values: [Value] = []
    private var numbers: [String: Int32] = [:]
    /// The last text and its number: adjacent rows often have the same.
    private var last: (text: String, number: Int32)?

    subscript(number: Int32) -> Value { values[Int(number)] }

    /// Returns the number of a text. Parses it, without white space at both ends, if it is new.
    mutating func number(
        of text: String, parse: (String) throws(InstallationReader.Unreadable) -> Value
    ) throws(InstallationReader.Unreadable) -> Int32 {
        if let last, last.text == text { return last.number }
        let number: Int32
        if let known = numbers[text] {
            number = known
        } else {
            values.append(try parse(text.trimmed))
            number = Int32(values.count - 1)
            numbers[text] = number
        }
        last = (text, number)
        return number
    }
}
