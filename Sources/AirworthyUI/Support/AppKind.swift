import Foundation

/// The kind of the process. Extensions and App Clips have features, but no gate.
enum AppKind: Hashable, Sendable {
    case app
    case appExtension
    case appClip

    /// Reads the kind of a bundle.
    /// - Parameters:
    ///   - bundle: The bundle's URL.
    ///   - info: The bundle's `Info.plist`.
    init(bundle: URL, info: [String: Any]) {
        if bundle.pathExtension == "appex" {
            self = .appExtension
        } else {
            self = info["NSAppClip"] == nil ? .app : .appClip
        }
    }

    /// The kind of this process.
    static var current: AppKind { AppKind(bundle: Bundle.main.bundleURL, info: Bundle.main.infoDictionary ?? [:]) }
}
