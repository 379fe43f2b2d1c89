/// A stub of Apple's `Storefront`, limited to the declarations in use.
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct Storefront: Sendable {
    public let countryCode: String
    public let id: String

    public static var current: Storefront? {
        get async {
            guard #available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *) else { return nil }
            return ShimAnswers.countryCode.map { Storefront(countryCode: $0, id: "") }
        }
    }
}
