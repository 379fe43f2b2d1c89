package import AirworthyFleet
package import AirworthyPolicy

/// Reads the facts of cells, for decisions. Most cells share their version, and nearly all their system and storefront, so each text is
/// read once.
package struct CellReader {
    /// By the facts before the system.
    private var installations: [Substring: Installation] = [:]
    private var systems: [Substring: AppVersion?] = [:]
    private var storefronts: [Substring: Storefront?] = [:]

    package init() {}

    /// Returns one of the installations of a cell. Facts that cannot be read are unknown.
    package mutating func installation(of cell: AdoptionCell) -> Installation {
        let facts = cell.systemAndStorefront
        var installation = installations.value(for: facts.before) { _ in
            Installation(
                platform: Platform(cell.platform), version: cell.version, build: try? BuildNumber(cell.build),
                channel: Channel(cell.channel))
        }
        let system = systems.value(for: facts.system) { try? AppVersion(String($0)) }
        installation.os = system.map { OperatingSystem(platform: installation.platform, version: $0) }
        installation.storefront = storefronts.value(for: facts.storefront) { Storefront(String($0)) }
        return installation
    }

    /// Returns the installations of rows, made one by one: all of them would take more memory than the rows.
    package static func groups(of rows: [AdoptionRow]) -> some Sequence<InstallationGroup> {
        var reader = CellReader()
        return rows.lazy.map { InstallationGroup(of: reader.installation(of: $0.cell), count: $0.count) }
    }
}

extension Dictionary {
    /// Returns the value of a key, which is read if it is not there. Of more than 10,000, the last ones are read each time: forged cells
    /// may have a system each.
    fileprivate mutating func value(for key: Key, read: (Key) -> Value) -> Value {
        if let known = self[key] { return known }
        let value = read(key)
        if count < 10_000 { self[key] = value }
        return value
    }
}
