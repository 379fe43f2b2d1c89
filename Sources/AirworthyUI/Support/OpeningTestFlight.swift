#if canImport(SwiftUI) && !os(watchOS)
public import Airworthy
import AirworthyTexts
import Foundation

#if os(macOS)
import AppKit
#else
import UIKit
#endif

extension Airworthy {
    /// Opens this app in TestFlight, for a button of the app's own: its page there, else the public link of the policy, else TestFlight
    /// itself, else TestFlight's page on the App Store.
    ///
    /// ```swift
    /// Button("Open TestFlight") { Task { await airworthy.openTestFlight() } }
    /// ```
    /// An extension cannot open links.
    /// - Returns: Whether the system opened one of them.
    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @discardableResult @MainActor public func openTestFlight() async -> Bool {
        await openTestFlight { url, done in
            #if os(macOS)
            done(NSWorkspace.shared.open(url))
            #else
            Task { @MainActor in done(await UIApplication.shared.open(url)) }
            #endif
        }
    }

    /// Opens this app in TestFlight with the function of a test.
    @MainActor func openTestFlight(with open: @escaping LinkOpener) async -> Bool {
        await withCheckedContinuation { continuation in
            let links = UpdateLinks(testFlightLinks, platform: installation.platform)
            links.openFirst(with: open) { continuation.resume(returning: $0) }
        }
    }
}
#endif
