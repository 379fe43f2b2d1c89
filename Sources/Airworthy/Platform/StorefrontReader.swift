package import AirworthyPolicy

#if canImport(StoreKit)
import StoreKit
#endif

/// A reader of the App Store country of the account.
package struct StorefrontReader: Sendable {
    private let countryCode: @Sendable () async -> String?

    /// Creates a reader.
    /// - Parameter countryCode: The function that returns two or three letters.
    package init(countryCode: @escaping @Sendable () async -> String?) { self.countryCode = countryCode }

    /// The current country; `nil` if unknown, as on Linux or without a signed-in account.
    package var current: AirworthyPolicy.Storefront? {
        get async { await countryCode().flatMap { AirworthyPolicy.Storefront($0) } }
    }

    /// The reader for this platform, which asks StoreKit where available.
    package static var standard: StorefrontReader {
        #if canImport(StoreKit)
        StorefrontReader { await StoreKit.Storefront.current?.countryCode }
        #else
        StorefrontReader { nil }
        #endif
    }
}
