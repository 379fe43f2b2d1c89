import AirworthyPolicy
import ControlPlane
import Foundation

extension Dashboard {
    private static let revisionsOfPage = 25
    private static let choosablePolicies = 100

    var historyRoutes: [PageRoute] {
        [
            .page("/apps/{app}/history", hasAdminRoute: true) { request in
                let app = try plane.served.app(request.app).app
                let before = request.query["before"].flatMap(Int.init)
                // One more than are shown tells whether there are older ones.
                let found = try await plane.history.revisions(
                    request.app, before: before, limit: Self.revisionsOfPage + 1)
                let shown = Array(found.prefix(Self.revisionsOfPage))
                let model = HistoryModel(
                    shown, policies: try await policies(of: shown, app: request.app),
                    current: try await currentPolicy(of: request.app), app: app,
                    mayPublish: request.principal.rights.contains(.publish), isFirstPage: before == nil,
                    hasMore: found.count > shown.count, comparison: try await comparison(for: request), now: now())
                return try page(model, at: .history, of: app, for: request)
            }
        ]
    }

    /// Returns the policy in force; `nil` if none is.
    func currentPolicy(of app: String) async throws -> PolicyRecord? {
        do {
            return try await plane.publishing.currentPolicy(of: app)
        } catch let error as ControlPlaneError where error.kind == .nothingPublished {
            return nil
        }
    }

    private func policies(of revisions: [HistoryService.Revision], app: String) async throws -> [PolicySummary] {
        guard let newest = revisions.map(\.record.policyVersion).max(), newest > 0 else { return [] }
        return try await plane.history.policies(app, before: newest + 1, limit: revisions.count)
    }

    /// Returns the comparison that the address asks for, and the choice of policies.
    private func comparison(for request: PageRequest) async throws -> ComparisonModel {
        let choices = try await plane.history.policies(request.app, before: nil, limit: Self.choosablePolicies)
        let (from, to) = (request.query["from"], request.query["to"])
        guard from != nil || to != nil else { return ComparisonModel(of: choices, now: now()) }
        guard let from = from.flatMap(Int.init), let to = to.flatMap(Int.init) else {
            return ComparisonModel(of: choices, problem: "Choose two policies by their numbers.", now: now())
        }
        do {
            let (old, new) = (
                try await plane.history.policy(request.app, version: from),
                try await plane.history.policy(request.app, version: to)
            )
            let diff = try await plane.history.diff(request.app, from: from, to: to)
            let difference = PolicyDifference(diff, from: old, to: new.text, now: now())
            return ComparisonModel(of: choices, from: from, to: to, difference: difference, now: now())
        } catch let error as ControlPlaneError where error.kind == .notFound {
            return ComparisonModel(
                of: choices, from: from, to: to, problem: Words.sentence(error.detail), now: now())
        }
    }
}
