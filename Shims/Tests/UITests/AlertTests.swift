import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing
@_spi(Shim) import UIKit

@testable import AirworthyUI

/// A prompt as the system's alert.
@Suite(.timeLimit(.minutes(5))) @MainActor struct AlertTests {
    private let world = FakeWorld()

    private func launch() -> Airworthy {
        world.serve(Samples.listing("2.0"), at: Samples.appStore)
        return world.launch(Samples.lookup)
    }

    // MARK: SwiftUI

    private func alerted() async -> (Host, Airworthy) {
        let airworthy = launch()
        let host = Host { Content().updateGate(airworthy, prompt: .alert) }
        await host.settle()
        return (host, airworthy)
    }

    @Test func `a prompt is an alert with the texts of the sheet`() async {
        let (host, airworthy) = await alerted()
        #expect(host.sheet == nil && host.alert?.title == "Update Available")
        #expect(host.alert?.message.contains("Version 2.0 is available. You have 1.5.") == true)
        #expect(host.buttons == ["Update", "Later", "Skip This Version"])
        #expect(await airworthy.promptEvents() == ["prompted"])
        host.close()
    }

    @Test(
        arguments: [
            ("Later", ["prompted", "later"]), ("Skip This Version", ["prompted", "skip"]),
            ("Update", ["prompted", "update", "trip true"]),
        ])
    func `a button closes the alert and reports one answer`(_ button: String, _ told: [String]) async throws {
        let (host, airworthy) = await alerted()
        try host.press(button)
        await host.settle()
        #expect(host.alert == nil && host.canWork)
        #expect(await airworthy.promptEvents() == told)
        host.close()
    }

    @Test func `if no link opens the alert comes again and says what to do`() async throws {
        let (host, airworthy) = await alerted()
        host.accepts = { _ in false }
        try host.press("Update")
        await host.settle()
        #expect(host.alert?.message.contains("The App Store couldn’t be opened.") == true)
        try host.press("Later")
        await host.settle()
        #expect(host.alert == nil && host.canWork)
        #expect(await airworthy.promptEvents() == ["prompted", "update", "trip false"])
        host.close()
    }

    @Test func `a required update covers the app as always`() async {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let host = Host { Content().updateGate(world.launch(Samples.config), prompt: .alert) }
        await host.settle()
        #expect(host.alert == nil && host.text.contains("Update Required"))
        host.close()
    }

    @Test func `a prompt with the app's own view stays a sheet`() async {
        let airworthy = launch()
        let host = Host {
            Content().updateGate(airworthy, prompt: .alert).airworthyScreen(.prompt) {
                Text(verbatim: $0.content.title)
            }
        }
        await host.settle()
        #expect(host.alert == nil && host.sheet != nil)
        host.close()
    }

    // MARK: UIKit

    private func attached(
        _ application: UIApplication, _ body: @MainActor (Airworthy, UIWindow) async throws -> Void
    ) async throws {
        let airworthy = launch()
        let scene = await application.connect()
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        airworthy.attachGate(to: scene, prompt: .alert)
        await application.settle(until: { alert(in: window) != nil })
        try await body(airworthy, window)
        await application.disconnect(scene)
    }

    private func alert(in window: UIWindow) -> UIAlertController? {
        window.rootViewController?.presentedViewController as? UIAlertController
    }

    @Test(
        arguments: [
            ("Later", ["prompted", "later"]), ("Skip This Version", ["prompted", "skip"]),
            ("Update", ["prompted", "update", "trip true"]),
        ])
    func `an attached gate presents UIKit's alert`(_ button: String, _ told: [String]) async throws {
        try await UIApplication.test { application in
            try await attached(application) { airworthy, window in
                let shown = try #require(alert(in: window))
                #expect(shown.title == "Update Available" && shown.preferredAction?.title == "Update")
                #expect(shown.message?.contains("Version 2.0 is available. You have 1.5.") == true)
                #expect(shown.actions.map(\.style) == [.default, .cancel, .default])
                shown.press(button)
                await application.settle()
                #expect(alert(in: window) == nil)
                #expect(await airworthy.promptEvents() == told)
                let links = application.opened.map(\.absoluteString)
                #expect(links == (button == "Update" ? ["https://apps.apple.com/app/id42"] : []))
            }
        }
    }

    @Test func `UIKit's alert comes again if no link opens`() async throws {
        try await UIApplication.test { application in
            application.accepts = { _ in false }
            try await attached(application) { airworthy, window in
                alert(in: window)?.press("Update")
                await application.settle(until: { alert(in: window) != nil })
                #expect(alert(in: window)?.message?.contains("The App Store couldn’t be opened.") == true)
                alert(in: window)?.press("Later")
                await application.settle()
                #expect(alert(in: window) == nil)
                #expect(await airworthy.promptEvents() == ["prompted", "update", "trip false"])
            }
        }
    }

    @Test func `an alert that the app has dismissed with its own controllers comes again`() async throws {
        try await UIApplication.test { application in
            try await attached(application) { _, window in
                let scene = try #require(window.windowScene)
                window.rootViewController?.dismiss(animated: false)
                await application.enterBackground(scene)
                await application.enterForeground(scene)
                await application.settle(until: { alert(in: window) != nil })
            }
        }
    }
}
