import AirworthyPolicy
import Foundation

/// What a device's report says beside the facts: its decision, and by which rules.
package struct ReportedDecision: Hashable, Sendable {
    /// The names of the parameters of a question that tell it.
    package enum Parameter: String, CaseIterable, Sendable {
        /// The status, such as `required`.
        case status = "reported"
        /// The revision of the rules.
        case revision
        /// The names of the attributes whose values the report leaves out, with commas between them.
        case attributes = "lacks"
    }

    /// The status; `nil` if the report has none.
    var status: Decision.Status?
    /// The revision of the rules, from 1 on; `nil` if the report has none.
    var revision: Int?
    /// The names of the attributes whose values are not in the report.
    var attributes: [String] = []

    private static let mostAttributes = 20
    private static let longestName = 40

    package init() {}

    /// Reads the parameters of a question. What cannot be read counts as not said.
    package init(_ value: (Parameter) -> String?) {
        status = value(.status).flatMap(Decision.Status.init)
        revision = value(.revision).flatMap(Self.revision)
        attributes = value(.attributes).map(Self.attributes) ?? []
    }

    /// The parameters of a question, without those that are not said.
    var parameters: [(name: String, value: String)] {
        let all: [(Parameter, String?)] = [
            (.status, status?.rawValue), (.revision, revision.map(String.init)),
            (.attributes, attributes.isEmpty ? nil : attributes.joined(separator: ",")),
        ]
        return all.compactMap { name, value in value.map { (name.rawValue, $0) } }
    }

    /// Sentences that compare the report with this server's decision; none if the report names no status.
    func comparison(with decision: Decision) -> [String] {
        guard let status else { return [] }
        var sentences = ["The report says: the app \(status.singular)."]
        if let revision, let current = decision.revision, revision != current {
            let age = revision < current ? "The app has not got it yet." : "The app is ahead of this server."
            sentences.append("It had revision \(revision); revision \(current) is in force. \(age)")
        }
        sentences.append("This server decides \(status == decision.status ? "the same" : "otherwise").")
        if !attributes.isEmpty {
            sentences.append(
                "The values of \(Words.list(attributes)) are not in a report; add those that a rule asks for.")
        }
        return sentences
    }

    // MARK: Reading

    static func revision(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

    static func attributes(in text: String) -> [String] {
        let names = text.split(separator: ",", maxSplits: mostAttributes).prefix(mostAttributes)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        // A name of a rule's condition; what looks like a value is none.
        return names.filter { name in
            (1...longestName).contains(name.count)
                && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        }
    }
}
