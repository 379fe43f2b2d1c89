// ios15: 'AppTransaction' is only available in iOS 16.0 or newer
// ios17: passes
// macos12: 'AppTransaction' is only available in macOS 13.0 or newer
// tvos15: 'AppTransaction' is only available in tvOS 16.0 or newer
import StoreKit

func planted() async throws { _ = try await AppTransaction.shared }
