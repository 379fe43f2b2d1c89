package import AirworthyPolicy

#if canImport(StoreKit)
import StoreKit
#endif

/// Reads the App Store country of the user's account.
package struct StorefrontReader: Sendable {
    private let countryCode: @Sendable () async -> String?

    /// Creates a reader.
    /// - Parameter countryCode: Returns the country code, which has two or three letters, or `nil` if it is unknown.
    package init(countryCode: @escaping @Sendable () async -> String?) { self.countryCode = countryCode }

    /// The current country; `nil` if it is unknown, as on Linux or without a signed-in account.
    package var current: AirworthyPolicy.Storefront? {
        get async { await countryCode().flatMap { AirworthyPolicy.Storefront($0) } }
    }

    /// The reader for this platform. It uses StoreKit where that is available.
    package static var standard: StorefrontReader {
        #if canImport(StoreKit)
        StorefrontReader { await StoreKit.Storefront.current?.countryCode }
        #else
        StorefrontReader { nil }
        #endif
    }
}
