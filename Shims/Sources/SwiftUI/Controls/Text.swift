public import Foundation

/// A text with its string and style. The environment supplies missing styles.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Text: Equatable, Sendable {
    let words: String
    /// A date that each evaluation formats again, with the tests' clock.
    let date: Date?
    let dateStyle: String
    var said: [String: String] = [:]

    init(words: String, date: Date? = nil, dateStyle: String = "", said: [String: String] = [:]) {
        self.words = words
        self.date = date
        self.dateStyle = dateStyle
        self.said = said
    }

    public init(verbatim content: String) { self.init(words: content) }

    @_disfavoredOverload public init<S>(_ content: S) where S: StringProtocol { self.init(words: String(content)) }

    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) { self.init(words: (bundle ?? .main).localizedString(forKey: key.words, value: nil, table: tableName)) }

    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    public init(_ image: Image) { self.init(words: "") }

    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    public init(_ date: Date, style: Text.DateStyle) {
        self.init(words: "", date: date, dateStyle: style.name)
    }

    public static func + (lhs: Text, rhs: Text) -> Text { Text(words: lhs.words + rhs.words, said: lhs.said) }

    func saying(_ key: String, _ value: String?) -> Text {
        var text = self
        text.said[key] = value
        return text
    }

    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    public struct DateStyle: Equatable, Sendable {
        let name: String

        public static let time = DateStyle(name: "time")
        public static let date = DateStyle(name: "date")
        public static let relative = DateStyle(name: "relative")
        public static let offset = DateStyle(name: "offset")
        public static let timer = DateStyle(name: "timer")
    }

    public enum TruncationMode: Hashable, Sendable {
        case head
        case tail
        case middle
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Text: View, Primitive {
    public typealias Body = Never

    func nodes(_ context: Context) -> [Node] {
        var node = Node("text", date.map { "\(dateStyle) \($0.ISO8601Format())" } ?? words)
        node.attributes = context.environment.drawing.merging(said) { $1 }
        return [node]
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Text {
    public func font(_ font: Font?) -> Text { saying("font", font?.description) }
    public func foregroundColor(_ color: Color?) -> Text { saying("color", color?.description) }
    public func fontWeight(_ weight: Font.Weight?) -> Text { saying("weight", weight?.name) }
    public func bold() -> Text { saying("weight", "bold") }
    public func italic() -> Text { saying("italic", "true") }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    public func monospacedDigit() -> Text { saying("monospacedDigit", "true") }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    public func foregroundStyle<S>(_ style: S) -> Text where S: ShapeStyle { saying("color", style.written) }
}

/// A key of a table. As in SwiftUI, a key without an entry is shown itself.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    let words: String

    public init(_ value: String) { words = value }
    public init(stringLiteral value: String) { words = value }
    public init(stringInterpolation: LocalizedStringKey.StringInterpolation) { words = stringInterpolation.words }

    public struct StringInterpolation: StringInterpolationProtocol {
        var words = ""

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { words += literal }
        public mutating func appendInterpolation(_ string: String) { words += string }
        public mutating func appendInterpolation<T>(_ value: T) where T: _FormatSpecifiable { words += "\(value)" }
    }
}

/// The numeric types that a key can contain.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol _FormatSpecifiable: Equatable {}

extension Int: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}

// The environment values for drawing texts and images.

private enum DrawingKey: EnvironmentKey { static var defaultValue: [String: String] { [:] } }

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension EnvironmentValues {
    var drawing: [String: String] {
        get { self[DrawingKey.self] }
        set { self[DrawingKey.self] = newValue }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated func drawn(_ key: String, _ value: String?) -> some View {
        ruled { content, context in
            var context = context
            context.environment.drawing[key] = value
            return content.evaluate(context)
        }
    }
}
