import ControlPlane
import ControlPlaneTesting
import ReleaseCatalog
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct AppleGaugesTests {
    @Test func `metrics show the age of sources, the state of keys and the number of calls`() async throws {
        let (api, recorder) = (try await API(publishes: false), CatalogSyncRecorder())
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        recorder.set([
            AppleKeyRecord(
                state: KeyState(keyID: "KEY", condition: .failed(since: api.clock.now), allowedPerHour: 1_800),
                callsLastHour: 12
            )
        ])
        api.clock.advance(by: 90)
        let text = MetricsText(
            registry: MetricsRegistry(), served: api.plane.served, sync: recorder.sync(),
            now: { [clock = api.clock] in clock.now }
        ).text()
        for line in [
            #"airworthy_catalog_source_age_seconds{app="hashtags",source="appStoreConnect"} 90"#,
            #"airworthy_apple_key{key="KEY",state="failed"} 1"#, #"airworthy_apple_key{key="KEY",state="working"} 0"#,
            #"airworthy_apple_calls_last_hour{key="KEY"} 12"#,
            #"airworthy_apple_calls_allowed_per_hour{key="KEY"} 1800"#,
        ] { #expect(text.contains(line + "\n"), "\(line)") }
    }
}
