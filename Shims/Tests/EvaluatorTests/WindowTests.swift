import Foundation
@_spi(Shim) import SwiftUI
import Testing
@_spi(Shim) import UIKit

@MainActor @Suite(.timeLimit(.minutes(5))) struct WindowTests {
    @Test func `the foremost window is the visible one of the highest level, then the newest`() async {
        await UIApplication.test { application in
            let scene = await application.connect()
            let windows = [UIWindow.Level.normal, .alert + 1, .normal].map { level in
                let window = UIWindow(windowScene: scene)
                window.windowLevel = level
                return window
            }
            #expect(scene.visible.isEmpty)
            for window in windows { window.isHidden = false }
            #expect(scene.visible == [windows[1], windows[2], windows[0]])
            windows[1].isHidden = true
            #expect(scene.visible == [windows[2], windows[0]])
            windows[0].makeKeyAndVisible()
            #expect(scene.keyWindow === windows[0])
            windows[2].windowScene = nil
            #expect(scene.visible == [windows[0]])
        }
    }

    @Test func `each scene evaluates its own view, and a hidden window is not evaluated`() async {
        await UIApplication.test { application in
            let scenes = [await application.connect(), await application.connect(), await application.connect()]
            let hosts = scenes.enumerated().map { index, scene in scene.show { Numbered(number: index) } }
            await application.settle()
            #expect(application.hosts.map(\.text) == ["0", "1", "2"])
            let cover = UIWindow(windowScene: scenes[1])
            cover.windowLevel = .alert + 1
            cover.rootViewController = UIHostingController(rootView: Text("cover" as String))
            #expect(scenes[1].hosts.map(\.text) == ["1"])
            cover.isHidden = false
            #expect(scenes[1].hosts.map(\.text) == ["cover", "1"])
            await application.enterBackground(scenes[2])
            #expect(hosts.map(\.environment.scenePhase) == [.active, .active, .background])
        }
    }

    private struct Numbered: View {
        let number: Int

        var body: some View { Text(verbatim: "\(number)") }
    }

    @MainActor private final class Found {
        var scenes: [UIWindowScene] = []
    }

    private struct Anchor: UIViewRepresentable {
        let found: Found

        func makeUIView(context: Context) -> AnchorView { AnchorView() }
        func updateUIView(_ uiView: AnchorView, context: Context) { uiView.found = found }
    }

    private final class AnchorView: UIView {
        var found: Found?

        override func didMoveToWindow() {
            super.didMoveToWindow()
            if let scene = window?.windowScene { found?.scenes.append(scene) }
        }
    }

    @Test func `a UIKit view finds its scene`() async {
        await UIApplication.test { application in
            let found = Found()
            let scene = await application.connect()
            let host = scene.show { Text("x" as String).background { Anchor(found: found) } }
            await host.settle()
            #expect(found.scenes == [scene])
        }
    }

    @Test func `scene notifications are posted on the main thread`() async {
        await UIApplication.test { application in
            let heard = Heard()
            let scene = await application.connect()
            let other = await application.connect()
            let names = [
                UIScene.didEnterBackgroundNotification, UIScene.didActivateNotification,
                UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
            ]
            // Other tests post as well.
            let known: [ObjectIdentifier] = [ObjectIdentifier(scene), ObjectIdentifier(application)]
            let tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { note in
                    let id = (note.object as AnyObject?).map(ObjectIdentifier.init)
                    guard let id, known.contains(id) else { return }
                    let short = note.name.rawValue.replacingOccurrences(of: "Notification", with: "")
                    MainActor.assumeIsolated { heard.names.append(short) }
                }
            }
            await application.enterBackground(other)
            await application.enterBackground(scene)
            await application.enterForeground(scene)
            for token in tokens { NotificationCenter.default.removeObserver(token) }
            #expect(
                heard.names == [
                    "UISceneDidEnterBackground", "UIApplicationDidEnterBackground",
                    "UIApplicationWillEnterForeground", "UISceneDidActivate",
                ])
        }
    }

    @MainActor private final class Heard {
        var names: [String] = []
    }

    @Test func `accessibility announcements and opened URLs are recorded`() async {
        await UIApplication.test { application in
            UIAccessibility.post(notification: .announcement, argument: "hello")
            #expect(application.posted.map { $0.argument as? String } == ["hello"])
            application.accepts = { _ in false }
            #expect(await application.open(URL(fileURLWithPath: "/a")) == false)
            #expect(application.opened.count == 1)
        }
    }
}
