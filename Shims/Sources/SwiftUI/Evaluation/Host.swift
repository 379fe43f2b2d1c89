public import Foundation
import Observation

/// Evaluates a view on Linux, keeps its state, and simulates the user and the system.
///
/// It evaluates the whole tree after every invalidation, without layout. Reading or touching the screen evaluates it
/// first; `settle()` also runs the tasks of the views until they all wait for an external event.
@_spi(Shim) @MainActor public final class Host {
    struct Key: Hashable {
        let path: [AnyHashable]
        let label: String
    }

    /// The URLs that the system opened, in order.
    public internal(set) var opened: [URL] = []
    /// Whether the system opens a URL.
    public var accepts: (URL) -> Bool = { _ in true }
    /// The environment around the root. Change it to simulate the system.
    public var environment: EnvironmentValues { didSet { invalidation() } }
    /// The number of evaluations of the tree.
    public private(set) var evaluations = 0

    private var root: () -> [any View]
    private var tree: [Node] = []
    var presentations: [Presented] = []
    /// The presentation that closed last, as it looked while it closed.
    public internal(set) var closing: Presented?
    private var kept: [Key: Any] = [:]
    private var effects: [[AnyHashable]: Effect] = [:]
    private var seen: Set<[AnyHashable]> = []
    private var order: [Effect] = []
    private var afterwards: [() -> Void] = []
    private let dirty = Dirty()
    private var isUpdating = false
    private var isClosed = false
    let tasks = TaskRunner()
    /// The UIKit or AppKit controller that holds the view, if there is one.
    weak var owner: AnyObject?

    public init<Content>(
        environment: EnvironmentValues? = nil, @ViewBuilder content: @escaping () -> Content
    ) where Content: View {
        self.environment = environment ?? .ofDevice
        root = { [content()] }
    }

    /// Removes the view, cancels its tasks and runs `onDisappear`.
    public func close() {
        root = { [] }
        invalidation()
        update()
        isClosed = true
    }

    /// The screen below all presentations.
    public var nodes: [Node] {
        update()
        return tree
    }

    /// The presentations, the topmost last.
    public var presented: [Presented] {
        update()
        return presentations
    }

    var invalidation: () -> Void {
        let dirty = dirty
        return { dirty.set() }
    }

    /// Whether the tree has to be evaluated again.
    var isDirty: Bool { dirty.isSet && !isClosed }

    /// Evaluates until no part of the tree is invalid.
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

    /// SwiftUI would loop for ever or warn about changes during an update. Here the test that reads the screen fails.
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
        // A completion may open a further link after the view is gone.
        environment.systemOpener = { [weak self] url in
            guard let self else { return false }
            opened.append(url)
            return accepts(url)
        }
        let context = Context(host: self, path: [], environment: environment)
        nonisolated(unsafe) let locked = dirty
        tree = withObservationTracking {
            root().flatMap { $0.evaluate(context.at(ObjectIdentifier(type(of: $0)))) }
        } onChange: {
            locked.set()
        }
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

    // MARK: Evaluation

    /// Connects the properties of a view or modifier with their stored state.
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

    /// The objects that live as long as their path in the tree.
    func effect(_ path: [AnyHashable]) -> Effect {
        seen.insert(path)
        let effect = effects[path] ?? Effect()
        effects[path] = effect
        order.append(effect)
        return effect
    }

    /// Runs an action after the evaluation of the tree.
    func after(_ action: @escaping () -> Void) { afterwards.append(action) }
}

/// The work that a modifier starts when its view appears, and ends when it disappears.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
final class Effect {
    var hasAppeared = false
    var appear: @MainActor () -> Void = {}
    var disappear: @MainActor () -> Void = {}
    var storage: Any?
}

/// A presentation above the screen: a sheet, a cover, an alert or a dialog.
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
    /// The heights that a sheet allows, if it sets any.
    public internal(set) var detents: [String] = []
    public internal(set) var isDismissDisabled = false
    nonisolated(unsafe) let dismiss: () -> Void

    init(_ kind: Kind, dismiss: @escaping () -> Void) {
        self.kind = kind
        self.dismiss = dismiss
    }
}

/// A flag that any thread sets and the main thread takes.
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
