import Airworthy
import AirworthyPolicy
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

/// SwiftUI may make rows on another thread than the main one. A closure that asserts the main actor would end the process there.
@Suite(.timeLimit(.minutes(5))) @MainActor struct RowTests {
    private let world = FakeWorld()

    private func host(@ViewBuilder _ content: @escaping () -> some View) async -> Host {
        let host = Host(content: content)
        host.environment.makesRowsElsewhere = true
        await host.settle()
        return host
    }

    @Test(arguments: [Decision.Status.required, .requiredUnavailable, .maintenance, .recommended])
    func `the rows of a screen are made on any thread`(_ status: Decision.Status) async {
        let airworthy = world.preview(Samples.decision(status))
        let host = await host { Content().updateGate(airworthy) }
        #expect(host.everything.count > "Your tags".count)
    }

    @Test func `the rows of the check and of the debug panel are made on any thread`() async throws {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        let airworthy = world.launch(Samples.lookup)
        let check = await host { UpdateCheckView(airworthy) }
        try check.press("Check for Updates")
        await check.settle()
        #expect(check.text.contains("2.0"))
        let panel = await host { AirworthyDebugView(airworthy) }
        #expect(panel.text.contains("Installed app"))
    }
}
