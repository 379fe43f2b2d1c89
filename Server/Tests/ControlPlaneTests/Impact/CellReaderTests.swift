import AirworthyPolicy
import ControlPlane
import Testing

@Suite struct CellReaderTests {
    @Test func `the installation of a cell has its facts, whatever was read before`() throws {
        func cell(_ version: String, _ build: String, _ channel: String, _ os: String, _ store: String) -> AdoptionCell
        {
            AdoptionCell(platform: "ios", version: version, build: build, channel: channel, os: os, storefront: store)
        }
        func system(_ platform: Platform, _ version: String) throws -> OperatingSystem {
            OperatingSystem(platform: platform, version: try AppVersion(version))
        }
        let build = try BuildNumber("310")
        let cases: [(AdoptionCell, Installation)] = [
            (
                cell("2.2.1", "310", "appstore", "17.4", "JP"),
                Installation(
                    version: "2.2.1", build: build, channel: .appstore, os: try system(.ios, "17.4"),
                    storefront: Storefront("JP"))
            ),
            (
                cell("2.2.1", "310", "appstore", "", "JP"),
                Installation(version: "2.2.1", build: build, channel: .appstore, storefront: Storefront("JP"))
            ),
            (
                cell("2.2.1", "310", "appstore", "17.4", ""),
                Installation(version: "2.2.1", build: build, channel: .appstore, os: try system(.ios, "17.4"))
            ),
            (
                AdoptionCell(platform: "macos", version: "2.2.1", build: "310", channel: "appstore", os: "17.4"),
                Installation(
                    platform: .macos, version: "2.2.1", build: build, channel: .appstore,
                    os: try system(.macos, "17.4"))
            ),
            (cell("x", "?", "testflight", "?", "JAPAN"), Installation(version: "x", channel: .testflight(nil))),
            (AdoptionCell([], of: []), Installation(platform: Platform(""), version: "", channel: Channel(""))),
        ]
        var reader = CellReader()
        for (cell, installation) in cases + cases.reversed() {
            #expect(reader.installation(of: cell) == installation)
        }
    }

    @Test func `of more systems than are remembered, each is read`() {
        var reader = CellReader()
        for number in (0..<12_000).reversed() + (0..<12_000) {
            let cell = AdoptionCell(platform: "ios", version: "2.2.1", channel: "appstore", os: "17.\(number)")
            #expect(reader.installation(of: cell).os?.version.description == "17.\(number)")
        }
    }
}
