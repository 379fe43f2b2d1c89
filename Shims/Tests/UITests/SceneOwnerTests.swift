import Airworthy
import AirworthyPolicy
import Foundation
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
        let running = Task { await model.run() }
        model.setPhase(.background, ofScene: 1)
        while world.sleeping.isEmpty, !Task.isCancelled { await Task.yield() }
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        _ = await airworthy.refresh()
        #expect(airworthy.decision.status == .required && model.machine.block == nil)
        model.willEnterForeground()
        while model.machine.block == nil, !Task.isCancelled { await Task.yield() }
        running.cancel()
        await running.value
    }
}
