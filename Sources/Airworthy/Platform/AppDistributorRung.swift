#if canImport(MarketplaceKit) && !os(macOS) && !targetEnvironment(macCatalyst)
package import Foundation
import MarketplaceKit

/// The evidence of MarketplaceKit's `AppDistributor`. On some devices the call never returns.
package struct AppDistributorRung: ChannelRung {
    /// Creates the rung.
    package init() {}

    package var step: ChannelStep { .distributor }

    package var deadline: TimeInterval { 3 }

    package func find() async -> ChannelFinding {
        guard #available(iOS 17.4, *) else { return .absent }
        do {
            return .distributor(.init(try await AppDistributor.current))
        } catch {
            return .failed("\(type(of: error))")
        }
    }
}

extension ChannelFinding.Distributor {
    @available(iOS 17.4, *)
    init(_ distributor: AppDistributor) {
        // `.web` is newer than the type, and the compiler does not check the availability of patterns.
        if #available(iOS 17.5, *), case .web = distributor {
            self = .web
            return
        }
        switch distributor {
        case .appStore: self = .appStore
        case .testFlight: self = .testFlight
        case .marketplace(let id): self = .marketplace(id)
        case .other: self = .other
        default: self = .unrecognised
        }
    }
}
#endif
