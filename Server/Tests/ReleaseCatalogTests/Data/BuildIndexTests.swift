import AirworthyPolicy
import Foundation
import Testing

@testable import ReleaseCatalog

@Suite struct BuildIndexTests {
    private static let builds = [
        build("40", version: "3.0", external: nil),
        build("40", version: "3.0", on: .macos),
        build("30", version: "2.0") { $0.isWithdrawn = true },
        build("20", version: "2.0", uploadedAt: t0.addingTimeInterval(-80 * day)),
        build("10", version: "1.0", uploadedAt: t0.addingTimeInterval(-20 * day)),
        build("9", version: "1.0") { $0.number = nil },
    ]
    private let index = BuildIndex(Self.builds)

    private func find(
        _ number: String?, _ version: String?, on platform: Platform = .ios, limit: Int = 9
    ) throws -> [Int]? {
        let found = index.builds(
            number: try number.map(BuildNumber.init(_:)), version: try version.map(AppVersion.init(_:)),
            platform: platform, limit: limit)
        return found?.builds.compactMap { Self.builds.firstIndex(of: $0) }
    }

    @Test func `builds are found by version, then by number, in any spelling`() throws {
        #expect(try find("40", nil) == [0])
        #expect(try find("040", "2.0") == [2, 3])
        #expect(try find("040", "9.9") == [0])
        #expect(try find("2", "2") == [2, 3])
        #expect(try find("2", "2.0.0") == [2, 3])
        #expect(try find(nil, "1.0") == [4, 5])
        #expect(try find("40", nil, on: .macos) == [1])
        #expect(try find("30", nil, on: .macos) == nil)
        #expect(try find("99", nil) == nil)
        #expect(try find(nil, nil) == nil)
    }

    @Test func `only the newest builds are returned`() throws {
        #expect(try find(nil, "2.0", limit: 1) == [2])
    }

    @Test func `the match says whether the number or the version was found`() throws {
        #expect(index.builds(number: number("40"), version: nil, platform: .ios, limit: 1)?.matchedBy == .build)
        #expect(
            index.builds(number: number("2"), version: version("2"), platform: .ios, limit: 1)?.matchedBy == .version)
    }

    @Test func `the newest build for an audience is neither expired nor withdrawn`() {
        #expect(index.newest(for: .internal, platform: .ios, at: t0) == Self.builds[0])
        #expect(index.newest(for: .external, platform: .ios, at: t0) == Self.builds[3])
        #expect(index.newest(for: .external, platform: .ios, at: t0.addingTimeInterval(20 * day)) == Self.builds[4])
        #expect(index.newest(for: .external, platform: .tvos, at: t0) == nil)
    }

    @Test func `a build is found by its version and its number`() {
        #expect(index.build(version: version("2"), number: number("20"), platform: .ios) == Self.builds[3])
        #expect(index.build(version: version("1.0"), number: nil, platform: .ios) == Self.builds[5])
        #expect(index.build(version: version("2.0"), number: number("40"), platform: .ios) == nil)
    }
}
