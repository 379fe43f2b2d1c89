package import AirworthyPolicy

#if canImport(StoreKit)
import StoreKit
#endif

/// Tells the App Store country of the account.
package struct StorefrontReader: Sendable {
    private let countryCode: @Sendable () async -> String?

    /// - Parameter countryCode: Gives two or three letters.
    package init(countryCode: @escaping @Sendable () async -> String?) { self.countryCode = countryCode }

    /// The country now; `nil` where it is not known, as on Linux, or where nobody is signed in.
    package var current: AirworthyPolicy.Storefront? {
        get async { await countryCode().flatMap { AirworthyPolicy.Storefront($0) } }
    }

    /// Asks StoreKit, where there is one.
    package static var standard: StorefrontReader {
        #if canImport(StoreKit)
        StorefrontReader { await StoreKit.Storefront.current?.countryCode }
        #else
        StorefrontReader { nil }
        #endif
    }
}
