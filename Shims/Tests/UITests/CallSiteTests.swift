import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

/// The property wrapper, the observable object, the environment, and the notes after an update.
@Suite(.timeLimit(.minutes(5))) @MainActor struct CallSiteTests {
    private struct Timeline: View {
        @FeatureFlag("columns", default: 2) private var columns
        @FeatureFlag(FeatureKey("accent", default: "blue")) private var accent

        var body: some View { Text(verbatim: "\(columns) \(accent)") }
    }

    @Test func `a feature flag follows the client of the gate`() async {
        let stub = Airworthy.stub(.ok, features: ["columns": 3])
        let host = Host { Timeline().updateGate(stub.airworthy) }
        #expect(host.text == "3 blue")
        stub.setFeature("columns", to: 5)
        await host.settle()
        #expect(host.text == "5 blue")
        host.close()
    }

    @Test func `a feature flag has the value in code without a client, or with another type`() {
        #expect(Host { Timeline() }.text == "2 blue")
        let stub = Airworthy.stub(.ok, features: ["columns": "many", "accent": "red"])
        #expect(Host { Timeline().airworthyFeatures(stub.airworthy) }.text == "2 red")
    }

    @Test func `a preview can set features without a client`() {
        #expect(Host { Timeline().airworthyFeatures(previewing: ["columns": 4]) }.text == "4 blue")
    }

    @Test func `a feature flag reports its use once`() async {
        let world = FakeWorld()
        let airworthy = world.launch(Samples.config)
        airworthy.overrideFeature("columns", with: 3)
        let host = Host { Timeline().airworthyFeatures(airworthy) }
        await host.settle()
        #expect(host.text == "3 blue")
        var events = airworthy.events.makeAsyncIterator()
        #expect(await events.next() == .exposed(feature: "columns", value: 3))
        host.close()
    }

    private struct Status: View {
        @StateObject private var release: AirworthyObject

        init(_ airworthy: Airworthy) { _release = StateObject(wrappedValue: AirworthyObject(airworthy)) }

        var body: some View { Text(verbatim: release.decision.status.rawValue) }
    }

    @Test func `an observable object draws its views again`() async {
        let stub = Airworthy.stub(.ok)
        let host = Host { Status(stub.airworthy) }
        #expect(host.text == "ok")
        stub.send(.recommended)
        await host.settle()
        #expect(host.text == "recommended")
        host.close()
    }

    private struct Inside: View {
        @Environment(\.airworthy) private var airworthy

        var body: some View { Text(verbatim: airworthy == nil ? "none" : "client") }
    }

    @Test func `views inside the gate have the client, others have none`() {
        let stub = Airworthy.stub()
        #expect(Host { Inside() }.text == "none")
        #expect(Host { Inside().updateGate(stub.airworthy) }.text == "client")
    }

    private struct Observing: View {
        @Environment(ObservedAirworthy.self) private var release

        var body: some View { Text(verbatim: release.decision.status.rawValue) }
    }

    private struct Subscribing: View {
        @EnvironmentObject private var release: AirworthyObject

        var body: some View { Text(verbatim: release.decision.status.rawValue) }
    }

    @Test func `views inside the gate follow one observed client without creating any`() async {
        let stub = Airworthy.stub(.ok)
        let host = Host {
            VStack {
                Observing()
                Subscribing()
            }
            .updateGate(stub.airworthy)
        }
        #expect(host.text == "ok ok")
        let model = AirworthyModel.shared(for: stub.airworthy)
        let made = (model.observed, model.object)
        stub.send(.recommended)
        await host.settle()
        #expect(host.text == "recommended recommended")
        #expect(model.observed === made.0 && model.object === made.1)
        host.close()
    }

    @Test func `a preview trait puts a view into a gate`() async {
        let trait = PreviewTrait<Preview.ViewTraits>.airworthy(.required)
        let host = Host { trait.preview { Content() } }
        await host.settle()
        #expect(host.text.contains("Update Required") && !host.canWork)
        host.close()
        let calm = PreviewTrait<Preview.ViewTraits>.airworthy(.ok, features: ["columns": 5])
        #expect(Host { calm.preview { Timeline() } }.text == "5 blue")
    }

    // MARK: After an update

    private func launch(_ version: String, in world: FakeWorld) -> Airworthy {
        let bytes = Array(
            """
            {"resultCount": 1, "results": [{"kind": "software", "version": "2.0", "trackId": 42,
            "releaseNotes": "Faster.", "currentVersionReleaseDate": "2026-11-01T00:00:00Z"}]}
            """.utf8)
        world.answer(Samples.appStore) { TransportResponse(url: $0.url, status: 200, body: bytes) }
        return world.launch(Samples.lookup, version: version, storefront: "JP")
    }

    @Test func `the notes appear once after an update and can be closed`() async throws {
        let world = FakeWorld()
        _ = await launch("1.5", in: world).refresh()
        let host = Host { Content().whatsNew().updateGate(launch("2.0", in: world)) }
        await host.settle()
        #expect(host.everything.contains("Faster."))
        try host.press("Close")
        await host.settle()
        #expect(!host.everything.contains("Faster."))
        host.close()

        let next = Host { Content().whatsNew().updateGate(launch("2.0", in: world)) }
        await next.settle()
        #expect(!next.everything.contains("Faster."))
        next.close()
    }

    @Test func `a first installation shows no notes, but a row of the settings does`() async {
        let world = FakeWorld()
        let client = launch("2.0", in: world)
        let host = Host {
            VStack {
                Content()
                WhatsNewView(client)
            }
            .whatsNew()
            .updateGate(client)
        }
        await host.settle()
        #expect(host.presented.isEmpty)
        #expect(host.text.contains("Faster."))
        host.close()
    }
}
