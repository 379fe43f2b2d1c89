import ControlPlane
import Foundation

/// The comparison of two policies, and the choice of two others.
struct ComparisonModel: Sendable {
    /// A policy in the list to choose from.
    struct Choice: Sendable {
        let version: Int
        let label: String
        let isFrom: Bool
        let isTo: Bool
    }

    let choices: [Choice]
    /// Whether there are two policies to choose from.
    let isPossible: Bool
    let title: String
    let difference: PolicyDifference?
    /// Why nothing is compared.
    let problem: String?
    let isOpen: Bool

    /// Compares two of the policies to choose from, newest first. `problem` says why nothing is compared.
    init(
        of policies: [PolicySummary], from: Int? = nil, to: Int? = nil, difference: PolicyDifference? = nil,
        problem: String? = nil, now: Date
    ) {
        let newest = policies.first?.version
        let (from, to) = (from ?? policies.dropFirst().first?.version, to ?? newest)
        choices = policies.map { policy in
            let date = Moment.text(policy.createdAt, withTime: true)
            return Choice(
                version: policy.version, label: "Policy \(policy.version) · \(date) · \(policy.author)",
                isFrom: policy.version == from, isTo: policy.version == to)
        }
        isPossible = policies.count > 1
        title = from.flatMap { from in to.map { "From policy \(from) to policy \($0)" } } ?? ""
        self.difference = difference
        self.problem = problem
        isOpen = difference != nil || problem != nil
    }
}
