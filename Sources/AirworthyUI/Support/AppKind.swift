import Foundation

/// What the process is. Extensions and App Clips have features, but no gate.
enum AppKind: Hashable, Sendable {
    case app
    case appExtension
    case appClip

    /// - Parameters:
    ///   - bundle: Where the bundle is.
    ///   - info: Its `Info.plist`.
    init(bundle: URL, info: [String: Any]) {
        if bundle.pathExtension == "appex" {
            self = .appExtension
        } else {
            self = info["NSAppClip"] == nil ? .app : .appClip
        }
    }

    /// This process.
    static var current: AppKind { AppKind(bundle: Bundle.main.bundleURL, info: Bundle.main.infoDictionary ?? [:]) }
}
