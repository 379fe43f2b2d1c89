public import Foundation

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public enum TextAlignment: CaseIterable, Hashable, Sendable {
    case leading
    case center
    case trailing
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func font(_ font: Font?) -> some View { drawn("font", font?.description) }
    nonisolated public func foregroundColor(_ color: Color?) -> some View { drawn("color", color?.description) }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        drawn("textAlignment", "\(alignment)").environment(\.multilineTextAlignment, alignment)
    }
    nonisolated public func lineLimit(_ number: Int?) -> some View {
        drawn("lineLimit", number.map { "\($0)" }).environment(\.lineLimit, number)
    }
    nonisolated public func lineSpacing(_ lineSpacing: CGFloat) -> some View { drawn("lineSpacing", "\(lineSpacing)") }
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { drawn("minimumScale", "\(factor)") }
    nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { drawn("truncation", "\(mode)") }
    nonisolated public func opacity(_ opacity: Double) -> some View { wrapped("opacity", ["value": "\(opacity)"]) }
    nonisolated public func accentColor(_ accentColor: Color?) -> some View { tinted(accentColor) }
    nonisolated public func disabled(_ disabled: Bool) -> some View {
        ruled { content, context in
            content.evaluate(context.with(\.isEnabled, context.environment.isEnabled && !disabled))
        }
    }
    nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View {
        // Disables the controls inside without changing their appearance.
        ruled { content, context in
            content.evaluate(context).map { enabled ? $0 : $0.untouchable }
        }
    }
    nonisolated public func id<ID>(_ id: ID) -> some View where ID: Hashable {
        ruled { content, context in content.evaluate(context.at(id)) }
    }

    nonisolated func tinted(_ color: Color?) -> some View {
        drawn("tint", color?.description).controlled("tint", color?.description)
    }
}

extension Node {
    var untouchable: Node {
        var node = self
        node.isEnabled = false
        node.children = children.map(\.untouchable)
        return node
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension View {
    nonisolated public func tint(_ tint: Color?) -> some View { tinted(tint) }
    nonisolated public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle {
        drawn("color", style.written)
    }
    nonisolated public func monospacedDigit() -> some View { drawn("monospacedDigit", "true") }
    @available(watchOS 9.0, *)
    nonisolated public func controlSize(_ controlSize: ControlSize) -> some View {
        controlled("controlSize", "\(controlSize)")
    }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension View {
    nonisolated public func bold(_ isActive: Bool = true) -> some View { drawn("weight", isActive ? "bold" : nil) }
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { drawn("weight", weight?.name) }
}

@available(iOS 15.0, macOS 10.15, tvOS 15.0, watchOS 9.0, visionOS 1.0, *)
public enum ControlSize: CaseIterable, Hashable, Sendable {
    case mini
    case small
    case regular
    @available(macOS 11.0, *)
    case large
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    case extraLarge

    public static let allCases: [ControlSize] = [.mini, .small, .regular, .large]
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct DefaultButtonStyle {
    nonisolated public init() {}
}
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct PlainButtonStyle {
    nonisolated public init() {}
}
@available(iOS 13.0, macOS 10.15, tvOS 17.0, watchOS 8.0, visionOS 1.0, *)
public struct BorderlessButtonStyle {
    nonisolated public init() {}
}
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct BorderedButtonStyle {
    nonisolated public init() {}
}
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct BorderedProminentButtonStyle {
    nonisolated public init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension DefaultButtonStyle: PrimitiveButtonStyle {}
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension PlainButtonStyle: PrimitiveButtonStyle {}
@available(iOS 13.0, macOS 10.15, tvOS 17.0, watchOS 8.0, visionOS 1.0, *)
extension BorderlessButtonStyle: PrimitiveButtonStyle {}
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension BorderedButtonStyle: PrimitiveButtonStyle {}
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension BorderedProminentButtonStyle: PrimitiveButtonStyle {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    @MainActor @preconcurrency public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    @MainActor @preconcurrency public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
@available(iOS 13.0, macOS 10.15, tvOS 17.0, watchOS 8.0, visionOS 1.0, *)
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    @MainActor @preconcurrency public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    @MainActor @preconcurrency public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    @MainActor @preconcurrency public static var borderedProminent: BorderedProminentButtonStyle {
        BorderedProminentButtonStyle()
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func buttonStyle<S>(_ style: S) -> some View where S: PrimitiveButtonStyle {
        let name = "\(S.self)".replacingOccurrences(of: "ButtonStyle", with: "")
        return controlled("buttonStyle", name.prefix(1).lowercased() + name.dropFirst())
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct KeyboardShortcut: Sendable {
    let name: String

    @available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public static let defaultAction = KeyboardShortcut(name: "defaultAction")
    public static let cancelAction = KeyboardShortcut(name: "cancelAction")
}

@available(iOS 14.0, macOS 11.0, visionOS 1.0, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension View {
    nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
        ruled { content, context in
            content.evaluate(context).map { node in
                var node = node
                node.attributes["shortcut"] = shortcut.name
                return node
            }
        }
    }
}

@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public protocol TextSelectability {
    static var allowsSelection: Bool { get }
}

@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct EnabledTextSelectability: TextSelectability {
    public static var allowsSelection: Bool { true }
}

@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension View {
    nonisolated public func textSelection<S>(_ selectability: S) -> some View where S: TextSelectability {
        drawn("selectable", S.allowsSelection ? "true" : nil)
    }
}
