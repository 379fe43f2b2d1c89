import AirworthyPolicy

/// One row of a table of installations, as texts.
struct FleetRow {
    /// In the order of ``FleetColumns/Name``; `nil` where the table has no such column.
    let texts: [String?]

    /// A sentence about what cannot be read.
    struct Unreadable: Error {
        let sentence: String
    }

    /// The facts. What a column of `decide`'s options would default to, a missing column does too; an empty cell is an
    /// unknown fact.
    func installation() throws(Unreadable) -> Installation {
        let version = text(.version) ?? ""
        do throws(VersionError) {
            _ = try AppVersion(version)
        } catch {
            throw Unreadable(sentence: error.message)
        }
        let platform = Platform(text(.platform) ?? "ios")
        guard platform.isKnown else {
            throw unreadable(.platform, "write \(Platform.known.map(\.description).joined(separator: ", "))")
        }
        return Installation(
            platform: platform, version: version, build: try build(), channel: try channel(), os: try os(platform),
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
            throw unreadable(.channel, "write \(Channel.knownNames.joined(separator: ", "))")
        }
        return channel
    }

    /// `iOS 17.4`, or `17.4` for the platform's own system.
    private func os(_ platform: Platform) throws(Unreadable) -> OperatingSystem? {
        guard let text = filled(.os) else { return nil }
        if let os = OperatingSystem(text) { return os }
        guard let version = try? AppVersion(text) else {
            throw unreadable(.os, "write a system and its version, such as iOS 17.4")
        }
        return OperatingSystem(platform: platform, version: version)
    }

    private func storefront() throws(Unreadable) -> Storefront? {
        guard let text = filled(.storefront) else { return nil }
        guard let storefront = Storefront(text) else {
            throw unreadable(.storefront, "write a country such as JP or JPN")
        }
        return storefront
    }

    private func text(_ name: FleetColumns.Name) -> String? {
        texts[FleetColumns.Name.allCases.firstIndex(of: name) ?? 0]?.trimmed
    }

    private func filled(_ name: FleetColumns.Name) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    private func unreadable(_ name: FleetColumns.Name, _ help: String) -> Unreadable {
        Unreadable(sentence: "\(name.rawValue) `\((text(name) ?? "").prefix(80))` is not one; \(help)")
    }
}

extension String {
    fileprivate var trimmed: String {
        guard first?.isWhitespace ?? false || last?.isWhitespace ?? false else { return self }
        return String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
