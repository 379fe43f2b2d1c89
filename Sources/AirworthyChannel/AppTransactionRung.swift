#if canImport(StoreKit)
package import Foundation
import StoreKit

/// The evidence of StoreKit's `AppTransaction`.
///
/// It may use the network, and in development it may show a sign-in prompt. The ladder therefore skips it in the simulator and
/// in debug builds. The client never calls `AppTransaction.refresh()`, which always prompts.
package struct AppTransactionRung: ChannelRung {
    /// Creates the rung.
    package init() {}

    package var step: ChannelStep { .transaction }

    package var deadline: TimeInterval { 5 }

    package func find() async -> ChannelFinding {
        guard #available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *) else { return .absent }
        do {
            switch try await AppTransaction.shared {
            case .verified(let transaction): return .transaction(.init(transaction.environment))
            case .unverified: return .unverifiedTransaction
            }
        } catch {
            return .failed("\(type(of: error))")
        }
    }
}

extension ChannelFinding.Environment {
    @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
    init(_ environment: AppStore.Environment) {
        switch environment {
        case .production: self = .production
        case .sandbox: self = .sandbox
        case .xcode: self = .xcode
        default: self = .other(environment.rawValue)
        }
    }
}
#endif
