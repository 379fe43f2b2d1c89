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
        do throws(VersionError) {
            _ = try AppVersion(version)
        } catch {
            throw Unreadable(sentence: error.message)
        }
        let platform = Platform(text(.platform) ?? "ios")
        guard platform.isKnown else {
            throw unreadable(.platform, advice: "write \(Platform.known.map(\.description).joined(separator: ", "))")
        }
        return Installation(
            platform: platform, version: version, build: try build(), channel: try channel(), os: try os(of: platform),
            storefront: try storefront())
    }

    private func build() throws(Unreadable) -> BuildNumber? {
        guard let text = filled(.build) else { return nil }
        do throws(VersionError) {
            return try BuildNumber(text)
        } catch {
            throw Unreadable(sentence: error.message)
        }
    }

    private func channel() throws(Unreadable) -> Channel {
        guard let text = text(.channel) else { return .appstore }
        guard !text.isEmpty else { return .unknown }
        let channel = Channel(text)
        guard channel.isKnown else {
            throw unreadable(.channel, advice: "write \(Channel.knownNames.joined(separator: ", "))")
        }
        return channel
    }

    /// Reads `iOS 17.4`, or `17.4` for the platform's own system.
    private func os(of platform: Platform) throws(Unreadable) -> OperatingSystem? {
        guard let text = filled(.os) else { return nil }
        if let os = OperatingSystem(text) { return os }
        guard let version = try? AppVersion(text) else {
            throw unreadable(.os, advice: "write a system and its version, such as iOS 17.4")
        }
        return OperatingSystem(platform, version)
    }

    private func storefront() throws(Unreadable) -> Storefront? {
        guard let text = filled(.storefront) else { return nil }
        guard let storefront = Storefront(text) else {
            throw unreadable(.storefront, advice: "write a country such as JP or JPN")
        }
        return storefront
    }

    private func text(_ name: CSVColumns.Name) -> String? {
        texts[CSVColumns.Name.allCases.firstIndex(of: name) ?? 0]?.trimmed
    }

    private func filled(_ name: CSVColumns.Name) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    private func unreadable(_ name: CSVColumns.Name, advice: String) -> Unreadable {
        Unreadable(sentence: "\(name.rawValue) `\((text(name) ?? "").prefix(80))` is not valid; \(advice)")
    }
}
