/// A stub of Apple's `AppDistributor`. macOS, tvOS and Mac Catalyst have no MarketplaceKit.
@available(iOS 17.4, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public enum AppDistributor: Hashable, Sendable {
    case appStore
    case testFlight
    case marketplace(String)
    @available(iOS 17.5, *)
    case web
    case other

    public static var current: AppDistributor {
        get async throws {
            guard let answer = ShimAnswers.distributor else { throw ShimAnswers.NoAnswer() }
            return try await answer()
        }
    }
}

/// The answer of the stub. Only tests on Linux can see it.
@_spi(Shim) @available(iOS 17.4, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public enum ShimAnswers {
    public struct NoAnswer: Error {}

    @TaskLocal public static var distributor: (@Sendable () async throws -> AppDistributor)?
}
