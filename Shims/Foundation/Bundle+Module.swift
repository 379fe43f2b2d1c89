import Foundation

extension Bundle {
    /// What SwiftPM makes for a target with resources.
    static var module: Bundle { .main }
}
