/// A stub of a type of Apple's Foundation.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct LocalizedStringResource: Sendable, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
}

/// A stub of Apple's protocol, for the type-check of the documentation's sample.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult

    static var title: LocalizedStringResource { get }

    init()
    func perform() async throws -> PerformResult
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public protocol IntentResult: Sendable {}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public protocol ProvidesDialog: IntentResult {}

/// The result of Apple's functions has more parameters and is opaque. Here it is as opaque.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct IntentResultContainer: ProvidesDialog {
    @_spi(Shim) public let dialog: IntentDialog
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension IntentResult where Self == IntentResultContainer {
    public static func result(dialog: IntentDialog) -> some IntentResult & ProvidesDialog {
        IntentResultContainer(dialog: dialog)
    }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct IntentDialog: Sendable, ExpressibleByStringInterpolation {
    @_spi(Shim) public let text: String

    public init(stringLiteral value: String) { text = value }
}
