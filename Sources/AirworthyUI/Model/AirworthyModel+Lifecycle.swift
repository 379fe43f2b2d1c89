#if canImport(SwiftUI) && !os(watchOS)
import Foundation

#if os(macOS)
import AppKit
#elseif os(iOS) || os(tvOS) || os(visionOS)
import UIKit
#endif

extension AirworthyModel {
    /// Whether the system tells about the app as a whole. Elsewhere its scenes have to do.
    static var hearsOfApp: Bool {
        #if os(iOS) || os(tvOS) || os(visionOS) || os(macOS)
        true
        #else
        false
        #endif
    }

    /// Listens to the app's coming and going. A scene's phase says nothing about the others, nor anything at all where
    /// UIKit owns the scene.
    func listen(with tokens: NotificationTokens) {
        #if os(iOS) || os(tvOS) || os(visionOS)
        tokens.observe(UIApplication.didEnterBackgroundNotification) { [weak self] _ in self?.left() }
        tokens.observe(UIApplication.willEnterForegroundNotification) { [weak self] _ in self?.returned() }
        #elseif os(macOS)
        tokens.observe(NSApplication.didResignActiveNotification) { [weak self] _ in self?.left() }
        tokens.observe(NSApplication.didBecomeActiveNotification) { [weak self] _ in self?.returned() }
        #endif
    }
}
#endif
