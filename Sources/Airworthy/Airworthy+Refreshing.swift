import AirworthyChannel
import AirworthyPolicy

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

// Refreshing at other times than launch, return and schedule.
extension Airworthy {
    /// The result of ``Airworthy/refresh()``, as the background tasks of the system want to know it.
    public enum Refreshed: Hashable, Sendable {
        /// There is a new decision.
        case changed
        /// The sources confirmed the decision, or none was due.
        case unchanged
        /// A source gave no usable answer.
        case failed
    }

    /// Refreshes now, because the app has a reason: a silent push, a background task, an App Intent. Returns when the result is
    /// stored, so the system may suspend the app. The client still respects a wait that a server asked for, and asks the App
    /// Store on its own schedule only.
    ///
    /// ```swift
    /// switch await airworthy.refresh() {
    /// case .changed: completionHandler(.newData)
    /// case .unchanged: completionHandler(.noData)
    /// case .failed: completionHandler(.failed)
    /// }
    /// ```
    /// - Returns: Whether the decision has changed.
    @discardableResult
    public func refresh() async -> Refreshed {
        let before = decision
        let result = await core.refresher.refresh(.request)
        await core.finishWriting()
        if decision != before { return .changed }
        let isConfirmed = [result.policy, result.lookup].allSatisfy { $0 == nil || $0 == .confirmed }
        return isConfirmed ? .unchanged : .failed
    }

    /// The header field with which any server of the app can ask its clients to refresh.
    public static let recheckHeader = "Airworthy-Recheck"
    /// The longest random delay in seconds, so that not all clients ask at once.
    static let recheckSpread: TimeInterval = 10

    /// Looks at a response of the app's own server. If it has the header field `Airworthy-Recheck: 1`, the client refreshes within
    /// ten seconds, at most once a minute; until that refresh has ended, further responses start none. Returns at once; callable from
    /// any thread.
    ///
    /// ```swift
    /// let (data, response) = try await URLSession.shared.data(for: request)
    /// airworthy.didReceive(response)
    /// ```
    /// - Parameter response: The response to any request of the app.
    public func didReceive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse,
            response.value(forHTTPHeaderField: Self.recheckHeader) == "1"
        else { return }
        let isFirst = core.isRecheckPending.withLock { isPending -> Bool in
            defer { isPending = true }
            return !isPending
        }
        guard isFirst else { return }
        Task { [core] in
            let delay = core.environment.random() * Self.recheckSpread
            try? await core.environment.sleep(delay)
            _ = await core.refresher.refresh(.recheck)
            core.isRecheckPending.withLock { $0 = false }
        }
    }
}
