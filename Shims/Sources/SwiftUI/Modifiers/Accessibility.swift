@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct AccessibilityTraits: SetAlgebra, Sendable {
    var names: Set<String> = []

    public init() {}
    init(_ name: String) { names = [name] }

    public static let isButton = AccessibilityTraits("isButton")
    public static let isHeader = AccessibilityTraits("isHeader")
    public static let isSelected = AccessibilityTraits("isSelected")
    public static let isLink = AccessibilityTraits("isLink")
    public static let isImage = AccessibilityTraits("isImage")
    public static let isStaticText = AccessibilityTraits("isStaticText")
    public static let isSummaryElement = AccessibilityTraits("isSummaryElement")
    public static let updatesFrequently = AccessibilityTraits("updatesFrequently")
    public static let isModal = AccessibilityTraits("isModal")

    public typealias Element = AccessibilityTraits
    public typealias ArrayLiteralElement = AccessibilityTraits

    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { made(names.union(other.names)) }
    public mutating func formUnion(_ other: AccessibilityTraits) { names.formUnion(other.names) }
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        made(names.intersection(other.names))
    }
    public mutating func formIntersection(_ other: AccessibilityTraits) { names.formIntersection(other.names) }
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        made(names.symmetricDifference(other.names))
    }
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
        names.formSymmetricDifference(other.names)
    }
    public func contains(_ member: AccessibilityTraits) -> Bool { member.names.isSubset(of: names) }
    @discardableResult public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        defer { names.formUnion(newMember.names) }
        return (!contains(newMember), newMember)
    }
    @discardableResult public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        defer { names.subtract(member.names) }
        return contains(member) ? member : nil
    }
    @discardableResult public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        insert(newMember).inserted ? nil : newMember
    }

    private func made(_ names: Set<String>) -> AccessibilityTraits {
        var traits = AccessibilityTraits()
        traits.names = names
        return traits
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct AccessibilityChildBehavior: Hashable, Sendable {
    let name: String

    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

/// The accessibility modifiers. Of two modifiers the outer one wins, because it applies last.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct AccessibilityAttachmentModifier {
    /// Whether the modifier applies to the whole node, not to the content inside the modifiers.
    let isOfWhole: Bool
    let tell: (inout Node.Accessibility) -> Void
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension AccessibilityAttachmentModifier: ViewModifier, PrimitiveModifier {
    public typealias Body = Never

    func nodes(_ content: any View, _ context: Context) -> [Node] {
        content.evaluate(context).map { node in
            var node = node
            if isOfWhole { tell(&node.accessibility) } else { node.describe(tell) }
            return node
        }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated func told(
        ofWhole: Bool = false, _ tell: @escaping (inout Node.Accessibility) -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        modifier(AccessibilityAttachmentModifier(isOfWhole: ofWhole, tell: tell))
    }

    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        ruled { content, context in
            let children_ = content.evaluate(context)
            var node = children_.count == 1 ? children_[0] : Node("group", children: children_)
            if !["text", "image", "button"].contains(node.kind) { node.accessibility.children = children.name }
            return [node]
        }
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension View {
    nonisolated public func accessibilityLabel(
        _ label: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { told { $0.label = label.words } }

    nonisolated public func accessibilityLabel(
        _ labelKey: LocalizedStringKey
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { told { $0.label = labelKey.words } }

    @_disfavoredOverload
    nonisolated public func accessibilityLabel<S>(
        _ label: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> where S: StringProtocol {
        told { $0.label = String(label) }
    }

    nonisolated public func accessibilityValue(
        _ valueDescription: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { told { $0.value = valueDescription.words } }

    @_disfavoredOverload
    nonisolated public func accessibilityValue<S>(
        _ value: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> where S: StringProtocol {
        told { $0.value = String(value) }
    }

    nonisolated public func accessibilityHint(
        _ hint: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { told { $0.hint = hint.words } }

    @_disfavoredOverload
    nonisolated public func accessibilityHint<S>(
        _ hint: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> where S: StringProtocol {
        told { $0.hint = String(hint) }
    }

    nonisolated public func accessibilityIdentifier(
        _ identifier: String
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { told { $0.identifier = identifier } }

    nonisolated public func accessibilityAddTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        told(ofWhole: traits.contains(.isModal)) { $0.traits.formUnion(traits.names) }
    }

    nonisolated public func accessibilityRemoveTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { told { $0.traits.subtract(traits.names) } }

    nonisolated public func accessibilityHidden(
        _ hidden: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        // A hidden view stays hidden, regardless of outer modifiers.
        told(ofWhole: true) { $0.isHidden = $0.isHidden || hidden }
    }

    nonisolated public func accessibilitySortPriority(
        _ sortPriority: Double
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        told(ofWhole: true) { $0.sortPriority = sortPriority }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
@propertyWrapper public struct AccessibilityFocusState<Value>: DynamicProperty where Value: Hashable {
    private let initial: Value
    private let cell = Slot<Cell<Value>>()

    public init() where Value == Bool { initial = false }

    public var wrappedValue: Value {
        get { cell.value?.get() ?? initial }
        nonmutating set { cell.value?.set(newValue) }
    }

    public var projectedValue: AccessibilityFocusState<Value>.Binding {
        let cell = cell, initial = initial
        return Binding(get: { cell.value?.get() ?? initial }, set: { cell.value?.set($0) })
    }

    @propertyWrapper public struct Binding {
        let get: () -> Value
        let set: (Value) -> Void

        public var wrappedValue: Value {
            get { get() }
            nonmutating set { set(newValue) }
        }
        public var projectedValue: AccessibilityFocusState<Value>.Binding { self }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension AccessibilityFocusState: Linked {
    func link(_ key: Host.Key, _ context: Context) {
        cell.value = context.host.kept(key) { Cell(initial, changed: context.host.invalidation) }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension View {
    nonisolated public func accessibilityFocused(
        _ condition: AccessibilityFocusState<Bool>.Binding
    ) -> some View { told { $0.isFocused = condition.wrappedValue } }
}
