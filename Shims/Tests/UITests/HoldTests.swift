import Airworthy
import AirworthyPolicy
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

/// The wait for the first decision of a launch, beside other views of the same client.
@Suite(.timeLimit(.minutes(5))) @MainActor struct HoldTests {
    private let world = FakeWorld()

    @Test func `a launch is held whichever view knew the client first`() async {
        world.answer(Samples.files) { _ in
            await Signal().wait(after: 0)
            throw CancellationError()
        }
        let airworthy = world.launch(Samples.config)
        let badge = Host { Content().airworthyFeatures(airworthy) }
        await badge.settle()
        let host = Host { Content().updateGate(airworthy, holdLaunch: 3) }
        #expect(!host.canWork, "the first frame of the content")
        await host.settle()
        #expect(!host.canWork)
        world.pass(3)
        await host.settle()
        #expect(host.canWork)
    }
}
