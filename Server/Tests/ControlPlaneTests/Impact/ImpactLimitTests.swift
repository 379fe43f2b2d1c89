import AirworthyPolicy
import ControlPlaneTesting
import Testing

@testable import ControlPlane

@Suite(.timeLimit(.minutes(5))) struct ImpactLimitTests {
    @Test func `a prediction made before the release data changed allows nothing`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        try await server.publish()
        let cell = AdoptionCell(
            platform: "ios", version: "1.9", build: "1", channel: "appstore", os: "17.4", storefront: "JP")
        _ = server.plane.adoption.add(CheckIn(now: cell), app: "hashtags")
        try await server.plane.adoption.flush()
        let publishing = server.plane.publishing
        let before = try await publishing.context(of: "hashtags")
        let forecast = try await publishing.forecast(
            from: before, to: before.manifest(with: try PolicyDocument(Samples.policy(floor: "1.5"))), days: 28)
        let limits = ImpactLimits(maxBlocked: ImpactLimits.Share("100%"))
        try limits.check(forecast, on: before.basis)
        _ = try await server.plane.catalogs.importCatalog(Samples.catalog("2.3"), for: "hashtags", by: .server)
        let after = try await publishing.context(of: "hashtags").basis
        #expect { try limits.check(forecast, on: after) } throws: {
            ($0 as? ControlPlaneError)?.kind == .preconditionFailed
        }
        // Without a limit nothing depends on the prediction.
        try ImpactLimits().check(forecast, on: after)
        #expect { try limits.check(nil, on: after) } throws: { ($0 as? ControlPlaneError)?.kind == .impactUnknown }
    }

    @Test(
        arguments: [
            ("2%", "2 %"), ("0.1 %", "0.1 %"), ("100", "100 %"), ("0", "0 %"), ("", nil), ("%", nil), ("-1", nil),
            ("101", nil),
            ("1e1", nil), ("٢", nil), ("1.2.3", nil), ("2 %%", nil),
        ] as [(String, String?)])
    func `a share is a number of per cent`(text: String, description: String?) {
        #expect(ImpactLimits.Share(text)?.description == description)
    }
}
