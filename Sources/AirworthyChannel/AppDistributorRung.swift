#if canImport(MarketplaceKit) && !os(macOS) && !targetEnvironment(macCatalyst)
package import Foundation
// Weakly, because the framework is absent where an app with a late deployment target would need it at launch.
@_weakLinked import MarketplaceKit

/// The evidence of MarketplaceKit's `AppDistributor`. On some devices the call never returns.
package struct AppDistributorRung: ChannelRung {
    /// The symbol that a call of `AppDistributor.current` needs.
    package static let symbol = "$s14MarketplaceKit14AppDistributorO7currentACvgZTu"

    private let isPresent: @Sendable () -> Bool

    /// Creates the rung.
    /// - Parameter isPresent: Whether the system has `AppDistributor`. Before visionOS 26.1, Apple Vision Pro runs iPad apps
    ///   without it, although it claims a version of iOS that has it.
    package init(isPresent: @escaping @Sendable () -> Bool = { Self.isInThisSystem }) { self.isPresent = isPresent }

    private static var isInThisSystem: Bool {
        #if os(Linux)
        true
        #else
        // `RTLD_DEFAULT`, a macro that Swift does not import: every image of the process.
        dlsym(UnsafeMutableRawPointer(bitPattern: -2), symbol) != nil
        #endif
    }

    package var step: ChannelStep { .distributor }

    package var deadline: TimeInterval { 3 }

    package func find() async -> ChannelFinding {
        guard #available(iOS 17.4, *), isPresent() else { return .absent }
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
