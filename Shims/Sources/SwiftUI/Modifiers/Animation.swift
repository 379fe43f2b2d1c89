@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Animation: Equatable, Sendable {
    public static let `default` = Animation()
    public static let easeInOut = Animation()
    public static let linear = Animation()

    public static func easeInOut(duration: Double) -> Animation { Animation() }
    public static func easeOut(duration: Double) -> Animation { Animation() }
}

/// The evaluator has no intermediate states.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func animation<V>(_ animation: Animation?, value: V) -> some View where V: Equatable {
        ruled { content, context in content.evaluate(context) }
    }

    nonisolated public func transition(_ t: AnyTransition) -> some View {
        ruled { content, context in content.evaluate(context) }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct AnyTransition {
    public static let opacity = AnyTransition()
    public static let identity = AnyTransition()
    public static let slide = AnyTransition()
}
