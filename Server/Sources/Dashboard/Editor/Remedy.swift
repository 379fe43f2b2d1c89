import AirworthyPolicy
import Foundation

/// A correction that the editor can make by itself.
struct Remedy: Hashable, Sendable {
    private enum Change: Hashable, Sendable {
        case rename(to: String)
        case replace(with: String)
        case remove
    }

    /// The correction in words, such as `Write “version”`.
    let label: String
    private let change: Change
    private let path: [SourceText.Step]

    /// The codes of findings whose message asks to remove the key that they are about.
    private static let needlessKeys: Set = ["unused-key", "skippable-required"]

    /// Finds the correction of a finding in the text that it is about; `nil` if only a person can correct it.
    init?(of finding: Finding, in source: SourceText) {
        guard let path = source.path(named: finding.path) else { return nil }
        self.path = path
        if let suggestion = Self.suggestion(in: finding.message) {
            label = "Write “\(suggestion)”"
            if finding.code == "unknown-key" {
                // The object may have the right key, too.
                guard source.node(at: path.dropLast() + [.key(suggestion)]) == nil else { return nil }
                change = .rename(to: suggestion)
            } else if source.value(at: path)?.stringValue != nil {
                change = .replace(with: suggestion)
            } else {
                return nil
            }
        } else if Self.needlessKeys.contains(finding.code), case .key(let key)? = path.last {
            label = "Remove “\(key)”"
            change = .remove
        } else {
            return nil
        }
    }

    /// Corrects the text that the finding is about.
    func applied(to source: SourceText) throws(DocumentError) -> SourceText {
        switch change {
        case .rename(let key): try source.renamingKey(to: key, at: path)
        case .replace(let text): try source.setting(.string(text), at: path)
        case .remove: try source.removing(at: path)
        }
    }

    /// The word that a message proposes.
    private static func suggestion(in message: String) -> String? {
        guard let start = message.range(of: "did you mean \""),
            let end = message.range(of: "\"?", range: start.upperBound..<message.endIndex)
        else { return nil }
        return String(message[start.upperBound..<end.lowerBound])
    }
}

extension SourceText {
    /// The steps of a path as findings write it; `nil` if it leads nowhere.
    func path(named name: String) -> [Step]? {
        func search(_ node: Node, _ document: DocumentPath, _ steps: [Step]) -> [Step]? {
            let text = document.description
            if text == name { return steps }
            guard name.hasPrefix(text) else { return nil }
            for (index, element) in node.elements.enumerated() {
                if let found = search(element, document.appending(index), steps + [.index(index)]) { return found }
            }
            for member in node.members {
                if let found = search(member.value, document.appending(member.key), steps + [.key(member.key)]) {
                    return found
                }
            }
            return nil
        }
        return name.isEmpty ? nil : search(root, .root, [])
    }
}
