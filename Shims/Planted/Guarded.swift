// ios15: passes
// ios17: passes
// macos12: passes
// tvos15: passes
import StoreKit

func planted() async throws {
    guard #available(iOS 16.0, macOS 13.0, tvOS 16.0, *) else { return }
    _ = try await AppTransaction.shared
}
