import Foundation

// Declarations that the oldest supported SDK, that of Xcode 26.0, lacks. Left out of the type-check for that SDK.

extension ProcessInfo {
    @available(iOS 26.1, macOS 26.1, tvOS 26.1, watchOS 26.1, visionOS 26.1, *)
    var isiOSAppOnVision: Bool { false }
}
