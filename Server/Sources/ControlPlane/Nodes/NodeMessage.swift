package import ReleaseCatalog
import Synchronization

/// A message between the nodes of one database. It is not stored: nodes that do not listen miss it, and find changes when they
/// poll.
package enum NodeMessage: Hashable, Sendable {
    /// A transaction has changed something; the text says what, for people.
    case changed(String)
    /// A caller wants release data of an app that has none yet.
    case requestSync(app: String)
    /// An operator wants the sources of an app to be queried now.
    case sync(app: String)
    /// A webhook announced a change of an app.
    case hint(Hint, app: String)

    /// The text to send. It names apps, revisions and ids of Apple's, nothing secret.
    package var text: String {
        switch self {
        case .changed(let text): text
        case .requestSync(let app): "request \(app)"
        case .sync(let app): "sync \(app)"
        case .hint(let hint, let app): "hint \(app) \(hint.fields.joined(separator: " "))"
        }
    }

    /// Reads a message. A text of an unknown form counts as a change, so that nothing is missed.
    package init(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch words.first {
        case "request" where words.count == 2: self = .requestSync(app: words[1])
        case "sync" where words.count == 2: self = .sync(app: words[1])
        case "hint" where words.count > 2:
            guard let hint = Hint(fields: Array(words.dropFirst(2))) else { fallthrough }
            self = .hint(hint, app: words[1])
        default: self = .changed(text)
        }
    }
}

extension Hint {
    /// The hint as words without blanks: its kind, its id and the announced state, `-` for none.
    fileprivate var fields: [String] {
        let (kind, id) =
            switch subject {
            case .build(let id): ("build", id)
            case .version(let id): ("version", id)
            case .other: ("other", "-")
            }
        let fields = [kind, id, state ?? "-"]
        // Such ids and states are not Apple's. Without them, the app is listed all the same.
        return fields.allSatisfy(Self.isWord) ? fields : ["other", "-", "-"]
    }

    fileprivate init?(fields: [String]) {
        guard fields.count == 3, fields.allSatisfy(Self.isWord) else { return nil }
        let state = fields[2] == "-" ? nil : fields[2]
        switch fields[0] {
        case "build": self.init(.build(fields[1]), state: state)
        case "version": self.init(.version(fields[1]), state: state)
        case "other": self.init(.other, state: state)
        default: return nil
        }
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 128 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

/// Sends messages to other nodes without holding up the caller. Equal messages that wait are sent once.
package final class NodeOutbox: Sendable {
    private struct State {
        var waiting: [NodeMessage] = []
        var isSending = false
    }

    /// The number of messages that wait at most. Further ones are dropped: the leader finds the changes on its own, later.
    private static let capacity = 256

    /// Sends messages to all nodes.
    private let transmit: @Sendable ([NodeMessage]) async throws -> Void
    private let state = Mutex(State())

    package init(transmit: @escaping @Sendable ([NodeMessage]) async throws -> Void) { self.transmit = transmit }

    /// Sends a message some time soon, unless the database cannot be reached.
    package func send(_ message: NodeMessage) {
        let begins = state.withLock { state in
            guard state.waiting.count < Self.capacity, !state.waiting.contains(message) else { return false }
            state.waiting.append(message)
            defer { state.isSending = true }
            return !state.isSending
        }
        if begins { Task { await sendWaiting() } }
    }

    /// Sends a message, and returns when it was sent.
    package func sendNow(_ message: NodeMessage) async throws { try await transmit([message]) }

    private func sendWaiting() async {
        while true {
            let messages = state.withLock { state in
                defer { state.waiting = [] }
                if state.waiting.isEmpty { state.isSending = false }
                return state.waiting
            }
            guard !messages.isEmpty else { return }
            try? await transmit(messages)
        }
    }
}
