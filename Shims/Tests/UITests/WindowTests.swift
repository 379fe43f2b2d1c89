import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing
@_spi(Shim) import UIKit

@testable import AirworthyUI

/// The cover windows above alerts and sheets of the content.
@Suite(.timeLimit(.minutes(5))) @MainActor struct WindowTests {
    private let world = FakeWorld()

    /// The app's own alert, which lies above its view.
    private struct Alerting: View {
        @State private var isShown = true

        var body: some View {
            Text(verbatim: "Your tags").alert(Text(verbatim: "Delete?"), isPresented: $isShown) {
                Button {
                    isShown = false
                } label: {
                    Text(verbatim: "Delete")
                }
            } message: {
                Text(verbatim: "For ever.")
            }
        }
    }

    @Test func `a block on return is a window above the content's alert and ends editing`()
        async throws
    {
        try await UIApplication.test { application in
            world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
            let airworthy = world.launch(Samples.config)
            let scene = await application.connect()
            let own = scene.show { Alerting().updateGate(airworthy) }
            await application.settle()
            let before = scene.visible[0]
            #expect(scene.visible.count == 1 && own.alert != nil)

            world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
            own.enter(.background)
            await application.settle()
            world.pass(60)
            own.enter(.active)
            await application.settle()
            let cover = try #require(scene.visible.first)
            #expect(scene.visible.count == 2)
            #expect(cover !== before && cover.windowLevel.rawValue > UIWindow.Level.alert.rawValue)
            #expect(cover.isKeyWindow && cover.accessibilityViewIsModal)
            #expect(before.endedEditing > 0)
            let shown = try #require(scene.hosts.first)
            #expect(shown.text.contains("Update Required"))
            #expect(!own.text.contains("Update Required"), "one of them speaks, not both")

            shown.accepts = { $0.scheme == "https" }
            try shown.press("Update")
            #expect(shown.opened.map(\.absoluteString) == ["https://apps.apple.com/app/id42"])

            world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
            try shown.press("Check Again")
            await application.settle()
            #expect(scene.visible.map { $0 === before } == [true])
            #expect(before.isKeyWindow, "the keyboard goes back to where it was")
        }
    }

    @Test func `each scene has a cover window, including a scene that connects later`() async throws {
        await UIApplication.test { application in
            world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
            let airworthy = world.launch(Samples.config)
            let scenes = [await application.connect(), await application.connect()]
            for scene in scenes { scene.show { Content().updateGate(airworthy) } }
            await application.settle()
            #expect(scenes.map { $0.visible.count } == [2, 2])
            let third = await application.connect()
            third.show { Content().updateGate(airworthy) }
            await application.settle()
            #expect(third.visible.count == 2)
            #expect(third.hosts.first?.text.contains("Update Required") == true)
        }
    }

    @Test func `a cover window has the theme and the screens of its view`() async throws {
        try await UIApplication.test { application in
            let airworthy = world.preview(Samples.decision(.required))
            let scene = await application.connect()
            scene.show {
                Content().updateGate(airworthy).airworthyScreen(.gate) { screen in
                    Text(verbatim: "Mine: \(screen.content.title)")
                }
            }
            await application.settle()
            let shown = try #require(scene.hosts.first)
            #expect(scene.visible.count == 2)
            #expect(shown.text == "Mine: Update Required")
        }
    }

    @Test func `UpdateGateController contains the UIKit app's own controller`() async throws {
        await UIApplication.test { application in
            world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
            _ = await world.launch(Samples.config).check()
            let airworthy = world.launch(Samples.config)
            var made = 0
            let scene = await application.connect()
            let window = UIWindow(windowScene: scene)
            window.rootViewController = UpdateGateController(airworthy) {
                made += 1
                return UIViewController()
            }
            window.makeKeyAndVisible()
            await application.settle()
            #expect(made == 0 && scene.hosts.first?.text.contains("Update Required") == true)
            world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
            _ = await airworthy.check()
            await application.settle()
            #expect(made == 1)
        }
    }
}
