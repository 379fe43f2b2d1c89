package import AppStoreConnect
import Foundation
import Synchronization

extension ConnectSource {
    /// App Store Connect through a client.
    /// - Parameters:
    ///   - client: The client.
    ///   - budget: The budget of its key.
    package init(_ client: AppStoreConnectClient, budget: CallBudget) {
        let ids = AppIDs()
        self.init(
            keyID: client.keyID,
            listing: { target, since, purpose throws(UpstreamProblem) in
                let client = client.asking(for: CallBudget.Purpose(purpose))
                do throws(AppStoreConnectError) {
                    return try await Self.read(target, since, client, ids)
                } catch {
                    // The id may have been that of an app which was deleted and made again.
                    if error.kind == .notFound { ids.forget(target.bundleID) }
                    throw UpstreamProblem(error)
                }
            },
            allowedPerHour: { budget.allowedPerHour }, clockOffset: { client.clockOffset })
    }

    private static func read(
        _ target: AppTarget, _ since: Date, _ client: AppStoreConnectClient, _ ids: AppIDs
    ) async throws(AppStoreConnectError) -> Answer {
        var calls = 2
        var known = ids[target.bundleID]
        if known == nil {
            calls += 1
            // By bundle identifier, though the number may be known: a mistyped number is somebody else's app.
            known = try await client.apps(bundleID: target.bundleID).first?.id
        }
        guard let id = known else {
            throw AppStoreConnectError(
                .notFound, detail: "the key \(client.keyID) sees no app with the bundle id \(target.bundleID)")
        }
        ids[target.bundleID] = id
        let builds = try await client.builds(app: id, uploadedSince: since)
        let versions = try await client.appStoreVersions(app: id)
        calls += builds.items.count / 200 + versions.items.count / 200
        return Answer(listing: ConnectListing(builds, versions, appleID: Int(id)), calls: calls)
    }
}

/// App Store Connect's ids by bundle identifier: they never change while the app exists.
private final class AppIDs: Sendable {
    private let ids = Mutex<[String: String]>([:])

    subscript(bundleID: String) -> String? {
        get { ids.withLock { $0[bundleID] } }
        set { ids.withLock { $0[bundleID] = newValue } }
    }

    func forget(_ bundleID: String) { ids.withLock { $0[bundleID] = nil } }
}

extension CallBudget.Purpose {
    fileprivate init(_ purpose: ConnectSource.Purpose) {
        switch purpose {
        case .schedule: self = .schedule
        case .hint: self = .hint
        case .operator: self = .operator
        }
    }
}

extension UpstreamProblem {
    /// What an error of App Store Connect's client means for the learner.
    package init(_ error: AppStoreConnectError) {
        let kind: Kind =
            switch error.kind {
            case .credentials: .credentials
            case .agreements: .agreements
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .invalidRequest, .conflict: .refused
            case .rateLimited: .rateLimited
            case .budgetSpent: .budgetSpent
            case .server, .timedOut, .unreachable, .cancelled: .unavailable
            case .malformed: .malformed
            }
        self.init(kind, error.description, retryAfter: error.retryAfter.map(Double.init))
    }
}
