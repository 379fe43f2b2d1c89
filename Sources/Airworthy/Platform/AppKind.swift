package import Foundation

/// The kind of the process. Extensions, App Clips and watch apps have features, but no gate. Extensions and App Clips send no
/// check-ins.
package enum AppKind: Hashable, Sendable {
    case app
    case appExtension
    case appClip
    case watchApp

    /// Reads the kind of a bundle.
    /// - Parameters:
    ///   - bundle: The bundle's URL.
    ///   - info: The bundle's `Info.plist`.
    package init(bundle: URL, info: [String: Any]) {
        if bundle.pathExtension == "appex" {
            self = .appExtension
        } else {
            self = info["NSAppClip"] == nil ? .app : .appClip
        }
    }

    /// The kind of this process.
    package static var current: AppKind {
        #if os(watchOS)
        .watchApp
        #else
        AppKind(bundle: Bundle.main.bundleURL, info: Bundle.main.infoDictionary ?? [:])
        #endif
    }
}
