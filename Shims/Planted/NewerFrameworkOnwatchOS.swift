// watchos8: 'AppTransaction' is only available in watchOS 9.0 or newer
// visionos1: passes
// catalyst15: 'AppTransaction' is only available in
import StoreKit

func planted() async throws { _ = try await AppTransaction.shared }
