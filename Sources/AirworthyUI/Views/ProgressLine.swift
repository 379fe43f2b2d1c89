#if canImport(SwiftUI)
import AirworthyTexts
import Foundation
import SwiftUI

#if os(macOS)
import AppKit
#elseif os(iOS) || os(tvOS) || os(visionOS)
import UIKit
#endif

/// A progress indicator with a text that VoiceOver announces.
struct ProgressLine: View {
    let text: String

    var body: some View {
        HStack(spacing: 8) {
            ProgressView()
            Text(verbatim: text).font(.subheadline)
        }
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.updatesFrequently)
        .announced(text)
    }
}

extension View {
    /// Announces a text when the view appears and whenever the text changes.
    func announced(_ text: String) -> some View { task(id: text) { announce(text) } }
}

/// Makes VoiceOver announce a text without moving its focus.
@MainActor private func announce(_ text: String) {
    #if os(iOS) || os(tvOS) || os(visionOS)
    UIAccessibility.post(notification: .announcement, argument: text)
    #elseif os(macOS)
    guard let window = NSApplication.shared.mainWindow else { return }
    NSAccessibility.post(element: window, notification: .announcementRequested, userInfo: [.announcement: text])
    #endif
}
#endif
