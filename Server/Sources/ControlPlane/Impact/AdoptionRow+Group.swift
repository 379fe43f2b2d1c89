import AirworthyFleet
package import AirworthyPolicy

extension AdoptionRow {
    /// The installations of the row, for decisions.
    var group: InstallationGroup { InstallationGroup(of: installation, count: count) }

    /// One of the installations of the row. Facts that cannot be read are unknown.
    package var installation: Installation {
        let platform = Platform(cell.platform)
        return Installation(
            platform: platform, version: cell.version, build: try? BuildNumber(cell.build),
            channel: Channel(cell.channel),
            os: (try? AppVersion(cell.os)).map { OperatingSystem(platform: platform, version: $0) },
            storefront: Storefront(cell.storefront))
    }
}
