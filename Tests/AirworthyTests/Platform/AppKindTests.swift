import Airworthy
import Foundation
import Testing

@Suite struct AppKindTests {
    @Test(arguments: [
        ("Tour.app", false, AppKind.app), ("Widgets.appex", false, .appExtension), ("Clip.app", true, .appClip),
    ])
    func `extensions and App Clips are distinguished from apps`(_ name: String, _ isClip: Bool, _ kind: AppKind) {
        let info: [String: Any] = isClip ? ["NSAppClip": ["NSAppClipRequestEphemeralUserNotification": false]] : [:]
        #expect(AppKind(bundle: URL(fileURLWithPath: "/Apps/\(name)"), info: info) == kind)
    }
}
