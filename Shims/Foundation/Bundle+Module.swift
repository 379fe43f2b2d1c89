import Foundation

extension Bundle {
    /// The accessor that SwiftPM generates for a target with resources.
    static var module: Bundle { .main }
}
