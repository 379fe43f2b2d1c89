import Airworthy
import AirworthyPolicy
import Combine
import Foundation
@_spi(Shim) import SwiftUI
import Testing
@_spi(Shim) import UIKit

@testable import AirworthyUI

/// The life of the cover windows, and the gate of scenes that UIKit owns.
@Suite(.timeLimit(.minutes(5))) @MainActor struct CoverTests {
    private let world = FakeWorld()

    private final class Brand: ObservableObject { let name = "Hashtags" }

    private struct BrandGate: View {
        @EnvironmentObject private var brand: Brand
        @Environment(\.locale) private var locale
        @Environment(\.font) private var font

        var body: some View {
            Text(verbatim: "\(brand.name), \(locale.identifier), \(font == nil ? "no font" : "a font")")
        }
    }

    @Test func `a cover has the whole environment of its gate`() async throws {
        try await UIApplication.test { application in
            let airworthy = world.preview(Samples.decision(.required))
            let scene = await application.connect()
            scene.show {
                Content().updateGate(airworthy).airworthyScreen(.gate) { _ in BrandGate() }
                    .environmentObject(Brand()).environment(\.locale, Locale(identifier: "ja"))
                    .environment(\.font, .title)
            }
            await application.settle()
            #expect(scene.visible.count == 2)
            let cover = try #require(scene.hosts.first)
            #expect(cover.text == "Hashtags, ja, a font")
        }
    }

    @Test func `a cover opens links itself, not with the app's action`() async throws {
        try await UIApplication.test { application in
            let airworthy = world.preview(Samples.decision(.required))
            let scene = await application.connect()
            let own = scene.show {
                Content().updateGate(airworthy).environment(\.openURL, OpenURLAction { _ in .discarded })
            }
            await application.settle()
            let cover = try #require(scene.hosts.first)
            try cover.press("Update")
            await application.settle()
            #expect(cover.opened.map(\.absoluteString) == ["https://apps.apple.com/app/id42"])
            #expect(own.opened.isEmpty)
        }
    }

    @Test func `a change of the environment reaches a visible cover`() async throws {
        try await UIApplication.test { application in
            let airworthy = world.preview(Samples.decision(.required))
            let scene = await application.connect()
            let own = scene.show { Content().updateGate(airworthy) }
            await application.settle()
            own.environment.locale = Locale(identifier: "ja")
            await application.settle()
            let text = try #require(scene.hosts.first).text
            #expect(!text.contains("Update Required"))
        }
    }

    @Test func `the last gate lowers its cover, and the model ends with it`() async {
        await UIApplication.test { application in
            weak var model: AirworthyModel?
            let scene = await application.connect()
            do {
                let airworthy = world.preview(Samples.decision(.required))
                let own = scene.show { Content().updateGate(airworthy) }
                await application.settle()
                model = .shared(for: airworthy)
                #expect(scene.visible.count == 2 && model != nil)
                own.close()
            }
            scene.visible.last?.rootViewController = nil
            #expect(scene.visible.count == 1)
            // Without an end, the cover keeps the model, or the model the cover.
            while model != nil { await Task.yield() }
        }
    }

    @Test func `a gate stands behind a sheet of the system while the app says so`() async {
        await UIApplication.test { application in
            let airworthy = world.preview(Samples.decision(.required))
            let scene = await application.connect()
            let own = scene.show { Content().updateGate(airworthy) }
            await application.settle()
            #expect(scene.visible.count == 2)
            await airworthy.standAside {
                await application.settle()
                #expect(scene.visible.count == 1, "nothing lies above the window that shows the sheet")
                #expect(own.text.contains("Update Required") && !own.canWork, "the content stays covered")
            }
            await application.settle()
            #expect(scene.visible.count == 2)
        }
    }

    // MARK: UIKit

    private final class Landscape: UIViewController {
        override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .landscape }
        override var prefersStatusBarHidden: Bool { true }
    }

    @discardableResult private func window(in scene: UIWindowScene) -> UIWindow {
        let window = UIWindow(windowScene: scene)
        window.rootViewController = Landscape()
        window.makeKeyAndVisible()
        return window
    }

    @Test func `an attached gate covers the scene and leaves its root, orientation and status bar`() async throws {
        try await UIApplication.test { application in
            world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
            let airworthy = world.launch(Samples.config)
            let scene = await application.connect()
            let own = window(in: scene)
            let root = own.rootViewController
            airworthy.attachGate(to: scene)
            airworthy.attachGate(to: scene)
            await application.settle(until: { scene.visible.count == 2 })
            let cover = try #require(scene.visible.first?.rootViewController)
            #expect(scene.hosts.first?.text.contains("Update Required") == true)
            #expect(cover.supportedInterfaceOrientations == .landscape && cover.prefersStatusBarHidden)
            #expect(own.rootViewController === root)
            await application.disconnect(scene)
            #expect(scene.visible.count == 1)
        }
    }

    @Test func `an attached gate presents a prompt from the topmost controller, and takes a swipe as Later`()
        async
    {
        await UIApplication.test { application in
            world.serve(Samples.listing("2.0"), at: Samples.appStore)
            let airworthy = world.launch(Samples.lookup)
            let scene = await application.connect()
            let top = UIViewController()
            window(in: scene).rootViewController?.present(top, animated: false)
            airworthy.attachGate(to: scene)
            await application.settle(until: { top.presentedViewController != nil })
            #expect(scene.hosts.first?.text.contains("Version 2.0 is available") == true)
            top.dismiss(animated: false)
            await application.settle()
            #expect(airworthy.presentation(.launch).content == .nothing(.answered))
            #expect(top.presentedViewController == nil)
            await application.disconnect(scene)
        }
    }

    /// A screen of the app that says what its environment is.
    private struct Surroundings: View {
        @Environment(\.locale) private var locale
        @Environment(\.colorScheme) private var scheme
        @Environment(\.layoutDirection) private var direction
        @Environment(\.dynamicTypeSize) private var size

        var body: some View { Text(verbatim: "\(locale.identifier) \(scheme) \(direction) \(size)") }
    }

    @Test func `an attached gate follows the settings of the device, and an app that is always dark`() async throws {
        await UIApplication.test { application in
            application.settings.locale = "ar_EG"
            application.settings.isDark = true
            application.settings.isRightToLeft = true
            application.settings.hasLargestText = true
            let airworthy = world.preview(Samples.decision(.required))
            let scene = await application.connect()
            window(in: scene).overrideUserInterfaceStyle = .dark
            airworthy.attachGate(to: scene, replacing: .gate) { _ in Surroundings() }
            await application.settle(until: { scene.visible.count == 2 })
            #expect(scene.hosts.first?.text == "ar_EG dark rightToLeft accessibility5")
            #expect(scene.visible.first?.overrideUserInterfaceStyle == .dark)
            await application.disconnect(scene)
        }
    }

    @Test func `an attached gate stays in front of the app while it stands aside`() async throws {
        try await UIApplication.test { application in
            let airworthy = world.preview(Samples.decision(.required))
            let scene = await application.connect()
            let own = window(in: scene)
            let modal = UIViewController()
            own.rootViewController?.present(modal, animated: false)
            airworthy.attachGate(to: scene)
            await application.settle(until: { scene.visible.count == 2 })
            await airworthy.standAside {
                await application.settle(until: { scene.visible.count == 1 })
                #expect(
                    modal.view.subviews.count == 1 && modal.children.count == 1, "it covers what lies on top of the app"
                )
                #expect(scene.hosts.first?.text.contains("Update Required") == true)
                #expect(own.isKeyWindow)
            }
            await application.settle(until: { scene.visible.count == 2 })
            #expect(modal.view.subviews.isEmpty && modal.children.isEmpty)
            let cover = try #require(scene.visible.first)
            #expect(cover.isKeyWindow && scene.hosts.first?.text.contains("Update Required") == true)
            await application.disconnect(scene)
        }
    }

    @Test func `an attached gate that comes before the app's window follows it, and makes it key afterwards`()
        async throws
    {
        try await UIApplication.test { application in
            world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
            _ = await world.launch(Samples.config).check()
            let airworthy = world.launch(Samples.config)
            let scene = await application.connect()
            airworthy.attachGate(to: scene)
            let cover = try #require(scene.visible.first)
            let own = window(in: scene)
            own.overrideUserInterfaceStyle = .dark
            cover.makeKeyAndVisible()
            await application.enterForeground(scene)
            #expect(cover.overrideUserInterfaceStyle == .dark)
            #expect(cover.rootViewController?.supportedInterfaceOrientations == .landscape)
            // A check would join the refresh of the launch.
            _ = await airworthy.launchDecision()
            world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
            _ = await airworthy.check()
            await application.settle(until: { scene.visible.count == 1 })
            #expect(own.isKeyWindow)
            await application.disconnect(scene)
        }
    }

    @Test func `each scene's cover has the environment of its own gate`() async throws {
        await UIApplication.test { application in
            let airworthy = world.preview(Samples.decision(.required))
            var scenes: [UIWindowScene] = []
            for language in ["ja", "de"] {
                let scene = await application.connect()
                scene.show {
                    Content().updateGate(airworthy).airworthyScreen(.gate) { _ in Surroundings() }
                        .environment(\.locale, Locale(identifier: language))
                }
                await application.settle()
                scenes.append(scene)
            }
            #expect(scenes.compactMap { $0.hosts.first?.text.prefix(2) } == ["ja", "de"])
        }
    }

    @Test func `an app that a push launched in the background shows what the push announced when it is opened`() async {
        await UIApplication.test { application in
            world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
            let airworthy = world.launch(Samples.config)
            let scene = await application.connect()
            scene.state = .background
            window(in: scene)
            airworthy.attachGate(to: scene)
            await application.settle()
            world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
            _ = await airworthy.refresh()
            await application.settle()
            await application.enterForeground(scene)
            await application.settle(until: { scene.visible.count == 2 })
            #expect(scene.hosts.first?.text.contains("Update Required") == true)
            await application.disconnect(scene)
        }
    }

    @Test func `an attached gate holds the launch, and shows the app when the time is over`() async {
        world.answer(Samples.files) { _ in
            await Signal().wait(after: 0)
            throw CancellationError()
        }
        await UIApplication.test { application in
            let airworthy = world.launch(Samples.config)
            let scene = await application.connect()
            window(in: scene)
            airworthy.attachGate(to: scene, holdLaunch: 3)
            #expect(scene.visible.count == 2, "before the first frame")
            await application.settle()
            #expect(scene.visible.count == 2)
            world.pass(3)
            await application.settle(until: { scene.visible.count == 1 })
            await application.disconnect(scene)
        }
    }
}
