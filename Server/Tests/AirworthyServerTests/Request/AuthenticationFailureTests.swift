import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AirworthyServer

/// The counter of tokens that were not enough.
@Suite(.timeLimit(.minutes(5))) struct AuthenticationFailureTests {
    /// A request whose header `Authorization` is made by `field`; `nil` for none.
    private struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var path = "/v1/admin/apps"
        var method = HTTPRequest.Method.get
        let field: @Sendable (API) async throws -> String?
        let reason: AuthenticationFailure?
    }

    private static let cases: [Case] = [
        Case(testDescription: "no token", field: { _ in nil }, reason: .missing),
        Case(testDescription: "another scheme", field: { _ in "Basic YTpi" }, reason: .malformed),
        Case(testDescription: "not a token", field: { _ in "Bearer secret" }, reason: .malformed),
        Case(
            testDescription: "a token of another server",
            field: { _ in "Bearer \(try await API(publishes: false).admin)" }, reason: .unknown),
        Case(
            testDescription: "a revoked token",
            field: { api in
                let made = try await api.plane.tokens.create(.init(kind: .admin, name: "old"), by: .server)
                try await api.plane.tokens.revoke(made.record.id, by: .server)
                return "Bearer \(made.text)"
            }, reason: .ended),
        Case(
            testDescription: "an expired token",
            field: { api in
                let end = api.clock.now.addingTimeInterval(60)
                let draft = TokenService.Draft(kind: .admin, name: "short", expiresAt: end)
                let text = try await api.plane.tokens.create(draft, by: .server).text
                api.clock.advance(by: 61)
                return "Bearer \(text)"
            }, reason: .ended),
        Case(
            testDescription: "a token without the right", path: "/v1/admin/tokens",
            field: { "Bearer \(try await $0.token(.ci))" }, reason: .forbidden),
        Case(
            testDescription: "a device's token", field: { "Bearer \(try await $0.token(.device))" },
            reason: .forbidden),
        Case(
            testDescription: "an app out of the token's scope", path: "/v1/admin/apps/other",
            field: { "Bearer \(try await $0.token(.ci, apps: ["hashtags"]))" }, reason: nil),
        Case(testDescription: "a valid token", field: { "Bearer \($0.admin)" }, reason: nil),
        Case(
            testDescription: "a bad token where none is read", path: "/health/live", field: { _ in "Bearer secret" },
            reason: nil),
        Case(
            testDescription: "a webhook's signature", path: "/hooks/app-store-connect/hashtags", method: .post,
            field: { _ in nil }, reason: nil),
    ]

    @Test(arguments: cases)
    private func `a request whose token is not enough is counted once, by reason`(_ row: Case) async throws {
        let (api, registry) = (try await API(publishes: false), MetricsRegistry())
        var options = APIOptions()
        options.failures = AuthenticationMetrics(registry: registry)
        var headers: HTTPFields = [:]
        headers[.authorization] = try await row.field(api)
        _ = try await api(row.method, row.path, headers: headers, options: options)
        #expect(Self.counts(registry) == (row.reason.map { [$0.rawValue: 1] } ?? [:]))
    }

    /// The counters that are not 0, by reason.
    static func counts(_ registry: MetricsRegistry) -> [String: Double] {
        let family = registry.families().first { $0.name == Metric.authenticationFailures.name }
        let samples = family?.samples ?? []
        #expect(samples.count == AuthenticationFailure.allCases.count)
        let pairs = samples.map { ($0.labels.first?.value ?? "", $0.value) }
        return Dictionary(uniqueKeysWithValues: pairs).filter { $0.value != 0 }
    }
}
