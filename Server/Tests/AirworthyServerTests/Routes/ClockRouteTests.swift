import AirworthyPolicy
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct ClockRouteTests {
    private static let path = "/v1/admin/clock"

    private static func body(_ api: API, ahead seconds: Double = 0) -> String {
        #"{"now":"\#(Timestamp.format(api.clock.now.addingTimeInterval(seconds)))"}"#
    }

    @Test func `an admin confirms the clock, and what waited for it is signed at once`() async throws {
        let api = try await API()
        await api.plane.housekeeping.renew()
        api.clock.advance(by: 15 * 86_400)
        let refused = try await api(
            .put, "/v1/admin/apps/hashtags/policy", token: api.admin, headers: [.ifMatch: "*"],
            body: #"{"schema":1,"rules":[]}"#)
        #expect(refused.status == .serviceUnavailable && refused.problem == "clock-wrong")
        let answer = try await api(.post, Self.path, token: api.admin, body: Self.body(api, ahead: -600))
        #expect(answer.status == .ok)
        #expect(try answer.json == ["now": .string(Timestamp.format(api.clock.now))])
        #expect(try api.plane.served.app("hashtags").head.revision == 2)
    }

    @Test(arguments: ["{}", #"{"now":5}"#, #"{"now":"yesterday"}"#, #"{"now":"2026-11-20T12:00:00Z","x":1}"#, "[", ""])
    func `anything but a time is refused`(body: String) async throws {
        let api = try await API(publishes: false)
        #expect(try await api(.post, Self.path, token: api.admin, body: body).status == .badRequest)
    }

    @Test(arguments: [-601.0, 601, 1e9])
    func `a time that differs by more than ten minutes is refused`(seconds: Double) async throws {
        let api = try await API(publishes: false)
        let answer = try await api(.post, Self.path, token: api.admin, body: Self.body(api, ahead: seconds))
        #expect(answer.status == .conflict && answer.problem == "clocks-differ")
        #expect(try answer.json["pointer"] == "/now")
    }

    @Test func `a token for some apps confirms nothing`() async throws {
        let api = try await API()
        let token = try await api.token(.admin, rights: [.apps, .read], apps: ["hashtags"])
        #expect(try await api(.post, Self.path, token: token, body: Self.body(api)).status == .forbidden)
    }
}
