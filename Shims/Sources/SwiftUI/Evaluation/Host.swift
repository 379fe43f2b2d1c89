public import Foundation

/// Evaluates one view on Linux, keeps its state, and does to it what a user and the system do.
///
/// It evaluates the whole tree whenever something was invalidated, and knows nothing of layout. A screen that is read
/// or touched is up to date; `settle()` also lets the tasks of the views run until they all wait for something else.
@_spi(Shim) @MainActor public final class Host {
    struct Key: Hashable {
        let path: [AnyHashable]
        let label: String
    }

    /// URLs that were opened by the system, in order.
    public internal(set) var opened: [URL] = []
    /// What the system answers to a URL.
    public var accepts: (URL) -> Bool = { _ in true }
    /// What was there around the root when it was made; change it as the system does.
    public var environment: EnvironmentValues { didSet { invalidation() } }
    /// How often the tree was evaluated.
    public private(set) var evaluations = 0

    private var root: () -> [any View]
    private var tree: [Node] = []
    var presentations: [Presented] = []
    private var kept: [Key: Any] = [:]
    private var effects: [[AnyHashable]: Effect] = [:]
    private var seen: Set<[AnyHashable]> = []
    private var order: [Effect] = []
    private var afterwards: [() -> Void] = []
    private let dirty = Dirty()
    private var isUpdating = false
    private var isClosed = false
    let tasks = TaskRunner()
    /// What holds the view, where that is a controller of UIKit or AppKit.
    weak var owner: AnyObject?

    public init<Content>(
        environment: EnvironmentValues = EnvironmentValues(), @ViewBuilder content: @escaping () -> Content
    ) where Content: View {
        self.environment = environment
        root = { [content()] }
    }

    /// The view is taken away: its tasks are cancelled, and what disappears is told.
    public func close() {
        root = { [] }
        invalidation()
        update()
        isClosed = true
    }

    /// What is on the screen under whatever is presented.
    public var nodes: [Node] {
        update()
        return tree
    }

    /// What is presented, the topmost last.
    public var presented: [Presented] {
        update()
        return presentations
    }

    var invalidation: () -> Void {
        let dirty = dirty
        return { dirty.set() }
    }

    /// True if the tree has to be evaluated again.
    var isDirty: Bool { dirty.isSet && !isClosed }

    /// Evaluates until nothing is invalidated any more.
    func update() {
        guard !isUpdating, !isClosed else { return }
        isUpdating = true
        defer { isUpdating = false }
        var rounds = 0
        while dirty.take() {
            rounds += 1
            guard rounds <= 100 else { return giveUp() }
            evaluate()
        }
    }

    /// Apple's would go on for ever, or warn of changes during an update. Here the test that looks at the screen fails.
    private func giveUp() {
        tree = [Node("text", "The view changes something it depends on each time that it is evaluated.")]
        presentations = []
        isClosed = true
    }

    private func evaluate() {
        evaluations += 1
        seen = []
        order = []
        presentations = []
        var environment = environment
        environment.systemOpener = { [unowned self] url in
            opened.append(url)
            return accepts(url)
        }
        let context = Context(host: self, path: [], environment: environment)
        tree = root().flatMap { $0.evaluate(context.at(ObjectIdentifier(type(of: $0)))) }
        kept = kept.filter { seen.contains($0.key.path) }
        for (path, effect) in effects where !seen.contains(path) {
            effects[path] = nil
            effect.disappear()
        }
        for effect in order where !effect.hasAppeared {
            effect.hasAppeared = true
            effect.appear()
        }
        let actions = afterwards
        afterwards = []
        for action in actions { action() }
    }

    // MARK: For what is evaluated

    /// Connects the properties of a view or a modifier with what is kept for them.
    func attach(_ value: Any, _ context: Context) {
        seen.insert(context.path)
        connect(value, "", context)
    }

    private func connect(_ value: Any, _ prefix: String, _ context: Context) {
        for (index, child) in Mirror(reflecting: value).children.enumerated() {
            let label = "\(prefix).\(child.label ?? String(index))"
            if let linked = child.value as? any Linked {
                linked.link(Key(path: context.path, label: label), context)
            } else if child.value is any DynamicProperty {
                connect(child.value, label, context)
            }
        }
    }

    func kept<Value>(_ key: Key, _ make: () -> Value) -> Value {
        if let value = kept[key] as? Value { return value }
        let value = make()
        kept[key] = value
        return value
    }

    func keep(_ key: Key, _ value: Any) { kept[key] = value }

    /// What lives as long as the path is there.
    func effect(_ path: [AnyHashable]) -> Effect {
        seen.insert(path)
        let effect = effects[path] ?? Effect()
        effects[path] = effect
        order.append(effect)
        return effect
    }

    /// Runs when the tree has been evaluated.
    func after(_ action: @escaping () -> Void) { afterwards.append(action) }
}

/// What a modifier began when its view appeared, and what has to end with it.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final class Effect {
    var hasAppeared = false
    var appear: @MainActor () -> Void = {}
    var disappear: @MainActor () -> Void = {}
    var storage: Any?
}

/// Something is presented over the screen: a sheet, a cover, an alert or a dialog.
@_spi(Shim) @MainActor public final class Presented {
    public enum Kind: String {
        case sheet
        case fullScreenCover
        case alert
        case confirmationDialog
        case popover
    }

    public let kind: Kind
    public internal(set) var title = ""
    public internal(set) var nodes: [Node] = []
    public internal(set) var message = ""
    /// The height of a sheet, where it asks for some.
    public internal(set) var detents: [String] = []
    public internal(set) var isDismissDisabled = false
    nonisolated(unsafe) let dismiss: () -> Void

    init(_ kind: Kind, dismiss: @escaping () -> Void) {
        self.kind = kind
        self.dismiss = dismiss
    }
}

/// Set from any thread, taken on the main one.
final class Dirty {
    private let lock = NSLock()
    private var value = true

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
    func take() -> Bool {
        lock.withLock {
            defer { value = false }
            return value
        }
    }
}
