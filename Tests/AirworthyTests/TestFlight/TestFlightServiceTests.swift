import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct TestFlightServiceTests {
    private static let latest = """
        {"version": "2.3.0", "buildNumber": "321", "releaseNotes": "Try the editor.", "uploadedAt": "2026-11-01T00:00:00Z",
         "publishedAt": null, "expiresAt": "2027-01-30T00:00:00Z", "minimumOS": "16.0", "audienceType": null,
         "availableTo": ["internal"], "groups": [], "testFlightURL": "https://testflight.apple.com/join/abc",
         "channel": "testflight.internal", "platform": "ios", "url": null, "catalog": {}}
        """
    private static let audience = """
        {"version": "2.3.0", "buildNumber": "300", "availableTo": ["external"], "matchedBy": "build", "builds": [
          {"version": "2.3.0", "buildNumber": "300", "availableTo": ["external"], "expiresAt": "2027-03-01T00:00:00Z"},
          {"version": "2.2.0", "buildNumber": "300", "availableTo": ["internal"], "expiresAt": "2026-12-01T00:00:00Z"}]}
        """
    private static let noRelease = #"{"type": "urn:airworthy:problem:no-release", "status": 404}"#

    private func copy(_ channel: Channel, language: String? = nil) throws -> Installation {
        Installation(version: "2.2.0", build: try BuildNumber("300"), channel: channel, language: language)
    }

    /// Returns a service whose answers depend on the end of the path. Records the requests.
    private func service(
        _ answers: [String: (Int, String)], server: String = "https://updates.example.com",
        asked: Locked<[String]> = Locked([])
    ) throws -> TestFlightService {
        let server = try #require(URL(string: server))
        return TestFlightService(server: server, app: "hashtags", appleID: 42) { url in
            asked.withLock { $0.append(url.absoluteString) }
            guard let answer = answers.first(where: { url.path.hasSuffix($0.key) })?.value else {
                throw URLError(.notConnectedToInternet)
            }
            return (answer.0, Data(answer.1.utf8))
        }
    }

    @Test func `the service compares the installed build with the newest of its audience`() async throws {
        let asked = Locked<[String]>([])
        let service = try service(
            ["latest/internal": (200, Self.latest), "builds/300/audience": (200, Self.audience)],
            server: "https://updates.example.com/", asked: asked)
        let report = try await service.check(copy(.testflight(.internal), language: "ja"))
        #expect(report.availability == .newer)
        #expect(report.newest?.notes == "Try the editor.")
        #expect(report.newest?.expiresAt == Timestamp.parse("2027-01-30T00:00:00Z"))
        #expect(report.newest?.minimumOS == (try AppVersion("16")))
        #expect(report.expiresAt == Timestamp.parse("2026-12-01T00:00:00Z"))
        #expect(
            report.links == [
                "itms-beta://beta.itunes.apple.com/v1/app/42", "https://testflight.apple.com/join/abc",
            ])
        #expect(
            asked.withLock { $0 } == [
                "https://updates.example.com/v1/apps/hashtags/testflight/latest/internal?platform=ios&language=ja",
                "https://updates.example.com/v1/apps/hashtags/testflight/builds/300/audience?platform=ios",
            ])
    }

    @Test(
        arguments: [
            (Channel.testflight(nil), "latest/external"), (.testflight(.external), "latest/external"),
            (.testflight(.internal), "latest/internal"),
        ] as [(Channel, String)])
    func `TestFlight of unknown audience gets external builds`(_ channel: Channel, _ path: String) async throws {
        let asked = Locked<[String]>([])
        _ = try await service([path: (200, Self.latest)], asked: asked).check(copy(channel))
        #expect(asked.withLock { $0.first }?.contains(path) == true)
    }

    @Test func `a missing release is reported as unknown`() async throws {
        let report = try await service(["latest/external": (404, Self.noRelease)]).check(copy(.testflight(nil)))
        #expect(report.availability == .unknown)
        #expect(report.newest == nil)
    }

    @Test(
        arguments: [
            (503, "{}", TestFlightError.Code.notAnswered), (429, "", .notAnswered), (404, "{}", .refused),
            (401, "", .refused), (301, "", .refused), (200, "<html>", .unreadableAnswer),
            (200, "[]", .unreadableAnswer),
            (200, #"{"version": "soon"}"#, .unreadableAnswer),
        ] as [(Int, String, TestFlightError.Code)])
    func `an unusable answer is an error, never "no update"`(
        _ status: Int, _ body: String, _ code: TestFlightError.Code
    ) async throws {
        let service = try service(["latest/external": (status, body)])
        let error = await #expect(throws: TestFlightError.self) { try await service.check(copy(.testflight(nil))) }
        #expect(error?.code == code)
    }

    @Test func `a network failure is notAnswered`() async throws {
        let service = try service([:])
        let error = await #expect(throws: TestFlightError.self) { try await service.check(copy(.testflight(nil))) }
        #expect(error?.code == .notAnswered)
        #expect(await service.audiences(of: try copy(.testflight(nil))) == nil)
    }

    @Test(arguments: [Channel.appstore, .debug, .unknown, .adhoc])
    func `other channels throw notTestFlight without a request`(_ channel: Channel) async throws {
        let asked = Locked<[String]>([])
        let service = try service([:], asked: asked)
        let error = await #expect(throws: TestFlightError.self) { try await service.check(copy(channel)) }
        #expect(error?.code == .notTestFlight)
        #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test func `of builds that share a number the one of the installed version counts`() async throws {
        let service = try service(["builds/300/audience": (200, Self.audience)])
        #expect(await service.audiences(of: try copy(.testflight(nil))) == [.internal])
        var other = try copy(.testflight(nil))
        other.version = try AppVersion("2.1.0")
        #expect(await service.audiences(of: other) == nil)
        other.build = nil
        #expect(await service.audiences(of: other) == nil)
    }
}
