import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

/// Scenes that SwiftUI does not own.
@Suite(.timeLimit(.minutes(1))) @MainActor struct SceneOwnerTests {
    private let world = FakeWorld()

    /// SwiftUI reports no phase for scenes of UIKit and AppKit, so they seem to be in the background, as those of a process that a push has
    /// launched really are.
    @Test func `a first scene that seems to be in the background stops no timer, and its opening is a return`() async {
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        let model = AirworthyModel(airworthy, kind: .app, isAppObserved: true)
        let host = Host { Text(verbatim: "").task { await model.run() } }
        model.setPhase(.background, ofScene: 1)
        await host.settle()
        #expect(!world.sleeping.isEmpty, "the next refresh is waited for")
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        _ = await airworthy.refresh()
        await host.settle()
        #expect(airworthy.decision.status == .required && model.machine.block == nil)
        model.willEnterForeground()
        await host.settle()
        #expect(model.machine.block != nil)
        host.close()
    }
}
