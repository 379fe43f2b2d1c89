import Airworthy
import AirworthyPolicy
import Foundation
import Testing

@Suite struct TestFlightReportTests {
    private func installation(_ version: String, _ build: String?, os: String? = "iOS 17.0") throws -> Installation {
        Installation(
            version: version, build: try build.map { try BuildNumber($0) }, channel: .testflight(.internal),
            os: os.flatMap { OperatingSystem($0) })
    }

    private func build(_ version: String, _ build: String?) throws -> TestFlightBuild {
        TestFlightBuild(version: try AppVersion(version), build: try build.map { try BuildNumber($0) })
    }

    @Test(
        arguments: [
            ("2.2.0", "300", "2.2.0", "301", .newer), ("2.2.0", "300", "2.3.0", "1", .newer),
            ("2.9.0", "300", "2.10.0", "1", .newer), ("2.2.0", "9", "2.2", "10", .newer),
            ("2.2.0", "300", "2.2.0", "300", .current), ("2.2.0", "301", "2.2.0", "300", .current),
            ("2.3.0", "1", "2.2.0", "300", .current), ("2.2.0", nil, "2.3.0", "1", .newer),
            ("2.2.0", nil, "2.2.0", "300", .unknown), ("2.2.0", "300", "2.2.0", nil, .unknown),
            ("who knows", "300", "2.3.0", "301", .unknown),
        ] as [(String, String?, String, String?, TestFlightReport.Availability)])
    func `availability compares versions, then build numbers`(
        _ version: String, _ number: String?, _ newestVersion: String, _ newestNumber: String?,
        _ expected: TestFlightReport.Availability
    ) throws {
        let report = TestFlightReport(
            installation: try installation(version, number), newest: try build(newestVersion, newestNumber))
        #expect(report.availability == expected)
    }

    @Test(
        arguments: [
            ("iOS 17.0", "18.0", true), ("iOS 18.0", "18.0", false), ("macOS 14.0", "18.0", false),
            (nil, "18.0", false),
        ] as [(String?, String, Bool)])
    func `a build for a newer system needs that system`(
        _ os: String?, _ minimum: String, _ isTooOld: Bool
    ) throws {
        var newest = try build("2.3.0", "301")
        newest.minimumOS = try AppVersion(minimum)
        let report = TestFlightReport(installation: try installation("2.2.0", "300", os: os), newest: newest)
        #expect(report.availability == (isTooOld ? .needsNewerSystem(try AppVersion(minimum)) : .newer))
        #expect(report.newest == newest)
    }

    @Test func `the remaining lifetime never falls below zero`() throws {
        let now = Date(timeIntervalSince1970: 1_000_000)
        let copy = try installation("2.2.0", "300")
        let report = TestFlightReport(installation: copy, newest: nil, expiresAt: now + 3600)
        #expect(report.availability == .unknown)
        #expect(report.links.isEmpty)
        #expect(report.secondsLeft(at: now) == 3600)
        #expect(report.secondsLeft(at: now + 7200) == 0)
        #expect(TestFlightReport(installation: copy, newest: nil).secondsLeft(at: now) == nil)
    }
}
