// watchos8: 'callAsFunction(_:completion:)' is unavailable in watchOS
// visionos1: passes
import Foundation
import SwiftUI

@MainActor func planted(_ open: OpenURLAction, _ url: URL) { open(url) { _ in } }
