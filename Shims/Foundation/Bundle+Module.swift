import Foundation

// SwiftPM makes one for each target with resources.
extension Foundation.Bundle {
    static var module: Bundle { .main }
}
