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

    private func answers(_ airworthy: Airworthy) async -> [String] {
        let events = airworthy.events
        airworthy.didShow(Presentation(.maintenance(until: .distantPast, isRechecking: false)))
        var answers: [String] = []
        for await event in events {
            switch event {
            case .answered(let answer, _): answers.append("\(answer)")
            case .storeTrip(_, let opened): answers.append("trip \(opened)")
            case .prompted: answers.append("prompted")
            case .blocked: return answers
            default: break
            }
        }
        return answers
    }

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
        #expect(await answers(airworthy) == ["prompted"])
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
        #expect(await answers(airworthy) == told)
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
        #expect(await answers(airworthy) == ["prompted", "update", "trip false"])
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
        _ application: UIApplication, _ body: @MainActor (UIAlertController, Airworthy, UIWindow) async throws -> Void
    ) async throws {
        let airworthy = launch()
        let scene = await application.connect()
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        airworthy.attachGate(to: scene, prompt: .alert)
        await application.settle(until: { window.rootViewController?.presentedViewController != nil })
        let alert = try #require(window.rootViewController?.presentedViewController as? UIAlertController)
        try await body(alert, airworthy, window)
        await application.disconnect(scene)
    }

    @Test(
        arguments: [
            ("Later", ["prompted", "later"]), ("Skip This Version", ["prompted", "skip"]),
            ("Update", ["prompted", "update", "trip true"]),
        ])
    func `an attached gate presents UIKit's alert`(_ button: String, _ told: [String]) async throws {
        try await UIApplication.test { application in
            try await attached(application) { alert, airworthy, window in
                #expect(alert.title == "Update Available" && alert.preferredAction?.title == "Update")
                #expect(alert.message?.contains("Version 2.0 is available. You have 1.5.") == true)
                #expect(alert.actions.map(\.style) == [.default, .cancel, .default])
                alert.press(button)
                await application.settle()
                #expect(window.rootViewController?.presentedViewController == nil)
                #expect(await answers(airworthy) == told)
                #expect(
                    application.opened.map(\.absoluteString)
                        == (button == "Update" ? ["https://apps.apple.com/app/id42"] : []))
            }
        }
    }

    @Test func `UIKit's alert comes again if no link opens`() async throws {
        try await UIApplication.test { application in
            application.accepts = { _ in false }
            try await attached(application) { alert, airworthy, window in
                alert.press("Update")
                await application.settle(until: { window.rootViewController?.presentedViewController != nil })
                let again = window.rootViewController?.presentedViewController as? UIAlertController
                #expect(again?.message?.contains("The App Store couldn’t be opened.") == true)
                again?.press("Later")
                await application.settle()
                #expect(window.rootViewController?.presentedViewController == nil)
                #expect(await answers(airworthy) == ["prompted", "update", "trip false"])
            }
        }
    }
}
