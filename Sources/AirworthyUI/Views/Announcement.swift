#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

#if os(macOS)
import AppKit
#elseif os(iOS) || os(tvOS) || os(visionOS)
import UIKit
#endif

/// Has a text spoken by VoiceOver, without moving its focus.
@MainActor private func announce(_ text: String) {
    #if os(iOS) || os(tvOS) || os(visionOS)
    UIAccessibility.post(notification: .announcement, argument: text)
    #elseif os(macOS)
    guard let window = NSApplication.shared.mainWindow else { return }
    NSAccessibility.post(element: window, notification: .announcementRequested, userInfo: [.announcement: text])
    #endif
}

extension View {
    /// Has a text spoken when the view comes up and whenever the text changes.
    func announced(_ text: String) -> some View { task(id: text) { announce(text) } }
}
#endif
